"""A search for the action to take in a position: candidates, and playouts to compare them."""

from collections.abc import Callable
from typing import Final

from service.rules.geometry import bits
from service.rules.slots import ANIMAL, IN_PLAY, MANUAL
from service.rules.state import State
from workers.search.candidates import Action, find_candidates
from workers.search.halving import halve
from workers.search.outlook import expected_points
from workers.search.planning import Plans
from workers.search.playouts import Playouts
from workers.search.valuation import Valuation

_PLAYOUTS_EACH: Final = 4  # that every candidate can have at least, or there are fewer


def search(
    state: State,
    prices: list[float],
    figure_prices: list[float],
    seed: int,
    simulations: int,
    deadline: float,
    width: int,
    noise: float,
    wavering: float,
    trust: float,
    go_on: Callable[[int, Action], bool],
) -> list[Action]:
    """The actions that the animal that decides may take, compared: see ``halving.best_of``.

    ``prices`` are the fast policy's (``valuation.PRICES``) and ``figure_prices`` those of the
    figures at the end of a turn. ``simulations`` and ``deadline`` as in ``halving.halve``;
    ``width`` is the most candidates, ``noise`` how far playouts stray from plans and ``wavering``
    in actions, ``trust`` what is made of the outcomes of placed pawns.
    """
    root = state.copy()
    root.slots[MANUAL] = 1
    animal = root.slots[root.top() + ANIMAL]
    values = Valuation(prices)
    values.tune(root, expected_points(root, figure_prices))
    plans = Plans(values, trust)
    playouts = Playouts(values, plans, figure_prices, noise, wavering)
    playing = root.slots[IN_PLAY]
    plans.try_actions(root, playing, playouts.ratings)
    for one in bits(playing):
        plans.compare(one, playing & ~(1 << one))
    if simulations:
        width = max(2, min(width, simulations // _PLAYOUTS_EACH))
    candidates = find_candidates(root, playouts, width)
    if len(candidates) > 1:
        halve(candidates, playouts, animal, seed, simulations, deadline, go_on)
    return candidates
