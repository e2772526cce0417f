"""The action Adaptation (R7.2)."""

from service.rules.earth import element_count, gain_element, types_in
from service.rules.moves import ADAPT, FORFEIT, target_of, verb_of
from service.rules.pawns import finish, forfeit
from service.rules.slots import ANIMAL, BOX, ELEMENT_BITS
from service.rules.state import State
from service.rules.tables import ADAPTATION_BOX, MAX_ELEMENTS


def offer(state: State) -> None:
    """The section's disks, as long as the display has room (R7.2)."""
    if element_count(state, state.slots[state.top() + ANIMAL]) < MAX_ELEMENTS:
        state.offer(ADAPT << 7, types_in(state.slots[BOX + ADAPTATION_BOX]))
    state.offer(FORFEIT << 7, 1)


def adapt(state: State, move: int) -> None:
    """Take a disk onto the display (R7.2)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    element = target_of(move)
    state.slots[BOX + ADAPTATION_BOX] -= 1 << (ELEMENT_BITS * element)
    gain_element(state, state.slots[state.top() + ANIMAL], element, "R7.2")
    finish(state)
