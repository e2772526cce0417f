"""The action Initiative (R7.1)."""

from typing import Final

from service.rules import kinds
from service.rules.moves import DECLINE, PLACE_PAWN, SWAP, target_of, verb_of
from service.rules.pawns import PLACING, finish, move_left, place, position, vacant_spaces
from service.rules.slots import ANIMAL, INITIATIVE_RETURN, KIND
from service.rules.state import State
from service.rules.tables import SPACES

INITIATIVE_SPACE: Final = 1 << SPACES.index("initiative.1")


def offer_swap(state: State) -> None:
    """Swap with the marker to the left, unless the animal is first already (R7.1)."""
    if position(state, state.slots[state.top() + ANIMAL]) > 0:
        state.offer(SWAP << 7, 1)
    state.offer(DECLINE << 7, 1)


def swap(state: State, move: int) -> None:
    """Carry out or decline the first part; the second one follows (R7.1)."""
    top = state.top()
    if verb_of(move) == SWAP:
        move_left(state, state.slots[top + ANIMAL], "R7.1")
    state.slots[top + KIND] = kinds.PLACE_INITIATIVE_PAWN


def offer_spaces(state: State) -> None:
    """Any vacant space; Initiative itself only under `initiative_return` (R0, R7.1)."""
    vacant = vacant_spaces(state)
    if not state.slots[INITIATIVE_RETURN]:
        vacant &= ~INITIATIVE_SPACE
    state.offer(PLACING, vacant)
    state.offer(DECLINE << 7, 1)


def place_pawn(state: State, move: int) -> None:
    """Put the same pawn on another space, or take it back in hand (R7.1)."""
    if verb_of(move) == PLACE_PAWN:
        animal = state.slots[state.top() + ANIMAL]
        state.pop()
        place(state, animal, target_of(move), "R7.1")
    else:
        finish(state)
