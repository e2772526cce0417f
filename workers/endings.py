"""Learning how sure a lead is in the last turn, from games of searches against each other.

A sample is a decision of a last turn (R10.1): the final VP that the search expected of each player
and who won. There nothing but the rest of the turn is uncertain, and the less so the fewer
decisions are left, so the odds of winning have a spread of their own: ``weights.Weights.ending``
VP for each root of the decisions looked ahead. Every other game has a turn limit, so that all of
a last turn occurs.
"""

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from service.rules.reset import is_last_turn
from service.rules.rng import Random
from service.rules.scoring import player_ranking
from service.rules.setup import new_game
from workers.games import decisions
from workers.lines import append_line
from workers.search.selfplay import TURN_LIMIT as LONGEST
from workers.seeds import entropy
from workers.train import likeliest_spread, read_series, series, training_animals

LEVEL: Final = "easy"
LIMIT: Final = 6  # turns of a game whose last turn begins with Planning
_SPREADS: Final = tuple(step / 20 for step in range(2, 121))  # that are tried


class Ending(NamedTuple):
    """What was expected of each player in the decisions of a game's last turn, and who won it.

    ``expected`` are final VP, divided by the root of the number of decisions looked ahead.
    """

    game: int
    expected: list[list[float]]
    winner: int


def play_ending(seed: int, game: int) -> Ending:
    """Play one game of those that a seed names, each animal by a player of its own."""
    animals = training_animals(game)
    random = Random(entropy(seed, game))
    limit = LIMIT if game % 2 else LONGEST
    state = new_game([[animal] for animal in animals], random=random, turn_limit=limit)
    state.random = random
    found: list[list[float]] = []
    level_of = dict.fromkeys(animals, LEVEL)
    last = False
    for decision in decisions(state, level_of, {}, Random(entropy(seed, game, 1))):
        answer = decision.answer
        if last and answer.points is not None and answer.depth is not None:
            scale = sqrt(answer.depth)
            found.append([round(answer.points[animal] / scale, 2) for animal in animals])
        last = is_last_turn(state)
    return Ending(game, found, player_ranking(state)[0])


def _series(seed: int) -> str:
    return f"{LEVEL} {series(seed)}"


def append_ending(path: Path, seed: int, ending: Ending) -> None:
    """Add a game to a results file."""
    append_line(path, [_series(seed), *ending])


def read_endings(path: Path, seed: int) -> Iterator[Ending]:
    """The games of a seed, on the weights in use, in a results file.

    Raises ValueError where a line tells of something else than a game.
    """
    return read_series(path, _series(seed), _ending)


def _ending(game: int, expected: list[list[float]], winner: int) -> Ending:
    return Ending(game, [[float(value) for value in row] for row in expected], winner)


def fit_ending(endings: list[Ending]) -> float:
    """The spread per root of a decision that makes the winners likeliest, in VP.

    Raises ValueError without a sample.
    """
    samples = [(expected, one.winner) for one in endings for expected in one.expected]
    if not samples:
        raise ValueError("there is no sample to learn from")
    return likeliest_spread(samples, _SPREADS)
