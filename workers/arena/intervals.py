"""How sure a share of wins is: intervals, and a test that may end a match early."""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

_CERTAINTY: Final = 1.96  # standard deviations of a 95% interval


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The Wilson score interval of a share of wins, with 95% certainty.

    Wins out of an effective number of games need not be whole.
    """
    if not games:
        return 0.0, 1.0
    z = _CERTAINTY
    share = wins / games
    middle = share + z * z / (2 * games)
    off = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - off) / scale), min(1.0, (middle + off) / scale)


class Hypotheses(NamedTuple):
    """What a sequential test decides between: a win probability of ``low``, or one of ``high``."""

    low: float
    high: float


ERROR_RATE: Final = 0.05  # of either kind, of the sequential test
FIRST_LOOK: Final = 60  # games before the sequential test may end a match


class Verdict(NamedTuple):
    """What the sequential test decided: for ``high`` or not, after so many games."""

    high: bool
    games: int


def sequential_test(won: Iterable[bool], between: Hypotheses, every: int) -> Verdict | None:
    """Wald's sequential probability ratio test (1945); None while it is undecided.

    ``won`` holds the games in order. It is looked at after each ``every`` games, from FIRST_LOOK
    on. Wald's bound on either error, ERROR_RATE / (1 - ERROR_RATE), holds whenever one looks, for
    games that are independent and won with the same probability.
    """
    for_a_win = math.log(between.high / between.low)
    for_a_loss = math.log((1 - between.high) / (1 - between.low))
    bound = math.log((1 - ERROR_RATE) / ERROR_RATE)
    ratio = 0.0
    for games, win in enumerate(won, 1):
        ratio += for_a_win if win else for_a_loss
        if games >= FIRST_LOOK and games % every == 0 and abs(ratio) >= bound:
            return Verdict(ratio > 0, games)
    return None
