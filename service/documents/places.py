"""Which hex or corner of the map an odd way to write it means."""

import re
from typing import Final

from service.documents.names import INDEX

_NUMBER: Final = re.compile(r"[+-]?\d{1,3}", re.ASCII)
_MINUS: Final = re.compile("[\N{MINUS SIGN}\N{EN DASH}\N{NON-BREAKING HYPHEN}]")
# The six corners of a hex by direction: each is the east or west corner of it or of a neighbour.
_CORNERS: Final = {
    "E": (0, 0, "E"), "W": (0, 0, "W"), "NE": (1, -1, "W"), "SE": (1, 0, "W"),
    "NW": (-1, 0, "E"), "SW": (-1, 1, "E"),
}  # fmt: skip


def meant_place(text: str) -> str:
    """The name of the hex or corner that is written so, such as ``(1; -2)`` or ``0,0,SE``.

    Empty if it is none on the map: it has two numbers, and of a corner a direction.
    """
    text = _MINUS.sub("-", text)
    numbers = _NUMBER.findall(text)
    if len(numbers) != 2:
        return ""
    q, r = (int(number) for number in numbers)
    letters = re.sub(r"[^A-Z]", "", text.upper())
    if not letters:
        name = f"{q},{r}"
        return name if name in INDEX["hex"] else ""
    if letters not in _CORNERS:
        return ""
    across, down, side = _CORNERS[letters]
    name = f"{q + across},{r + down},{side}"
    return name if name in INDEX["corner"] else ""
