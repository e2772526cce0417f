"""Decisions: who is asked, what kind of question it is, and the moves that answer it."""

import re
from collections.abc import Generator, Iterable
from typing import NamedTuple, TypeVar


class Decision(NamedTuple):
    """A decision with two moves or more; ``animal`` may be nature, who draws (R1.7)."""

    kind: str
    animal: str
    moves: frozenset[str]


_T = TypeVar("_T")
# What yields decisions and is sent their answers.
Asking = Generator[Decision, str, _T]


def ask(kind: str, animal: str, moves: Iterable[str]) -> Asking[str]:
    """Ask, and return the move that answers; where there is only one move nobody is asked."""
    offered = list(moves)
    assert len(set(offered)) == len(offered), f"a move offered twice: {kind} {offered}"
    assert offered, f"nothing can be done: {kind}"
    if len(offered) == 1:
        return offered[0]
    answer = yield Decision(kind, animal, frozenset(offered))
    return answer


def parts(move: str) -> list[str]:
    """The parts of a move: ``migrate:0,0>1,0x2`` has 0,0 and 1,0 and 2."""
    return re.split(r"[@>]|x(?=\d+$)", move.partition(":")[2])
