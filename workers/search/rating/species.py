"""Rating moves that bring, move or remove species."""

from typing import Final

from service.rules.earth import terrain_of
from service.rules.engine import legal_moves
from service.rules.geometry import CORNER_HEX_MASK, bits
from service.rules.migration import DISTANCES, FIRST_SPACE, reachable
from service.rules.moves import (
    DECLINE,
    DONE,
    ELIMINATE,
    FORFEIT,
    MIGRATE,
    PLACE_SPECIES,
    count_of,
    pack,
    subject_of,
    target_of,
    verb_of,
)
from service.rules.slots import (
    COUNT,
    EARTH,
    GENE_POOL,
    MOVED,
    PLACE,
    PLAYER,
    PRESENCE,
    SPACE_OF,
    SPECIES,
    SPECIES_BITS,
    SPECIES_MASK,
)
from service.rules.state import State
from service.rules.tables import SPECIATION_LIMIT
from workers.search.figures import PLACE_POINTS
from workers.search.ratings import UNKNOWN, Ratings
from workers.search.valuation import Valuation

_STEP: Final = 0.02  # what a move must gain per species, so that nobody moves for nothing
_GROUPS: Final = 6  # the largest group whose arrival on a tile is remembered


def new_species(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """Species from the gene pool, or those that hibernated."""
    values.begin(state, animal)
    for move in legal_moves(state):
        if verb_of(move) != PLACE_SPECIES:
            ratings.add(move, 0.0)
            continue
        count = count_of(move)
        change = count << SPECIES_BITS * animal
        gain = values.with_species(state, target_of(move), change)
        ratings.add(move, gain - values.gene_pool * count)


def speciation(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """The element around which most can be gained, tile by tile (R7.8)."""
    values.begin(state, animal)
    slots = state.slots
    pool = slots[GENE_POOL + animal]
    ratings.forget()
    memo = ratings.memo
    for move in legal_moves(state):
        total = 0.0
        if verb_of(move) != FORFEIT:
            for hex_ in bits(CORNER_HEX_MASK[target_of(move)] & slots[EARTH]):
                gain = memo[hex_]
                if gain == UNKNOWN:
                    count = min(pool, SPECIATION_LIMIT[terrain_of(state, hex_)])
                    gain = values.with_species(state, hex_, count << SPECIES_BITS * animal)
                    gain -= values.gene_pool * count
                    memo[hex_] = gain
                if gain > 0.0:
                    total += gain
        ratings.add(move, total)


def moves_in(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """Species from around onto a new tile (R7.9)."""
    values.begin(state, animal)
    target = state.slots[state.top() + PLACE]
    for move in legal_moves(state):
        if verb_of(move) == DONE:
            ratings.add(move, 0.0)
            continue
        count = count_of(move)
        change = count << SPECIES_BITS * animal
        leaving = values.with_species(state, target_of(move), -change)
        arriving = values.with_species(state, target, change)
        ratings.add(move, leaving + arriving - _STEP * count)


def migration(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """Groups of one, two or all that can go, from tile to tile (R7.10).

    What leaves one tile and comes to another adds up, so each is reckoned once.
    """
    slots = state.slots
    top = state.top()
    remaining = slots[top + COUNT]
    values.begin(state, animal)
    ratings.forget()
    memo = ratings.memo
    for origin in bits(slots[PRESENCE + animal]):
        have = slots[SPECIES + origin] >> SPECIES_BITS * animal & SPECIES_MASK
        free = min(have - slots[MOVED + origin], remaining)
        if free <= 0:
            continue
        targets = bits(reachable(state, animal, origin))
        for count in range(1, free + 1):
            if count > 2 and count != free:
                continue
            change = count << SPECIES_BITS * animal
            leaving = values.with_species(state, origin, -change)
            leaving -= _STEP * count
            for target in targets:
                arriving = memo[6 * target + count - 1] if count <= _GROUPS else UNKNOWN
                if arriving == UNKNOWN:
                    arriving = values.with_species(state, target, change)
                    if count <= _GROUPS:
                        memo[6 * target + count - 1] = arriving
                ratings.add(pack(MIGRATE, origin, target, count), leaving + arriving)
    whole = remaining == DISTANCES[slots[top + SPACE_OF] - FIRST_SPACE]
    ratings.add(pack(FORFEIT if whole else DONE), 0.0)


def victims(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """A species to eliminate, one by one."""
    values.begin(state, animal)
    for move in legal_moves(state):
        if verb_of(move) != ELIMINATE:
            ratings.add(move, 0.0)
            continue
        victim = subject_of(move)
        change = -(1 << SPECIES_BITS * victim)
        gain = values.with_species(state, target_of(move), change)
        ratings.add(move, gain + values.lost_cube * values.rivals[6 * animal + victim])


def replacements(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """An own species in the place of a rival's (R8.evolution)."""
    values.begin(state, animal)
    for move in legal_moves(state):
        if verb_of(move) == DONE:
            ratings.add(move, 0.0)
            continue
        change = (1 << SPECIES_BITS * animal) - (1 << SPECIES_BITS * subject_of(move))
        ratings.add(move, values.with_species(state, target_of(move), change))


def saves(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """An own species on a tile worth much; never a rival's (R9.1)."""
    slots = state.slots
    for move in legal_moves(state):
        if verb_of(move) == DECLINE:
            ratings.add(move, 0.0)
            continue
        worth = 0.5 + 0.1 * PLACE_POINTS[6 * terrain_of(state, target_of(move))]
        own = slots[PLAYER + subject_of(move)] == slots[PLAYER + animal]
        ratings.add(move, worth if own else -worth)
