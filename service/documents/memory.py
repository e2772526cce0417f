"""What a state remembers of its turn, against the step it is at (R0, R7, R8, R9, R10)."""

from typing import Final

from service.documents.after_reset import check_reset
from service.documents.checks import Checks, hex_names
from service.documents.meanings import step_title
from service.documents.names import decider_name
from service.documents.problems import ABSENT
from service.documents.set_up import check_set_up
from service.documents.unknown import STEP
from service.documents.waiting_pawns import check_waiting
from service.rules.draws import ICE_AGE
from service.rules.earth import added_elements, species, types_in
from service.rules.geometry import HEX_NAMES, bits
from service.rules.kinds import DOMINATE
from service.rules.reset import extinct
from service.rules.slots import (
    AVAILABLE,
    BOX,
    CLAIMED,
    CONES,
    CURSOR,
    DEPTH,
    DOMINATED,
    EARTH,
    FRAMES,
    HIBERNATING,
    HIBERNATOR,
    IN_PLAY,
    KIND,
    LAST_TURN,
    PROTECTED,
    TAKEN,
    TURN,
    TURN_LIMIT,
)
from service.rules.steps import (
    EXTINCTION,
    FINISHED,
    PHASES,
    STEP_INDEX,
    STEPS,
    phase_of,
)
from service.rules.tables import (
    CARDS,
    ELEMENTS,
    HIBERNATION_LIMIT,
    REGRESSION_BOX,
)

_HIBERNATION: Final = 1 << CARDS.index("hibernation")
_COMPETITION: Final = STEP_INDEX["competition.free"]
_DOMINATION: Final = STEP_INDEX["domination.1"]
_REGRESSION: Final = (STEP_INDEX["regression.1"], STEP_INDEX["regression.free"])


def check_memory(checks: Checks) -> None:
    """Dominated, protected and hibernating; cards, sections, set-up and the last turn."""
    _cards(checks)
    _turn_limit(checks)
    if not checks.knows(STEP):
        return
    _dominated(checks)
    _protected(checks)
    _hibernating(checks)
    _last_turn(checks)
    check_waiting(checks)
    check_reset(checks)
    if checks.slots[TURN] <= 1 and checks.knows("/turn"):
        check_set_up(checks)
    if checks.slots[CURSOR] == FINISHED:
        _finished(checks)


def _dominating(checks: Checks) -> bool:
    """Whether a tile has been dominated and its card is being taken just now."""
    return checks.slots[DEPTH] > 1


def _dominated(checks: Checks) -> None:
    slots = checks.slots
    pointer = "/execution/dominated"
    if not checks.knows(pointer):
        return
    cursor = slots[CURSOR]
    count = (slots[DOMINATED] & slots[EARTH]).bit_count()
    if not checks.need(
        not slots[DOMINATED] or _DOMINATION <= cursor < EXTINCTION,
        pointer,
        "memory_out_of_place",
        "R7.12",
        "tiles are remembered as dominated only during Domination",
        hex_names(slots[DOMINATED]),
        ABSENT,
    ):
        return
    for hex_ in bits(slots[DOMINATED] & ~slots[EARTH]):
        if checks.knows(f"/earth/{HEX_NAMES[hex_]}/terrain"):
            checks.need(
                False,
                pointer,
                "no_tile",
                "R7.12",
                f"there is no tile on {HEX_NAMES[hex_]}, so it was not dominated",
                HEX_NAMES[hex_],
            )
    if count and checks.knows("/pending") and slots[FRAMES + KIND] == DOMINATE:
        most = cursor - _DOMINATION + (1 if _dominating(checks) else 0)
        checks.need(
            count <= most,
            pointer,
            "too_many_dominated",
            "R7.12",
            f"each pawn dominates one tile: no more than {most} up to {step_title(STEPS[cursor])}",
            hex_names(slots[DOMINATED]),
            {"maximum": most},
        )


def _protected(checks: Checks) -> None:
    slots = checks.slots
    pointer = "/execution/protected"
    total = sum(slots[PROTECTED + animal].bit_count() for animal in range(6))
    if not total or not checks.knows(pointer, "/players"):
        return
    cursor = slots[CURSOR]
    for animal in range(6):
        name = decider_name(animal)
        given = slots[PROTECTED + animal]
        if not checks.need(
            not given
            or (_REGRESSION[0] <= cursor <= _REGRESSION[1] and slots[IN_PLAY] >> animal & 1),
            f"{pointer}/{name}",
            "memory_out_of_place",
            "R7.3",
            "protections last during Regression, for animals in play",
            _elements(given),
            ABSENT,
        ):
            return
        if given and checks.knows(
            f"/animals/{name}/added_elements", "/action_display/elements/regression"
        ):
            lost = types_in(slots[BOX + REGRESSION_BOX]) & types_in(
                added_elements(checks.state, animal)
            )
            checks.need(
                not given & ~lost,
                f"{pointer}/{name}",
                "protected_in_vain",
                "R7.3",
                "protected are only elements that lie in the Regression box and that the animal"
                " has added",
                _elements(given),
                _elements(lost),
            )
    if not checks.knows(pointer):
        return
    most = cursor - _REGRESSION[0]  # one by each pawn before
    checks.need(
        total <= most,
        pointer,
        "too_many_protected",
        "R7.3",
        "each pawn protects from the loss of one element: no more than"
        f" {most} before {step_title(STEPS[cursor])}",
        total,
        {"maximum": most},
    )


def _elements(mask: int) -> list[str]:
    return [ELEMENTS[element] for element in bits(mask)]


def _hibernating(checks: Checks) -> None:
    slots = checks.slots
    holder = slots[HIBERNATOR] - 1
    if holder < 0 or not checks.knows("/execution/hibernating"):
        return
    name = decider_name(holder)
    where = f"/execution/hibernating/{name}"
    total = sum(slots[HIBERNATING : HIBERNATING + len(HEX_NAMES)])
    cursor = slots[CURSOR]
    if checks.knows("/cards/taken", "/execution/dominated", "/pending"):
        # The card was taken with an earlier pawn than the one that acts now.
        earlier = slots[DOMINATED].bit_count() - (1 if _dominating(checks) else 0)
        if not checks.need(
            slots[TAKEN] & _HIBERNATION
            and (cursor == EXTINCTION or (_DOMINATION <= cursor < EXTINCTION and earlier > 0)),
            where,
            "memory_out_of_place",
            "R8",
            "species hibernate from the card Hibernation, taken with a tile dominated before, to"
            " Extinction of the same turn",
            total,
            ABSENT,
        ):
            return
    checks.need(
        total <= HIBERNATION_LIMIT,
        where,
        "too_many_hibernating",
        "R8",
        "five species hibernate at most",
        total,
        HIBERNATION_LIMIT,
    )
    for hex_, hex_name in enumerate(HEX_NAMES):
        asleep = slots[HIBERNATING + hex_]
        present = species(checks.state, holder, hex_)
        if asleep > present and checks.knows(f"/earth/{hex_name}/species/{name}"):
            checks.need(
                False,
                f"{where}/{hex_name}",
                "hibernating_absent",
                "R8",
                "more species hibernate on this tile than the animal has there",
                asleep,
                {"maximum": present},
            )


def _cards(checks: Checks) -> None:
    slots = checks.slots
    taken = bool(slots[TAKEN] & ICE_AGE)
    seen = slots[AVAILABLE] | slots[TAKEN]
    if checks.knows("/cards"):
        checks.need(
            not seen & ICE_AGE or seen.bit_count() == len(CARDS),
            "/cards",
            "ice_age_early",
            "R1.4",
            "Ice Age lies at the bottom of the deck: every other card is seen before it",
            seen.bit_count(),
            len(CARDS),
            doubtful="/cards/taken" if taken else "/cards/available",
        )
    if taken and checks.knows(STEP, "/cards/taken"):
        checks.need(
            slots[CURSOR] >= _DOMINATION,
            "/cards/taken",
            "past_last_turn",
            "R10.1",
            "Ice Age is taken during Domination, and no other turn begins after it",
            "ice_age",
        )
    if checks.knows("/last_turn", "/cards/taken"):
        checks.need(
            bool(slots[LAST_TURN]) == taken,
            "/last_turn",
            "last_turn",
            "R10.1",
            "the last turn is the one in which Ice Age is taken",
            bool(slots[LAST_TURN]),
            taken,
        )


def _turn_limit(checks: Checks) -> None:
    limit = checks.slots[TURN_LIMIT]
    if limit and checks.knows("/rules/turn_limit", "/turn"):
        checks.need(
            checks.slots[TURN] <= limit,
            "/turn",
            "past_turn_limit",
            "R0",
            f"the turn limit of {limit} has ended the game before",
            checks.slots[TURN],
            {"maximum": limit},
        )


def _last_turn(checks: Checks) -> None:
    """The last turn ends after Survival: by Ice Age, by the limit, or for want of cubes.

    After that no cube is eliminated before Competition, so that a game in which nobody has one
    does not get there either (R9.4).
    """
    slots = checks.slots
    turn, cursor = slots[TURN], slots[CURSOR]
    reseeding = turn > 0 and EXTINCTION < cursor < FINISHED
    later = turn > 1 and cursor <= _COMPETITION
    rule = "R9.3"
    why = ""
    if reseeding and slots[LAST_TURN] and checks.knows("/last_turn"):
        why = "Ice Age was taken in this turn"
    elif reseeding and _at_limit(checks) and checks.knows("/turn", "/rules/turn_limit"):
        why = "this is the turn of the turn limit"
    elif (reseeding or later) and extinct(checks.state) and checks.knows("/earth", "/animals"):
        why = "no animal has a species on earth or in its gene pool"
        rule = "R9.4"
    checks.need(
        not why,
        "/phase",
        "past_last_turn",
        rule,
        f"{why}, so the game ends after Survival, without a Reseed",
        PHASES[phase_of(turn, cursor)],
        "finished",
    )


def _at_limit(checks: Checks) -> bool:
    limit = checks.slots[TURN_LIMIT]
    return bool(limit) and checks.slots[TURN] >= limit


def _finished(checks: Checks) -> None:
    slots = checks.slots
    if checks.knows("/last_turn", "/turn", "/rules/turn_limit", "/earth", "/animals"):
        checks.need(
            slots[LAST_TURN] or _at_limit(checks) or extinct(checks.state),
            "/phase",
            "not_the_end",
            "R10.1",
            "a game ends after the turn in which Ice Age is taken, at its turn limit, or when no"
            " animal has a species on earth or in its gene pool",
            "finished",
        )
    if not slots[CLAIMED] or not checks.knows("/rules/dominance"):
        return
    for animal in range(6):
        for hex_ in bits(slots[CONES + animal]):
            checks.need(
                False,
                f"/earth/{HEX_NAMES[hex_]}/cone",
                "cone_at_end",
                "R10.2",
                "before the final scoring all cones come off",
                decider_name(animal),
                ABSENT,
            )
