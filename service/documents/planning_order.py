"""Whose pawn is next in Planning, as the pawns on the display and in hand have it (R6.1)."""

from service.documents.checks import Checks
from service.documents.names import decider_name
from service.documents.problems import one_of
from service.documents.waiting_pawns import put_by_instinct, spaces_to_wait_on
from service.rules.geometry import bits
from service.rules.slots import (
    ANIMAL,
    ANIMAL_COUNT,
    IN_HAND,
    INITIATIVE,
    OCCUPIED,
    SPACE,
    TURN,
)
from service.rules.state import State


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
    # In the first turn all pawns on the display have been placed in it.
    first = state.slots[TURN] == 1
    waiting = 0 if first else spaces_to_wait_on(checks, slid=True)
    more = 0 if first else put_by_instinct(checks)
    possible = [
        order[place] for place in range(animals) if _can_be_next(state, place, waiting, more)
    ]
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
            one_of(names),
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


def _can_be_next(state: State, place: int, waiting: int, more: int) -> bool:
    """Whether after some number of whole rounds the animal at this initiative place is next.

    Before it each animal has placed one pawn more than there were rounds, from it on one for each
    round; an animal without a pawn in hand may have run out of them before. Pawns may have waited
    since the turn before on the spaces of the mask ``waiting``, and ``more`` of them elsewhere.
    """
    slots = state.slots
    animal = slots[INITIATIVE + place]
    if not slots[IN_HAND + animal]:
        return False
    for rounds in range(_on_display(state, animal) + 1):
        excess = 0
        for position in range(slots[ANIMAL_COUNT]):
            asked = rounds + 1 if position < place else rounds
            other = slots[INITIATIVE + position]
            if asked > _on_display(state, other) and slots[IN_HAND + other]:
                break
            excess += max(0, _on_display(state, other, ~waiting) - asked)
        else:
            if excess <= more:
                return True
    return False


def _on_display(state: State, animal: int, spaces: int = -1) -> int:
    """How many of the animal's pawns stand on these spaces, a mask; on all of them by default."""
    return sum(
        1
        for space in bits(state.slots[OCCUPIED] & spaces)
        if state.slots[SPACE + space] == animal + 1
    )
