"""The map: hexes with their terrain, species on them, elements at their corners."""

from collections.abc import Mapping
from typing import Any, Final

from service.api.picture.svg import group, label, polygon
from service.api.picture.symbols import (
    INK,
    TAG_HEIGHT,
    TAG_WIDTH,
    TERRAIN_COLOURS,
    disk,
    species_tag,
)

SIDE: Final = 52.0  # pixels of a hex's side
HALF_WIDTH: Final = 5.5 * SIDE  # from the map's centre to its edge
HALF_HEIGHT: Final = 5.2 * SIDE
_HALF_HEX: Final = 0.866
_DISK: Final = 9.5
_ROWS: Final = ((), (1,), (2,), (3,), (2, 2), (3, 2), (3, 3))  # tags in each row, by their number


def draw_earth(
    document: Mapping[str, Any],
    scoring: Mapping[str, Any],
    components: Mapping[str, Any],
    x: float,
    y: float,
) -> str:
    """The map around a centre; ``scoring`` and ``components`` as the API answers them."""
    hexes = "".join(
        _hex(hex_, document["earth"].get(hex_["id"]), scoring["tiles"].get(hex_["id"]), x, y)
        for hex_ in components["hexes"]
    )
    elements = document.get("elements", {})
    disks = "".join(
        disk(
            elements[corner["id"]],
            x + SIDE * corner["x"],
            y + SIDE * corner["y"],
            _DISK,
            f"{elements[corner['id']]} at {corner['id']}",
        )
        for corner in components["corners"]
        if corner["id"] in elements
    )
    return group("The earth", hexes, disks)


def _outline(x: float, y: float, side: float) -> list[tuple[float, float]]:
    half = side * _HALF_HEX
    return [
        (x + side, y),
        (x + side / 2, y + half),
        (x - side / 2, y + half),
        (x - side, y),
        (x - side / 2, y - half),
        (x + side / 2, y - half),
    ]


def _hex(
    hex_: Mapping[str, Any],
    tile: Mapping[str, Any] | None,
    scored: Mapping[str, Any] | None,
    centre_x: float,
    centre_y: float,
) -> str:
    x, y = centre_x + SIDE * hex_["x"], centre_y + SIDE * hex_["y"]
    place = label(x, y + 37.5, hex_["id"], font_size=8, text_anchor="middle", fill="#7a7a7a")
    if tile is None or scored is None:
        empty = polygon(
            _outline(x, y, SIDE - 1), fill="none", stroke="#c9c9c9", stroke_dasharray="4 3"
        )
        return group(f"{hex_['id']}: no tile", empty, place)
    terrain: str = tile["terrain"]
    shape = polygon(_outline(x, y, SIDE), fill=TERRAIN_COLOURS[terrain], stroke="#6b6b6b")
    name = f"{hex_['id']}: {terrain}"
    words = terrain
    if tile.get("tundra"):
        shape += polygon(_outline(x, y, SIDE - 7), fill=TERRAIN_COLOURS["tundra"], stroke="#9fb4c4")
        name = f"{hex_['id']}: tundra on {terrain}"
        words = "tundra"
    heading = label(x, y - 31, words, font_size=10.5, text_anchor="middle", fill=INK)
    return group(name, shape, heading, place, _species(tile, scored, x, y))


def _species(tile: Mapping[str, Any], scored: Mapping[str, Any], x: float, y: float) -> str:
    """The tags of the animals present, in one row or two."""
    animals = list(scored["species"])
    rows = _ROWS[len(animals)]
    found = ""
    start = 0
    for row, length in enumerate(rows):
        middle = y + 2 + (row - (len(rows) - 1) / 2) * (TAG_HEIGHT + 9)
        for place, animal in enumerate(animals[start : start + length]):
            found += species_tag(
                animal,
                tile["species"][animal],
                x + (place - (length - 1) / 2) * (TAG_WIDTH + 1),
                middle,
                dominant=scored["cone"] == animal,
                endangered=animal in scored["endangered"],
            )
        start += length
    return found
