"""The action Speciation, and the insects' free action (R7.8)."""

from typing import Final

from service.rules import kinds
from service.rules.earth import place_species, terrain_of
from service.rules.geometry import CORNER_HEX_MASK, EAST, bits
from service.rules.moves import (
    DECLINE,
    DONE,
    FORFEIT,
    PLACE_SPECIES,
    SPECIATE,
    count_of,
    target_of,
    verb_of,
)
from service.rules.pawns import finish, forfeit
from service.rules.slots import (
    ANIMAL,
    EARTH,
    ELEMENT_CORNERS,
    GENE_POOL,
    IN_PLAY,
    KIND,
    PLACE,
    SET,
    SPACE_OF,
)
from service.rules.state import State
from service.rules.tables import ELEMENTS, INSECT, SPACES, SPECIATION_LIMIT

FIRST_SPACE: Final = SPACES.index("speciation.meat")
# For each space the element it names.
SPACE_ELEMENT: Final = tuple(
    ELEMENTS.index(space.split(".")[1]) for space in SPACES[FIRST_SPACE : FIRST_SPACE + 6]
)


def offer_corners(state: State) -> None:
    """The elements of the space's type; without cubes there is nothing to place (R7.8)."""
    slots = state.slots
    top = state.top()
    if slots[GENE_POOL + slots[top + ANIMAL]]:
        element = SPACE_ELEMENT[slots[top + SPACE_OF] - FIRST_SPACE]
        state.offer(SPECIATE << 7, slots[ELEMENT_CORNERS + 2 * element])
        state.offer((SPECIATE << 7) + EAST, slots[ELEMENT_CORNERS + 2 * element + 1])
    state.offer(FORFEIT << 7, 1)


def speciate(state: State, move: int) -> None:
    """Choose the element; the tiles touching it are open for new species (R7.8)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    slots = state.slots
    top = state.top()
    corner = target_of(move)
    slots[top + KIND] = kinds.PLACE_SPECIES
    slots[top + PLACE] = corner
    slots[top + SET] = CORNER_HEX_MASK[corner] & slots[EARTH]


def offer_species(state: State) -> None:
    """On each open tile one up to the terrain's limit, as the gene pool allows (R7.8)."""
    slots = state.slots
    top = state.top()
    pool = slots[GENE_POOL + slots[top + ANIMAL]]
    for hex_ in bits(slots[top + SET]):
        for count in range(1, min(pool, SPECIATION_LIMIT[terrain_of(state, hex_)]) + 1):
            state.offer(PLACE_SPECIES << 7 | count << 19, 1 << hex_)
    state.offer(DONE << 7, 1)


def place(state: State, move: int) -> None:
    """Place new species on one of the tiles, or end the action (R7.8)."""
    if verb_of(move) == DONE:
        finish(state)
        return
    top = state.top()
    hex_ = target_of(move)
    place_species(state, state.slots[top + ANIMAL], hex_, count_of(move), "R7.8")
    state.slots[top + SET] &= ~(1 << hex_)


def begin_free(state: State) -> None:
    """Ask the insects, after the six spaces, if they have a cube to place (R7.8)."""
    if state.slots[IN_PLAY] >> INSECT & 1 and state.slots[GENE_POOL + INSECT]:
        state.push(kinds.INSECT_SPECIATION, INSECT)


def offer_insects(state: State) -> None:
    """One species on any tile (R7.8)."""
    state.offer(PLACE_SPECIES << 7 | 1 << 19, state.slots[EARTH])
    state.offer(DECLINE << 7, 1)


def place_insects(state: State, move: int) -> None:
    """Carry out or decline the insects' free action (R7.8)."""
    if verb_of(move) == PLACE_SPECIES:
        place_species(state, INSECT, target_of(move), 1, "R7.8")
    finish(state)
