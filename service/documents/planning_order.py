"""Whose pawn is next in Planning, as the pawns on the display and in hand have it (R6.1)."""

from service.documents.checks import Checks
from service.documents.names import decider_name
from service.rules.slots import (
    ANIMAL,
    ANIMAL_COUNT,
    IN_HAND,
    INITIATIVE,
    SPACE,
    TURN,
)
from service.rules.state import State
from service.rules.tables import SPACES


def next_to_place(checks: Checks, top: int, where: str) -> None:
    """Whoever places a pawn has one, and it is its turn in the initiative order (R6.1)."""
    found = len(checks.found)
    checks.pawn_to_place(top, where)
    if len(checks.found) > found or not checks.knows(
        f"{where}/animal",
        "/animals/*/action_pawns",
        "/action_display/pawns",
        "/initiative",
        "/players",
        "/turn",
    ):
        return
    state = checks.state
    animal = state.slots[top + ANIMAL]
    animals = state.slots[ANIMAL_COUNT]
    order = state.slots[INITIATIVE : INITIATIVE + animals]
    possible = [order[place] for place in range(animals) if _can_be_next(state, place)]
    names = [decider_name(other) for other in possible]
    if possible:
        checks.need(
            animal in possible,
            f"{where}/animal",
            "wrong_decider",
            "R6.1",
            "the animals place their pawns in initiative order, round again; after those on the"
            f" display it is the turn of the {' or the '.join(names)}",
            decider_name(animal),
            names[0] if len(names) == 1 else names,
        )
    else:
        checks.need(
            False,
            "/action_display/pawns",
            "placed_out_of_order",
            "R6.1",
            "the animals place their pawns one by one in initiative order, round again; so these"
            " cannot have been placed while those in hand were not",
            {decider_name(other): _on_display(state, other) for other in order},
        )


def _can_be_next(state: State, place: int) -> bool:
    """Whether after some number of whole rounds the animal at this initiative place is next.

    Before it each animal has placed one pawn more than there were rounds, from it on one for each
    round; an animal without a pawn in hand may have run out of them before.
    """
    slots = state.slots
    animal = slots[INITIATIVE + place]
    if not slots[IN_HAND + animal]:
        return False
    return any(
        all(
            _may_have_placed(
                state, slots[INITIATIVE + other], rounds + 1 if other < place else rounds
            )
            for other in range(slots[ANIMAL_COUNT])
        )
        for rounds in range(_on_display(state, animal) + 1)
    )


def _may_have_placed(state: State, animal: int, turns: int) -> bool:
    """Whether the animal may have been asked so often for a pawn in this Planning.

    In the first turn all its pawns on the display have been placed in it; later any of them may
    have waited there since the turn before.
    """
    slots = state.slots
    shown = _on_display(state, animal)
    if slots[TURN] == 1 and shown > turns:
        return False
    return turns <= shown or not slots[IN_HAND + animal]


def _on_display(state: State, animal: int) -> int:
    return state.slots[SPACE : SPACE + len(SPACES)].count(animal + 1)
