"""What a state remembers of its turn, against the step it is at (R0, R7, R8, R9, R10)."""

from typing import Final

from service.documents.checks import Checks
from service.documents.names import decider_name
from service.rules.earth import species
from service.rules.geometry import HEX_NAMES, bits
from service.rules.reset import extinct
from service.rules.slots import (
    AVAILABLE,
    BOX,
    CLAIMED,
    CONES,
    CURSOR,
    DOMINATED,
    EARTH,
    HIBERNATING,
    HIBERNATOR,
    IN_PLAY,
    LAST_TURN,
    PROTECTED,
    TAKEN,
    TURN,
    TURN_LIMIT,
)
from service.rules.steps import (
    DRAW_ABUNDANCE,
    DRAW_ADAPTATION,
    EXTINCTION,
    FINISHED,
    STEP_INDEX,
)
from service.rules.tables import (
    ABUNDANCE_BOX,
    BOXES,
    CARDS,
    HIBERNATION_LIMIT,
    WANDERLUST_BOX,
)

_ICE_AGE: Final = 1 << CARDS.index("ice_age")
_HIBERNATION: Final = 1 << CARDS.index("hibernation")
_DOMINATION: Final = STEP_INDEX["domination.1"]
_REGRESSION: Final = (STEP_INDEX["regression.1"], STEP_INDEX["regression.free"])
# Reseed has emptied these sections and not come to them yet (R9.3).
_EMPTY_BOXES: Final = {
    DRAW_ADAPTATION: (ABUNDANCE_BOX, WANDERLUST_BOX),
    DRAW_ABUNDANCE: (WANDERLUST_BOX,),
}


def check_memory(checks: Checks) -> None:
    """Dominated, protected and hibernating; cards, sections and the last turn."""
    _dominated(checks)
    _protected(checks)
    _hibernating(checks)
    _cards(checks)
    _last_turn(checks)
    _sections(checks)
    if checks.slots[CURSOR] == FINISHED:
        _finished(checks)


def _dominated(checks: Checks) -> None:
    slots = checks.slots
    checks.need(
        not slots[DOMINATED] or _DOMINATION <= slots[CURSOR] < EXTINCTION,
        "/execution/dominated",
        "memory_out_of_place",
        "R7.12",
        "tiles are remembered as dominated only during Domination",
    )
    for hex_ in bits(slots[DOMINATED] & ~slots[EARTH]):
        checks.need(
            False,
            "/execution/dominated",
            "no_tile",
            "R7.12",
            f"there is no tile on {HEX_NAMES[hex_]}, so it was not dominated",
            HEX_NAMES[hex_],
        )


def _protected(checks: Checks) -> None:
    slots = checks.slots
    for animal in range(6):
        checks.need(
            not slots[PROTECTED + animal]
            or (_REGRESSION[0] <= slots[CURSOR] <= _REGRESSION[1] and slots[IN_PLAY] >> animal & 1),
            f"/execution/protected/{decider_name(animal)}",
            "memory_out_of_place",
            "R7.3",
            "protections last during Regression, for animals in play",
        )


def _hibernating(checks: Checks) -> None:
    slots = checks.slots
    holder = slots[HIBERNATOR] - 1
    if holder < 0:
        return
    where = f"/execution/hibernating/{decider_name(holder)}"
    total = sum(slots[HIBERNATING + hex_] for hex_ in range(len(HEX_NAMES)))
    checks.need(
        _DOMINATION <= slots[CURSOR] <= EXTINCTION and slots[TAKEN] & _HIBERNATION,
        where,
        "memory_out_of_place",
        "R8",
        "species hibernate from the card hibernation to Extinction of the same turn",
    )
    checks.need(
        total <= HIBERNATION_LIMIT,
        where,
        "too_many_hibernating",
        "R8",
        "five species hibernate at most",
        total,
        HIBERNATION_LIMIT,
    )
    for hex_ in range(len(HEX_NAMES)):
        asleep = slots[HIBERNATING + hex_]
        present = species(checks.state, holder, hex_)
        checks.need(
            asleep <= present,
            f"{where}/{HEX_NAMES[hex_]}",
            "hibernating_absent",
            "R8",
            "more species hibernate on this tile than the animal has there",
            asleep,
            {"maximum": present},
        )


def _cards(checks: Checks) -> None:
    slots = checks.slots
    taken = bool(slots[TAKEN] & _ICE_AGE)
    checks.need(
        bool(slots[LAST_TURN]) == taken,
        "/last_turn",
        "last_turn",
        "R10.1",
        "the last turn is the one in which Ice Age is taken",
        bool(slots[LAST_TURN]),
        taken,
    )
    seen = slots[AVAILABLE] | slots[TAKEN]
    checks.need(
        not seen & _ICE_AGE or seen.bit_count() == len(CARDS),
        "/cards",
        "ice_age_early",
        "R1.4",
        "Ice Age lies at the bottom of the deck: it is seen only when every other card has been",
    )


def _last_turn(checks: Checks) -> None:
    """The last turn ends after Survival: by Ice Age, by the limit, or for want of cubes."""
    slots = checks.slots
    cursor = slots[CURSOR]
    limit = slots[TURN_LIMIT]
    checks.need(
        not limit or slots[TURN] <= limit,
        "/turn",
        "past_turn_limit",
        "R0",
        "the turn limit has ended the game before",
        slots[TURN],
        {"maximum": limit},
    )
    checks.need(
        not slots[TAKEN] & _ICE_AGE or cursor >= _DOMINATION,
        "/cards/taken",
        "past_last_turn",
        "R10.1",
        "Ice Age is taken during Domination, and no other turn begins after it",
    )
    reseed = EXTINCTION < cursor < FINISHED
    checks.need(
        not reseed
        or not (slots[LAST_TURN] or (limit and slots[TURN] == limit) or extinct(checks.state)),
        "/phase",
        "past_last_turn",
        "R9.3",
        "in the last turn the game ends after Survival, without a Reseed",
    )


def _sections(checks: Checks) -> None:
    slots = checks.slots
    for box in _EMPTY_BOXES.get(slots[CURSOR], ()):
        checks.need(
            not slots[BOX + box],
            f"/action_display/elements/{BOXES[box]}",
            "section_not_empty",
            "R9.3",
            "at this step of Reseed the section has been emptied and not been filled again",
        )


def _finished(checks: Checks) -> None:
    slots = checks.slots
    limit = slots[TURN_LIMIT]
    checks.need(
        slots[LAST_TURN] or (limit and slots[TURN] >= limit) or extinct(checks.state),
        "/phase",
        "not_the_end",
        "R10.1",
        "a game ends after the turn in which Ice Age is taken, at its turn limit, or when no"
        " animal has a species on earth or in its gene pool",
        "finished",
    )
    for animal in range(6):
        for hex_ in bits(slots[CONES + animal] if slots[CLAIMED] else 0):
            checks.need(
                False,
                f"/earth/{HEX_NAMES[hex_]}/cone",
                "cone_at_end",
                "R10.2",
                "before the final scoring all cones come off",
                decider_name(animal),
            )
