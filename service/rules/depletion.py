"""The action Depletion (R7.6)."""

from service.rules.earth import remove_element, types_in
from service.rules.geometry import EAST, bits
from service.rules.moves import FORFEIT, REMOVE_ELEMENT, target_of, verb_of
from service.rules.pawns import finish, forfeit
from service.rules.slots import BOX, ELEMENT_CORNERS
from service.rules.state import State
from service.rules.tables import DEPLETION_BOX


def offer(state: State) -> None:
    """Every element on earth whose type is in the box (R7.6)."""
    slots = state.slots
    east = 0
    west = 0
    for element in bits(types_in(slots[BOX + DEPLETION_BOX])):
        east |= slots[ELEMENT_CORNERS + 2 * element]
        west |= slots[ELEMENT_CORNERS + 2 * element + 1]
    state.offer(REMOVE_ELEMENT << 7, east)
    state.offer((REMOVE_ELEMENT << 7) + EAST, west)
    state.offer(FORFEIT << 7, 1)


def deplete(state: State, move: int) -> None:
    """Remove the element; the box stays as it is (R7.6)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    remove_element(state, target_of(move), "R7.6")
    finish(state)
