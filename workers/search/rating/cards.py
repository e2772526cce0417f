"""Rating the Dominance cards on offer: what can be counted, and a guess for the rest."""

from collections.abc import Callable
from typing import Final

from service.rules.earth import (
    added_elements,
    element_count,
    elements_on_tile,
    inhabited,
    presence_of_others,
    species,
    species_on_tile,
    terrain_of,
    types_in,
)
from service.rules.engine import legal_moves
from service.rules.geometry import NEIGHBOURS, bits
from service.rules.glaciation import targets
from service.rules.moves import target_of
from service.rules.pawns import position
from service.rules.scoring import bonus, tiles_dominated
from service.rules.slots import (
    DEPTH,
    ELEMENT_CORNERS,
    ELEMENTS_OF,
    ELIMINATED,
    FRAME_SIZE,
    FRAMES,
    GENE_POOL,
    IN_PLAY,
    PAWNS,
    PLACE,
    PRESENCE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_MASK,
    TERRAIN_TILES,
    VP,
)
from service.rules.state import State
from service.rules.tables import (
    EVOLUTION_LIMIT,
    HIBERNATION_LIMIT,
    MAX_ACTION_PAWNS,
    MAX_ELEMENTS,
    TERRAIN_VP,
    TUNDRA_TERRAIN,
)
from workers.search.ratings import Ratings
from workers.search.valuation import Valuation


def cards(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """The cards face up (R7.12)."""
    for move in legal_moves(state):
        ratings.add(move, _WORTH[target_of(move)](state, animal, values))


def _fixed(worth: float) -> Callable[[State, int, Valuation], float]:
    """The worth of a card whose effect depends on choices still to come."""
    return lambda state, you, values: worth * values.open_card


def _biodiversity(state: State, you: int, values: Valuation) -> float:
    return float((state.slots[PRESENCE + you] & presence_of_others(state, you)).bit_count())


def _biomass(state: State, you: int, values: Valuation) -> float:
    worth = 0.0
    for hex_ in bits(inhabited(state)):
        cubes = species_on_tile(state, hex_)
        if cubes > elements_on_tile(state, hex_):
            own = state.slots[SPECIES + hex_] >> SPECIES_BITS * you & SPECIES_MASK
            worth += 0.7 if cubes > own else -0.5
    return worth


def _cold_snap(state: State, you: int, values: Valuation) -> float:
    worth = 0.0
    for hex_ in bits(state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]):
        for animal in bits(state.slots[IN_PLAY]):
            if animal != you and species(state, animal, hex_):
                worth += values.rivals[6 * you + animal]
    return worth


def _disease(state: State, you: int, values: Valuation) -> float:
    worth = 0.0
    for animal in bits(state.slots[IN_PLAY]):
        if element_count(state, animal) > element_count(state, you) and added_elements(
            state, animal
        ):
            worth += values.rivals[6 * you + animal] * (values.element + 2.0)
    return worth


def _ecodiversity(state: State, you: int, values: Valuation) -> float:
    slots = state.slots
    worth = 0.0
    for element in bits(types_in(slots[ELEMENTS_OF + you])):
        corners = ELEMENT_CORNERS + 2 * element
        worth += slots[corners].bit_count() + slots[corners + 1].bit_count()
    return worth


def _evolution(state: State, you: int, values: Valuation) -> float:
    return 2.0 * min(EVOLUTION_LIMIT, state.slots[GENE_POOL + you])


def _fecundity(state: State, you: int, values: Valuation) -> float:
    slots = state.slots
    grown = min(slots[PRESENCE + you].bit_count(), slots[GENE_POOL + you])
    return (0.5 + values.species) * grown


def _fertile(state: State, you: int, values: Valuation) -> float:
    worth = 0.0
    for hex_ in bits(state.slots[PRESENCE + you]):
        worth = max(worth, float(species_on_tile(state, hex_)))
    return worth


def _hibernation(state: State, you: int, values: Valuation) -> float:
    return 0.7 * min(HIBERNATION_LIMIT, state.slots[ELIMINATED + you])


def _ice_age(state: State, you: int, values: Valuation) -> float:
    counts = tiles_dominated(state)
    worth = 0.0
    for animal in bits(state.slots[IN_PLAY]):
        points = float(bonus(counts[animal]))
        worth += points if animal == you else -values.rivals[6 * you + animal] * points
    return worth


def _ice_sheet(state: State, you: int, values: Valuation) -> float:
    tundra = state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    most = 0
    for hex_ in bits(targets(state)):
        most = max(most, (NEIGHBOURS[hex_] & tundra).bit_count())
    return float(bonus(most)) + 1.0 if most else 0.0


def _pawns(state: State, you: int, values: Valuation, first: int, last: int) -> float:
    """One pawn for each animal from ``first`` to ``last`` in the food chain."""
    worth = 0.0
    for animal in bits(state.slots[IN_PLAY]):
        if first <= animal <= last and state.slots[PAWNS + animal] < MAX_ACTION_PAWNS:
            own = animal == you
            worth += values.pawn if own else -values.rivals[6 * you + animal] * values.pawn
    return worth


def _intelligence(state: State, you: int, values: Valuation) -> float:
    return _pawns(state, you, values, 0, you)


def _omnivore(state: State, you: int, values: Valuation) -> float:
    return _pawns(state, you, values, you, you)


def _parasitism(state: State, you: int, values: Valuation) -> float:
    return _pawns(state, you, values, you, 5)


def _niche_biomes(state: State, you: int, values: Valuation) -> float:
    slots = state.slots
    scored = -1
    for depth in range(slots[DEPTH]):
        scored = max(scored, slots[FRAMES + FRAME_SIZE * depth + PLACE])
    if scored < 0:
        return 0.0
    loss = TERRAIN_VP[terrain_of(state, scored)][0]
    worth = 0.0
    for animal in bits(slots[IN_PLAY]):
        if slots[VP + animal] > slots[VP + you]:
            worth += values.rivals[6 * you + animal] * min(loss, slots[VP + animal])
    return worth


def _nocturnal(state: State, you: int, values: Valuation) -> float:
    return values.initiative if position(state, you) else 0.0


def _predator(state: State, you: int, values: Valuation) -> float:
    return 0.8 * (state.slots[PRESENCE + you] & presence_of_others(state, you)).bit_count()


def _symbiotic(state: State, you: int, values: Valuation) -> float:
    worth = 0.0
    own = element_count(state, you)
    for animal in bits(state.slots[IN_PLAY]):
        if animal == you:
            worth += values.element if own < MAX_ELEMENTS else 0.0
        elif element_count(state, animal) < own:
            worth -= values.rivals[6 * you + animal] * values.element
    return worth


# Indexed like tables.CARDS.
_WORTH: Final[tuple[Callable[[State, int, Valuation], float], ...]] = (
    _fixed(4.0),  # aquatic
    _biodiversity,
    _biomass,
    _fixed(3.0),  # blight
    _fixed(4.0),  # catastrophe
    _cold_snap,
    _disease,
    _ecodiversity,
    _evolution,
    _fecundity,
    _fertile,
    _fixed(3.0),  # habitat
    _hibernation,
    _ice_age,
    _ice_sheet,
    _fixed(1.0),  # immigrants
    _fixed(2.0),  # instinct
    _intelligence,
    _fixed(3.0),  # mass exodus
    _fixed(2.0),  # metamorphosis
    _niche_biomes,
    _nocturnal,
    _omnivore,
    _parasitism,
    _predator,
    _symbiotic,
)
