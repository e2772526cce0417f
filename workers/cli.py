"""The console command: the service's own part, and what needs workers."""

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click
from rich.table import Table

from service.build import ENGINE
from service.cli import cli as cli  # exported: whoever wants the whole command takes it here
from service.documents.shape import MAX_INT
from service.levels import BUDGET_CAPS, LEVEL_NAMES
from service.rules.tables import ANIMALS
from service.terminal import Output, check_writable, make_folder, write_text
from workers.arena.ladder_command import ladder
from workers.arena.match_command import arena
from workers.games import rotated
from workers.progress import progress_bar
from workers.redis_server import NoRedisError
from workers.search.selfplay import TURN_LIMIT
from workers.simulate import Game, animals_for, play_game, record_game
from workers.train_command import train

_LEVELS = click.Choice(LEVEL_NAMES)

cli.add_command(arena)
cli.add_command(ladder)
cli.add_command(train)


@cli.command()
def serve() -> None:
    """Run Redis, the API and the workers together (HOST, PORT, WORKERS, API_PROCESSES, ...)."""
    from workers import supervisor

    supervisor.serve()


@cli.command()
@click.option("--supervised", is_flag=True, hidden=True, help="Leave announcements to `serve`.")
def worker(supervised: bool) -> None:
    """Run one AI worker on the Redis of REDIS_URL."""
    from workers import worker as search_worker

    if not supervised:
        click.echo(ENGINE)
    try:
        search_worker.run()
    except NoRedisError as error:
        raise click.ClickException(str(error)) from error


def _simulated(
    seed: int,
    game: int,
    players: int,
    levels: list[str],
    limit: int,
    claimed: bool,
    file: Path | None,
) -> Game:
    animals = animals_for(players, game)
    seats = rotated(levels, game)
    outcome = play_game(animals, seats, seed + game, limit, claimed)
    if file is not None:
        write_text(file, record_game(outcome, seats))
    return outcome


def _record_files(path: Path | None, games: int) -> list[Path | None]:
    """Where each game is written: one game to a file, several into a folder.

    Raises CannotWrite.
    """
    if path is None:
        return [None] * games
    if games == 1 and not path.is_dir():
        check_writable(path)
        return [path]
    make_folder(path)
    width = len(str(games))
    files = [path / f"game-{game + 1:0{width}}.txt" for game in range(games)]
    for file in files:
        check_writable(file)
    return list(files)


@cli.command()
@click.option("--players", type=click.IntRange(2, 6), default=4, show_default=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0, MAX_INT), default=1, show_default=True)
@click.option(
    "--level",
    "levels",
    type=_LEVELS,
    multiple=True,
    help="One for all (default: random), or the option once for each seat, in order.",
)
@click.option("--turn-limit", type=click.IntRange(0, 1000), default=TURN_LIMIT, show_default=True)
@click.option("--claimed", is_flag=True, help="Play with claimed dominance (R4.3).")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--record",
    "path",
    type=click.Path(path_type=Path),
    help="Write each game down for `replay`: one to this file, several into this folder.",
)
def simulate(
    players: int,
    games: int,
    seed: int,
    levels: tuple[str, ...],
    turn_limit: int,
    claimed: bool,
    jobs: int,
    as_json: bool,
    path: Path | None,
) -> None:
    """Play whole games between AI players; the seats rotate from game to game."""
    seats = list(levels) or ["random"]
    if len(seats) == 1:
        seats *= players
    if len(seats) != players:
        raise click.UsageError(f"give --level once, or {players} times")
    outcomes: list[Game] = []
    files = _record_files(path, games)
    bar, task = progress_bar("games", games)
    with bar:
        arguments = [
            (seed, game, players, seats, turn_limit, claimed, file)
            for game, file in enumerate(files)
        ]
        if jobs == 1:
            for one in arguments:
                outcomes.append(_simulated(*one))
                bar.advance(task)
        else:
            with ProcessPoolExecutor(jobs) as pool:
                for outcome in pool.map(_simulated, *zip(*arguments, strict=True), chunksize=4):
                    outcomes.append(outcome)
                    bar.advance(task)
    summary = _summary(outcomes, players, seats, seed)
    if as_json:
        click.echo(json.dumps(summary, indent=2))
    else:
        _print_summary(summary)


def _summary(outcomes: list[Game], players: int, seats: list[str], seed: int) -> dict[str, object]:
    count = len(outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    decisions = sum(outcome.decisions for outcome in outcomes)
    animal_wins = Counter(outcome.winner for outcome in outcomes)
    level_wins: Counter[str] = Counter()
    for game, outcome in enumerate(outcomes):
        animals = [ANIMALS[animal] for animal in animals_for(players, game)]
        level_wins[rotated(seats, game)[animals.index(outcome.winner)]] += 1
    return {
        "players": players,
        "games": count,
        "seed": seed,
        "levels": seats,
        "wins_by_level": {level: level_wins[level] for level in dict.fromkeys(seats)},
        "wins_by_animal": {animal: animal_wins[animal] for animal in ANIMALS},
        "mean_winning_points": sum(max(o.points.values()) for o in outcomes) / count,
        "mean_turns": sum(outcome.turns for outcome in outcomes) / count,
        "decisions_per_game": decisions / count,
        "decisions_per_second": decisions / seconds,
        "ended_by_turn_limit": sum(not outcome.by_ice_age for outcome in outcomes) / count,
    }


def _print_summary(summary: dict[str, object]) -> None:
    table = Table("figure", "value")
    for name, value in summary.items():
        if isinstance(value, dict):
            shown = ", ".join(f"{key} {number}" for key, number in value.items())
        elif isinstance(value, list):
            shown = ", ".join(value)
        else:
            shown = f"{value:,.2f}" if isinstance(value, float) else str(value)
        table.add_row(name.replace("_", " "), shown)
    Output().print(table)


@cli.command()
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=5.0, show_default=True)
@click.option(
    "--simulations",
    type=click.IntRange(1, BUDGET_CAPS["simulations"]),
    default=400,
    show_default=True,
    help="Playouts for each of 40 decisions, at each level measured.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def bench(seconds: float, simulations: int, as_json: bool) -> None:
    """Measure the engine, the search, two HTTP calls, and comparable engines if installed.

    Random games of each kind are played for --seconds in both builds of the engine; the search is
    measured compiled.
    """
    from workers.bench.run import run, show

    figures = run(seconds, simulations)
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        show(figures, Output())


def main() -> None:
    """Run the console command."""
    cli(prog_name="dominant-species")
