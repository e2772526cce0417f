"""The console command that plays the ladder."""

import time
from collections.abc import Sequence
from pathlib import Path

import click

from service.terminal import check_writable, write_text
from workers.arena.files import append_outcome, read_by_match
from workers.arena.ladder import LADDER, TIMED_BY, Standing, minutes_left, standings
from workers.arena.ladder_page import page
from workers.arena.playing import play_games
from workers.job_option import jobs_option
from workers.progress import progress_bar
from workers.search.weights import weights

_File = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option(
    "--only",
    "names",
    type=click.Choice([entry.name for entry in LADDER]),
    multiple=True,
    help="Play this match only; may be given several times.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0),
    default=float("inf"),
    help="Begin no game after so many minutes; with 0 the page is written anew and nothing played.",
)
@jobs_option
@click.option("--results", "path", type=_File, default=Path("docs/ladder.jsonl"), show_default=True)
@click.option("--page", "out", type=_File, default=Path("docs/ladder.md"), show_default=True)
def ladder(names: tuple[str, ...], minutes: float, jobs: int, path: Path, out: Path) -> None:
    """Play what is missing of the ladder, and write its page from the results file.

    Games on other weights than those in use do not count.
    """
    deadline = time.monotonic() + 60 * minutes
    check_writable(path)
    check_writable(out)
    for entry in LADDER:
        if names and entry.name not in names:
            continue
        found = {one.entry.name: one for one in _standings(path)}
        click.echo(
            _time_left([one for name, one in found.items() if name in (names or found)], jobs)
        )
        _play_entry(found[entry.name], jobs, path, deadline)
        if time.monotonic() >= deadline:
            break
    found_now = _standings(path)
    write_text(out, page(found_now, weights().version))
    click.echo(f"{out} is written. {_time_left(found_now, jobs)}")


def _standings(path: Path) -> list[Standing]:
    try:
        return standings(read_by_match(path), weights().version)
    except ValueError as error:
        raise click.ClickException(str(error)) from error


def _time_left(found: Sequence[Standing], jobs: int) -> str:
    minutes, unknown = minutes_left(found, jobs)
    told = f"About {minutes:,.0f} minutes are left on {jobs} core{'' if jobs == 1 else 's'}"
    return f"{told}, without {', '.join(unknown)} (not begun)." if unknown else f"{told}."


def _play_entry(standing: Standing, jobs: int, path: Path, deadline: float) -> None:
    """Play the games that an entry lacks, until the deadline or until its test has decided."""
    entry, match = standing.entry, standing.match
    if match is None:
        click.echo(
            f"{entry.name} waits for a few games of {TIMED_BY}, which tell the time to give."
        )
        return
    missing = standing.missing()
    outcomes = standing.outcomes
    bar, task = progress_bar(entry.name, entry.games, entry.games - len(missing))

    def go_on() -> bool:
        now = Standing(entry, match, sorted(outcomes, key=lambda one: one.game))
        return time.monotonic() < deadline and bool(now.missing())

    with bar:
        for outcome in play_games(match, missing, jobs, go_on):
            outcomes.append(outcome)
            append_outcome(path, match, outcome)
            bar.advance(task)
