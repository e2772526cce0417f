"""Whole actions to choose from, each begun with one move and finished by the fast policy."""

from typing import Final, final

from service.rules import kinds
from service.rules.engine import play
from service.rules.slots import ANIMAL, CURSOR, DEPTH, KIND
from service.rules.state import State
from service.rules.steps import EXTINCTION
from workers.search.fast import best_move, rate
from workers.search.playouts import PAWN_KINDS, Playouts
from workers.search.tree import Node

_LONGEST: Final = 40  # moves of one action
# Decisions that begin something of its own, so that an action is over when they come.
_OF_ITS_OWN: Final = (
    kinds.PLACE_PAWN,
    kinds.DOMINATE,
    kinds.TAKE_CARD,
    kinds.PLACE_INITIATIVE_PAWN,
)


@final
class Action:
    """An action: its moves, the state after them, and what playouts found.

    ``prior`` is what the fast policy thinks of its first move, in VP; ``total`` sums up the
    animal's leads after ``visits`` playouts, ``points`` the final VP of every animal and ``steps``
    the decisions made in them; ``ended`` of them came to the game's end in the first turn.
    ``rounds`` counts the comparisons it was not dropped in, ``tree`` holds the placements after it.
    """

    __slots__ = (
        "ended",
        "moves",
        "points",
        "prior",
        "rounds",
        "state",
        "steps",
        "total",
        "tree",
        "visits",
    )

    def __init__(self, moves: list[int], state: State, prior: float) -> None:
        self.moves: list[int] = moves
        self.state: State = state
        self.prior: float = prior
        self.total: float = 0.0
        self.visits: int = 0
        self.rounds: int = 0
        self.points: list[float] = [0.0] * 6
        self.steps: int = 0
        self.ended: int = 0
        self.tree: Node = Node()

    def mean(self) -> float:
        """The animal's mean lead; the worst there is without a playout."""
        return self.total / self.visits if self.visits else -1.0e9


def find_candidates(state: State, playouts: Playouts, most: int) -> list[Action]:
    """The actions that begin with the best-rated moves, best first, at most so many.

    Those that come to the same position, such as a Migration in another order, count once. Asked
    before the first playout, while the plans have no noise.
    """
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    kind = slots[top + KIND]
    ratings = playouts.ratings
    if kind in PAWN_KINDS:
        playouts.plans.fill(state, animal, ratings.spaces)
    rate(state, playouts.values, ratings)
    rated = [(-ratings.scores[i], ratings.moves[i]) for i in range(len(ratings.moves))]
    rated.sort()
    found: list[Action] = []
    seen: set[str] = set()
    for score, move in rated:
        after = state.copy()
        play(after, move, EXTINCTION)
        moves = [move]
        if kind != kinds.PLACE_PAWN:
            _finish(after, animal, slots[CURSOR], moves, playouts)
        position = str(after.slots)
        if position not in seen:
            seen.add(position)
            found.append(Action(moves, after, -score))
            if len(found) == most:
                break
    return found


def _finish(state: State, animal: int, cursor: int, moves: list[int], playouts: Playouts) -> None:
    """Go on with the action, in place, as long as the animal alone decides."""
    slots = state.slots
    while slots[DEPTH] and slots[CURSOR] == cursor and len(moves) < _LONGEST:
        top = state.top()
        if slots[top + ANIMAL] != animal or slots[top + KIND] in _OF_ITS_OWN:
            return
        move = best_move(state, playouts.values, playouts.ratings)
        moves.append(move)
        play(state, move, EXTINCTION)
