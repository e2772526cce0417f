"""The one JSON reader: strict, bounded, and never surprised.

Depth is checked before parsing, since the parser recurses; integers are bounded before they are
converted, since conversion is quadratic. Objects with duplicate keys, numbers that are no
integers, and strings that are no Unicode text are refused.
"""

import json
import re
from typing import Final, NoReturn

from service.documents.problems import InvalidDocument, Violation

MAX_DEPTH: Final = 16
MAX_INT: Final = 2**53 - 1
_MAX_DIGITS: Final = 17
_BRACKETS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def _fail(code: str, detail: str, value: object = None, expected: object = None) -> NoReturn:
    raise InvalidDocument([Violation("syntax", "", code, "", detail, value, expected)])


def _check_depth(data: bytes) -> None:
    depth = 0
    for match in _BRACKETS.finditer(data):
        first = match.group()[:1]
        if first in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                _fail(
                    "too_deep",
                    f"nested more than {MAX_DEPTH} deep at byte {match.start()}",
                    expected=MAX_DEPTH,
                )
        elif first in b"]}":
            depth -= 1


def _int(text: str) -> int:
    if len(text) > _MAX_DIGITS or abs(int(text)) > MAX_INT:
        _fail(
            "integer_out_of_range",
            f"the integer {text[:20]}{'…' if len(text) > 20 else ''} is beyond ±(2^53 - 1)",
        )
    return int(text)


def _float(text: str) -> NoReturn:
    _fail("not_an_integer", f"numbers must be integers, and {text[:20]} is not written as one")


def _constant(text: str) -> NoReturn:
    _fail("not_a_number", f"{text} is not JSON")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                _fail("duplicate_key", f"the key {key[:40]!r} stands twice in one object", key[:40])
            seen.add(key)
    return found


def read_json(data: bytes, *, limit: int) -> object:
    """The value of a JSON text in UTF-8 of at most ``limit`` bytes.

    Raises InvalidDocument with one violation, whose code says what is wrong with the text.
    """
    if len(data) > limit:
        _fail("too_large", f"the body has more than {limit} bytes", len(data), limit)
    if not data.strip():
        _fail("empty_body", "the body is empty; a JSON value is expected")
    _check_depth(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _fail("not_utf8", f"the body is not UTF-8 text: byte {error.start} does not fit")
    if text.startswith("\ufeff"):
        _fail("byte_order_mark", "the body starts with a byte order mark, which JSON forbids")
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_int,
            parse_float=_float,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        _fail(
            "not_json",
            f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
            f" (character {error.pos})",
        )
    if "\\u" in text:
        _check_surrogates(value)
    return value


def _check_surrogates(value: object) -> None:
    if isinstance(value, str):
        if _SURROGATE.search(value):
            _fail("lone_surrogate", "a string contains half of a surrogate pair, which is no text")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_surrogates(key)
            _check_surrogates(item)
    elif isinstance(value, list):
        for item in value:
            _check_surrogates(item)
