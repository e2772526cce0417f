"""Whether any bytes are a valid state, and everything that is wrong with them."""

from typing import NamedTuple, TypeGuard

from service.documents.game import GameState
from service.documents.problems import Findings, InvalidDocument, Violation
from service.documents.read import read_state
from service.documents.reader import parse


def holds_state(value: object) -> TypeGuard[dict[str, object]]:
    """Whether this is no state, but an object that has one as ``state``, as answers have."""
    return (
        isinstance(value, dict) and "format" not in value and isinstance(value.get("state"), dict)
    )


class Verdict(NamedTuple):
    """The game of a valid document, or None and every violation.

    Pointers are into the text; ``at`` is the pointer of the document in it. ``more`` violations
    were found than ``violations`` has room for (see ``Findings``).
    """

    game: GameState | None
    violations: list[Violation]
    at: str = ""
    more: int = 0


def judge(data: bytes, *, limit: int) -> Verdict:
    """Judge a text of at most ``limit`` bytes: a state, or an object with one as ``state``.

    Of such an object, a whole answer for one, nothing else is judged but its syntax.
    """
    at = ""
    inside = Findings()
    outside = Findings()
    try:
        value, reported = parse(data, limit=limit)
        if holds_state(value):
            value = value["state"]
            at = "/state"
        for violation in reported.kept:
            if f"{violation.pointer}/".startswith(f"{at}/"):
                pointer = violation.pointer.removeprefix(at)
                inside.add(violation._replace(pointer=pointer))
            else:
                outside.add(violation)
        game = read_state(value, inside)
    except InvalidDocument as error:
        for violation in error.violations:
            outside.add(violation._replace(pointer=at + violation.pointer))
        return Verdict(None, outside.kept, at, outside.more + error.more)
    return Verdict(None if outside else game, outside.kept, at)
