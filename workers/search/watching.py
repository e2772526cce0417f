"""How a search tells what it has found so far, and is told to stop.

Whoever asks for a decision may pass a watcher. A search calls it at least twice a second, as often
as it likes (the watcher slows itself down), with its standing; when the watcher answers False, the
search stops soon and answers with the best move it has.
"""

from collections.abc import Callable
from typing import NamedTuple


class Standing(NamedTuple):
    """What a search knows: simulations made, the best move so far and its value in VP.

    ``simulations`` counts from the start of this decision and only grows. ``value`` is that of
    ``best`` (a packed move) to the animal that decides.
    """

    simulations: int
    best: int
    value: float


Watcher = Callable[[Standing], bool]  # answers whether the search is to go on


def go_on(standing: Standing) -> bool:
    """The watcher of whoever does not care."""
    return True
