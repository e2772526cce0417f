"""The console command that plays a match."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from service.terminal import Output, check_writable, write_text
from workers.arena.calibration import bins, brier, brier_by_phase, predictions
from workers.arena.charts import calibration_chart, results_chart
from workers.arena.files import append_outcome, read_outcomes
from workers.arena.matches import Match, Outcome, match_name, match_of, results, share_by_limit
from workers.arena.playing import play_games
from workers.games import PLAYERS, UCT
from workers.job_option import jobs_option
from workers.progress import progress_bar
from workers.search.selfplay import TURN_LIMIT

_File = click.Path(dir_okay=False, path_type=Path)


class _BudgetParameter(click.ParamType[tuple[str, dict[str, int]]]):
    """LEVEL=N simulations, or LEVEL=Nms."""

    name = "budget"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, dict[str, int]]:
        """The level's name and its budget."""
        level, _, number = str(value).partition("=")
        unit = "milliseconds" if number.endswith("ms") else "simulations"
        digits = number.removesuffix("ms")
        if level not in PLAYERS or not digits.isdecimal() or int(digits) < 1:
            self.fail(f"{value!r} is not LEVEL=SIMULATIONS or LEVEL=MILLISECONDSms", param, ctx)
        return level, {unit: int(digits)}


@click.command()
@click.option("--levels", required=True, help="One for each seat, the tested one first: a,b,b,b.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, show_default=True)
@click.option(
    "--budget",
    "budgets",
    type=_BudgetParameter(),
    multiple=True,
    help="A level's budget for each decision: hard=400, or hard=500ms. Its own if not given.",
)
@jobs_option
@click.option(
    "--results", "path", type=_File, help="Append each game to this file, and go on where it ends."
)
@click.option(
    "--plot",
    type=_File,
    is_flag=False,
    flag_value="arena.svg",
    help="Draw the shares of wins into this picture (arena.svg if no name is given).",
)
@click.option(
    "--calibration",
    type=_File,
    is_flag=False,
    flag_value="calibration.svg",
    help="Hold the win probabilities of the searches against how the games ended: a picture"
    " (calibration.svg if no name is given), and the Brier score.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def arena(
    levels: str,
    games: int,
    seed: int,
    budgets: tuple[tuple[str, dict[str, int]], ...],
    jobs: int,
    path: Path | None,
    plot: Path | None,
    calibration: Path | None,
    as_json: bool,
) -> None:
    """Let levels play each other, with rotated seats, and say how sure the result is.

    Besides the levels of the service, `uct` plays: plain UCT with random playouts, whose time is
    CPU time.
    """
    seats = levels.split(",")
    unknown = [level for level in seats if level not in PLAYERS]
    if unknown:
        raise click.UsageError(f"there is no level {unknown[0]!r}; there are {', '.join(PLAYERS)}")
    if not 2 <= len(seats) <= 6:
        raise click.UsageError("two to six levels play")
    for file in (path, plot, calibration):
        if file:
            check_writable(file)
    match = match_of(seats, dict(budgets), seed)
    for level, _ in budgets:
        if match.budgets.get(level) is None:
            why = "uses no budget" if level in seats else "does not play"
            raise click.UsageError(f"a budget for {level!r} changes nothing: it {why}")
    if calibration and not any(match.budgets[level] for level in seats if level != UCT):
        raise click.UsageError("none of these levels says how likely it is to win")
    outcomes = _played(match, games, jobs, path)
    predicted = predictions(outcomes)
    entries = results(match, outcomes)
    summary: dict[str, Any] = {
        "results": entries,
        "match": match_name(match),
        "ended_by_turn_limit": share_by_limit(outcomes),
        "mean_turns": sum(outcome.turns for outcome in outcomes) / len(outcomes),
    }
    if plot:
        write_text(plot, results_chart(entries, match_name(match)))
    if calibration:
        parts, whole = bins(predicted), brier(predicted) if predicted else None
        write_text(calibration, calibration_chart(parts, whole, match_name(match)))
        summary["calibration"] = {
            "brier": whole._asdict() if whole else None,
            "phases": {name: one._asdict() for name, one in brier_by_phase(predicted).items()},
            "bins": [one._asdict() for one in parts],
        }
    if as_json:
        click.echo(json.dumps(summary, indent=2))
        return
    _show(entries, summary["ended_by_turn_limit"])
    if calibration:
        _show_calibration(summary["calibration"])


def _played(match: Match, games: int, jobs: int, path: Path | None) -> list[Outcome]:
    """The games of the match, in order: those of the results file, and those it lacks."""
    outcomes: list[Outcome] = []
    if path:
        try:
            outcomes += (one for one in read_outcomes(path, match) if one.game < games)
        except ValueError as error:
            raise click.ClickException(str(error)) from error
    played = {outcome.game for outcome in outcomes}
    missing = [game for game in range(games) if game not in played]
    bar, task = progress_bar("games", games, len(played))
    with bar:
        for outcome in play_games(match, missing, jobs, lambda: True):
            outcomes.append(outcome)
            if path:
                append_outcome(path, match, outcome)
            bar.advance(task)
    return sorted(outcomes, key=lambda outcome: outcome.game)


def _show(entries: Sequence[dict[str, Any]], limited: float) -> None:
    table = Table("level", "seats", "wins", "share", "95% interval", "VP", "ms/decision")
    for entry in entries:
        table.add_row(
            entry["level"],
            str(entry["seats"]),
            f"{entry['wins']} of {entry['games']}",
            f"{entry['share']:.1%}",
            f"{entry['low']:.1%} to {entry['high']:.1%}",
            f"{entry['mean_points']:.1f}",
            f"{1000 * entry['seconds_per_decision']:.1f}",
        )
    Output().print(table)
    click.echo(f"{limited:.1%} of the games were ended by the turn limit of {TURN_LIMIT}.")


def _show_calibration(found: dict[str, Any]) -> None:
    table = Table("predictions", "mean chance", "share that won", "95% interval")
    for part in found["bins"]:
        table.add_row(
            f"{part['predictions']:,}",
            f"{part['chance']:.1%}",
            f"{part['share']:.1%}",
            f"{part['low']:.1%} to {part['high']:.1%}",
        )
    Output().print(table)
    if not found["brier"]:
        click.echo("Brier score: none, for nothing was predicted")
        return
    for name, one in {"all phases": found["brier"], **found["phases"]}.items():
        click.echo(f"Brier score, {name}: {one['score']:.4f} (base rate {one['base']:.4f})")
