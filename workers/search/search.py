"""A search for the action to take in a position: candidates, playouts, and the best of them."""

from collections.abc import Callable
from typing import Final, NamedTuple, final

from service.rules.geometry import bits
from service.rules.slots import ANIMAL, IN_PLAY, KIND, MANUAL
from service.rules.state import State
from workers.search.candidates import Candidate, find_candidates
from workers.search.halving import best_of, halve
from workers.search.outlook import expected_points
from workers.search.planning import Plans
from workers.search.playouts import PAWN_KINDS, Playouts
from workers.search.valuation import Valuation

_PLAYOUTS_EACH: Final = 4  # that every candidate can have at least, or there are fewer


@final
class Found(NamedTuple):
    """What a search answers: the candidates, the best of them, and the playouts it took."""

    best: Candidate
    candidates: list[Candidate]
    simulations: int


def search(
    state: State,
    prices: list[float],
    figure_prices: list[float],
    seed: int,
    simulations: int,
    deadline: float,
    width: int,
    noise: float,
    trust: float,
    go_on: Callable[[int, Candidate], bool],
) -> Found:
    """The best action for the animal that decides.

    ``prices`` are the fast policy's (``valuation.PRICES``) and ``figure_prices`` those of the
    figures at the end of a turn. ``simulations`` and ``deadline`` as in ``halving.halve``; with
    neither, the fast policy's own choice is answered. ``width`` is the most candidates, ``noise``
    how far playouts stray, ``trust`` what is made of the outcomes of placed pawns.
    """
    root = state.copy()
    root.slots[MANUAL] = 1
    animal = root.slots[root.top() + ANIMAL]
    values = Valuation(prices)
    values.tune(root, expected_points(root, figure_prices))
    plans = Plans(values, trust)
    playouts = Playouts(values, plans, figure_prices, noise)
    thinking = bool(simulations or deadline)
    if thinking or root.slots[root.top() + KIND] in PAWN_KINDS:
        playing = root.slots[IN_PLAY]
        plans.try_actions(root, playing, playouts.ratings)
        for one in bits(playing):
            plans.compare(one, playing & ~(1 << one))
    if not thinking:
        width = 1
    elif simulations:
        width = max(2, min(width, simulations // _PLAYOUTS_EACH))
    candidates = find_candidates(root, playouts, width)
    made = 0
    if len(candidates) > 1:
        made = halve(candidates, playouts, animal, seed, simulations, deadline, go_on)
    return Found(best_of(candidates), candidates, made)
