"""What of a document is not known, so that no check judges what it cannot know.

A value of the wrong type, a name that is misspelt, a key that is missing: each is reported once,
and the place it concerns is noted here. A check then asks for the places it reads, and is left
out when one of them is not known. Otherwise one slip would be followed by false reports of every
sum it is part of.
"""

from collections.abc import Iterator
from typing import Final

Part = str | frozenset[str]

ANY: Final = "*"
# Where the turn is; the document has no place of its own for it (see read_turn.py).
STEP: Final = "/step"
MAX_PATHS: Final = 300  # with more slips than this nothing is taken as known
_MAX_LEAVES: Final = 50


def _meet(path: tuple[Part, ...], pattern: list[str]) -> bool:
    """Whether one is within the other; ``*`` and a set of names stand for several keys."""
    for mine, asked in zip(path, pattern, strict=False):
        fits = asked in mine if isinstance(mine, frozenset) else asked == mine
        if not fits and asked != ANY and mine != ANY:
            return False
    return True


def leaves(value: object) -> Iterator[tuple[str, ...]]:
    """Every path to the end of a value, the last part of it being a text value itself."""
    for count, path in enumerate(_leaves(value)):
        if count == _MAX_LEAVES:
            yield ()
            return
        yield path


def _leaves(value: object) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            for rest in _leaves(item):
                yield (key, *rest)
    else:
        yield (value,) if isinstance(value, str) else ()


class Unknown:
    """The places that are not known, as paths of keys."""

    __slots__ = ("_paths",)

    def __init__(self) -> None:
        self._paths: list[tuple[Part, ...]] = []

    def __bool__(self) -> bool:
        return bool(self._paths)

    def add(self, pointer: str, *more: Part) -> None:
        """Nothing is known of the value at this JSON pointer, followed by further parts."""
        path = (*pointer.split("/")[1:], *more)
        if len(self._paths) >= MAX_PATHS:
            self._paths = [()]
        self._paths.append(path)

    def touches(self, *patterns: str) -> bool:
        """Whether something of what these patterns stand for is not known.

        A pattern is a JSON pointer in which ``*`` stands for any key. A text value counts as one
        more part of its path: ``/elements/*/sun`` are the corners that hold a sun.
        """
        return any(
            _meet(path, asked)
            for pattern in patterns
            for asked in (pattern.split("/")[1:],)
            for path in self._paths
        )
