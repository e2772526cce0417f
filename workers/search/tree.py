"""A shallow tree of the placements that follow a candidate, grown as playouts come in.

Nothing is drawn while pawns are placed, so a node stands for one position. Each animal chooses for
itself (max^n) by an upper confidence bound. A node has few children at first, the fast policy's
choices, and more the more often it is visited (progressive widening), so that what is plainly bad
takes no playouts.
"""

import math
from typing import Final, final

DEEPEST: Final = 3  # placements after the candidate's that the tree chooses
_WIDENING: Final = 0.6  # children for each root of the visits
_CURIOSITY: Final = 3.6  # VP of doubt about a child that has been tried once


@final
class Node:
    """What is known after some placements: the moves tried there, and how the turns ended.

    ``sums`` holds for each of ``moves`` the leads, in VP, of the animal that makes it, over its
    ``visits``; ``children`` are the nodes after them. ``total`` sums up the visits.
    """

    __slots__ = ("children", "moves", "reach", "sums", "total", "visits")

    def __init__(self) -> None:
        self.moves: list[int] = []
        self.children: list[Node] = []
        self.sums: list[float] = []
        self.visits: list[int] = []
        self.total: int = 0
        # 1 + 1/2 + ... + 1/total, which grows as a logarithm does and is the same everywhere.
        self.reach: float = 0.0

    def is_full(self) -> bool:
        """Whether it has as many children as its visits allow."""
        return len(self.moves) >= 1 + int(_WIDENING * math.sqrt(self.total))

    def most_promising(self) -> int:
        """The index of the child with the highest bound: what it may be worth at the most."""
        best = 0
        highest = -1.0e18
        for i in range(len(self.moves)):
            visits = float(self.visits[i])
            bound = self.sums[i] / visits + _CURIOSITY * math.sqrt(self.reach / visits)
            if bound > highest:
                highest = bound
                best = i
        return best

    def index_of(self, move: int) -> int:
        """The index of the child after a move; a new one if the move has not been tried."""
        for i in range(len(self.moves)):
            if self.moves[i] == move:
                return i
        self.moves.append(move)
        self.children.append(Node())
        self.sums.append(0.0)
        self.visits.append(0)
        return len(self.moves) - 1

    def credit(self, i: int, lead: float) -> None:
        """Tell how a playout through the child of that index ended, for who moved there."""
        self.visits[i] += 1
        self.sums[i] += lead
        self.total += 1
        self.reach += 1.0 / self.total

    def line(self) -> list[int]:
        """The moves made most often, from here on."""
        moves: list[int] = []
        node = self
        while node.moves:
            i = node.visits.index(max(node.visits))
            moves.append(node.moves[i])
            node = node.children[i]
        return moves
