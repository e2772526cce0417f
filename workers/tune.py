"""Tuning the fast policy's prices by games of two versions of it against each other.

Simultaneous perturbation (Spall 1992): all prices are changed at once, each up or down by chance,
the changed policy plays against the one changed the other way, and the prices move a little
towards the winner. One pair of policies tells something about all prices. The answer is the
running mean of the prices.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.rules.rng import Random
from workers.search.selfplay import fast_game
from workers.search.valuation import PRICES
from workers.search.weights import Weights, weights
from workers.seeds import entropy

GAMES: Final = 24  # of one comparison
NOISE: Final = 2.0  # how far the players stray from their best plans, in VP
_STEP: Final = 0.05  # how far prices move at first, in units
_FADE: Final = 150  # iterations after which steps become clearly smaller
_PROBE: Final = 0.5  # how far prices are changed for a comparison at first, in units
_LIMIT: Final = 15.0  # VP of difference that count at most, so that no comparison counts too much
_MEMORY: Final = 0.02  # share of the newest prices in the running mean
_SMALLEST: Final = 0.2  # of a price, when its unit is reckoned
# Who plays which version on the four seats, so that each has every seat as often.
_SEATS: Final = (
    (0, 1, 0, 1),
    (1, 0, 1, 0),
    (0, 0, 1, 1),
    (1, 1, 0, 0),
    (0, 1, 1, 0),
    (1, 0, 0, 1),
)

Prices = list[list[float]]  # at the start and at the end of a game


class Progress(NamedTuple):
    """How far the tuning has come: iterations, and the changes so far, in units of each price."""

    iterations: int
    changes: list[float]
    mean: list[float]


class Outcome(NamedTuple):
    """A game of the first version against the second: difference in VP, and 1 or -1 for the win."""

    difference: float
    won: int


def play_pair_game(first: Prices, second: Prices, game: int) -> Outcome:
    """Play one game between two versions of the fast policy, two animals each."""
    animals = sorted((game // len(_SEATS) * 5 + seat) % 6 for seat in range(4))
    seats = dict(zip(animals, _SEATS[game % len(_SEATS)], strict=True))
    versions = (first, second)
    figures = weights().figures
    points, _ = fast_game(
        [[animal] for animal in animals],
        [versions[seats.get(animal, 0)] for animal in range(6)],
        [figures[0], figures[1]],
        NOISE,
        entropy(game // 2),  # both of a pair of seatings have the same luck at first
    )
    difference = sum(points[a] * (1 - 2 * seats[a]) for a in animals) / 2
    winner = max(animals, key=lambda animal: (points[animal], -animal))
    return Outcome(difference, 1 - 2 * seats[winner])


Play = Callable[[list[tuple[Prices, Prices, int]]], Iterable[Outcome]]


def begin() -> Progress:
    """No change yet."""
    return Progress(0, [0.0] * (2 * len(PRICES)), [0.0] * (2 * len(PRICES)))


def priced(start: Weights, changes: Sequence[float]) -> Prices:
    """The prices so many units away from where they were; a unit is half of the price."""
    size = len(PRICES)
    return [
        [
            price + change * max(abs(price), _SMALLEST) * 0.5
            for price, change in zip(prices, changes[i * size : (i + 1) * size], strict=True)
        ]
        for i, prices in enumerate(start.policy)
    ]


def improve(start: Weights, progress: Progress, seed: int, play: Play) -> Progress:
    """One iteration; ``play`` plays the games it is given, in any order."""
    number = progress.iterations + 1
    random = Random(entropy(seed, number))
    probe = _PROBE / number**0.1
    step = _STEP / (1 + number / _FADE) ** 0.4
    signs = [1.0 if random.below(2) else -1.0 for _ in progress.changes]
    pairs = list(zip(progress.changes, signs, strict=True))
    up = priced(start, [change + probe * sign for change, sign in pairs])
    down = priced(start, [change - probe * sign for change, sign in pairs])
    first = random.below(1 << 20) * len(_SEATS)
    outcomes = list(play([(up, down, first + game) for game in range(GAMES)]))
    gain = sum(outcome.difference + 6 * outcome.won for outcome in outcomes) / len(outcomes)
    gain = max(-_LIMIT, min(_LIMIT, gain)) / 10
    changes = [change + step * gain * sign for change, sign in pairs]
    share = max(_MEMORY, 1 / number)
    mean = [
        old * (1 - share) + new * share for old, new in zip(progress.mean, changes, strict=True)
    ]
    return Progress(number, changes, mean)


def read_progress(path: Path, start: Weights, seed: int) -> Progress:
    """Where the tuning stands that began with these weights and this seed.

    Raises ValueError for the file of another tuning.
    """
    if not path.exists():
        return begin()
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if (found["start"], found["seed"]) != (start.version, seed):
        raise ValueError(f"{path} belongs to a tuning of {found['start']}, seed {found['seed']}")
    return Progress(found["iterations"], found["changes"], found["mean"])


def write_progress(path: Path, progress: Progress, start: Weights, seed: int) -> None:
    """Keep where the tuning stands, whole or not at all."""
    text = json.dumps({"start": start.version, "seed": seed, **progress._asdict()})
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
