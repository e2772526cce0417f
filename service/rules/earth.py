"""Tiles, elements and species on the map, and the cubes and disks beside it (R2, R3)."""

from service.rules import events as ev
from service.rules.geometry import (
    CORNER_HEXES,
    EAST,
    HEX_COUNT,
    HEX_EAST_CORNERS,
    HEX_WEST_CORNERS,
    bits,
)
from service.rules.slots import (
    BAG,
    CONES,
    EARTH,
    EARTH_CORNERS,
    ELEMENT_BITS,
    ELEMENT_CORNERS,
    ELEMENT_MASK,
    ELEMENTS_OF,
    ELIMINATED,
    GENE_POOL,
    HEX_ELEMENTS,
    HIBERNATING,
    HIBERNATOR,
    PRESENCE,
    PRINTED,
    SPECIES,
    SPECIES_BITS,
    SPECIES_MASK,
    TERRAIN,
    TERRAIN_TILES,
    VP,
)
from service.rules.state import State
from service.rules.tables import MAX_VP, TUNDRA_TERRAIN


def species(state: State, animal: int, hex_: int) -> int:
    """How many species of the animal are on the tile."""
    return state.slots[SPECIES + hex_] >> (SPECIES_BITS * animal) & SPECIES_MASK


def species_on_tile(state: State, hex_: int) -> int:
    """How many species of all animals are on the tile."""
    packed = state.slots[SPECIES + hex_]
    total = 0
    while packed:
        total += packed & SPECIES_MASK
        packed >>= SPECIES_BITS
    return total


def inhabited(state: State) -> int:
    """The hexes with species of any animal."""
    slots = state.slots
    return (
        slots[PRESENCE]
        | slots[PRESENCE + 1]
        | slots[PRESENCE + 2]
        | slots[PRESENCE + 3]
        | slots[PRESENCE + 4]
        | slots[PRESENCE + 5]
    )


def put_species(state: State, animal: int, hex_: int, count: int) -> None:
    """Add cubes to a tile; where they come from is the caller's affair."""
    slots = state.slots
    slots[SPECIES + hex_] += count << (SPECIES_BITS * animal)
    slots[PRESENCE + animal] |= 1 << hex_


def take_species(state: State, animal: int, hex_: int, count: int) -> int:
    """Take cubes off a tile, unprotected ones first, and return how many protected ones went.

    A cone leaves with its last species (R4.3), and hibernating species go last (R8.hibernation).
    """
    slots = state.slots
    slots[SPECIES + hex_] -= count << (SPECIES_BITS * animal)
    left = species(state, animal, hex_)
    if left == 0:
        slots[PRESENCE + animal] &= ~(1 << hex_)
        if slots[CONES + animal] >> hex_ & 1:
            slots[CONES + animal] &= ~(1 << hex_)
            if state.events is not None:
                state.tell(ev.CONE_REMOVED, "R4.3", [animal, hex_])
    if slots[HIBERNATOR] == animal + 1 and slots[HIBERNATING + hex_] > left:
        woken = slots[HIBERNATING + hex_] - left
        slots[HIBERNATING + hex_] = left
        return woken
    return 0


def _forget_hibernator(state: State) -> None:
    """Nobody hibernates any more once the last protected species has left earth."""
    slots = state.slots
    if not any(slots[HIBERNATING : HIBERNATING + HEX_COUNT]):
        slots[HIBERNATOR] = 0


def place_species(state: State, animal: int, hex_: int, count: int, rule: str) -> None:
    """Put new species from the gene pool on a tile (R3.1)."""
    state.slots[GENE_POOL + animal] -= count
    put_species(state, animal, hex_, count)
    if state.events is not None:
        state.tell(ev.SPECIES_PLACED, rule, [animal, hex_, count])


def move_species(
    state: State, animal: int, origin: int, target: int, count: int, rule: str
) -> None:
    """Move species from tile to tile; hibernating ones stay protected (R8.hibernation)."""
    protected = take_species(state, animal, origin, count)
    put_species(state, animal, target, count)
    if protected:
        state.slots[HIBERNATING + target] += protected
    if state.events is not None:
        state.tell(ev.SPECIES_MOVED, rule, [animal, origin, target, count])


def eliminate(state: State, animal: int, hex_: int, count: int, rule: str) -> None:
    """Remove species from earth for good (R3.1)."""
    if take_species(state, animal, hex_, count):
        _forget_hibernator(state)
    state.slots[ELIMINATED + animal] += count
    if state.events is not None:
        state.tell(ev.SPECIES_ELIMINATED, rule, [animal, hex_, count])


def return_species(state: State, animal: int, hex_: int, count: int, rule: str) -> None:
    """Return species from earth to the gene pool, as Glaciation does (R3.1, R7.7)."""
    if take_species(state, animal, hex_, count):
        _forget_hibernator(state)
    state.slots[GENE_POOL + animal] += count
    if state.events is not None:
        state.tell(ev.SPECIES_RETURNED, rule, [animal, hex_, count])


def presence_of_others(state: State, animal: int) -> int:
    """The hexes with species of any animal but this one."""
    slots = state.slots
    found = 0
    for other in range(6):
        if other != animal:
            found |= slots[PRESENCE + other]
    return found


def opponents_on_earth(state: State, animal: int) -> int:
    """The other animals that have a species on earth, as a mask of animals."""
    slots = state.slots
    found = 0
    for other in range(6):
        if other != animal and slots[PRESENCE + other]:
            found |= 1 << other
    return found


def occupied_corners(state: State) -> tuple[int, int]:
    """The corners with an element, east half and west half."""
    slots = state.slots
    east = 0
    west = 0
    for base in range(ELEMENT_CORNERS, ELEMENT_CORNERS + 12, 2):
        east |= slots[base]
        west |= slots[base + 1]
    return east, west


def vacant_corners(state: State) -> tuple[int, int]:
    """The corners of earth without an element, east half and west half (R2.4)."""
    slots = state.slots
    east, west = occupied_corners(state)
    return slots[EARTH_CORNERS] & ~east, slots[EARTH_CORNERS + 1] & ~west


def has_vacant_corner(state: State, hex_: int) -> bool:
    """Whether some corner of the tile holds no element."""
    east, west = vacant_corners(state)
    return bool(east & HEX_EAST_CORNERS[hex_] or west & HEX_WEST_CORNERS[hex_])


def elements_on_tile(state: State, hex_: int) -> int:
    """How many elements lie on the tile's corners."""
    # The digits of a number in base 8 add up to its value modulo 7; six corners can hold six
    # disks at most.
    return state.slots[HEX_ELEMENTS + hex_] % ELEMENT_MASK


def element_at(state: State, corner: int) -> int:
    """The element on the corner, or -1."""
    half, bit = (0, corner) if corner < EAST else (1, corner - EAST)
    for element in range(6):
        if state.slots[ELEMENT_CORNERS + 2 * element + half] >> bit & 1:
            return element
    return -1


def put_element(state: State, element: int, corner: int) -> None:
    """Put a disk on a vacant corner; where it comes from is the caller's affair."""
    slots = state.slots
    if corner < EAST:
        slots[ELEMENT_CORNERS + 2 * element] |= 1 << corner
    else:
        slots[ELEMENT_CORNERS + 2 * element + 1] |= 1 << (corner - EAST)
    for hex_ in CORNER_HEXES[corner]:
        slots[HEX_ELEMENTS + hex_] += 1 << (ELEMENT_BITS * element)


def remove_element(state: State, corner: int, rule: str) -> None:
    """Return the disk on the corner to the bag (R2.5)."""
    slots = state.slots
    element = element_at(state, corner)
    if corner < EAST:
        slots[ELEMENT_CORNERS + 2 * element] &= ~(1 << corner)
    else:
        slots[ELEMENT_CORNERS + 2 * element + 1] &= ~(1 << (corner - EAST))
    for hex_ in CORNER_HEXES[corner]:
        slots[HEX_ELEMENTS + hex_] -= 1 << (ELEMENT_BITS * element)
    slots[BAG + element] += 1
    if state.events is not None:
        state.tell(ev.ELEMENT_REMOVED, rule, [element, corner])


def remove_elements(state: State, east: int, west: int, rule: str) -> None:
    """Return the disks on all these corners to the bag (R2.5)."""
    for corner in bits(east):
        remove_element(state, corner, rule)
    for corner in bits(west):
        remove_element(state, corner + EAST, rule)


def place_element(state: State, element: int, corner: int, rule: str) -> None:
    """Put a disk on a vacant corner and tell of it."""
    put_element(state, element, corner)
    if state.events is not None:
        state.tell(ev.ELEMENT_PLACED, rule, [element, corner])


def added_elements(state: State, animal: int) -> int:
    """The animal's added elements, packed: those it can lose (R1.2)."""
    return state.slots[ELEMENTS_OF + animal] - PRINTED[animal]


def element_count(state: State, animal: int) -> int:
    """How many elements are on the animal's display, printed ones included (at most six)."""
    return state.slots[ELEMENTS_OF + animal] % ELEMENT_MASK


def types_in(packed: int) -> int:
    """The set of elements with a count above zero, as a mask of element indices."""
    found = 0
    element = 0
    while packed:
        if packed & ELEMENT_MASK:
            found |= 1 << element
        packed >>= ELEMENT_BITS
        element += 1
    return found


def bag_types(state: State) -> int:
    """The set of elements of which the bag holds a disk."""
    found = 0
    for element in range(6):
        if state.slots[BAG + element]:
            found |= 1 << element
    return found


def gain_element(state: State, animal: int, element: int, rule: str) -> None:
    """Put a disk on the animal's display."""
    state.slots[ELEMENTS_OF + animal] += 1 << (ELEMENT_BITS * element)
    if state.events is not None:
        state.tell(ev.ELEMENT_GAINED, rule, [animal, element])


def lose_element(state: State, animal: int, element: int, rule: str) -> None:
    """Return one added disk of the animal's display to the bag (R2.5)."""
    state.slots[ELEMENTS_OF + animal] -= 1 << (ELEMENT_BITS * element)
    state.slots[BAG + element] += 1
    if state.events is not None:
        state.tell(ev.ELEMENT_LOST, rule, [animal, element])


def lay_tile(state: State, hex_: int, terrain: int) -> None:
    """Put a large tile on an empty hex (R2.1)."""
    slots = state.slots
    slots[TERRAIN + hex_] = terrain + 1
    slots[EARTH] |= 1 << hex_
    slots[TERRAIN_TILES + terrain] |= 1 << hex_
    slots[EARTH_CORNERS] |= HEX_EAST_CORNERS[hex_]
    slots[EARTH_CORNERS + 1] |= HEX_WEST_CORNERS[hex_]


def lay_tundra(state: State, hex_: int) -> None:
    """Cover a tile; its old terrain no longer counts (R2.2)."""
    slots = state.slots
    slots[TERRAIN_TILES + slots[TERRAIN + hex_] - 1] &= ~(1 << hex_)
    slots[TERRAIN_TILES + TUNDRA_TERRAIN] |= 1 << hex_


def terrain_of(state: State, hex_: int) -> int:
    """The terrain that counts on the tile (R2.2); the hex must hold one."""
    if state.slots[TERRAIN_TILES + TUNDRA_TERRAIN] >> hex_ & 1:
        return TUNDRA_TERRAIN
    return state.slots[TERRAIN + hex_] - 1


def award(state: State, animal: int, points: int, rule: str) -> None:
    """Add to the animal's VP up to MAX_VP, or take from them down to 0 at most (R3.2)."""
    slots = state.slots
    before = slots[VP + animal]
    after = before + points
    if after < 0:
        after = 0
    elif after > MAX_VP:
        after = MAX_VP
    slots[VP + animal] = after
    if after != before and state.events is not None:
        state.tell(ev.POINTS, rule, [animal, after - before])
