"""Rating action spaces for a pawn, and the swap on the initiative track."""

from typing import Final

from service.rules.engine import legal_moves
from service.rules.moves import PLACE_PAWN, SWAP, target_of, verb_of
from service.rules.slots import CURSOR
from service.rules.state import State
from service.rules.steps import SPACE_STEP
from service.rules.tables import SPACES
from workers.search.ratings import Ratings
from workers.search.valuation import Valuation

_WAITING: Final = -2.0  # a pawn that acts no more this turn, and is not in hand for the next


def spaces(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """A space for a pawn, by what whoever plans has put into ``ratings.spaces``."""
    row = len(SPACES) * animal
    cursor = state.slots[CURSOR]
    for move in legal_moves(state):
        if verb_of(move) != PLACE_PAWN:
            ratings.add(move, 0.0)
            continue
        space = target_of(move)
        acts = SPACE_STEP[space] > cursor
        ratings.add(move, ratings.spaces[row + space] if acts else _WAITING)


def swap(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """One place to the left on the initiative track costs nothing (R7.1)."""
    for move in legal_moves(state):
        ratings.add(move, values.initiative if verb_of(move) == SWAP else 0.0)
