"""The shape of JSON values: types, keys and names, every fault collected with its pointer."""

import re
from collections.abc import Iterable
from typing import Final

from service.documents.names import INDEX, NAMES
from service.documents.problems import Violation

NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}", re.ASCII)
MAX_COUNT: Final = 2**53 - 1
MAX_ITEMS: Final = 200  # no list or map of a document has more entries that mean something


def _shown(value: object) -> object:
    """The value as a violation quotes it: whole if short, otherwise its beginning."""
    if isinstance(value, int | bool) or value is None:
        return value
    text = value if isinstance(value, str) else f"{type(value).__name__} value"
    return text if len(text) <= 60 else text[:60] + "…"


def escape(key: str) -> str:
    """A key as part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


class Shape:
    """Reads values and collects the violations met on the way, mostly of level ``syntax``.

    Every method answers a usable value, so that reading goes on and finds the other faults too.
    """

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def fault(
        self,
        pointer: str,
        code: str,
        detail: str,
        value: object = None,
        expected: object = None,
        rule: str = "",
        level: str = "syntax",
    ) -> None:
        """Record a violation."""
        self.violations.append(
            Violation(level, pointer, code, rule, detail, _shown(value), expected)
        )

    def mapping(self, value: object, pointer: str) -> dict[str, object]:
        """An object with string keys, or an empty one."""
        if not isinstance(value, dict):
            self.fault(pointer, "wrong_type", "an object is expected here", value, "object")
            return {}
        if len(value) > MAX_ITEMS:
            self.fault(pointer, "too_many", "there are more entries than a game can have")
            return {}
        return value

    def fields(
        self,
        value: object,
        pointer: str,
        required: Iterable[str] = (),
        optional: Iterable[str] = (),
    ) -> dict[str, object]:
        """An object with known keys; unknown and missing ones are faults."""
        found = self.mapping(value, pointer)
        known = {*required, *optional}
        for key in found:
            if key not in known:
                self.fault(
                    f"{pointer}/{escape(key[:40])}",
                    "unknown_key",
                    f"there is no key {key[:40]!r} here; known are {', '.join(sorted(known))}",
                )
        if isinstance(value, dict):
            for key in required:
                if key not in found:
                    self.fault(f"{pointer}/{key}", "missing", f"the key {key!r} is missing")
        return found

    def sequence(self, value: object, pointer: str) -> list[object]:
        """A list, or an empty one."""
        if not isinstance(value, list):
            self.fault(pointer, "wrong_type", "a list is expected here", value, "array")
            return []
        if len(value) > MAX_ITEMS:
            self.fault(pointer, "too_many", "there are more entries than a game can have")
            return []
        return value

    def integer(self, value: object, pointer: str, low: int = 0, high: int = MAX_COUNT) -> int:
        """An integer in a range; bools are no integers."""
        if type(value) is not int:
            self.fault(pointer, "wrong_type", "an integer is expected here", value, "integer")
            return low
        if not low <= value <= high:
            self.fault(
                pointer,
                "out_of_range",
                f"the number must be from {low} to {high}",
                value,
                {"minimum": low, "maximum": high},
            )
            return low
        return value

    def boolean(self, value: object, pointer: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fault(pointer, "wrong_type", "true or false is expected here", value, "boolean")
            return False
        return value

    def text(self, value: object, pointer: str) -> str:
        """A free name or id."""
        if not isinstance(value, str) or NAME.fullmatch(value) is None:
            self.fault(
                pointer,
                "bad_name",
                "a name has 1 to 40 of the characters A-Z a-z 0-9 _ . -",
                value,
                NAME.pattern,
            )
            return ""
        return value

    def choice(self, value: object, pointer: str, options: tuple[str, ...]) -> int:
        """The index of one of several words, or 0."""
        if isinstance(value, str) and value in options:
            return options.index(value)
        shown = list(options) if len(options) <= 12 else f"one of {len(options)} names"
        if type(value) in (dict, list):
            self.fault(pointer, "wrong_type", "a string is expected here", value, shown)
        else:
            self.fault(
                pointer, "unknown_name", f"{_shown(value)!r} is not known here", value, shown
            )
        return 0

    def name(self, value: object, pointer: str, kind: str) -> int:
        """The index of a name of a kind (see names.py), or -1."""
        if kind == "stack":
            return self.integer(value, pointer, 1, len(NAMES[kind])) - 1
        if isinstance(value, str) and value in INDEX[kind]:
            return INDEX[kind][value]
        rule = {"hex": "R1.4", "corner": "R2.4", "space": "R6.2"}.get(kind, "R1")
        self.fault(
            pointer,
            "unknown_name",
            f"{_shown(value)!r} names no {kind}",
            value,
            list(NAMES[kind]) if len(NAMES[kind]) <= 12 else None,
            rule,
        )
        return -1

    def names(self, value: object, pointer: str, kind: str) -> list[int]:
        """A list of different names of a kind, as indices in any order."""
        found: list[int] = []
        for i, item in enumerate(self.sequence(value, pointer)):
            number = self.name(item, f"{pointer}/{i}", kind)
            if number in found:
                self.fault(f"{pointer}/{i}", "duplicate", f"{_shown(item)!r} stands here twice")
            elif number >= 0:
                found.append(number)
        return found

    def counts(self, value: object, pointer: str, kind: str, high: int) -> dict[int, int]:
        """A map from names of a kind to counts; zeros are dropped."""
        found: dict[int, int] = {}
        for key, item in self.mapping(value, pointer).items():
            where = f"{pointer}/{escape(key)}"
            number = self.name(key, where, kind)
            count = self.integer(item, where, 0, high)
            if number >= 0 and count:
                found[number] = count
        return found
