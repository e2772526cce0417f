"""The action Wasteland, and the removal that follows it (R7.5)."""

from service.rules import events as ev
from service.rules.earth import remove_elements, types_in
from service.rules.geometry import bits, corners_of
from service.rules.moves import DISCARD, FORFEIT, target_of, verb_of
from service.rules.pawns import finish, forfeit
from service.rules.slots import BAG, BOX, ELEMENT_BITS, ELEMENT_CORNERS, TERRAIN_TILES
from service.rules.state import State
from service.rules.tables import TUNDRA_TERRAIN, WASTELAND_BOX


def offer(state: State) -> None:
    """The disks in the box (R7.5)."""
    state.offer(DISCARD << 7, types_in(state.slots[BOX + WASTELAND_BOX]))
    state.offer(FORFEIT << 7, 1)


def clear(state: State, move: int) -> None:
    """Take one disk out of the box, back to the bag (R2.5, R7.5)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    element = target_of(move)
    state.slots[BOX + WASTELAND_BOX] -= 1 << (ELEMENT_BITS * element)
    state.slots[BAG + element] += 1
    if state.events is not None:
        state.tell(ev.DISKS_RETURNED, "R7.5", [WASTELAND_BOX, element, 1])
    finish(state)


def losses(state: State) -> None:
    """Remove every element at a tundra tile whose type is still in the box (R7.5)."""
    slots = state.slots
    doomed = types_in(slots[BOX + WASTELAND_BOX])
    if not doomed:
        return
    east, west = corners_of(slots[TERRAIN_TILES + TUNDRA_TERRAIN])
    for element in bits(doomed):
        corners = ELEMENT_CORNERS + 2 * element
        remove_elements(state, slots[corners] & east, slots[corners + 1] & west, "R7.5")
