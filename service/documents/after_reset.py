"""What Reset leaves on the table, as long as nothing can have changed it (R9).

Species leave earth, Survival is awarded, cards and disks and tiles are filled up; Planning changes
none of it, and Execution only from some step on. So it is found there as Reset left it, and up to
the first Reset cards, disks and tiles as set-up filled them up (R1.4).
"""

from typing import Final

from service.documents.checks import Checks
from service.documents.names import decider_name
from service.documents.problems import ABSENT, one_of
from service.documents.wording import counted
from service.rules.dominance import endangered
from service.rules.draws import bag_size, deck_size
from service.rules.earth import species
from service.rules.geometry import HEX_NAMES, bits
from service.rules.scoring import survivor
from service.rules.slots import (
    AVAILABLE,
    BOX,
    CURSOR,
    ELEMENT_MASK,
    FACE_DOWN,
    FACE_UP,
    IN_PLAY,
    SAVE_ANY,
    SURVIVAL,
    TAKEN,
    TURN,
    UNSEEN,
)
from service.rules.steps import (
    CARDS,
    DRAW_ADAPTATION,
    EXTINCTION,
    FINISHED,
    PLANNING,
    STEP_INDEX,
    TILES,
)
from service.rules.tables import (
    ABUNDANCE_BOX,
    ADAPTATION_BOX,
    BOXES,
    CARD_PLACES,
    HIBERNATION_LIMIT,
    MAMMAL,
    SECTION_DISKS,
    STACK_TILES,
    STACKS,
    TERRAINS,
    WANDERLUST_BOX,
)
from service.rules.tables import CARDS as CARD_NAMES

FILLED: Final = (ADAPTATION_BOX, ABUNDANCE_BOX, WANDERLUST_BOX)  # in this order (R9.3)
_HIBERNATION: Final = 1 << CARD_NAMES.index("hibernation")
# Up to here animals and earth only gain elements, and up to Glaciation no species is moved.
_ELEMENTS_LOST: Final = STEP_INDEX["regression.losses"]
_SPECIES_MOVE: Final = STEP_INDEX["glaciation"]
# For each of the sections that are filled the last step at which no disk has been taken from it.
_DISKS_TAKEN: Final = (
    STEP_INDEX["adaptation.1"],
    STEP_INDEX["abundance.1"],
    STEP_INDEX["speciation.free"],
)
_TILE_TAKEN: Final = STEP_INDEX["wanderlust.1"]
_CARD_TAKEN: Final = STEP_INDEX["domination.1"]

_Group = tuple[int, int, int]  # an animal, a hex, how many of its species are there


def check_reset(checks: Checks) -> None:
    """Extinction, Survival and Reseed show as far as what they did still stands.

    Up to the end of the first Planning the start position stands, which ``set_up`` checks.
    """
    cursor = checks.slots[CURSOR]
    turn = checks.slots[TURN]
    if checks.knows("/turn") and turn > 0 and (turn > 1 or cursor != PLANNING):
        before = turn == 1 and cursor <= EXTINCTION
        if before:
            _nobody_survives(checks)
        elif cursor <= _SPECIES_MOVE or cursor > EXTINCTION:
            _survival(checks)
        if cursor < _ELEMENTS_LOST or cursor > EXTINCTION:
            _extinction(checks, before=before)
    if cursor < _CARD_TAKEN or CARDS < cursor < FINISHED:
        _cards(checks)
    if DRAW_ADAPTATION <= cursor <= TILES:
        _sections(checks, 0, cursor - DRAW_ADAPTATION)
    elif cursor == PLANNING or (turn == 1 and checks.knows("/turn")):
        # In Execution only of the first turn the bag cannot have run out before.
        _sections(checks, sum(1 for step in _DISKS_TAKEN if cursor > step), len(FILLED))
    if cursor < _TILE_TAKEN:
        _tiles(checks)


def _extinction(checks: Checks, *, before: bool) -> None:
    """Endangered are only a species that was saved and those that hibernated (R9.1).

    None is ``before`` the first Extinction (R1.6).
    """
    if not checks.knows("/rules", "/players", "/earth", "/elements", "/animals", "/cards/taken"):
        return
    groups = [
        (animal, hex_, species(checks.state, animal, hex_))
        for animal in bits(checks.slots[IN_PLAY])
        for hex_ in bits(endangered(checks.state, animal))
    ]
    hibernated = bool(checks.slots[TAKEN] & _HIBERNATION) and not before
    sleepers = (-1, *bits(checks.slots[IN_PLAY])) if hibernated else (-1,)
    if any(_survived(checks, groups, sleeper, saving=not before) for sleeper in sleepers):
        return
    if before:
        why = "at the start no species is endangered, and before Regression none becomes it"
    elif hibernated:
        why = (
            "Extinction leaves no endangered species but one that the mammals save and the five"
            " at most that hibernated"
        )
    else:
        why = "Extinction leaves no endangered species but one that the mammals save"
    places = {
        f"/earth/{HEX_NAMES[hex_]}/species/{decider_name(animal)}": count
        for animal, hex_, count in groups
    }
    told = [f"{count} {decider_name(a)} on {HEX_NAMES[hex_]}" for a, hex_, count in groups]
    one = len(places) == 1
    checks.need(
        False,
        next(iter(places)) if one else "/earth",
        "endangered_after_extinction",
        "R9.1",
        f"{why}; endangered here: {', '.join(told)}",
        groups[0][2] if one else places,
        doubtful="" if one else "/earth/*/species",
    )


def _survived(checks: Checks, groups: list[_Group], sleeper: int, *, saving: bool) -> bool:
    """Whether these endangered species can be left if this animal, or none (-1), hibernated."""
    counts = [0] * 6
    for animal, _, count in groups:
        counts[animal] += count
    if sleeper >= 0:
        counts[sleeper] = max(0, counts[sleeper] - HIBERNATION_LIMIT)
    left = sum(counts)
    if left != 1:
        return not left
    slots = checks.slots
    return bool(saving and slots[IN_PLAY] >> MAMMAL & 1 and (slots[SAVE_ANY] or counts[MAMMAL]))


def _nobody_survives(checks: Checks) -> None:
    """Before the first Reset nobody holds Survival (R1.4)."""
    if checks.knows("/survival"):
        holder = checks.slots[SURVIVAL] - 1
        checks.need(
            holder < 0,
            "/survival",
            "wrong_survival",
            "R9.2",
            "Survival is awarded in Reset, and the first Reset is still to come",
            decider_name(holder),
            ABSENT,
        )


def _survival(checks: Checks) -> None:
    """The animal with strictly the most species on tundra holds Survival (R9.2)."""
    if not checks.knows("/survival", "/earth", "/players"):
        return
    holder = checks.slots[SURVIVAL] - 1
    true = survivor(checks.state)
    taker = f"the {decider_name(true)} has taken it" if true >= 0 else "nobody has taken it"
    checks.need(
        holder == true,
        "/survival",
        "wrong_survival",
        "R9.2",
        "in Reset Survival goes to the animal with strictly the most species on tundra, and no"
        f" species has moved since; so {taker}",
        decider_name(holder) if holder >= 0 else None,
        decider_name(true) if true >= 0 else ABSENT,
    )


def _filled_up_in(checks: Checks) -> tuple[str, str]:
    """What filled up cards, disks and tiles last, and its rule: set-up or Reseed."""
    turn = checks.slots[TURN]
    first = turn == 0 or (turn == 1 and checks.slots[CURSOR] < CARDS)
    return ("set-up", "R1.4") if first and checks.knows("/turn") else ("Reseed", "R9.3")


def _cards(checks: Checks) -> None:
    """The card places are filled, as far as the deck goes (R9.3)."""
    if checks.knows("/cards"):
        shown = checks.slots[AVAILABLE].bit_count()
        left = deck_size(checks.state)
        when, rule = _filled_up_in(checks)
        checks.need(
            shown >= CARD_PLACES or not left,
            "/cards/available",
            "cards_not_turned_up",
            rule,
            f"in {when} five cards are turned up as far as the deck goes; {shown} are face up, and"
            f" {left} are left in the deck",
            shown,
            min(CARD_PLACES, shown + left),
        )


def _sections(checks: Checks, first: int, done: int) -> None:
    """Reseed empties three sections and fills them one after the other (R9.3).

    So many of them are ``done``; where the bag ran out, those after that stay empty. From those
    before the ``first`` pawns may have taken disks since.
    """
    slots = checks.slots
    bag = "/bag"
    short = False
    when, rule = _filled_up_in(checks)
    if when == "Reseed":
        empty = "at this step of Reseed the section has been emptied and not been filled again"
    else:
        empty = "at this step of set-up the section has not been filled yet"
    for place, box in enumerate(FILLED):
        held = slots[BOX + box] % ELEMENT_MASK
        pointer = f"/action_display/elements/{BOXES[box]}"
        if place < first or not checks.knows(pointer):
            short = False
        elif place < done:
            right = checks.need(
                held == SECTION_DISKS or not checks.knows(bag) or not bag_size(checks.state),
                pointer,
                "section_not_full",
                rule,
                f"in {when} the section has been filled up to four disks, and the bag is not empty",
                held,
                SECTION_DISKS,
            ) and checks.need(
                not held or not short,
                pointer,
                "section_not_empty",
                "R9.3",
                "the bag had run out before this section was filled: the one before it is short",
                held,
                0,
            )
            short = right and held < SECTION_DISKS
        elif place > done:
            checks.need(
                not held,
                pointer,
                "section_not_empty",
                rule,
                empty,
                held,
                0,
            )


def _tiles(checks: Checks) -> None:
    """The top tile of each stack is face up (R9.3)."""
    when, rule = _filled_up_in(checks)
    unseen = checks.slots[UNSEEN : UNSEEN + len(STACK_TILES)]
    tops = [TERRAINS[terrain] for terrain, count in enumerate(unseen) if count]
    for stack in range(STACKS):
        up, down = f"/tiles/face_up/{stack}", f"/tiles/face_down/{stack}"
        if checks.knows(up, down):
            left = checks.slots[FACE_DOWN + stack]
            checks.need(
                checks.slots[FACE_UP + stack] or not left,
                up,
                "tile_not_turned_up",
                rule,
                f"in {when} the top tile of each stack is turned up; of this one, with"
                f" {counted(left, 'tile')} left, none is face up",
                None,
                one_of(tops) if tops and checks.knows("/tiles/unseen") else None,
            )
