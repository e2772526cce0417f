"""From a level's name to a move: the way into the search."""

from collections.abc import Callable
from typing import Final, NamedTuple

from service.rules.engine import random_move
from service.rules.rng import Random
from service.rules.state import State
from workers.search.policies import claims, decider, rate_moves
from workers.search.watching import Watcher, go_on

CANDIDATES: Final = 5  # how many of the moves considered an answer shows


class Candidate(NamedTuple):
    """A move that was considered, and its value to the animal that decides, in VP."""

    move: int
    value: float


class Answer(NamedTuple):
    """What the animal does: its claims (R4.3), made first, and then its move.

    With them the best candidates, and how many moves were tried.
    """

    claims: list[int]
    move: int
    candidates: list[Candidate]
    simulations: int


def _random(state: State, seed: int, watcher: Watcher) -> Answer:
    return Answer(claims(state, decider(state)), random_move(state, Random(seed)), [], 0)


def _greedy(state: State, seed: int, watcher: Watcher) -> Answer:
    rated = rate_moves(state, seed, watcher)
    candidates = [Candidate(move, value) for value, move in rated[:CANDIDATES]]
    own_claims = claims(state, decider(state))
    return Answer(own_claims, candidates[0].move, candidates, len(rated))


LEVELS: Final[dict[str, Callable[[State, int, Watcher], Answer]]] = {
    "random": _random,
    "greedy": _greedy,
}


def decide(
    state: State,
    level: str,
    budget: dict[str, int] | None,
    seed: int,
    watcher: Watcher = go_on,
) -> Answer:
    """The move that the level makes in a state with a pending decision.

    ``seed`` is a non-negative int: the same state, level and seed give the same answer, unless
    ``watcher`` stops the search before its end. These levels look at each legal move once, so they
    need no ``budget``. Raises KeyError for a level that does not exist.
    """
    return LEVELS[level](state, seed, watcher)
