"""The whole benchmark in one run, and its table."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from service.build import PURE_VARIABLE, ROOT
from workers.bench import calls

HTTP_ROUNDS: Final = 10
PEERS_PYTHON: Final = ROOT / "build" / "peers" / "bin" / "python"  # made by `make peers`
_COSTS: Final = (
    ("copy", "copy of a state"),
    ("legal_moves", "legal moves"),
    ("apply", "apply a move"),
    ("score", "score"),
    ("read", "read a document"),
    ("write", "write a document"),
    ("hash", "hash a document"),
)


def run(seconds: float, simulations: int, rounds: int = HTTP_ROUNDS) -> dict[str, Any]:
    """Measure everything; ``seconds`` for each kind of random game.

    ``compiled`` is None where the engine has not been compiled, and so is ``search``, whose
    decisions take so many ``simulations`` each. ``ratio`` of a peer is the compiled engine's
    decisions per second, in games of four, over its actions per second.
    """
    compiled = _engine("compiled", "engine", seconds)
    pure = _engine("pure", "engine", seconds)
    search = None if compiled is None else _engine("compiled", "decisions", simulations)
    peers = _peers(seconds)
    if compiled is not None:
        ours = compiled["random_games"]["4"]["decisions_per_second"]
        for figures in peers.values():
            figures["ratio"] = ours / figures["actions_per_second"]
    http = calls.measure(rounds)
    return {"compiled": compiled, "pure": pure, "search": search, "http": http, "peers": peers}


def _engine(build: str, module: str, amount: float) -> Any:
    """A module's figures on a build, or None where that is not the one that runs when asked for."""
    pure = "1" if build == "pure" else "0"
    command = [sys.executable, "-m", f"workers.bench.{module}", str(amount)]
    found = _json_of(command, {**os.environ, PURE_VARIABLE: pure})
    return found["figures"] if found["engine"] == build else None


def _peers(seconds: float) -> Any:
    python = str(PEERS_PYTHON) if PEERS_PYTHON.exists() else sys.executable
    script = Path(__file__).with_name("peers.py")
    return _json_of([python, "-P", str(script), str(seconds)], dict(os.environ))


def _json_of(command: list[str], environment: dict[str, str]) -> Any:
    done = subprocess.run(  # noqa: S603 - our own command lines
        command, env=environment, stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout)


def show(figures: dict[str, Any], console: Console) -> None:
    """Print the figures as tables."""
    compiled, pure = figures["compiled"], figures["pure"]
    table = Table("engine", "compiled", "pure", "ratio")
    for players in pure["random_games"]:
        for unit, shown in (("decisions", "{:,.0f}"), ("games", "{:,.1f}")):
            one, other = (
                found and found["random_games"][players][f"{unit}_per_second"]
                for found in (compiled, pure)
            )
            _row(table, f"{players} animals: {unit}/s", shown, one, other, one and one / other)
    for key, name in _COSTS:
        one, other = (found and found[f"{key}_microseconds"] for found in (compiled, pure))
        _row(table, f"{name}, µs", "{:,.2f}", one, other, one and other / one)
    console.print(table)
    if compiled is None:
        console.print("The engine has not been compiled (dominant-species build).")
    if figures["search"] is not None:
        for level, row in figures["search"]["levels"].items():
            console.print(_search_table(level, row, figures["search"]["simulations"]))
    table = Table("HTTP, median", "ms", "floor, ms", "ratio", "typed echo, ms")
    for call, row in figures["http"].items():
        values = (row[k] for k in ("median_ms", "floor_ms", "ratio_to_floor", "typed_echo_ms"))
        table.add_row(call, *(f"{value:.2f}" for value in values))
    console.print(table)
    if not figures["peers"]:
        console.print("No comparable engine is installed (make peers).")
        return
    table = Table("peer", "actions/s", "games/s", "compiled, times as fast")
    for name, row in figures["peers"].items():
        ratio = f"{row['ratio']:.1f}" if "ratio" in row else "-"
        actions, games = row["actions_per_second"], row["games_per_second"]
        table.add_row(name, f"{actions:,.0f}", f"{games:,.1f}", ratio)
    console.print(table)


def _search_table(level: str, search: dict[str, Any], simulations: int) -> Table:
    """A level's speed on one core, compiled, in each part of a turn and in all."""
    turns = "1 turn" if search["turns"] == 1 else f"up to {search['turns']} turns"
    name = f"{level}, {simulations} playouts of {turns}"
    table = Table(name, "decisions", "playouts/s", "decisions/s")
    for name, row in {**search["places"], "all": search}.items():
        table.add_row(
            name,
            str(row["decisions"]),
            f"{row['simulations_per_second']:,.0f}",
            f"{row['decisions_per_second']:.1f}",
        )
    return table


def _row(
    table: Table, name: str, shown: str, one: float | None, other: float, ratio: float | None
) -> None:
    table.add_row(
        name,
        "-" if one is None else shown.format(one),
        shown.format(other),
        "-" if ratio is None else f"{ratio:.1f}",
    )
