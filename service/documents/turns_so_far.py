"""What the turns so far can have done, and what they must have left (R7, R8, R9).

The rules set no limit to the turns (R5), but to what one of them does: so many pawns of a section
act, each space once, and each card is taken once in a game. So a state can stand in too early a
turn. Nor can pawns take all disks of a section that Reseed has filled; it moves the others on,
to Regression, or to Wasteland and then Depletion. As long as the bag cannot have run out, disks
must lie there, and so the turn can also be too late.

What the pending decision may still bring is not counted yet, so that whatever follows a state
that is found possible is possible as well. In turn 0 and in the first turn up to its Execution
the start position tells more (``set_up``).
"""

from typing import Final, NamedTuple

from service.documents.checks import Checks
from service.documents.names import decider_name
from service.documents.wording import counted, listed
from service.rules import kinds
from service.rules.earth import added_elements, occupied_corners
from service.rules.geometry import bits
from service.rules.slots import (
    ANIMAL_COUNT,
    BOX,
    CURSOR,
    DEPTH,
    ELEMENT_MASK,
    FACE_DOWN,
    FACE_UP,
    FRAMES,
    IN_PLAY,
    INITIATIVE,
    KIND,
    SET,
    TAKEN,
    TERRAIN_TILES,
    TURN,
)
from service.rules.state import NONE
from service.rules.steps import DRAW_ADAPTATION, SPACE_STEP, STEP_INDEX, TILES
from service.rules.tables import (
    ABUNDANCE_BOX,
    ADAPTATION_BOX,
    BOXES,
    CARDS,
    DEPLETION_BOX,
    DISKS_PER_ELEMENT,
    ELEMENTS,
    REGRESSION_BOX,
    SECTION_DISKS,
    SPACES,
    STACK_SIZE,
    STACKS,
    START_ELEMENTS,
    TUNDRA_TERRAIN,
    WANDERLUST_BOX,
    WASTELAND_BOX,
)


def _steps_of(section: str) -> tuple[int, ...]:
    """The steps at which the pawns of a section act."""
    spaces = zip(SPACES, SPACE_STEP, strict=True)
    return tuple(step for space, step in spaces if space.startswith(f"{section}."))


_ADAPTATION: Final = _steps_of("adaptation")
_ABUNDANCE: Final = _steps_of("abundance")
_WANDERLUST: Final = _steps_of("wanderlust")
_DOMINATION: Final = _steps_of("domination")
_INITIATIVE: Final = STEP_INDEX["initiative.1"]
_WASTELAND: Final = STEP_INDEX["wasteland.1"]
_GLACIATION: Final = STEP_INDEX["glaciation"]

_ON_EARTH: Final = len(_ABUNDANCE) + len(_WANDERLUST)  # disks that a turn puts there at most
# When the bag is drawn from in the Reseed of a turn, so many disks at most are neither in it nor
# drawn from it just then: those of the start, one each of the cards aquatic and habitat, one that
# symbiotic gives each animal, the boxes of Regression, Wasteland and Depletion, and in every turn
# what its pawns put on earth and on displays. Up to this Reseed, then, all that is drawn is there.
_FILLED_UNTIL: Final = (
    DISKS_PER_ELEMENT * len(ELEMENTS) - (len(START_ELEMENTS) + 2 + 6 + (3 + 3) * SECTION_DISKS)
) // (_ON_EARTH + len(_ADAPTATION))


class _Done(NamedTuple):
    """What earlier turns have done, for which the turn may be too early.

    ``what`` there is, ``limit`` says what a turn does at most, ``turn`` is the earliest possible.
    """

    what: str
    limit: str
    rule: str
    turn: int


def check_turns(checks: Checks) -> None:
    """The turns so far can have done what stands there, and left what is not (R7, R8, R9)."""
    turn = checks.slots[TURN]
    if not turn or not checks.knows("/turn", "/pending", "/cards/taken"):
        return
    early = [done for done in _done(checks) if done.turn > turn]
    if early:
        checks.need(
            False,
            "/turn",
            "turn_too_early",
            early[0].rule,
            f"up to here in turn {turn} there cannot be "
            + " and ".join(f"{done.what} ({done.limit})" for done in early),
            turn,
            {"minimum": max(done.turn for done in early)},
        )
    else:
        _boxes(checks)


def _carried_out(checks: Checks, card: str, *pending: int) -> int:
    """1 if the card has been taken and decided, as far as these kinds of decision ask."""
    taken = checks.slots[TAKEN] >> CARDS.index(card) & 1
    return taken if _inner(checks) not in pending else 0


def _acted(checks: Checks, steps: tuple[int, ...]) -> int:
    """How many pawns of the section may have acted in this turn before the present step."""
    return sum(1 for step in steps if step < checks.slots[CURSOR])


def _inner(checks: Checks) -> int:
    """The kind of the last decision if it lies on that of the acting pawn, or NONE."""
    slots = checks.slots
    return slots[checks.state.top() + KIND] if slots[DEPTH] > 1 else NONE


def _put_by_wanderlust(checks: Checks) -> int:
    """How many disks of its section may have been put on earth in this turn.

    The pawn at the present step puts down its disk before the animals move in.
    """
    present = checks.slots[CURSOR] in _WANDERLUST and _inner(checks) == kinds.MOVE_IN
    return _acted(checks, _WANDERLUST) + present


def _earliest(count: int, now: int, each: int) -> int:
    """The turn in which there can be so many, ``now`` in it and ``each`` in every turn before."""
    return 1 + -(-max(0, count - now) // each)


def _done(checks: Checks) -> list[_Done]:
    """All that takes turns, with the earliest turn in which it can stand there."""
    slots = checks.slots
    cursor = slots[CURSOR]
    cards = slots[TAKEN].bit_count()
    taken = cursor in _DOMINATION and _inner(checks) not in (NONE, kinds.TAKE_CARD)
    found = [
        _Done(
            counted(cards, "taken card"),
            "each of the five Domination pawns of a turn takes one at most",
            "R7.12",
            _earliest(cards, _acted(checks, _DOMINATION) + taken, len(_DOMINATION)),
        )
    ]
    if checks.knows("/earth/*/terrain", "/earth/*/tundra"):
        tundra = slots[TERRAIN_TILES + TUNDRA_TERRAIN].bit_count()
        laid = _carried_out(checks, "ice_sheet", kinds.GLACIATE)
        now = 1 + laid + (cursor > _GLACIATION)
        found.append(
            _Done(
                counted(tundra, "tundra tile"),
                "one lies there from the start, and one Glaciation pawn acts in a turn",
                "R7.7",
                _earliest(tundra, now, 1),
            )
        )
    if checks.knows("/earth/*/terrain", "/tiles"):
        for stack in range(STACKS):
            down = slots[FACE_DOWN + stack]
            turned = cursor == TILES and slots[FACE_UP + stack] > 0
            found.append(
                _Done(
                    f"a stack with {counted(down, 'face-down tile')}",
                    "of its eight tiles set-up and each Reseed turn up one",
                    "R9.3",
                    STACK_SIZE - down - turned,
                )
            )
    if checks.knows("/bag", "/animals/*/added_elements", "/elements", "/players"):
        found += _disks(checks)
    if checks.knows("/initiative", "/players"):
        order = slots[INITIATIVE : INITIATIVE + slots[ANIMAL_COUNT]]
        swaps = sum(a < b for place, a in enumerate(order) for b in order[place:])
        swapped = slots[FRAMES + KIND] == kinds.PLACE_INITIATIVE_PAWN or cursor > _INITIATIVE
        now = _carried_out(checks, "nocturnal") + (cursor >= _INITIATIVE and swapped)
        found.append(
            _Done(
                f"the initiative {listed([decider_name(animal) for animal in order])}",
                f"{counted(swaps, 'swap')} from the start order, and in a turn one pawn swaps",
                "R7.1",
                _earliest(swaps, now, 1),
            )
        )
    if checks.knows("/action_display/elements/depletion") and _held(checks, DEPLETION_BOX):
        found.append(
            _Done(
                "disks in the Depletion section",
                "they come from Abundance, by way of Wasteland, in the second Reseed",
                "R9.3",
                2 if _reseeded(checks) else 3,
            )
        )
    return found


def _disks(checks: Checks) -> list[_Done]:
    """Disks that pawns have put on displays and on earth."""
    slots = checks.slots
    animals = bits(slots[IN_PLAY])
    added = sum(added_elements(checks.state, animal) % ELEMENT_MASK for animal in animals)
    given = len(animals) * _carried_out(checks, "symbiotic")
    if _inner(checks) == kinds.SYMBIOTIC:
        given -= slots[checks.state.top() + SET].bit_count()  # those that have not drawn yet
    on_earth = sum(corners.bit_count() for corners in occupied_corners(checks.state))
    put = len(START_ELEMENTS) + _carried_out(checks, "habitat", kinds.HABITAT)
    put += _carried_out(checks, "aquatic", kinds.AQUATIC_TILE, kinds.AQUATIC_ELEMENT)
    acted = _acted(checks, _ABUNDANCE) + _put_by_wanderlust(checks)
    return [
        _Done(
            f"{counted(added, 'added element')} on all displays",
            "each of the three Adaptation pawns of a turn takes one",
            "R7.2",
            _earliest(added, _acted(checks, _ADAPTATION) + given, len(_ADAPTATION)),
        ),
        _Done(
            f"{counted(on_earth, 'element')} on earth",
            "twelve lie there from the start, and two Abundance and three Wanderlust pawns of a"
            " turn put one each",
            "R7.4",
            _earliest(on_earth, acted + put, _ON_EARTH),
        ),
    ]


def _held(checks: Checks, box: int) -> int:
    """How many disks lie in a section."""
    return checks.slots[BOX + box] % ELEMENT_MASK


def _reseeded(checks: Checks) -> bool:
    """Whether Reseed has moved on the disks of this turn already."""
    return DRAW_ADAPTATION <= checks.slots[CURSOR] <= TILES


def _boxes(checks: Checks) -> None:
    """Reseed has filled sections, and moved on the disks that pawns left there (R9.3).

    Where none of those that it moves on lie anywhere, there has been no Reseed.
    """
    slots = checks.slots
    if not checks.knows("/bag", "/action_display/elements"):
        return
    turn = slots[TURN]
    reseeds = turn if _reseeded(checks) else turn - 1
    # For each section how many Reseeds before the last one its disks were drawn, and how many of
    # the four are taken at most.
    most = {
        REGRESSION_BOX: (1, len(_ADAPTATION)),
        WASTELAND_BOX: (1, len(_ABUNDANCE)),
        DEPLETION_BOX: (2, len(_ABUNDANCE) + 1),  # one by the pawn of Wasteland
    }
    if not _reseeded(checks):
        most[ADAPTATION_BOX] = 0, _acted(checks, _ADAPTATION)
        most[ABUNDANCE_BOX] = 0, _acted(checks, _ABUNDANCE)
        most[WANDERLUST_BOX] = 0, _put_by_wanderlust(checks)
        most[WASTELAND_BOX] = 1, len(_ABUNDANCE) + (slots[CURSOR] > _WASTELAND)
    due = {
        box: SECTION_DISKS - taken
        for box, (before, taken) in most.items()
        if 0 <= reseeds - before <= _FILLED_UNTIL
    }
    moved = [box for box in (REGRESSION_BOX, WASTELAND_BOX, DEPLETION_BOX) if box in due]
    if len(moved) > 1 and reseeds < turn and not any(_held(checks, box) for box in moved):
        checks.need(
            False,
            "/turn",
            "turn_too_late",
            "R9.3",
            "every Reseed puts the disks that are left in Adaptation into Regression, and those in"
            " Abundance into Wasteland, and pawns cannot take them all; there are none, so no turn"
            " has ended",
            turn,
            {"maximum": 1},
        )
        return
    for box, number in due.items():
        pointer = f"/action_display/elements/{BOXES[box]}"
        held = _held(checks, box)
        checks.need(
            held >= number,
            pointer,
            "section_too_empty",
            "R9.3",
            "Reseed fills sections up to four disks and moves on those that are left; up to here"
            f" in turn {turn} pawns can have taken so many that {number}"
            f" {'is' if number == 1 else 'are'} left in this section",
            held,
            {"minimum": number},
        )
