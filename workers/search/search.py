"""A search for the action to take in a position: candidates, and playouts to compare them."""

from collections.abc import Callable
from typing import Final

from service.rules.kinds import PLACE_PAWN
from service.rules.slots import ANIMAL, IN_PLAY, KIND, MANUAL
from service.rules.state import State
from workers.search.candidates import Action, find_candidates
from workers.search.halving import halve
from workers.search.horizon import Horizon
from workers.search.weights import Weights

_PLAYOUTS_EACH: Final = 4  # that every candidate can have at least, or there are fewer


def search(
    state: State,
    learned: Weights,
    seed: int,
    simulations: int,
    deadline: float,
    turns: int,
    width: int,
    noise: float,
    wavering: float,
    trust: float,
    go_on: Callable[[int, Action], bool],
) -> list[Action]:
    """The actions that the animal that decides may take, compared: see ``halving.best_of``.

    ``simulations`` and ``deadline`` as in ``halving.halve``; ``width`` is the most candidates,
    ``turns`` how many turns are played out (from a placement one fewer, but at least 1), ``noise``
    how far playouts stray from plans and ``wavering`` in actions, ``trust`` what is made of the
    outcomes of placed pawns.
    """
    root = state.copy()
    root.slots[MANUAL] = 1
    animal = root.slots[root.top() + ANIMAL]
    if root.slots[root.top() + KIND] == PLACE_PAWN:
        # Most of the current turn's luck is still to come first.
        turns = max(1, turns - 1)
    common = learned.common[root.slots[IN_PLAY].bit_count()]
    horizon = Horizon(root, learned.policy, learned.figures, common, turns, noise, wavering, trust)
    if simulations:
        width = max(2, min(width, simulations // _PLAYOUTS_EACH))
    candidates = find_candidates(root, horizon.now, width)
    if len(candidates) > 1:
        halve(candidates, horizon, animal, seed, simulations, deadline, go_on)
    return candidates
