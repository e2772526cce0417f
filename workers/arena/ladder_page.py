"""The page of the ladder, in Markdown, from the games of its results file."""

from collections.abc import Sequence
from typing import Final

from workers.arena.calibration import brier, predictions
from workers.arena.intervals import ERROR_RATE, FIRST_LOOK, wilson
from workers.arena.ladder import CORES, GAMES, LONG_MINUTES, SEED, SPOT_GAMES, Standing, par
from workers.arena.matches import player_name, seconds_per_decision, share_by_limit
from workers.search.selfplay import TURN_LIMIT

_INTRODUCTION: Final = f"""\
# The ladder

How strong the levels are, measured by games against each other. `make ladder` plays what is
missing and writes this page from `docs/ladder.jsonl`, which holds a line for each game.

* One seat of the first level against all others of the second. The seats rotate from game to game,
  and the animals change once each has been through; every match has the seed {SEED}, and no game is
  longer than {TURN_LIMIT} turns. A number behind a level is its playouts for each decision, with
  `ms` its time.
* The levels' budgets are in playouts; those by the clock are spot checks of {SPOT_GAMES} games.
* `uct` is plain UCT with random playouts. It has as much CPU time for each decision as `hard` took
  in the mean against three `greedy`, and keeps it even where `hard` then takes less.
* {GAMES} games are planned. If they would take more than {LONG_MINUTES} minutes on {CORES} cores, a
  match may end earlier by a sequential probability ratio test (Wald), looked at after each round
  of the seats from game {FIRST_LOOK} on. It decides between the two shares of wins under “test”,
  with an error of either kind in about {ERROR_RATE:.0%} of cases.
* Intervals are Wilson's, of 95%, for a number of games that was fixed before. The share of a match
  that ended early leans a little towards the side it ended on. A target is met if the share reaches
  it, wherever the interval lies. Par is the share of a level that plays like the others. Times are
  CPU time for each decision of the first level and of the others, in milliseconds, with the steps
  that only follow a plan. “Limit” is the share of games that the turn limit ended. A result
  “so far” is one of a match with games still to be played.
"""
_HEAD: Final = """\
| match | wins | games | share | 95% interval | par | target | result | test | ms | limit |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def page(standings: Sequence[Standing], weights: str) -> str:
    """The whole page, for games on this version of the weights."""
    rows = "".join(_row(standing) for standing in standings)
    forecasts = "".join(filter(None, (_forecasts(standing) for standing in standings)))
    text = f"{_INTRODUCTION}\nPlayed on weights {weights}.\n\n{_HEAD}{rows}"
    if forecasts:
        text += (
            "\n## Forecasts\n\n"
            "How far off the win probabilities were that the searches gave during these games, for"
            " all seats\n(`dominant-species arena --calibration` draws them). A search takes the"
            " others for its like.\n\n"
            "| match | games | predictions | Brier score | base rate |\n|---|---|---|---|---|\n"
            f"{forecasts}"
        )
    return text


def _players(standing: Standing) -> str:
    entry = standing.entry
    first, second = entry.levels[0], entry.levels[-1]
    budgets = standing.match.budgets if standing.match else entry.budgets
    one, other = (player_name(level, budgets.get(level)) for level in (first, second))
    return f"{one} against {len(entry.levels) - 1} {other}"


def _row(standing: Standing) -> str:
    entry, outcomes = standing.entry, standing.outcomes
    target = "-" if entry.target is None else f"{entry.target:.0%}"
    test = "-" if entry.between is None else f"{entry.between.low:.0%}, {entry.between.high:.0%}"
    cells = [_players(standing)]
    if not outcomes:
        cells += ["", "not played", "", "", f"{par(entry):.0%}", target, "", test, "", ""]
        return _cells(cells)
    first, second = entry.levels[0], entry.levels[-1]
    wins = sum(seat.place == 0 and seat.level == first for one in outcomes for seat in one.seats)
    low, high = wilson(wins, len(outcomes))
    times = [1000 * seconds_per_decision(outcomes, level) for level in (first, second)]
    cells += [
        str(wins),
        str(len(outcomes)),
        f"{wins / len(outcomes):.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{par(entry):.0%}",
        target,
        _result(standing, wins),
        test + _verdict(standing),
        f"{times[0]:.1f}, {times[1]:.1f}",
        f"{share_by_limit(outcomes):.0%}",
    ]
    return _cells(cells)


def _result(standing: Standing, wins: int) -> str:
    games = len(standing.outcomes)
    if games < min(FIRST_LOOK, standing.entry.games):
        return "too few games"
    if standing.entry.target is None:
        result = "measured"
    else:
        result = "met" if wins >= standing.entry.target * games else "missed"
    return f"{result} so far" if standing.missing() else result


def _verdict(standing: Standing) -> str:
    verdict = standing.verdict()
    if verdict is None:
        return ""
    return f": the {'higher' if verdict.high else 'lower'} after {verdict.games}"


def _forecasts(standing: Standing) -> str:
    found = predictions(standing.outcomes)
    if not found:
        return ""
    score = brier(found)
    cells = [_players(standing), str(len(standing.outcomes)), f"{score.predictions:,}"]
    return _cells([*cells, f"{score.score:.4f}", f"{score.base:.4f}"])


def _cells(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
