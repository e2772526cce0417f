"""Cards that bring species: Aquatic, Fecundity, Hibernation (R8)."""

from service.rules import events as ev
from service.rules import kinds
from service.rules.abundance import offer_disks
from service.rules.cards.elements import place_from_bag
from service.rules.draws import bag_size
from service.rules.earth import (
    bag_types,
    has_vacant_corner,
    place_species,
    put_species,
    vacant_corners,
)
from service.rules.geometry import HEX_EAST_CORNERS, HEX_WEST_CORNERS, bits
from service.rules.moves import (
    CHOOSE_TILE,
    DECLINE,
    DONE,
    PLACE_SPECIES,
    count_of,
    target_of,
    verb_of,
)
from service.rules.pawns import finish_inner
from service.rules.slots import (
    ANIMAL,
    EARTH,
    ELIMINATED,
    GENE_POOL,
    HIBERNATING,
    HIBERNATOR,
    KIND,
    PLACE,
    PRESENCE,
    SET,
    TERRAIN_TILES,
)
from service.rules.state import State
from service.rules.tables import AQUATIC_LIMIT, HIBERNATION_LIMIT, SEA, WETLAND


def aquatic_tiles(state: State) -> int:
    """The sea and wetland tiles that can be chosen: those with a vacant corner, if any count."""
    slots = state.slots
    water = slots[TERRAIN_TILES + SEA] | slots[TERRAIN_TILES + WETLAND]
    if not bag_size(state):
        return water
    roomy = 0
    for hex_ in bits(water):
        if has_vacant_corner(state, hex_):
            roomy |= 1 << hex_
    return roomy or water


def aquatic(state: State, you: int) -> None:
    """An element from the bag and up to four new species on one sea or wetland tile."""
    if aquatic_tiles(state):
        state.push(kinds.AQUATIC_TILE, you)


def offer_aquatic_tiles(state: State) -> None:
    """The tiles that fit the words of the card."""
    state.offer(CHOOSE_TILE << 7, aquatic_tiles(state))


def aquatic_tile(state: State, move: int) -> None:
    """Choose the tile; the element follows where one can be put, then the species."""
    hex_ = target_of(move)
    top = state.top()
    with_element = bag_size(state) and has_vacant_corner(state, hex_)
    state.slots[top + KIND] = kinds.AQUATIC_ELEMENT if with_element else kinds.AQUATIC_SPECIES
    state.slots[top + PLACE] = hex_


def offer_aquatic_elements(state: State) -> None:
    """Every element in the bag on the tile's vacant corners."""
    hex_ = state.slots[state.top() + PLACE]
    east, west = vacant_corners(state)
    offer_disks(
        state, bag_types(state), east & HEX_EAST_CORNERS[hex_], west & HEX_WEST_CORNERS[hex_]
    )


def aquatic_element(state: State, move: int) -> None:
    """Put the element down; the species follow."""
    place_from_bag(state, move, "R8.aquatic")
    state.slots[state.top() + KIND] = kinds.AQUATIC_SPECIES


def offer_aquatic_species(state: State) -> None:
    """Up to four species; the terrain's limit plays no part."""
    slots = state.slots
    top = state.top()
    pool = slots[GENE_POOL + slots[top + ANIMAL]]
    for count in range(1, min(pool, AQUATIC_LIMIT) + 1):
        state.offer(PLACE_SPECIES << 7 | count << 19, 1 << slots[top + PLACE])
    state.offer(DONE << 7, 1)


def aquatic_species(state: State, move: int) -> None:
    """Place the species, or none."""
    if verb_of(move) == PLACE_SPECIES:
        you = state.slots[state.top() + ANIMAL]
        place_species(state, you, target_of(move), count_of(move), "R8.aquatic")
    finish_inner(state)


def fecundity(state: State, you: int) -> None:
    """Up to one species from your gene pool on each tile you occupy already."""
    slots = state.slots
    if slots[PRESENCE + you] and slots[GENE_POOL + you]:
        state.push(kinds.FECUNDITY, you, remaining=slots[PRESENCE + you])


def offer_fecundity(state: State) -> None:
    """One species on the first tile still to be handled, or none there."""
    tiles = state.slots[state.top() + SET]
    state.offer(PLACE_SPECIES << 7 | 1 << 19, tiles & -tiles)
    state.offer(DECLINE << 7, 1)


def multiply(state: State, move: int) -> None:
    """Place the species or none; the next tile follows as long as the pool holds a cube."""
    slots = state.slots
    top = state.top()
    you = slots[top + ANIMAL]
    if verb_of(move) == PLACE_SPECIES:
        place_species(state, you, target_of(move), 1, "R8.fecundity")
    slots[top + SET] &= slots[top + SET] - 1
    if not slots[top + SET] or not slots[GENE_POOL + you]:
        finish_inner(state)


def hibernation(state: State, you: int) -> None:
    """Up to five of your eliminated species return to one tile, safe from Extinction."""
    if state.slots[ELIMINATED + you]:
        state.push(kinds.HIBERNATION, you)


def offer_hibernation(state: State) -> None:
    """Any count on any tile, or none."""
    slots = state.slots
    lost = slots[ELIMINATED + slots[state.top() + ANIMAL]]
    for count in range(1, min(lost, HIBERNATION_LIMIT) + 1):
        state.offer(PLACE_SPECIES << 7 | count << 19, slots[EARTH])
    state.offer(DONE << 7, 1)


def hibernate(state: State, move: int) -> None:
    """Put the eliminated species back on earth, protected."""
    if verb_of(move) == PLACE_SPECIES:
        slots = state.slots
        you = slots[state.top() + ANIMAL]
        hex_ = target_of(move)
        count = count_of(move)
        slots[ELIMINATED + you] -= count
        put_species(state, you, hex_, count)
        slots[HIBERNATOR] = you + 1
        slots[HIBERNATING + hex_] += count
        if state.events is not None:
            state.tell(ev.SPECIES_REVIVED, "R8.hibernation", [you, hex_, count])
    finish_inner(state)
