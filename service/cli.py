"""The part of the console command that needs no worker: api, key, validate, openapi."""

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service import key_file
from service.build import ENGINE
from service.compiling import CannotCompile, ensure_build
from service.documents.chance import ChanceUnavailable
from service.documents.game import GameState
from service.documents.lines import line_of, lines
from service.documents.problems import Violation
from service.documents.replay import Outcome, ReplayFailed, place_text, run
from service.documents.replay_text import MAX_BYTES, UnreadableReplay, read_replay
from service.documents.score import score_object
from service.documents.verdict import judge
from service.documents.write import write_state
from service.metrics_folder import share_metrics
from service.rules.errors import SetupError
from service.settings import Settings, SettingsError
from service.terminal import Output, check_writable, write_text

OPENAPI_FILE = Path(__file__).parent.parent / "openapi" / "openapi.json"
_COLOURS = {"syntax": "red", "structure": "yellow", "consistency": "magenta"}


class Command(click.Group):
    """The command, told that settings that make no sense are the user's business."""

    def invoke(self, ctx: click.Context) -> object:
        """Run what was asked for."""
        try:
            return super().invoke(ctx)
        except SettingsError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    package_name="dominant-species-rules",
    prog_name="dominant-species",
    message=f"%(prog)s, version %(version)s, {ENGINE.name} engine",
)
def cli() -> None:
    """Dominant Species: rules as a service."""


@cli.command()
@click.option("--descriptor", type=int, help="Serve on this inherited socket, not HOST and PORT.")
def api(descriptor: int | None) -> None:
    """Run the HTTP API alone, under gunicorn (HOST, PORT, API_PROCESSES, API_THREADS)."""
    settings = Settings.from_environment()
    settings.server_key()  # one that cannot be read is told now, once
    if descriptor is None:
        click.echo(ENGINE)
    if settings.api_processes > 1:
        share_metrics()
    address = f"{settings.host}:{settings.port}" if descriptor is None else f"fd://{descriptor}"
    arguments = [
        sys.executable, "-m", "gunicorn",
        "--config", "python:service.gunicorn_hooks",
        "--bind", address,
        "--no-control-socket",
        "--worker-class", "service.http_worker.HttpWorker",
        "--worker-connections", "500",
        "--workers", str(settings.api_processes),
        "--threads", str(settings.api_threads),
        "--graceful-timeout", "10",
        "--timeout", "60",
        "--log-level", "warning",
        "--worker-tmp-dir", "/dev/shm" if Path("/dev/shm").is_dir() else "/tmp",  # noqa: S108
        "service.app:create_app()",
    ]  # fmt: skip
    os.execv(sys.executable, arguments)  # noqa: S606 - gunicorn takes this process over


@cli.command()
@click.option("--require", is_flag=True, help="Fail where the engine cannot be compiled.")
def build(require: bool) -> None:
    """Compile the engine, unless a copy of its present sources is there and runs."""
    try:
        folder, made = ensure_build(
            lambda: click.echo(
                "Compiling the engine, once for these sources: half a minute or more ..."
            )
        )
    except CannotCompile as error:
        if require:
            raise click.ClickException(str(error)) from error
        click.echo(f"The engine stays pure Python: {error}", err=True)
    else:
        click.echo(f"The engine is compiled{'' if made else ' already'}: {folder}")


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
def key(file: Path) -> None:
    """Make a key for server chance in FILE (SERVER_KEY_FILE), unless it is there."""
    there = file.exists()
    try:
        key_file.ensure(file)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error
    click.echo(f"There is a key already: {file}" if there else f"A new key: {file}")


@cli.command()
@click.argument("files", type=click.File("rb"), nargs=-1)
def validate(files: tuple[BinaryIO, ...]) -> None:
    """Check state documents, from files or standard input, and print every violation.

    What /v1/states/validate says, with the line in the file. The status is 1 if any is not valid.
    """
    from service.api.body import BODY_LIMIT

    console = Output()
    given = files or (sys.stdin.buffer,)
    found = []
    for file in given:
        if len(given) > 1:
            console.print(Text(f"{file.name}:", style="bold"), soft_wrap=True)
        found.append(_is_valid(console, file.read(BODY_LIMIT + 1), BODY_LIMIT))
    if not all(found):
        sys.exit(1)


def _is_valid(console: Console, data: bytes, limit: int) -> bool:
    """Judge a document of at most ``limit`` bytes and print what there is to say about it."""
    verdict = judge(data, limit=limit)
    if verdict.game is not None:
        console.print("valid", style="bold green")
        return True
    places = lines(data.decode("utf-8", "replace"))
    for violation in verdict.violations:
        _print_violation(console, violation, line_of(places, violation))
    if verdict.more:
        console.print(f"and {verdict.more} more")
    count = len(verdict.violations) + verdict.more
    console.print(f"{count} violation{'s' if count > 1 else ''}", style="bold red")
    return False


def _print_violation(console: Console, violation: Violation, line: int) -> None:
    from service.api.problems import violation_entry

    entry = violation_entry(violation)
    where = Text()
    where.append(f"line {line}  " if line else "")
    pointer = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in violation.pointer
    )
    where.append(pointer or "/", style="bold")
    where.append(f"  {violation.level}", style=_COLOURS[violation.level])
    where.append(f" {violation.code}")
    where.append(f" ({violation.rule})" if violation.rule else "", style="cyan")
    console.print(where, soft_wrap=True)
    console.print(Text(f"    {violation.detail}"), soft_wrap=True)
    for key, name in (("value", "found"), ("expected", "expected")):
        if key in entry:
            shown = json.dumps(entry[key], ensure_ascii=False)
            console.print(Text(f"    {name}: {shown}", style="dim"), soft_wrap=True)
    console.print(Text(f"    see {entry['rule_url']}", style="dim"), soft_wrap=True)


@cli.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--state", type=click.Path(path_type=Path), help="Write the last state to this file.")
def replay(file: BinaryIO, state: Path | None) -> None:
    """Check a game in the readable form, from a file or standard input, and print how it stands.

    Every move, event and check value is checked. A game with server chance needs its key in
    SERVER_KEY_FILE.
    """
    if state is not None:
        check_writable(state)
    console = Output()
    key = Settings.from_environment().server_key()
    try:
        game = read_replay(file.read(MAX_BYTES + 1))
    except UnreadableReplay as error:
        for fault in error.faults:
            _print_fault(console, fault.line, fault.detail, fault.rule)
        if error.more:
            console.print(f"and {error.more} more")
        sys.exit(1)
    try:
        outcome = run(game, key)
    except ReplayFailed as failed:
        rule = failed.rejected.error.rule if failed.rejected else ""
        _print_fault(console, failed.line, failed.reason, rule)
        sys.exit(1)
    except (SetupError, ChanceUnavailable) as error:
        _print_fault(console, game.line_of(error), error.reason, error.rule)
        sys.exit(1)
    if state is not None:
        text = json.dumps(write_state(outcome.game), indent=1, sort_keys=True)
        write_text(state, text + "\n")
    _print_standing(console, outcome)


def _print_fault(console: Console, line: int, detail: str, rule: str) -> None:
    where = f"line {line}: " if line else ""
    text = Text(where, style="bold").append(detail, style="not bold red")
    console.print(text.append(f" ({rule})" if rule else "", style="not bold cyan"), soft_wrap=True)


def _print_standing(console: Console, outcome: Outcome) -> None:
    """What was checked, and the animals as they rank now or, in mid-game, as earth stands."""
    game = outcome.game
    console.print(
        f"{outcome.moves} moves and {outcome.checks} checks hold; {place_text(game)}",
        style="bold green",
        highlight=False,
        soft_wrap=True,
    )
    scoring: Any = score_object(game)["animals"]
    owners = {animal: name for name, own in _players(game).items() for animal in own}
    table = Table("rank", "animal", "player", "points", "projected")
    for animal, line in sorted(scoring.items(), key=lambda item: item[1]["rank"]):
        figures = (str(line[key]) for key in ("victory_points", "projected"))
        table.add_row(str(line["rank"]), animal, owners[animal], *figures)
    console.print(table)


def _players(game: GameState) -> dict[str, list[str]]:
    players: Any = write_state(game)["players"]
    found: dict[str, list[str]] = players
    return found


@cli.command()
@click.option("--write", is_flag=True, help="Write openapi/openapi.json anew.")
@click.option("--check", is_flag=True, help="Fail if openapi/openapi.json is stale.")
def openapi(write: bool, check: bool) -> None:
    """Print, write or check the OpenAPI document."""
    from service.api.openapi import openapi_text
    from service.app import create_app

    text = openapi_text(create_app(Settings()))
    if write:
        OPENAPI_FILE.parent.mkdir(exist_ok=True)
        OPENAPI_FILE.write_text(text, encoding="utf-8")
    elif check:
        if not OPENAPI_FILE.exists() or OPENAPI_FILE.read_text(encoding="utf-8") != text:
            raise click.ClickException("openapi/openapi.json is stale; run `make openapi`")
    else:
        click.echo(text, nl=False)
