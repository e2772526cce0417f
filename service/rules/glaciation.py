"""The action Glaciation, also carried out by the card Ice Sheet (R7.7)."""

from service.rules import events as ev
from service.rules.earth import (
    award,
    lay_tundra,
    occupied_corners,
    remove_element,
    return_species,
    species,
)
from service.rules.geometry import (
    CORNER_HEX_MASK,
    EAST,
    NEIGHBOURS,
    bits,
    corners_of,
    neighbours_of,
)
from service.rules.moves import FORFEIT, GLACIATE, target_of, verb_of
from service.rules.pawns import finish, finish_inner, forfeit
from service.rules.scoring import bonus
from service.rules.slots import ANIMAL, EARTH, SPACE_OF, TERRAIN_TILES
from service.rules.state import NONE, State
from service.rules.tables import MAX_TUNDRA, TUNDRA_TERRAIN


def targets(state: State) -> int:
    """The tiles that can be glaciated, as a mask; none when all tundra is laid (R7.7)."""
    slots = state.slots
    tundra = slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    if tundra.bit_count() >= MAX_TUNDRA:
        return 0
    return neighbours_of(tundra) & slots[EARTH] & ~tundra


def offer(state: State) -> None:
    """The tiles next to tundra; a pawn may forfeit, the card may not (R7.7, R8.ice_sheet)."""
    state.offer(GLACIATE << 7, targets(state))
    if state.slots[state.top() + SPACE_OF] != NONE:
        state.offer(FORFEIT << 7, 1)


def glaciate(state: State, move: int) -> None:
    """Lay the tundra tile, thin out the species, remove ice-bound elements, score (R7.7)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    hex_ = target_of(move)
    adjacent = (NEIGHBOURS[hex_] & slots[TERRAIN_TILES + TUNDRA_TERRAIN]).bit_count()
    lay_tundra(state, hex_)
    if state.events is not None:
        state.tell(ev.TUNDRA_LAID, "R7.7", [hex_])
    for present in range(6):
        count = species(state, present, hex_)
        if count > 1:
            return_species(state, present, hex_, count - 1, "R7.7")
    _remove_ice_bound(state)
    award(state, animal, bonus(adjacent), "R7.7")
    if slots[top + SPACE_OF] == NONE:
        finish_inner(state)
    else:
        finish(state)


def _remove_ice_bound(state: State) -> None:
    """Remove all elements whose three surrounding hexes hold tundra (R7.7)."""
    tundra = state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    east, west = corners_of(tundra)
    occupied_east, occupied_west = occupied_corners(state)
    for corner in bits(east & occupied_east):
        if ice_bound(corner, tundra):
            remove_element(state, corner, "R7.7")
    for bit in bits(west & occupied_west):
        if ice_bound(bit + EAST, tundra):
            remove_element(state, bit + EAST, "R7.7")


def ice_bound(corner: int, tundra: int) -> bool:
    """Whether three hexes surround the corner and all of them hold tundra."""
    around = CORNER_HEX_MASK[corner]
    return around & tundra == around and around.bit_count() == 3
