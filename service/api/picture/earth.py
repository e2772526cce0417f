"""The map: hexes with their terrain, species on them, elements at their corners."""

from collections.abc import Mapping
from typing import Any, Final

from service.api.picture.symbols import (
    CONE_HEIGHT,
    INK,
    TAG_HEIGHT,
    TAG_WIDTH,
    TERRAIN_COLOURS,
    disk,
    species_tag,
)
from service.svg import element, group, label, number, polygon

SIDE: Final = 60.0  # pixels of a hex's side
HALF_WIDTH: Final = 5.5 * SIDE  # from the map's centre to its edge
HALF_HEIGHT: Final = 5.2 * SIDE
_HALF_HEX: Final = 0.866
_DISK: Final = 9.5
# From the middle of a hex down to the baselines of its words, which stay clear of the corners.
_TERRAIN_LINE: Final = -27.0
_NAME_LINE: Final = 44.0
_SPECIES_LINE: Final = 6.0
_ICE: Final = "#c3d8e8"
_ROWS: Final = ((), (1,), (2,), (3,), (2, 2), (3, 2), (3, 3))  # tags in each row, by their number


def draw_earth(
    document: Mapping[str, Any],
    scoring: Mapping[str, Any],
    components: Mapping[str, Any],
    x: float,
    y: float,
) -> str:
    """The map around a centre; ``scoring`` and ``components`` as the API answers them."""
    tiles = ["", ""]  # the empty hexes, whose edges the tiles then cover, and the tiles
    for hex_ in components["hexes"]:
        tile, scored = (part.get(hex_["id"]) for part in (document["earth"], scoring["tiles"]))
        tiles[tile is not None] += _hex(hex_, tile, scored, x, y)
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
    empty = [hex_ for hex_ in components["hexes"] if hex_["id"] not in document["earth"]]
    where = {"data_x": x, "data_y": y, "data_side": SIDE}
    return group("The earth", tiles[0], _edges(empty, x, y), tiles[1], disks, **where)


def _edges(empty: list[Mapping[str, Any]], x: float, y: float) -> str:
    """The edges of the empty hexes, each once: dashes drawn twice would run into a line."""
    found: dict[tuple[int, int], str] = {}
    for hex_ in empty:
        points = _outline(x + SIDE * hex_["x"], y + SIDE * hex_["y"], SIDE)
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            middle = (round(x1 + x2), round(y1 + y2))
            line = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
            found.setdefault(middle, line)
    dashes = element(
        "path", d="".join(found.values()), fill="none", stroke="#c9c9c9", stroke_dasharray="4 3"
    )
    return group("Hexes without a tile", dashes) if found else ""


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
    place = label(
        x, y + _NAME_LINE, hex_["id"], font_size=7.5, text_anchor="middle",
        fill="#a0a0a0" if tile is None else "#5c5c5c",
    )  # fmt: skip
    if tile is None or scored is None:
        shape = polygon(_outline(x, y, SIDE), fill="#f8f6ef")
        return group(f"{hex_['id']}: no tile", shape, place, data_hex=hex_["id"])
    terrain: str = tile["terrain"]
    shape = polygon(_outline(x, y, SIDE), fill=TERRAIN_COLOURS[terrain], stroke="#6b6b6b")
    name = f"{hex_['id']}: {terrain}"
    words = terrain
    if tile.get("tundra"):
        shape += polygon(_outline(x, y, SIDE - 5), fill=TERRAIN_COLOURS["tundra"], stroke=_ICE)
        shape += _snow(x, y + _SPECIES_LINE, 20)
        name = f"{hex_['id']}: tundra on {terrain}"
        words = "tundra"
    heading = label(
        x, y + _TERRAIN_LINE, words, font_size=11, font_weight="bold", text_anchor="middle",
        fill=INK,
    )  # fmt: skip
    return group(name, shape, heading, place, _species(tile, scored, x, y), data_hex=hex_["id"])


def _snow(x: float, y: float, size: float) -> str:
    """A snow crystal, faint enough to lie under species."""
    arms = ""
    for dx, dy in ((0.0, 1.0), (_HALF_HEX, 0.5), (_HALF_HEX, -0.5)):
        across, down = size * dx, size * dy
        arms += f"M{number(x - across)} {number(y - down)}L{number(x + across)} {number(y + down)}"
    return element("path", d=arms, stroke=_ICE, stroke_width=2, stroke_linecap="round")


def _species(tile: Mapping[str, Any], scored: Mapping[str, Any], x: float, y: float) -> str:
    """The tags of the animals present, in one row or two."""
    animals = list(scored["species"])
    rows = _ROWS[len(animals)]
    found = ""
    start = 0
    for row, length in enumerate(rows):
        step = TAG_HEIGHT + CONE_HEIGHT
        middle = y + _SPECIES_LINE + (row - (len(rows) - 1) / 2) * step
        for place, animal in enumerate(animals[start : start + length]):
            found += species_tag(
                animal,
                tile["species"][animal],
                scored["matches"].get(animal, 0),
                x + (place - (length - 1) / 2) * (TAG_WIDTH + 1),
                middle,
                dominant=scored["cone"] == animal,
                endangered=animal in scored["endangered"],
            )
        start += length
    return found
