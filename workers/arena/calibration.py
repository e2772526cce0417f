"""Are the search's win probabilities true? Forecasts during games against how the games ended."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from service.rules.steps import PHASES
from workers.arena.intervals import wilson
from workers.arena.matches import Outcome

BINS: Final = 10


class Prediction(NamedTuple):
    """What was expected of one seat in one forecast, and whether it won; which game it is of.

    ``phase`` is an index into ``steps.PHASES``; ``base`` is the chance of a seat about which
    nothing is known.
    """

    game: int
    phase: int
    chance: float
    base: float
    won: bool


class Bin(NamedTuple):
    """Predictions of about the same chance: mean chance, and the share that came true.

    ``low`` and ``high`` bound that share with 95% certainty. Predictions of one game stand and
    fall together, so the interval is that of as many independent ones as scatter alike.
    """

    predictions: int
    chance: float
    share: float
    low: float
    high: float


class Brier(NamedTuple):
    """The mean squared error of predictions, and of those that know the base rate only."""

    predictions: int
    score: float
    base: float


def predictions(outcomes: Iterable[Outcome]) -> list[Prediction]:
    """Every seat in every forecast; games are numbered in the order given."""
    return [
        Prediction(number, forecast.phase, chance / 1000, 1 / len(outcome.seats), seat.place == 0)
        for number, outcome in enumerate(outcomes)
        for forecast in outcome.forecasts
        for chance, seat in zip(forecast.chances, outcome.seats, strict=True)
    ]


def bins(found: Sequence[Prediction]) -> list[Bin]:
    """The predictions in BINS equal parts of 0 to 1, without the empty ones."""
    parts: list[list[Prediction]] = [[] for _ in range(BINS)]
    for one in found:
        parts[min(BINS - 1, int(one.chance * BINS))].append(one)
    return [_bin(part) for part in parts if part]


def _bin(part: list[Prediction]) -> Bin:
    count = len(part)
    share = sum(one.won for one in part) / count
    effective = _effective(part, share)
    low, high = wilson(share * effective, effective)
    return Bin(count, sum(one.chance for one in part) / count, share, low, high)


def _effective(part: list[Prediction], share: float) -> float:
    """How many independent predictions would scatter as these do, game by game."""
    errors: dict[int, float] = {}
    for one in part:
        errors[one.game] = errors.get(one.game, 0.0) + one.won - share
    games = len(errors)
    if games == 1 or share in (0.0, 1.0):
        return games
    count = len(part)
    variance = sum(error * error for error in errors.values()) / (count * count)
    variance *= games / (games - 1)
    if variance == 0.0:
        return games
    return min(count, max(1.0, share * (1 - share) / variance))


def brier(found: Sequence[Prediction]) -> Brier:
    """The Brier score of the predictions (1950); 0 is perfect.

    Raises ValueError where nothing was predicted: no score, least of all a perfect one.
    """
    if not found:
        raise ValueError("there are no predictions to score")
    count = len(found)
    score = sum((one.chance - one.won) ** 2 for one in found) / count
    base = sum((one.base - one.won) ** 2 for one in found) / count
    return Brier(len(found), score, base)


def brier_by_phase(found: Sequence[Prediction]) -> dict[str, Brier]:
    """The Brier score of each phase in which something was predicted."""
    return {
        name: brier([one for one in found if one.phase == phase])
        for phase, name in enumerate(PHASES)
        if any(one.phase == phase for one in found)
    }
