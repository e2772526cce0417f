"""Moves with what they are worth: what the fast policy fills and chooses from."""

from typing import Final, final

from service.rules.geometry import HEX_COUNT
from service.rules.tables import SPACES
from workers.search.noise import mixed, stray

UNKNOWN: Final = -1.0e9  # of a worth not reckoned yet


@final
class Ratings:
    """Packed moves and their worth, side by side, in no order.

    ``spaces`` holds the worth of each action space to each animal, row by row, which whoever
    plans fills in; ``memo`` is scratch room for six numbers a hex.
    """

    __slots__ = ("memo", "moves", "scores", "spaces")

    def __init__(self) -> None:
        self.moves: list[int] = []
        self.scores: list[float] = []
        self.spaces: list[float] = [0.0] * (6 * len(SPACES))
        self.memo: list[float] = [UNKNOWN] * (6 * HEX_COUNT)

    def clear(self) -> None:
        """Forget all moves."""
        self.moves.clear()
        self.scores.clear()

    def forget(self) -> None:
        """Clear the scratch room."""
        for i in range(6 * HEX_COUNT):
            self.memo[i] = UNKNOWN

    def add(self, move: int, score: float) -> None:
        """Note a move and its worth."""
        self.moves.append(move)
        self.scores.append(score)

    def best(self) -> int:
        """The move worth most, the lowest of equals."""
        moves = self.moves
        scores = self.scores
        best = 0
        for i in range(1, len(moves)):
            if scores[i] > scores[best] or (scores[i] == scores[best] and moves[i] < moves[best]):
                best = i
        return moves[best]

    def best_shaken(self, key: int, strength: float) -> int:
        """The move worth most after so much noise in VP, the lowest of equals.

        With the same key, a move has the same noise among whatever others.
        """
        moves = self.moves
        best = -1
        most = 0.0
        for i in range(len(moves)):
            score = self.scores[i] + strength * stray(mixed(key, moves[i]))
            if best < 0 or score > most or (score == most and moves[i] < moves[best]):
                most = score
                best = i
        return moves[best]
