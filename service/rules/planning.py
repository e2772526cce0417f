"""Planning: the animals put their pawns on action spaces, one at a time (R6)."""

from service.rules import kinds
from service.rules.pawns import place_from_hand, position, vacant_spaces
from service.rules.slots import ANIMAL, ANIMAL_COUNT, IN_HAND, INITIATIVE
from service.rules.state import State


def begin(state: State) -> None:
    """Ask the first animal in initiative order that has a pawn in hand (R6.1)."""
    _ask_from(state, 0)


def _ask_from(state: State, start: int) -> None:
    """Ask the first animal with a pawn in hand from this initiative position, round again."""
    if not vacant_spaces(state):
        return
    slots = state.slots
    animals = slots[ANIMAL_COUNT]
    for i in range(animals):
        animal = slots[INITIATIVE + (start + i) % animals]
        if slots[IN_HAND + animal]:
            state.push(kinds.PLACE_PAWN, animal)
            return


def place_pawn(state: State, move: int) -> None:
    """Put a pawn on the display; then the next animal is asked (R6.1)."""
    animal = state.slots[state.top() + ANIMAL]
    place_from_hand(state, animal, move, "R6.1")
    state.pop()
    _ask_from(state, position(state, animal) + 1)
