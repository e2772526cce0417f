"""The action display: its twelve sections with their spaces, pawns and disks."""

from collections.abc import Mapping
from typing import Any, Final

from service.api.picture.svg import element, group, label
from service.api.picture.symbols import ELEMENT_STYLES, INK, disk, pawn

COLUMNS: Final = 6
CELL_WIDTH: Final = 128.0
CELL_HEIGHT: Final = 78.0
_RADIUS: Final = 8.0
_STEP: Final = 17.0


def draw_display(
    document: Mapping[str, Any], components: Mapping[str, Any], x: float, y: float
) -> str:
    """The sections in rows of six, from the top left corner on."""
    display = document.get("action_display", {})
    pawns = display.get("pawns", {})
    boxes = display.get("elements", {})
    at = document.get("execution", {}).get("at", "").partition(".")[0]
    cells = [
        _section(
            section,
            pawns,
            boxes.get(section["name"], {}),
            x + CELL_WIDTH * (i % COLUMNS),
            y + CELL_HEIGHT * (i // COLUMNS),
            section["name"] == at,
        )
        for i, section in enumerate(components["sections"])
    ]
    return group("The action display", *cells)


def _section(
    section: Mapping[str, Any],
    pawns: Mapping[str, str],
    box: Mapping[str, int],
    x: float,
    y: float,
    current: bool,
) -> str:
    name: str = section["name"]
    frame = element(
        "rect",
        x=x + 1,
        y=y + 1,
        width=CELL_WIDTH - 4,
        height=CELL_HEIGHT - 4,
        rx=4,
        fill="#fff4d6" if current else "#ffffff",
        stroke="#b08900" if current else "#cccccc",
    )
    heading = label(x + 6, y + 14, name, font_size=10.5, font_weight="bold", fill=INK)
    spaces = "".join(
        _space(space, pawns.get(space), x + 12 + _STEP * i, y + 29)
        for i, space in enumerate(section["spaces"])
    )
    disks = ""
    if section["holds_elements"]:
        kinds = [kind for kind in ELEMENT_STYLES for _ in range(box.get(kind, 0))]
        step = min(20.5, (CELL_WIDTH - 30) / max(1, len(kinds) - 1))
        disks = "".join(
            disk(kind, x + 15 + step * i, y + 59, 8.5, f"{kind} in {name}")
            for i, kind in enumerate(kinds)
        )
    return group(f"{name}{', current' if current else ''}", frame, heading, spaces, disks)


def _space(space: str, animal: str | None, x: float, y: float) -> str:
    if animal is not None:
        return group(f"{space}: {animal}", pawn(animal, x, y, _RADIUS), _mark(space, x, y))
    ring = element("circle", cx=x, cy=y, r=_RADIUS, fill="#f4f4f4", stroke="#aaaaaa")
    return group(f"{space}: empty", ring, _mark(space, x, y))


def _mark(space: str, x: float, y: float) -> str:
    """What tells the space from its neighbours, below it."""
    what = space.partition(".")[2]
    if "-" in what:
        what = "".join(part[0] for part in what.split("-"))
    elif what in ELEMENT_STYLES:
        what = ELEMENT_STYLES[what][1]
    return label(x, y + 16, what, font_size=7.5, text_anchor="middle", fill="#666666")
