"""The one JSON reader: strict, bounded, and never surprised.

Depth is checked before parsing, since the parser recurses; integers are bounded before they are
converted, since conversion is quadratic. Objects with duplicate keys, numbers that are no
integers, and strings that are no Unicode text are refused, each with its place: while the parser
runs it does not know where it is, so it leaves a mark, and the marks are looked up afterwards.
"""

import json
import re
from typing import Final, NamedTuple, NoReturn

from service.documents.problems import MAX_VIOLATIONS, Findings, InvalidDocument, Violation
from service.documents.shape import MAX_INT, pointer_part

MAX_DEPTH: Final = 16
_MAX_DIGITS: Final = 17
_PLAIN_STRINGS: Final = re.compile(rb'"[^"]*"?')  # of a text without backslashes: twice as quick
_STRINGS: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKETS: Final = re.compile(_STRINGS.pattern + rb"|[\[{]|[\]}]", re.DOTALL)
_PARENTHESES: Final = bytes.maketrans(b"[{]}", b"(())")
_NO_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in b"[{]}")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class _Mark(NamedTuple):
    """Stands in the parsed value for something that must not be there."""

    code: str
    detail: str
    value: object = None
    expected: object = None
    inside: object = None  # an object with duplicate keys: what it holds all the same


# Stands for a mark that nobody will see: a text of a megabyte can have a quarter of a million.
_ONE_MORE: Final = _Mark("", "")


def _fail(code: str, detail: str, value: object, expected: object = None) -> NoReturn:
    raise InvalidDocument([Violation("syntax", "", code, "", detail, value, expected)])


def _surely_shallow(data: bytes) -> bool:
    """Whether pairs of brackets, taken out from the innermost on, are gone after MAX_DEPTH times.

    This is quick and true of every ordinary text. Where it is false, the brackets are counted one
    by one: they are too deep, or do not match.
    """
    strings = _STRINGS if b"\\" in data else _PLAIN_STRINGS
    brackets = strings.sub(b"", data).translate(_PARENTHESES, _NO_BRACKETS)
    for _ in range(MAX_DEPTH):
        if not brackets:
            break
        brackets = brackets.replace(b"()", b"")
    return not brackets


def _place(data: bytes, offset: int) -> dict[str, int]:
    """Where a fault of the text is: its byte, from 0, and its line, from 1."""
    return {"offset": offset, "line": data.count(b"\n", 0, offset) + 1}


def _check_depth(data: bytes) -> None:
    if _surely_shallow(data):
        return
    depth = 0
    for match in _BRACKETS.finditer(data):
        first = match.group()[:1]
        if first in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                _fail(
                    "too_deep",
                    f"nested more than {MAX_DEPTH} deep at byte {match.start()}",
                    _place(data, match.start()),
                    {"maximum": MAX_DEPTH},
                )
        elif first in b"]}":
            depth -= 1


class _Hooks:
    """What the parser calls; ``marks`` counts the marks it left."""

    def __init__(self) -> None:
        self.marks = 0

    def _mark(
        self, code: str, detail: str, value: object, expected: object = None, inside: object = None
    ) -> _Mark:
        self.marks += 1
        if self.marks > MAX_VIOLATIONS and inside is None:
            return _ONE_MORE
        return _Mark(code, detail, value, expected, inside)

    def integer(self, text: str) -> object:
        """An integer within the bounds, or a mark."""
        if len(text) <= _MAX_DIGITS:
            number = int(text)
            if -MAX_INT <= number <= MAX_INT:
                return number
        shown = text if len(text) <= 20 else text[:20] + "…"
        detail = f"the integer {shown} is beyond ±(2^53 - 1)"
        return self._mark("integer_out_of_range", detail, shown, {"maximum": MAX_INT})

    def real(self, text: str) -> object:
        """A mark: no number of a document has a fraction or an exponent."""
        shown = text if len(text) <= 20 else text[:20] + "…"
        detail = f"numbers must be integers, and {shown} is not written as one"
        return self._mark("not_an_integer", detail, shown, "integer")

    def constant(self, text: str) -> object:
        """A mark: NaN and the infinities are not JSON."""
        return self._mark("not_a_number", f"{text} is not JSON", text)

    def mapping(self, pairs: list[tuple[str, object]]) -> object:
        """The object, or a mark around it if a key stands twice."""
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        seen: set[str] = set()
        twice = ""
        for key, _ in pairs:
            if key in seen:
                twice = key
                break
            seen.add(key)
        shown = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", twice[:40])
        detail = f"the key {shown!r} stands twice in one object"
        return self._mark("duplicate_key", detail, shown, inside=found)


def parse(data: bytes, *, limit: int) -> tuple[object, Findings]:
    """The value of a JSON text in UTF-8 of at most ``limit`` bytes, and what is wrong with it.

    Where a value must not be there, null stands in its place. Of keys that stand twice the last
    one counts. Raises InvalidDocument if there is no value at all, or more faults than are kept.
    """
    if len(data) > limit:
        _fail("too_large", f"the body has more than {limit} bytes", len(data), {"maximum": limit})
    if not data.strip():
        _fail("empty_body", "the body is empty; a JSON value is expected", "")
    _check_depth(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _fail(
            "not_utf8",
            f"the body is not UTF-8 text: byte {error.start} does not fit",
            {**_place(data, error.start), "byte": data[error.start]},
        )
    if text.startswith("\ufeff"):
        detail = "the body starts with a byte order mark, which JSON forbids"
        _fail("byte_order_mark", detail, _place(data, 0))
    hooks = _Hooks()
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=hooks.mapping,
            parse_int=hooks.integer,
            parse_float=hooks.real,
            parse_constant=hooks.constant,
        )
    except json.JSONDecodeError as error:
        offset = len(text[: error.pos].encode())
        place = {**_place(data, offset), "column": error.colno}
        what = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
        _fail(
            "not_json",
            f"not JSON: {what} at line {error.lineno}, column {error.colno}",
            place,
        )
    found = Findings()
    if hooks.marks or "\\u" in text:
        value = _cleared(value, "", found)
        if found.more:
            raise InvalidDocument(found.kept, found.more)
    return value, found


def read_json(data: bytes, *, limit: int) -> object:
    """The value of a JSON text that is as it must be (see ``parse``).

    Raises InvalidDocument, whose violations say what is wrong with the text: one for a text that
    cannot be parsed, otherwise all (see ``Findings``), each with its pointer.
    """
    value, found = parse(data, limit=limit)
    if found:
        raise InvalidDocument(found.kept)
    return value


def _cleared(value: object, pointer: str, found: Findings) -> object:
    """The value without the marks and the strings that are no text, which are reported."""
    if value is _ONE_MORE:
        found.leave_out()
        return None
    if isinstance(value, _Mark):
        twice = value.inside is not None
        where = f"{pointer}/{pointer_part(str(value.value))}" if twice else pointer
        found.add(
            Violation("syntax", where, value.code, "", value.detail, value.value, value.expected)
        )
        value = value.inside
    if isinstance(value, str):
        return None if _check_text(value, pointer, found) else value
    if isinstance(value, dict):
        return {
            key: _cleared(item, f"{pointer}/{pointer_part(key)}", found)
            for key, item in value.items()
            if not _check_text(key, pointer, found)
        }
    if isinstance(value, list):
        return [_cleared(item, f"{pointer}/{i}", found) for i, item in enumerate(value)]
    return value


def _check_text(text: str, pointer: str, found: Findings) -> bool:
    """Whether the text has half of a surrogate pair in it, which is reported."""
    if not _SURROGATE.search(text):
        return False
    detail = "a string contains half of a surrogate pair, which is no text"
    shown = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text[:40])
    found.add(Violation("syntax", pointer, "lone_surrogate", "", detail, shown))
    return True
