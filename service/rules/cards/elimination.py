"""Cards that eliminate species: Biomass, Catastrophe, Evolution, Predator (R8)."""

from service.rules import kinds
from service.rules.earth import (
    elements_on_tile,
    eliminate,
    inhabited,
    opponents_on_earth,
    place_species,
    presence_of_others,
    species,
    species_on_tile,
)
from service.rules.geometry import NEIGHBOURS, bits
from service.rules.moves import (
    DONE,
    ELIMINATE,
    KEEP_SPECIES,
    REPLACE,
    subject_of,
    target_of,
    verb_of,
)
from service.rules.pawns import finish_inner
from service.rules.slots import ANIMAL, COUNT, EARTH, GENE_POOL, KIND, PLACE, PRESENCE, SET
from service.rules.state import State
from service.rules.tables import EVOLUTION_LIMIT


def crowded_tiles(state: State) -> int:
    """The tiles with more species, of all animals, than elements, as a mask."""
    tiles = 0
    for hex_ in bits(state.slots[EARTH]):
        if species_on_tile(state, hex_) > elements_on_tile(state, hex_):
            tiles |= 1 << hex_
    return tiles


def biomass(state: State, you: int) -> None:
    """On every tile with more species than elements you choose one that is eliminated."""
    tiles = crowded_tiles(state)
    if tiles:
        state.push(kinds.BIOMASS, you, remaining=tiles)


def predator(state: State, you: int) -> None:
    """On each tile you occupy eliminate one opposing species of your choice."""
    tiles = state.slots[PRESENCE + you] & presence_of_others(state, you)
    if tiles:
        state.push(kinds.PREDATOR, you, remaining=tiles)


def _offer_species(state: State, spared: int) -> None:
    """Offer a species of each animal but ``spared`` on the first tile still to be handled."""
    slots = state.slots
    tiles = slots[state.top() + SET]
    first = tiles & -tiles
    for animal in range(6):
        if animal != spared and slots[PRESENCE + animal] & first:
            state.offer(ELIMINATE << 7 | animal << 13, first)


def offer_any(state: State) -> None:
    """A species on the first tile still to be handled, your own too."""
    _offer_species(state, -1)


def offer_opposing(state: State) -> None:
    """An opposing species on the first tile still to be handled."""
    _offer_species(state, state.slots[state.top() + ANIMAL])


def eliminate_one(state: State, move: int) -> None:
    """Eliminate the chosen species; the next tile follows."""
    slots = state.slots
    top = state.top()
    hex_ = target_of(move)
    eliminate(state, subject_of(move), hex_, 1, kinds.KIND_RULES[slots[top + KIND]])
    slots[top + SET] &= ~(1 << hex_)
    if not slots[top + SET]:
        finish_inner(state)


def catastrophe(state: State, you: int) -> None:
    """Choose a tile; one species there survives, and each adjacent tile loses one."""
    state.push(kinds.CATASTROPHE_TILE, you)


def catastrophe_tile(state: State, move: int) -> None:
    """With species on the tile, the one to keep is chosen next."""
    slots = state.slots
    hex_ = target_of(move)
    if inhabited(state) >> hex_ & 1:
        top = state.top()
        slots[top + KIND] = kinds.CATASTROPHE_KEEP
        slots[top + PLACE] = hex_
    else:
        _catastrophe_around(state, hex_)


def offer_survivors(state: State) -> None:
    """One species of any animal on the tile."""
    slots = state.slots
    hex_ = slots[state.top() + PLACE]
    for animal in range(6):
        if slots[PRESENCE + animal] >> hex_ & 1:
            state.offer(KEEP_SPECIES << 7, 1 << animal)


def catastrophe_keep(state: State, move: int) -> None:
    """Eliminate all species on the tile but one."""
    hex_ = state.slots[state.top() + PLACE]
    for animal in range(6):
        lost = species(state, animal, hex_) - (1 if animal == target_of(move) else 0)
        if lost > 0:
            eliminate(state, animal, hex_, lost, "R8.catastrophe")
    _catastrophe_around(state, hex_)


def _catastrophe_around(state: State, hex_: int) -> None:
    """Go on to the adjacent tiles with species."""
    slots = state.slots
    tiles = NEIGHBOURS[hex_] & inhabited(state)
    if not tiles:
        finish_inner(state)
        return
    top = state.top()
    slots[top + KIND] = kinds.CATASTROPHE_ELIMINATE
    slots[top + PLACE] = -1
    slots[top + SET] = tiles


def evolution(state: State, you: int) -> None:
    """Replace one species each of up to two opposing animals with one from your gene pool."""
    others = opponents_on_earth(state, you)
    if others and state.slots[GENE_POOL + you]:
        state.push(kinds.EVOLUTION, you, remaining=others, count=EVOLUTION_LIMIT)


def offer_replacements(state: State) -> None:
    """A species of an animal not yet chosen, anywhere on earth."""
    slots = state.slots
    top = state.top()
    for animal in bits(slots[top + SET]):
        state.offer(REPLACE << 7 | animal << 13, slots[PRESENCE + animal])
    state.offer(DONE << 7, 1)


def replace(state: State, move: int) -> None:
    """Replace the species, or leave it at that."""
    if verb_of(move) == DONE:
        finish_inner(state)
        return
    slots = state.slots
    top = state.top()
    you = slots[top + ANIMAL]
    eliminate(state, subject_of(move), target_of(move), 1, "R8.evolution")
    place_species(state, you, target_of(move), 1, "R8.evolution")
    slots[top + SET] &= ~(1 << subject_of(move))
    slots[top + COUNT] -= 1
    if not slots[top + COUNT] or not slots[top + SET] or not slots[GENE_POOL + you]:
        finish_inner(state)
