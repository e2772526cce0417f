"""What the signs of the picture mean, in the corners that the map leaves free."""

from collections.abc import Mapping
from typing import Any, Final

from service.api.picture.earth import HALF_HEIGHT, HALF_WIDTH
from service.api.picture.symbols import DANGER, GREY, INK, TERRAIN_COLOURS, cone, disk
from service.svg import element, group, label

_LINE: Final = 11.5  # from one line to the next
_SMALL: Final = 8.5


def draw_legends(
    document: Mapping[str, Any], components: Mapping[str, Any], x: float, y: float
) -> str:
    """The legends around a map with this centre: terrains, elements and other signs."""
    top, bottom = y - HALF_HEIGHT + 2, y + HALF_HEIGHT
    left, right = x - HALF_WIDTH, x + HALF_WIDTH
    return (
        _terrains(components, left, top)
        + _elements(document, components, right - 66, bottom - 90)
        + _signs(left, bottom - 4 * _LINE)
    )


def _terrains(components: Mapping[str, Any], x: float, y: float) -> str:
    """Each terrain with the points of its first to fourth place."""
    found = label(x, y, "Points by place", font_size=_SMALL, font_weight="bold", fill=GREY)
    for i, terrain in enumerate(components["terrains"]):
        name: str = terrain["name"]
        points = " · ".join(str(value) for value in terrain["victory_points"])
        line = y + _LINE * (i + 1)
        swatch = element(
            "rect", x=x, y=line - 7.5, width=11, height=9, rx=2, stroke="#8a8a8a",
            stroke_width=0.7, fill=TERRAIN_COLOURS[name],
        )  # fmt: skip
        found += swatch + label(x + 16, line, f"{name} {points}", font_size=_SMALL, fill=INK)
    return group("The points of a scored tile, by terrain", found)


def _elements(
    document: Mapping[str, Any], components: Mapping[str, Any], x: float, y: float
) -> str:
    """Each element's sign, and how many disks of it the bag holds."""
    bag = document.get("bag", {})
    found = label(x, y, "In the bag", font_size=_SMALL, font_weight="bold", fill=GREY)
    for i, name in enumerate(components["elements"]):
        line = y + 14 + 15.5 * i
        words = label(x + 16, line + 3, f"{name} {bag.get(name, 0)}", font_size=_SMALL, fill=INK)
        found += disk(name, x + 6, line, 6.5, f"{name}: {bag.get(name, 0)} in the bag") + words
    return group("The elements, and how many of each are in the bag", found)


def _signs(x: float, y: float) -> str:
    """The other signs that do not explain themselves."""
    dashed = element(
        "rect", x=x, y=y + _LINE - 7, width=12, height=8, rx=2, fill="#ffffff", stroke=DANGER,
        stroke_width=1.6, stroke_dasharray="3 2",
    )  # fmt: skip
    words = ("dominant", "endangered", "holds Survival", "with the final scoring")
    found = cone(x + 6, y, "#ffffff") + dashed
    for i, sign in ((2, "★"), (3, "→")):
        found += label(x + 6, y + _LINE * i, sign, font_size=10, text_anchor="middle", fill=INK)
    for i, text in enumerate(words):
        found += label(x + 16, y + _LINE * i, text, font_size=_SMALL, fill=INK)
    return group("Other signs", found)
