"""The action Regression, the reptiles' free action, and the losses (R7.3)."""

from service.rules import events as ev
from service.rules import kinds
from service.rules.earth import added_elements, lose_element, types_in
from service.rules.geometry import bits
from service.rules.moves import DECLINE, FORFEIT, PROTECT, target_of, verb_of
from service.rules.pawns import finish, forfeit
from service.rules.slots import ANIMAL, BOX, IN_PLAY, PROTECTED, SPACE_OF
from service.rules.state import NONE, State
from service.rules.tables import REGRESSION_BOX, REPTILE


def threatened(state: State, animal: int) -> int:
    """The elements the animal is about to lose and has not protected, as a mask (R7.3)."""
    slots = state.slots
    return (
        types_in(slots[BOX + REGRESSION_BOX])
        & types_in(added_elements(state, animal))
        & ~slots[PROTECTED + animal]
    )


def begin_free(state: State) -> None:
    """Ask the reptiles, after the pawns, if they have something to protect (R7.3)."""
    if state.slots[IN_PLAY] >> REPTILE & 1 and threatened(state, REPTILE):
        state.push(kinds.PROTECT, REPTILE)


def offer(state: State) -> None:
    """The types the animal would lose (R7.3)."""
    slots = state.slots
    top = state.top()
    state.offer(PROTECT << 7, threatened(state, slots[top + ANIMAL]))
    state.offer((DECLINE if slots[top + SPACE_OF] == NONE else FORFEIT) << 7, 1)


def protect(state: State, move: int) -> None:
    """Protect the animal from one type (R7.3)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    if verb_of(move) == PROTECT:
        animal = state.slots[state.top() + ANIMAL]
        element = target_of(move)
        state.slots[PROTECTED + animal] |= 1 << element
        if state.events is not None:
            state.tell(ev.ELEMENT_PROTECTED, "R7.3", [animal, element])
    finish(state)


def losses(state: State) -> None:
    """Every animal loses one added disk per unprotected type in the box (R7.3)."""
    slots = state.slots
    for animal in bits(slots[IN_PLAY]):
        for element in bits(threatened(state, animal)):
            lose_element(state, animal, element, "R7.3")
        slots[PROTECTED + animal] = 0
