"""The console commands that learn the search's numbers."""

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Protocol, TypeVar

import click

from service.terminal import check_writable, write_text
from workers import tune
from workers.endings import append_ending, fit_ending, play_ending, read_endings
from workers.job_option import jobs_option
from workers.progress import progress_bar
from workers.search.weights import weights
from workers.train import (
    append_game,
    common_points,
    fit,
    play_training_game,
    read_games,
    weights_document,
)

_File = click.Path(dir_okay=False, path_type=Path)
_LEARNING = (
    click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, show_default=True),
    jobs_option,
    click.option(
        "--results",
        "path",
        type=_File,
        required=True,
        help="Where it is kept how far this has come, to go on from there.",
    ),
    click.option("--out", type=_File, required=True, help="Where the weights are written."),
    click.option("--version", required=True, help="What the new weights are called."),
)


class _Numbered(Protocol):
    @property
    def game(self) -> int: ...


_Command = TypeVar("_Command", bound=Callable[..., None])
_Game = TypeVar("_Game", bound=_Numbered)


def _learning(command: _Command) -> _Command:
    """Give a command the options that all of them have."""
    for option in reversed(_LEARNING):
        command = option(command)
    return command


def _games_option(default: int) -> Callable[[_Command], _Command]:
    return click.option(
        "--games", type=click.IntRange(1, 1_000_000), default=default, show_default=True
    )


@click.group()
def train() -> None:
    """Learn the search's numbers from games of its fast policy against itself."""


@train.command()
@_games_option(1600)
@_learning
def figures(games: int, seed: int, jobs: int, path: Path, out: Path, version: str) -> None:
    """Learn the prices of the figures at the end of a turn, by regression.

    The same seed and weights give the same games, and the same games the same prices. Games of
    other seeds or weights in the results file are left alone.
    """
    played = _games(games, seed, jobs, path, out, play_training_game, append_game, read_games)
    found = fit(played, weights())
    made_by = f"dominant-species train figures --games {games} --seed {seed}"
    learned = {"figures": found.figures, "common": found.common, "spread": found.spread}
    _write_weights(out, version, made_by, **learned)
    click.echo(
        f"{found.samples} samples; of the variance of what is still scored,"
        f" {found.explained_before:.1%} was explained before and {found.explained:.1%} is now."
    )


@train.command()
@_games_option(1600)
@_learning
def common(games: int, seed: int, jobs: int, path: Path, out: Path, version: str) -> None:
    """Learn what every animal still scores, whatever its figures, by the number of animals.

    The prices stay as they are, and so do all moves. Games and results file as for `figures`.
    """
    played = _games(games, seed, jobs, path, out, play_training_game, append_game, read_games)
    start = weights()
    made_by = f"dominant-species train common --games {games} --seed {seed}"
    learned = common_points(played, start.figures, start.common)
    _write_weights(out, version, made_by, common=learned)


@train.command()
@_games_option(400)
@_learning
def ending(games: int, seed: int, jobs: int, path: Path, out: Path, version: str) -> None:
    """Learn how sure a lead is in the last turn, from games of `easy` against itself.

    Only the chances to win change. The same seed and weights give the same games. Games of other
    seeds or weights in the results file are left alone.
    """
    found = _games(games, seed, jobs, path, out, play_ending, append_ending, read_endings)
    made_by = f"dominant-species train ending --games {games} --seed {seed}"
    _write_weights(out, version, made_by, ending=fit_ending(found))
    click.echo(f"{sum(len(one.expected) for one in found)} decisions of {games} last turns.")


def _games(
    games: int,
    seed: int,
    jobs: int,
    path: Path,
    out: Path,
    play: Callable[[int, int], _Game],
    append: Callable[[Path, int, _Game], None],
    read: Callable[[Path, int], Iterable[_Game]],
) -> list[_Game]:
    """The games of a seed, in order: those of the results file, and those it lacks."""
    check_writable(path)
    check_writable(out)
    played = _played(path, seed, read)
    missing = [game for game in range(games) if game not in played]
    bar, task = progress_bar("games", games, games - len(missing))
    with bar, ProcessPoolExecutor(jobs) as pool:
        for one in pool.map(play, [seed] * len(missing), missing):
            append(path, seed, one)
            bar.advance(task)
    played = _played(path, seed, read)
    return [played[game] for game in range(games)]


def _played(
    path: Path, seed: int, read: Callable[[Path, int], Iterable[_Game]]
) -> dict[int, _Game]:
    try:
        return {one.game: one for one in read(path, seed)}
    except ValueError as error:
        raise click.ClickException(str(error)) from error


@train.command()
@click.option("--iterations", type=click.IntRange(1, 100_000), default=300, show_default=True)
@_learning
def policy(iterations: int, seed: int, jobs: int, path: Path, out: Path, version: str) -> None:
    """Tune the fast policy's prices by games between two versions of it.

    The same seed, weights and number of iterations give the same prices.
    """
    check_writable(path)
    check_writable(out)
    start = weights()
    try:
        standing = tune.read_progress(path, start, seed)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    if standing.iterations > iterations:
        raise click.ClickException(f"{path} has come to {standing.iterations} iterations already")
    bar, task = progress_bar("iterations", iterations, standing.iterations)
    with bar, ProcessPoolExecutor(jobs) as pool:

        def play(games: list[tuple[tune.Prices, tune.Prices, int]]) -> Iterable[tune.Outcome]:
            return pool.map(tune.play_pair_game, *zip(*games, strict=True), chunksize=6)

        while standing.iterations < iterations:
            standing = tune.improve(start, standing, seed, play)
            tune.write_progress(path, standing, start, seed)
            bar.advance(task)
    early, late = tune.priced(start, standing.mean)
    made_by = f"dominant-species train policy --iterations {iterations} --seed {seed}"
    _write_weights(out, version, made_by, policy=(early, late))


def _write_weights(out: Path, version: str, made_by: str, **learned: object) -> None:
    history = f"{weights().made_by}; {made_by}"
    document = weights_document(weights(), version, history, **learned)
    write_text(out, json.dumps(document, indent=2) + "\n")
