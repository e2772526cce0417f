"""Whether any bytes are a valid state, and everything that is wrong with them."""

from typing import NamedTuple, TypeGuard

from service.documents.game import GameState
from service.documents.problems import InvalidDocument, Violation
from service.documents.read import read_state
from service.documents.reader import parse


def holds_state(value: object) -> TypeGuard[dict[str, object]]:
    """Whether this is no state, but an object that has one as ``state``, as answers have."""
    return (
        isinstance(value, dict) and "format" not in value and isinstance(value.get("state"), dict)
    )


class Verdict(NamedTuple):
    """The game of a valid document, or None and every violation.

    Pointers are into the text; ``at`` is the pointer of the document in it.
    """

    game: GameState | None
    violations: list[Violation]
    at: str = ""


def judge(data: bytes, *, limit: int) -> Verdict:
    """Judge a text of at most ``limit`` bytes: a state, or an object with one as ``state``.

    Of such an object, a whole answer for one, nothing else is judged but its syntax.
    """
    at = ""
    outside: list[Violation] = []
    try:
        value, reported = parse(data, limit=limit)
        if holds_state(value):
            value = value["state"]
            at = "/state"
            outside = [v for v in reported if not f"{v.pointer}/".startswith("/state/")]
        inside = [
            v._replace(pointer=v.pointer.removeprefix(at)) for v in reported if v not in outside
        ]
        game = read_state(value, inside)
    except InvalidDocument as error:
        found = [v._replace(pointer=at + v.pointer) for v in error.violations]
        return Verdict(None, [*outside, *found], at)
    return Verdict(None if outside else game, outside, at)
