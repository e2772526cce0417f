"""The action display: its twelve sections with their spaces, pawns and disks."""

from collections.abc import Mapping
from typing import Any, Final

from service.api.picture.symbols import (
    CURRENT,
    ELEMENT_STYLES,
    GREY,
    INK,
    TERRAIN_COLOURS,
    disk,
    pawn,
)
from service.documents.meanings import space_title, title
from service.svg import element, group, label

COLUMNS: Final = 6
CELL_WIDTH: Final = 145.5
CELL_HEIGHT: Final = 82.0
_RADIUS: Final = 8.5
_STEP: Final = 19.0


def draw_display(
    document: Mapping[str, Any], components: Mapping[str, Any], x: float, y: float
) -> str:
    """The sections in rows of six, from the top left corner on."""
    display = document.get("action_display", {})
    pawns = display.get("pawns", {})
    boxes = display.get("elements", {})
    at = document.get("execution", {}).get("at", "")
    cells = [
        _section(
            section,
            pawns,
            boxes.get(section["name"], {}),
            x + CELL_WIDTH * (i % COLUMNS),
            y + CELL_HEIGHT * (i // COLUMNS),
            at,
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
    at: str,
) -> str:
    name: str = section["name"]
    current = at.partition(".")[0] == name
    frame = element(
        "rect",
        x=x + 1,
        y=y + 1,
        width=CELL_WIDTH - 4,
        height=CELL_HEIGHT - 4,
        rx=4,
        fill=CURRENT[0] if current else "#ffffff",
        stroke=CURRENT[1] if current else "#cccccc",
    )
    heading = label(x + 7, y + 15, title(name), font_size=11, font_weight="bold", fill=INK)
    spaces = "".join(
        _space(space, pawns.get(space), x + 15 + _STEP * i, y + 31, space == at)
        for i, space in enumerate(section["spaces"])
    )
    disks = ""
    if section["holds_elements"]:
        kinds = [kind for kind in ELEMENT_STYLES for _ in range(box.get(kind, 0))]
        step = min(20.5, (CELL_WIDTH - 30) / max(1, len(kinds) - 1))
        disks = "".join(
            disk(kind, x + 15 + step * i, y + 66, 8, f"{kind} in {title(name)}")
            for i, kind in enumerate(kinds)
        )
    return group(f"{title(name)}{', current' if current else ''}", frame, heading, spaces, disks)


def _space(space: str, animal: str | None, x: float, y: float, acting: bool) -> str:
    if animal is not None:
        return group(
            f"{space_title(space)}: {animal}",
            pawn(animal, x, y, _RADIUS),
            _mark(space, x, y),
            data_space=space,
        )
    ring = element(
        "circle", cx=x, cy=y, r=_RADIUS, fill="#f4f4f4",
        stroke=CURRENT[1] if acting else "#aaaaaa", stroke_width=2.4 if acting else 1,
    )  # fmt: skip
    return group(f"{space_title(space)}: empty", ring, _mark(space, x, y), data_space=space)


def _mark(space: str, x: float, y: float) -> str:
    """What tells the space from its neighbours, below it: a number, an element, or terrains."""
    what = space.partition(".")[2]
    if what in ELEMENT_STYLES:
        return disk(what, x, y + 18, 6, f"Speciation around {what}")
    if "-" not in what:
        return label(x, y + 18, what, font_size=8, text_anchor="middle", fill=GREY)
    found = ""
    for i, terrain in enumerate(what.split("-")):
        top = y + 12 + 13 * i
        found += element(
            "rect", x=x - 9, y=top, width=18, height=11, rx=2, fill=TERRAIN_COLOURS[terrain]
        )
        found += label(x, top + 8, terrain[:3], font_size=7.5, text_anchor="middle", fill=INK)
    return found
