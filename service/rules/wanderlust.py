"""The action Wanderlust: a new tile, an element on it, and animals that move in (R7.9)."""

from service.rules import events as ev
from service.rules import kinds
from service.rules.abundance import offer_disks, place_from_box
from service.rules.earth import award, lay_tile, move_species, species, types_in, vacant_corners
from service.rules.geometry import (
    HEX_EAST_CORNERS,
    HEX_WEST_CORNERS,
    NEIGHBOURS,
    bits,
    neighbours_of,
)
from service.rules.moves import (
    DECLINE,
    DONE,
    FORFEIT,
    LAY_TILE,
    MOVE_IN,
    PLACE_ELEMENT,
    count_of,
    subject_of,
    target_of,
    verb_of,
)
from service.rules.pawns import finish_inner, forfeit
from service.rules.scoring import bonus
from service.rules.slots import ANIMAL, BOX, EARTH, FACE_UP, KIND, PLACE, PRESENCE
from service.rules.state import State
from service.rules.tables import STACKS, WANDERLUST_BOX


def frontier(state: State) -> int:
    """The empty map hexes adjacent to at least one tile, as a mask (R7.9)."""
    earth = state.slots[EARTH]
    return neighbours_of(earth) & ~earth


def offer_tiles(state: State) -> None:
    """Each face-up tile on each empty hex next to earth (R7.9)."""
    open_hexes = frontier(state)
    for stack in range(STACKS):
        if state.slots[FACE_UP + stack]:
            state.offer(LAY_TILE << 7 | stack << 13, open_hexes)
    state.offer(FORFEIT << 7, 1)


def lay(state: State, move: int) -> None:
    """Lay the tile and score its neighbours; an element may follow (R7.9)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    stack = subject_of(move)
    hex_ = target_of(move)
    terrain = slots[FACE_UP + stack] - 1
    slots[FACE_UP + stack] = 0
    adjacent = (NEIGHBOURS[hex_] & slots[EARTH]).bit_count()
    lay_tile(state, hex_, terrain)
    if state.events is not None:
        state.tell(ev.TILE_LAID, "R7.9", [terrain, hex_, stack])
    award(state, animal, bonus(adjacent), "R7.9")
    slots[top + PLACE] = hex_
    state.push(kinds.ADD_TILE_ELEMENT, animal, place=hex_)


def offer_elements(state: State) -> None:
    """The section's disks on the new tile's vacant corners (R7.9)."""
    hex_ = state.slots[state.top() + PLACE]
    east, west = vacant_corners(state)
    offer_disks(
        state,
        types_in(state.slots[BOX + WANDERLUST_BOX]),
        east & HEX_EAST_CORNERS[hex_],
        west & HEX_WEST_CORNERS[hex_],
    )
    state.offer(DECLINE << 7, 1)


def add_element(state: State, move: int) -> None:
    """Put the disk down or do without; then the animals move in (R7.9)."""
    if verb_of(move) == PLACE_ELEMENT:
        place_from_box(state, WANDERLUST_BOX, move, "R7.9")
    state.slots[state.top() + KIND] = kinds.MOVE_IN
    _ask_from(state, 0)


def _ask_from(state: State, first: int) -> None:
    """Ask the next animal, down the food chain, that has species next to the new tile."""
    slots = state.slots
    top = state.top()
    near = NEIGHBOURS[slots[top + PLACE]]
    for animal in range(first, 6):
        if slots[PRESENCE + animal] & near:
            slots[top + ANIMAL] = animal
            return
    finish_inner(state)


def offer_moves_in(state: State) -> None:
    """Any number of species from each adjacent tile (R7.9)."""
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    for origin in bits(slots[PRESENCE + animal] & NEIGHBOURS[slots[top + PLACE]]):
        for count in range(1, species(state, animal, origin) + 1):
            state.offer(MOVE_IN << 7 | count << 19, 1 << origin)
    state.offer(DONE << 7, 1)


def move_in(state: State, move: int) -> None:
    """Move species onto the new tile, or let the next animal choose (R7.9)."""
    top = state.top()
    animal = state.slots[top + ANIMAL]
    if verb_of(move) == DONE:
        _ask_from(state, animal + 1)
    else:
        origin = target_of(move)
        move_species(state, animal, origin, state.slots[top + PLACE], count_of(move), "R7.9")
