"""The AI's levels, budgets and caps, as data that the API and the workers both read."""

from collections.abc import Sequence
from typing import Final, NamedTuple


class Level(NamedTuple):
    """A level of play: its name, what it does, and its budget when the request gives none.

    ``budget`` is ``{"milliseconds": n}`` or ``{"simulations": n}`` per decision, or None for a
    level that looks at each legal move just once and so uses none, whatever the request gives.
    """

    name: str
    description: str
    budget: dict[str, int] | None


LEVELS: Final = (
    Level("random", "Draws one of the legal moves, each with the same chance.", None),
    Level("greedy", "Makes the move after which its position looks best, one step ahead.", None),
)
LEVEL_NAMES: Final = tuple(level.name for level in LEVELS)
DEFAULT_LEVEL: Final = "greedy"  # plays when a request gives a budget and no level

# Caps of a budget, per decision.
BUDGET_CAPS: Final = {"milliseconds": 60_000, "simulations": 100_000}
MAX_PARALLEL: Final = 1

# A request with ``until`` stops here with ``stopped: limit``.
MAX_DECISIONS: Final = 300
MAX_MINUTES: Final = 10


def budget_for(names: Sequence[str], asked: dict[str, int] | None = None) -> dict[str, int] | None:
    """The budget of a search at these levels, the main one first; raises KeyError.

    It is what was ``asked`` for, else that of the first level that uses any; None if none does.
    """
    budgets = {level.name: level.budget for level in LEVELS}
    used = [budgets[name] for name in names if budgets[name] is not None]
    return (asked or used[0]) if used else None
