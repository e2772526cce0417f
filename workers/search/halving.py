"""Sequential halving: playouts for all candidates, then for the better half, and so on.

Karnin, Koren and Somekh (2013) show that this finds the best of several arms with a fixed number
of pulls about as surely as any method that knows no more. All candidates of a round get the same
seeds, so that luck is the same for all.
"""

import time
from collections.abc import Callable
from typing import Final

from workers.search.candidates import Action
from workers.search.horizon import Horizon

SEED_STEP: Final = 0x9E3779B1  # between the seeds of two playouts
_RENEWAL: Final = 8  # passes through the candidates that share the plans of the turns to come
_SEED_MASK: Final = (1 << 61) - 1


def rounds_for(count: int) -> int:
    """How many halvings leave one of so many candidates."""
    return (count - 1).bit_length()


def halve(
    candidates: list[Action],
    horizon: Horizon,
    animal: int,
    seed: int,
    simulations: int,
    deadline: float,
    go_on: Callable[[int, Action], bool],
) -> None:
    """Share out playouts among the candidates, in place.

    ``simulations`` bounds their number and ``deadline`` (of ``time.monotonic``) their time; one of
    the two may be 0, for no bound. ``go_on`` is told the number and the best candidate after each
    pass, and answers whether to go on.
    """
    alive = candidates[:]
    rounds = rounds_for(len(alive))
    made = 0
    number = 0
    started = time.monotonic()
    for done in range(rounds):
        share = (simulations - made) // ((rounds - done) * len(alive)) if simulations else 1 << 40
        share = max(1, share)
        until = deadline
        if deadline:
            until = started + (deadline - started) * (done + 1) / rounds
        for _ in range(share):
            if number % _RENEWAL == 0:
                # Each of those left in turn, so that the plans favour none.
                found = alive[number // _RENEWAL % len(alive)]
                horizon.look_ahead(found.state.copy(), (seed + SEED_STEP * number) & _SEED_MASK)
            for candidate in alive:
                trial = candidate.state.copy()
                horizon.run(trial, (seed + SEED_STEP * number) & _SEED_MASK, candidate.tree)
                candidate.total += horizon.outcome[animal]
                candidate.visits += 1
                candidate.steps += horizon.steps
                candidate.ended += horizon.over
                for other in range(6):
                    candidate.points[other] += horizon.points[other]
                made += 1
                if simulations and made >= simulations:
                    return
                if deadline and time.monotonic() > deadline:
                    return
            number += 1
            if not go_on(made, best_of(alive)):
                return
            if deadline and time.monotonic() > until:
                break
        alive.sort(key=_mean, reverse=True)
        alive = alive[: (len(alive) + 1) // 2]
        for candidate in alive:
            candidate.rounds += 1


def _mean(candidate: Action) -> float:
    return candidate.mean()


def best_of(candidates: list[Action]) -> Action:
    """The one that stayed longest in the comparison, of equals the best, of equals the first.

    Visits do not count: time may run out in the middle of a pass.
    """
    best = candidates[0]
    for candidate in candidates:
        if candidate.rounds > best.rounds or (
            candidate.rounds == best.rounds and candidate.mean() > best.mean()
        ):
            best = candidate
    return best
