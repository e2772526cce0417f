"""How fast the search is, on stored decisions: ``python -m workers.bench.decisions SIMULATIONS``.

It prints JSON. ``record_decisions`` recorded them.
"""

import json
import sys
import time
from importlib.resources import files
from typing import Any, Final

from service.build import ENGINE
from service.documents.read import read_state
from service.levels import LEVELS
from service.rules.slots import CURSOR
from service.rules.state import State
from service.rules.steps import EXTINCTION, STEPS
from workers.search.levels import decide

FILE: Final = "decisions.json"
# For each number of turns that playouts may go through the last, the strongest, of its levels.
MEASURED: Final = {level.turns: level.name for level in LEVELS if level.turns}


def place_of(state: State) -> str:
    """Where in the turn a decision stands: ``planning``, a section of Execution, or ``reset``."""
    return (
        "reset" if state.slots[CURSOR] >= EXTINCTION else STEPS[state.slots[CURSOR]].split(".")[0]
    )


def stored_decisions() -> list[State]:
    """The 40 decisions, in the order of a turn."""
    text = files("workers.bench").joinpath(FILE).read_text(encoding="utf-8")
    return [read_state(document).state for document in json.loads(text)["states"]]


def measure(simulations: int) -> dict[str, Any]:
    """Playouts, and decisions of so many playouts, per second of one core.

    ``levels`` has them for each of MEASURED: how many ``turns`` their playouts go through at most,
    and the total over the decisions divided by the total CPU time; ``places`` has the same for each
    part of the turn.
    """
    decide(stored_decisions()[0], MEASURED[1], {"simulations": 1}, 1)  # reads the weights
    levels = {
        level: {"turns": turns, **_measure_level(level, simulations)}
        for turns, level in sorted(MEASURED.items())
    }
    return {"simulations": simulations, "levels": levels}


def _measure_level(level: str, simulations: int) -> dict[str, Any]:
    totals: dict[str, list[float]] = {}
    for state in stored_decisions():
        started = time.process_time()
        answer = decide(state, level, {"simulations": simulations}, 1)
        seconds = time.process_time() - started
        for name in ("", place_of(state)):
            total = totals.setdefault(name, [0, 0, 0])
            for i, more in enumerate((1, answer.simulations, seconds)):
                total[i] += more
    rates = {
        name: {
            "decisions": decisions,
            "simulations_per_second": made / seconds,
            "decisions_per_second": decisions / seconds,
        }
        for name, (decisions, made, seconds) in totals.items()
    }
    whole = rates.pop("")
    return {**whole, "places": rates}


if __name__ == "__main__":
    figures = measure(int(sys.argv[1]))
    json.dump({"engine": ENGINE.name, "figures": figures}, sys.stdout)
