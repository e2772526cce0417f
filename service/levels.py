"""The AI's levels, budgets and caps, as data that the API and the workers both read."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class Level(NamedTuple):
    """A level of play: its name, what it does, and its budget when the request gives none.

    ``budget`` is ``{"milliseconds": n}`` or ``{"simulations": n}`` per decision, or None for a
    level that looks at each legal move just once and so uses none, whatever the request gives.
    ``turns`` is how many turns it plays out at most, with the current one: 0 for such a level.
    From a placement it is one fewer, but at least the current one.
    """

    name: str
    description: str
    budget: dict[str, int] | None
    turns: int


LEVELS: Final = (
    Level("random", "Draws one of the legal moves, each with the same chance.", None, 0),
    Level("greedy", "Makes the move after which its position looks best, one step ahead.", None, 0),
    Level(
        "easy",
        "Plays the turn out a few times in its head before it moves.",
        {"simulations": 25},
        1,
    ),
    Level(
        "medium",
        "Plays the turn out a hundred times to compare its plans.",
        {"simulations": 100},
        1,
    ),
    Level(
        "hard",
        "Plays the turn out hundreds of times, and once Planning is over the next one too.",
        {"simulations": 400},
        2,
    ),
    Level(
        "expert",
        "Plays two turns out over a thousand times, and three once Planning is over.",
        {"simulations": 1200},
        3,
    ),
)
LEVEL_NAMES: Final = tuple(level.name for level in LEVELS)
DEFAULT_LEVEL: Final = "medium"  # plays when a request names none

# The search's learned numbers: other numbers, other answers. A test holds it to the data file.
WEIGHTS_VERSION: Final = "8"

# Caps of a budget, per decision.
BUDGET_CAPS: Final = {"milliseconds": 60_000, "simulations": 100_000}
MAX_PARALLEL: Final = 16  # parts of a search

# A request with ``until`` stops here with ``stopped: limit``.
MAX_DECISIONS: Final = 300
MAX_MINUTES: Final = 10


def budget_for(names: Iterable[str], asked: dict[str, int] | None) -> dict[str, int] | None:
    """The budget of a search at these levels, with what was ``asked`` for; raises KeyError.

    None if no level uses any, or if the levels have different ones and each is to use its own.
    """
    own = [budget for budget in map(own_budget, names) if budget is not None]
    if not own:
        return None
    return asked or (own[0] if own.count(own[0]) == len(own) else None)


def parallel_for(names: Iterable[str], asked: int) -> int:
    """The parts of a search at these levels where so many were ``asked`` for; raises KeyError.

    Just one if no level uses a budget, for then there is nothing to split.
    """
    return asked if any(own_budget(name) is not None for name in names) else 1


def own_budget(name: str) -> dict[str, int] | None:
    """The budget that a level has when none is asked for; raises KeyError."""
    return level_named(name).budget


def level_named(name: str) -> Level:
    """The level of that name; raises KeyError."""
    return {level.name: level for level in LEVELS}[name]
