"""Learning the figures' prices from games of the fast policy against itself.

A sample is an animal at the end of a turn: its figures, and the VP it still scored. What all
animals of a turn have in common (how long the game goes on) is taken out, so that the prices
explain who does better than whom, which is all that a search compares.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from math import exp, log
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from workers.lines import append_line, read_lines
from workers.search.figures import FIGURE_COUNT, FIGURES, between
from workers.search.selfplay import Sample, fast_game
from workers.search.valuation import PRICES
from workers.search.weights import FORMAT, Weights, weights
from workers.seeds import entropy

NOISE: Final = 3.0  # how far the players stray from their best plans, in VP
RIDGE: Final = 300.0  # how firmly the prices stay where they were, in samples
_PLAYERS: Final = (4, 2, 4, 3, 4, 5, 4, 6)  # animals in one game after another
_SPREADS: Final = range(1, 61)  # spreads of the odds that are tried

Pair = tuple[float, float]  # at the start and at the end of a game
Game = TypeVar("Game")


class Played(NamedTuple):
    """A game's outcome: its number, the final VP of each animal and the samples of its turns."""

    game: int
    points: list[int]
    samples: list[Sample]


def training_animals(game: int) -> list[int]:
    """Who plays in a game, as its number has it: two to six animals, most often four."""
    count = _PLAYERS[game % len(_PLAYERS)]
    return sorted((game * 5 + seat) % 6 for seat in range(count))


def play_training_game(seed: int, game: int) -> Played:
    """Play one game of those that a seed names."""
    animals = training_animals(game)
    learned = weights()
    points, samples = fast_game(
        [[animal] for animal in animals],
        [[learned.policy[0], learned.policy[1]]] * 6,
        [learned.figures[0], learned.figures[1]],
        NOISE,
        entropy(seed, game),
    )
    return Played(game, points, samples)


def series(seed: int) -> str:
    """What makes two games belong together: their seed, and the weights they are played on."""
    return f"seed={seed} weights={weights().version}"


def append_game(path: Path, seed: int, played: Played) -> None:
    """Add a game to a results file."""
    samples = [
        [round(sample.progress, 4), sample.animal, sample.points, *map(round, sample.figures)]
        for sample in played.samples
    ]
    append_line(path, [series(seed), played.game, played.points, samples])


def read_games(path: Path, seed: int) -> Iterator[Played]:
    """The games of a seed, on the weights in use, in a results file.

    Raises ValueError where a line tells of something else than a game.
    """
    return read_series(path, series(seed), _played)


def _played(game: int, points: list[int], rows: list[list[Any]]) -> Played:
    samples = [Sample(row[0], row[1], row[2], [float(value) for value in row[3:]]) for row in rows]
    return Played(game, points, samples)


def read_series(path: Path, name: str, game_of: Callable[..., Game]) -> Iterator[Game]:
    """The games of a series in a results file, made of what stands behind its name in a line.

    Raises ValueError where a line, of this series or another, tells of something else.
    """
    for number, line in read_lines(path):
        try:
            found, *row = line
            game = game_of(*row)
        except (LookupError, TypeError, ValueError) as error:
            raise ValueError(f"{path}, line {number}: no game to learn from") from error
        if found == name:
            yield game


class Fit(NamedTuple):
    """New weights, and how much of the variance of what is still scored they explain."""

    figures: tuple[list[float], list[float]]
    common: dict[int, Pair]
    spread: tuple[float, float]
    samples: int
    explained_before: float
    explained: float


def fit(games: Iterable[Played], start: Weights) -> Fit:
    """Prices that explain the games best and stay near those of ``start`` where they tell little.

    Ridge regression by the normal equations. Raises ValueError without a sample.
    """
    games = list(games)
    before = [*start.figures[0], *start.figures[1]]
    size = 2 * FIGURE_COUNT
    matrix = [[0.0] * size for _ in range(size)]
    vector = [0.0] * size
    count = 0
    variance = 0.0
    unexplained = 0.0
    for row, target in _rows(games):
        rest = target - sum(a * b for a, b in zip(row, before, strict=True))
        variance += target * target
        unexplained += rest * rest
        count += 1
        for i, value in enumerate(row):
            if value:
                vector[i] += value * rest
                line = matrix[i]
                for j, other in enumerate(row):
                    line[j] += value * other
    if not count:
        raise ValueError("there is no sample to learn from")
    held = [line[:] for line in matrix]
    for i in range(size):
        held[i][i] += RIDGE * (matrix[i][i] / count + 0.01)
    change = solve(held, vector)
    gained = 2 * sum(a * b for a, b in zip(change, vector, strict=True)) - sum(
        change[i] * matrix[i][j] * change[j] for i in range(size) for j in range(size)
    )
    prices = [a + b for a, b in zip(before, change, strict=True)]
    figures = (prices[:FIGURE_COUNT], prices[FIGURE_COUNT:])
    return Fit(
        figures,
        common_points(games, figures, start.common),
        _spread(games, figures),
        count,
        1 - unexplained / variance,
        1 - (unexplained - gained) / variance,
    )


def _turns(games: Iterable[Played]) -> Iterator[tuple[Played, list[Sample]]]:
    """Each turn's samples but the last turn's, where nothing is left to expect."""
    for played in games:
        animals = len({sample.animal for sample in played.samples})
        for _, turn in groupby(enumerate(played.samples), key=lambda pair: pair[0] // animals):
            samples = [sample for _, sample in turn]
            if samples[0].progress < 1:
                yield played, samples


def _rows(games: Iterable[Played]) -> Iterator[tuple[list[float], float]]:
    """Figures, early and late, and the VP still scored, all less their mean over the turn."""
    for played, turn in _turns(games):
        size = len(turn)
        mean = [sum(column) / size for column in zip(*(s.figures for s in turn), strict=True)]
        coming = [played.points[sample.animal] - sample.points for sample in turn]
        usual = sum(coming) / size
        for sample, points in zip(turn, coming, strict=True):
            share = sample.progress
            off = [value - middle for value, middle in zip(sample.figures, mean, strict=True)]
            yield [x * (1 - share) for x in off] + [x * share for x in off], points - usual


def _priced(sample: Sample, figures: tuple[list[float], list[float]]) -> float:
    early, late = figures
    share = sample.progress
    return sum(
        value * between(a, b, share)
        for value, a, b in zip(sample.figures, early, late, strict=True)
    )


def common_points(
    games: Iterable[Played], figures: tuple[list[float], list[float]], before: dict[int, Pair]
) -> dict[int, Pair]:
    """What is still scored beyond the priced figures, at the start and at the end of a game.

    By the number of animals in play; as ``before`` for numbers of which there is no game.
    """
    sums: dict[int, list[float]] = {}
    for played, turn in _turns(games):
        found = sums.setdefault(len(turn), [0.0] * 5)
        for sample in turn:
            late = sample.progress
            early = 1 - late
            rest = played.points[sample.animal] - sample.points - _priced(sample, figures)
            terms = (early * early, early * late, late * late, early * rest, late * rest)
            for i, term in enumerate(terms):
                found[i] += term
    common = dict(before)
    for count, (a, b, c, u, v) in sums.items():
        first, last = solve([[a + 1e-9, b], [b, c + 1e-9]], [u, v])
        common[count] = (first, last)
    return common


def _spread(games: list[Played], figures: tuple[list[float], list[float]]) -> tuple[float, float]:
    """The spread of the odds that makes the winners likeliest, early and late in a game."""
    halves: tuple[list[tuple[list[float], int]], list[tuple[list[float], int]]] = ([], [])
    for played, turn in _turns(games):
        expected = [sample.points + _priced(sample, figures) for sample in turn]
        best = max(range(len(turn)), key=lambda i: (played.points[turn[i].animal], -i))
        halves[turn[0].progress >= 0.5].append((expected, best))
    early, late = (likeliest_spread(half, _SPREADS) for half in halves)
    # The halves' middles lie at a quarter and three quarters of the way.
    slope = 2 * (late - early)
    return max(2.0, early - slope / 4), max(2.0, late + slope / 4)


def likeliest_spread(turns: list[tuple[list[float], int]], spreads: Iterable[float]) -> float:
    """The one of the spreads of the odds that makes the winners likeliest, in VP.

    ``turns`` hold what each player was expected to score by the end, and the index of who won.
    """
    best = 20.0
    least = float("inf")
    for spread in spreads:
        loss = 0.0
        for expected, winner in turns:
            top = max(expected)
            odds = [exp((value - top) / spread) for value in expected]
            loss -= log(max(odds[winner] / sum(odds), 1e-12))
        if loss < least:
            least = loss
            best = float(spread)
    return best


def solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination with row exchanges."""
    size = len(vector)
    rows = [[*line, value] for line, value in zip(matrix, vector, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, size):
            factor = rows[r][i] / rows[i][i]
            if factor:
                for c in range(i, size + 1):
                    rows[r][c] -= factor * rows[i][c]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][c] * found[c] for c in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found


def weights_document(start: Weights, version: str, made_by: str, **learned: Any) -> dict[str, Any]:
    """The data file's content: ``start`` with what was ``learned``, by its fields' names.

    ``made_by`` names the commands that made it, the last one last.
    """
    found = start._replace(version=version, made_by=made_by, **learned)
    return {
        "format": FORMAT,
        "version": found.version,
        "made_by": found.made_by,
        "policy": _pairs(PRICES, found.policy),
        "figures": _pairs(FIGURES, found.figures),
        "common": {
            str(count): [round(value, 2) for value in pair]
            for count, pair in sorted(found.common.items())
        },
        "spread": [round(value, 2) for value in found.spread],
        "ending": round(found.ending, 2),
    }


def _pairs(
    names: tuple[str, ...], values: tuple[list[float], list[float]]
) -> dict[str, list[float]]:
    return {
        name: [round(early, 3), round(late, 3)]
        for name, early, late in zip(names, *values, strict=True)
    }
