"""Files to which a long command adds a line for each game, so that it can go on where they end."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def append_line(path: Path, value: object) -> None:
    """Add a line of JSON at once; a last line that was cut off is ended first."""
    with path.open("ab+") as lines:
        if lines.tell():
            lines.seek(-1, 2)
            if lines.read() != b"\n":
                lines.write(b"\n")
        lines.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")


def read_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The values of the lines with their numbers, from 1; none if there is no such file.

    A line that is no JSON, because its writer was stopped in the middle, is left out.
    """
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                value = json.loads(line)
            except ValueError:
                continue
            yield number, value
