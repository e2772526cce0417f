"""Rating moves with elements: on earth and on displays."""

from service.rules.earth import element_at
from service.rules.engine import legal_moves
from service.rules.geometry import CORNER_HEX_MASK, bits
from service.rules.moves import (
    ADAPT,
    DECLINE,
    FORFEIT,
    PLACE_ELEMENT,
    subject_of,
    target_of,
    verb_of,
)
from service.rules.slots import EARTH
from service.rules.state import State
from workers.search.ratings import UNKNOWN, Ratings
from workers.search.valuation import Valuation


def disks(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """A disk to put on a corner of earth, or to take away: what its tiles gain or lose."""
    values.begin(state, animal)
    ratings.forget()
    memo = ratings.memo
    earth = state.slots[EARTH]
    for move in legal_moves(state):
        verb = verb_of(move)
        if verb in (FORFEIT, DECLINE):
            ratings.add(move, 0.0)
            continue
        corner = target_of(move)
        placed = verb == PLACE_ELEMENT
        element = subject_of(move) if placed else element_at(state, corner)
        total = 0.0
        for hex_ in bits(CORNER_HEX_MASK[corner] & earth):
            gain = memo[6 * hex_ + element]
            if gain == UNKNOWN:
                count = 1 if placed else -1
                gain = values.with_element(state, hex_, element, count)
                memo[6 * hex_ + element] = gain
            total += gain
        ratings.add(move, total)


def own_elements(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """An element to take onto the display, or to protect from Regression (R7.2, R7.3)."""
    values.begin(state, animal)
    for move in legal_moves(state):
        verb = verb_of(move)
        if verb in (FORFEIT, DECLINE):
            ratings.add(move, 0.0)
        elif verb == ADAPT:
            ratings.add(move, values.owning(state, target_of(move), 1))
        else:
            ratings.add(move, -values.owning(state, target_of(move), -1))
