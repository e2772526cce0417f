"""Rating the choice of a tile: to dominate, to lay, or for a card."""

from service.rules import kinds
from service.rules.earth import presence_of_others, species_on_tile
from service.rules.engine import legal_moves
from service.rules.geometry import NEIGHBOURS
from service.rules.moves import FORFEIT, subject_of, target_of, verb_of
from service.rules.scoring import bonus
from service.rules.slots import EARTH, FACE_UP, GENE_POOL, KIND, PRESENCE, SPECIES_BITS
from service.rules.state import State
from service.rules.tables import AQUATIC_LIMIT
from workers.search.figures import PLACE_POINTS
from workers.search.ratings import Ratings
from workers.search.valuation import Valuation


def dominations(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """The points at once, and who gets a card (R7.12)."""
    for move in legal_moves(state):
        if verb_of(move) == FORFEIT:
            ratings.add(move, -1.0)
        else:
            ratings.add(move, values.payoff(state, target_of(move), animal))


def new_tiles(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """The bonus, and a tile of worth near own species rather than near the rivals' (R7.9)."""
    slots = state.slots
    own = slots[PRESENCE + animal]
    others = presence_of_others(state, animal)
    for move in legal_moves(state):
        worth = 0.0
        if verb_of(move) != FORFEIT:
            near = NEIGHBOURS[target_of(move)]
            value = PLACE_POINTS[6 * (slots[FACE_UP + subject_of(move)] - 1)]
            worth = float(bonus((near & slots[EARTH]).bit_count()))
            if near & own:
                worth += values.near_own * value
            if near & others:
                worth -= values.near_rivals * value
        ratings.add(move, worth)


def card_tiles(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """The tile that a card works on (R8)."""
    slots = state.slots
    kind = slots[state.top() + KIND]
    values.begin(state, animal)
    for move in legal_moves(state):
        hex_ = target_of(move)
        if kind == kinds.FERTILE:
            worth = float(species_on_tile(state, hex_))
        elif kind == kinds.AQUATIC_TILE:
            change = min(AQUATIC_LIMIT, slots[GENE_POOL + animal]) << SPECIES_BITS * animal
            worth = values.with_species(state, hex_, change)
        else:
            # Laying a tile waste pays where the rivals stand better than oneself.
            worth = -values.as_is(state, hex_)
        ratings.add(move, worth)
