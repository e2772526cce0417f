"""Where in a JSON text the value of a pointer stands, as a line for people."""

import json
import re
from typing import Final

from service.documents.problems import Violation
from service.documents.reader import MAX_DEPTH
from service.documents.shape import pointer_part

# Strings, the signs of JSON, and anything else that is a value or ought to be one.
_TOKENS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)


def _plain(token: str) -> str:
    """The text of a string token, as it stands if it is not JSON."""
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token.strip('"')


def lines(text: str) -> dict[str, int]:
    """The line, from 1, of every value by its JSON pointer; of the key, where it has one.

    Of keys that stand twice the last one counts. The text need not be JSON to its end; what is
    nested deeper than the reader allows is left out.
    """
    found: dict[str, int] = {}
    # The open containers: pointer (None: too deep), and the next index, or -1 in an object.
    open_: list[tuple[str | None, int]] = []
    here: str | None = ""
    key_next = False
    line = 1
    position = 0
    for token in _TOKENS.finditer(text):
        line += text.count("\n", position, token.start())
        position = token.start()
        sign = token[0][0]
        around, index = open_[-1] if open_ else (None, -1)
        if sign == ",":
            key_next = bool(open_) and index < 0
            if index >= 0:
                open_[-1] = (around, index + 1)
        elif sign in "]}":
            if open_:
                open_.pop()
            key_next = False
        elif key_next and sign == '"':
            key_next = False
            here = None if around is None else f"{around}/{pointer_part(_plain(token[0]))}"
            if here is not None:
                found[here] = line
        elif sign != ":":
            if index >= 0 and around is not None:
                here = f"{around}/{index}"
                found[here] = line
            if sign in "[{":
                deep = len(open_) >= MAX_DEPTH
                open_.append((None if deep else here, 0 if sign == "[" else -1))
                key_next = sign == "{"
    return found


def line_of(found: dict[str, int], violation: Violation) -> int:
    """The line of a violation, or of the nearest value around it; 0 if that is the whole text."""
    if isinstance(violation.value, dict) and isinstance(violation.value.get("line"), int):
        return int(violation.value["line"])
    pointer = violation.pointer
    while pointer and pointer not in found:
        pointer = pointer.rpartition("/")[0]
    return found.get(pointer, 0)
