"""Whether any bytes are a valid state, and everything that is wrong with them."""

from typing import NamedTuple

from service.documents.game import GameState
from service.documents.problems import InvalidDocument, Violation
from service.documents.read import read_state
from service.documents.reader import parse


class Verdict(NamedTuple):
    """The game of a valid document, or None and every violation.

    Pointers are into the text; ``at`` is the pointer of the document in it.
    """

    game: GameState | None
    violations: list[Violation]
    at: str = ""


def judge(data: bytes, *, limit: int) -> Verdict:
    """Judge a text of at most ``limit`` bytes: a state, or an object with one as ``state``."""
    at = ""
    try:
        value, reported = parse(data, limit=limit)
        if isinstance(value, dict) and set(value) == {"state"}:
            value = value["state"]
            at = "/state"
        inside = [v._replace(pointer=v.pointer.removeprefix(at)) for v in reported]
        return Verdict(read_state(value, inside), [], at)
    except InvalidDocument as error:
        found = [v._replace(pointer=at + v.pointer) for v in error.violations]
        return Verdict(None, found, at)
