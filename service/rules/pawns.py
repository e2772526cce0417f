"""Action pawns: in hand, on the display, and in between while an action is carried out (R7.0)."""

from typing import Final

from service.rules import events as ev
from service.rules.moves import PLACE_PAWN, target_of
from service.rules.slots import (
    ANIMAL,
    ANIMAL_COUNT,
    DEPTH,
    IN_HAND,
    INITIATIVE,
    OCCUPIED,
    PAWNS,
    SPACE,
    SPACE_OF,
)
from service.rules.state import NONE, State
from service.rules.tables import MAX_ACTION_PAWNS, SPACES

ALL_SPACES: Final = (1 << len(SPACES)) - 1
PLACING: Final = PLACE_PAWN << 7  # base of the moves that put a pawn on a space


def vacant_spaces(state: State) -> int:
    """The action spaces without a pawn, as a mask."""
    return ALL_SPACES & ~state.slots[OCCUPIED]


def offer_vacant_spaces(state: State) -> None:
    """Offer every vacant action space for a pawn."""
    state.offer(PLACING, vacant_spaces(state))


def place(state: State, animal: int, space: int, rule: str) -> None:
    """Put a pawn on a vacant space; where it comes from is the caller's affair."""
    state.slots[SPACE + space] = animal + 1
    state.slots[OCCUPIED] |= 1 << space
    if state.events is not None:
        state.tell(ev.PAWN_PLACED, rule, [animal, space])


def place_from_hand(state: State, animal: int, move: int, rule: str) -> None:
    """Carry out a move that puts one of the animal's pawns in hand on a space."""
    state.slots[IN_HAND + animal] -= 1
    place(state, animal, target_of(move), rule)


def lift(state: State, space: int) -> int:
    """Take the pawn off a space, which is vacant at once, and return its owner (R7.0)."""
    slots = state.slots
    animal = slots[SPACE + space] - 1
    slots[SPACE + space] = 0
    slots[OCCUPIED] &= ~(1 << space)
    if state.events is not None:
        state.tell(ev.PAWN_LIFTED, "R7.0", [animal, space])
    return animal


def finish(state: State) -> None:
    """End the decision on top; a pawn carried out by it returns to its owner's hand (R7.0)."""
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    carried = slots[top + SPACE_OF] != NONE
    state.pop()
    if carried:
        slots[IN_HAND + animal] += 1
        if state.events is not None:
            state.tell(ev.PAWN_RETURNED, "R7.0", [animal])


def forfeit(state: State) -> None:
    """Forfeit the action on top of the stack (R7.0)."""
    if state.events is not None:
        top = state.top()
        slots = state.slots
        state.tell(ev.ACTION_FORFEITED, "R7.0", [slots[top + ANIMAL], slots[top + SPACE_OF]])
    finish(state)


def finish_inner(state: State) -> None:
    """End the decision on top and the action below it that it was part of, if any."""
    state.pop()
    if state.slots[DEPTH]:
        finish(state)


def gain(state: State, animal: int, rule: str) -> None:
    """Bring one more pawn from the box into the animal's hand, up to ten (R8.0)."""
    slots = state.slots
    if slots[PAWNS + animal] < MAX_ACTION_PAWNS:
        slots[PAWNS + animal] += 1
        slots[IN_HAND + animal] += 1
        if state.events is not None:
            state.tell(ev.PAWN_GAINED, rule, [animal])


def lose(state: State, animal: int, rule: str) -> None:
    """Return one pawn in hand to the box (R1.1)."""
    state.slots[PAWNS + animal] -= 1
    state.slots[IN_HAND + animal] -= 1
    if state.events is not None:
        state.tell(ev.PAWN_LOST, rule, [animal])


def position(state: State, animal: int) -> int:
    """The animal's place on the initiative track, 0 for the left-most."""
    slots = state.slots
    for i in range(slots[ANIMAL_COUNT]):
        if slots[INITIATIVE + i] == animal:
            return i
    return -1


def move_left(state: State, animal: int, rule: str) -> None:
    """Swap the animal's initiative marker with the one to its left, if there is one."""
    slots = state.slots
    i = position(state, animal)
    if i > 0:
        slots[INITIATIVE + i] = slots[INITIATIVE + i - 1]
        slots[INITIATIVE + i - 1] = animal
        if state.events is not None:
            state.tell(ev.INITIATIVE_CHANGED, rule, [animal, i])
