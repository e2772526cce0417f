"""From a level's name to a move: the way into the search."""

import math
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from service.levels import Level, level_named
from service.rules.dominance import interject
from service.rules.engine import is_legal, random_move
from service.rules.geometry import bits
from service.rules.rng import Random
from service.rules.slots import IN_PLAY
from service.rules.state import State
from workers.search.candidates import Action
from workers.search.figures import between, progress
from workers.search.halving import best_of
from workers.search.odds import win_probabilities
from workers.search.parts import CarryOut, Found, Part, Tally, Tried, merge, parts_of
from workers.search.policies import claims, decider, rate_moves
from workers.search.search import search
from workers.search.watching import Standing, Watcher, go_on
from workers.search.weights import weights

SHOWN: Final = 5  # how many of the moves considered an answer shows
WIDTH: Final = 12  # how many actions a search considers at most
NOISE: Final = 3.0  # how far playouts stray from the best plan, in VP
WAVERING: Final = 1.0  # how far from the best move of an action, in VP
TRUST: Final = 1.0  # what a search makes of the outcomes of placed pawns


class Candidate(NamedTuple):
    """A move that was considered, and its value to the animal that decides.

    ``value`` is the animal's lead over its opponents, in VP; a search knows none of a move that it
    has not played out. ``visits`` are a search's playouts after the move and ``prior`` what the
    move seemed worth before them, which tells only which of a decision's moves seemed better;
    ``points`` are the final VP that each animal can then expect.
    """

    move: int
    value: float | None
    visits: int = 0
    prior: float | None = None
    points: dict[int, float] | None = None


class Answer(NamedTuple):
    """What the animal does: its claims (R4.3), made first, and then its move.

    With them the best candidates, how many moves were tried or playouts made, and the rest of
    the action as planned. Of a search also what each animal can expect, final VP and the
    probability to win, how many decisions ahead that was looked, in the mean, and in Planning the
    placements of other animals that it expects next.
    """

    claims: list[int]
    move: int
    candidates: list[Candidate]
    simulations: int
    plan: list[int]
    points: dict[int, float] | None = None
    win: dict[int, float] | None = None
    depth: int | None = None
    replies: Sequence[int] = ()


def _random(state: State, seed: int, watcher: Watcher) -> Answer:
    return Answer(claims(state, decider(state)), random_move(state, Random(seed)), [], 0, [])


def _greedy(state: State, seed: int, watcher: Watcher) -> Answer:
    rated = rate_moves(state, seed, watcher)
    candidates = [Candidate(move, value) for value, move in rated[:SHOWN]]
    own_claims = claims(state, decider(state))
    return Answer(own_claims, candidates[0].move, candidates, len(rated), [])


def carry_out_part(root: State, part: Part, watcher: Watcher) -> Found:
    """What a part of a search finds in a position, in which the claims have been made."""

    def told(made: int, best: Action) -> bool:
        return watcher(Standing(made, best.moves[0], best.mean()))

    candidates = search(
        root,
        weights(),
        part.seed,
        part.simulations,
        part.deadline,
        part.turns,
        WIDTH,
        NOISE,
        WAVERING,
        TRUST,
        told,
    )
    return Found(
        candidates.index(best_of(candidates)),
        [
            Tried(
                one.moves,
                one.prior,
                one.visits,
                one.total,
                one.rounds,
                one.points,
                one.steps,
                one.ended,
                one.tree.line(),
            )
            for one in candidates
        ],
    )


def in_turn(root: State, parts: Sequence[Part], watcher: Watcher) -> list[Found]:
    """Carry the parts out one after another, here: with a deadline, the first takes all the time.

    Where there is nothing to choose from, or the watcher says stop, the rest is left.
    """
    tally = Tally(watcher)
    found: list[Found] = []
    for number, part in enumerate(parts):
        found.append(carry_out_part(root, part, tally.watch(number)))
        tally.finish(number, found[-1])
        if part.deadline or tally.stopped or len(found[0].candidates) == 1:
            break
    return found


def _search(
    state: State,
    level: Level,
    budget: dict[str, int],
    seed: int,
    watcher: Watcher,
    parallel: int,
    carry_out: CarryOut,
) -> Answer:
    started = time.monotonic()
    milliseconds = budget.get("milliseconds", 0)
    deadline = started + milliseconds / 1000.0 if milliseconds else 0.0
    own_claims = claims(state, decider(state))
    root = state.copy()
    for claim in own_claims:
        interject(root, claim)
    parts = parts_of(seed, budget.get("simulations", 0), deadline, level.turns, parallel)
    found = merge(carry_out(root, parts, watcher))
    share = progress(root)
    learned = weights()
    animals = bits(root.slots[IN_PLAY])
    best = found.candidates[found.best]
    ending = learned.ending * math.sqrt(best.depth())
    spread = between(between(*learned.spread, share), ending, best.share_ended())
    shown = sorted(found.candidates, key=lambda one: (one is not best, -one.rounds, -one.mean()))
    points = _mean_points(best, animals)
    return Answer(
        own_claims,
        best.moves[0],
        [_shown(one, animals) for one in shown[:SHOWN]],
        found.simulations(),
        best.moves[1:],
        points,
        points and win_probabilities(root, _mean(best), spread),
        best.depth(),
        best.replies,
    )


def _mean(candidate: Tried) -> list[float]:
    return [total / max(1, candidate.visits) for total in candidate.points]


def _mean_points(candidate: Tried, animals: list[int]) -> dict[int, float] | None:
    if not candidate.visits:
        return None
    mean = _mean(candidate)
    return {animal: mean[animal] for animal in animals}


def _shown(candidate: Tried, animals: list[int]) -> Candidate:
    return Candidate(
        candidate.moves[0],
        candidate.mean() if candidate.visits else None,
        candidate.visits,
        candidate.prior,
        _mean_points(candidate, animals),
    )


# The levels that think about each move just once, and so use no budget.
_AT_SIGHT: Final[dict[str, Callable[[State, int, Watcher], Answer]]] = {
    "random": _random,
    "greedy": _greedy,
}


def decide(
    state: State,
    level: str,
    budget: dict[str, int] | None,
    seed: int,
    watcher: Watcher = go_on,
    parallel: int = 1,
    carry_out: CarryOut = in_turn,
) -> Answer:
    """The move that the level makes in a state with a pending decision.

    ``budget`` is ``{"simulations": n}`` or ``{"milliseconds": n}``, or None for the level's own;
    random and greedy need none. ``seed`` is a non-negative int. The search is split into
    ``parallel`` parts at most, which ``carry_out`` carries out. The same state, level, budget in
    simulations, seed and ``parallel`` give the same answer, unless ``watcher`` stops the search
    before its end. Raises KeyError for a level that does not exist.
    """
    own = level_named(level)
    if own.budget is None:
        return _AT_SIGHT[level](state, seed, watcher)
    return _search(state, own, budget or own.budget, seed, watcher, parallel, carry_out)


class Follower:
    """Decides again and again, and carries out an action as it was planned at its first step.

    A plan ends where another animal decides or something is drawn, so what it holds still fits
    as long as the same animal decides.
    """

    def __init__(self) -> None:
        self._plan: list[int] = []
        self._animal = -1

    def decide(
        self,
        state: State,
        level: str,
        budget: dict[str, int] | None,
        seed: int,
        watcher: Watcher = go_on,
        parallel: int = 1,
        carry_out: CarryOut = in_turn,
    ) -> Answer:
        """As ``levels.decide``; a step of a plan comes without candidates."""
        animal = decider(state)
        if self._plan and animal == self._animal and is_legal(state, self._plan[0]):
            move = self._plan.pop(0)
            return Answer(claims(state, animal), move, [], 0, self._plan[:])
        answer = decide(state, level, budget, seed, watcher, parallel, carry_out)
        self._plan = answer.plan[:]
        self._animal = animal
        return answer
