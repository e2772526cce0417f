"""Counting sequences of moves, in the engine and in the second implementation.

Chance is manual: each draw of nature is a move, counted once however likely it is. A decision with
one move is carried out without being counted, and so are no interjections. A sequence that ends
the game before its n-th move does not count.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.documents.game import GameState
from service.documents.play import make_moves
from service.documents.read import read_state
from service.documents.reader import read_json
from service.rules.engine import legal_moves, play
from service.rules.state import State
from tests.oracle.documents import read
from tests.oracle.playing import Playing

FILE: Final = Path(__file__).parent / "positions.json"


class Position(NamedTuple):
    """A state document where a game or a turn begins, and the moves from there to the position.

    ``counts`` are those of 1, 2, 3, ... moves.
    """

    name: str
    state: Mapping[str, Any]
    moves: list[str]
    counts: list[int]

    def depth(self, most: int) -> int:
        """The largest depth at which at most so many states are met on the way to the last move."""
        met, depth = 1, 1
        while depth < len(self.counts) and met + self.counts[depth - 1] <= most:
            met += self.counts[depth - 1]
            depth += 1
        return depth


def stored() -> list[Position]:
    """The positions of the file."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return [Position(**entry) for entry in found["positions"]]


def in_engine(position: Position) -> GameState:
    """The position in the engine."""
    data = json.dumps(position.state).encode("utf-8")
    game, _ = make_moves(read_state(read_json(data, limit=1 << 20)), position.moves)
    return game


def in_oracle(position: Position) -> Playing:
    """The position in the second implementation."""
    playing = read(position.state)
    for move in position.moves:
        playing.make(move)
    return playing


def engine_count(state: State, depth: int) -> int:
    """How many sequences of so many moves (1 or more) the engine allows."""
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(engine_count(after, depth - 1) for after in _afterwards(state, moves))


def _afterwards(state: State, moves: list[int]) -> Iterator[State]:
    for move in moves:
        after = state.copy()
        play(after, move)
        yield after


def oracle_count(playing: Playing, depth: int) -> int:
    """How many sequences of so many moves (1 or more) the second implementation allows."""
    if playing.decision is None:
        return 0
    if depth == 1:
        return len(playing.decision.moves)
    count = 0
    for move in playing.decision.moves:
        branch = playing.branch()
        branch.make(move)
        count += oracle_count(branch, depth - 1)
    return count
