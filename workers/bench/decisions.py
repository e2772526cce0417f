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
from service.rules.slots import CURSOR
from service.rules.state import State
from service.rules.steps import EXTINCTION, STEPS
from workers.search.levels import decide

FILE: Final = "decisions.json"
LEVEL: Final = "hard"


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
    """Playouts to the end of the turn, and decisions, per second of one core.

    Each is the total over the decisions divided by the total CPU time; ``places`` has the same for
    each part of the turn. A decision has so many playouts.
    """
    decide(stored_decisions()[0], LEVEL, {"simulations": 1}, 1)  # reads the weights
    totals: dict[str, list[float]] = {}
    for state in stored_decisions():
        started = time.process_time()
        answer = decide(state, LEVEL, {"simulations": simulations}, 1)
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
    return {**whole, "simulations": simulations, "places": rates}


if __name__ == "__main__":
    figures = measure(int(sys.argv[1]))
    json.dump({"engine": ENGINE.name, "figures": figures}, sys.stdout)
