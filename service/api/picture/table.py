"""What lies beside the map: the animals with what they own, initiative, tiles and cards."""

from collections.abc import Mapping
from typing import Any, Final

from service.api.picture.svg import element, group, label
from service.api.picture.symbols import ELEMENT_STYLES, INK, TERRAIN_COLOURS, disk, pawn

WIDTH: Final = 184.0
_ROW: Final = 56.0
_PLAYER: Final = 10  # characters of a name that fit
_GREY: Final = "#666666"


def draw_table(
    document: Mapping[str, Any],
    scoring: Mapping[str, Any],
    components: Mapping[str, Any],
    x: float,
    y: float,
) -> str:
    """One row for each animal in play, then initiative, tiles and cards."""
    found = ""
    for entry in components["animals"]:
        if entry["name"] in document["animals"]:
            found += _animal(document, scoring, entry, x, y)
            y += _ROW
    return (
        found
        + _initiative(document, x, y)
        + _tiles(document, x, y + 44)
        + _cards(document, x, y + 104)
    )


def _owner(document: Mapping[str, Any], animal: str) -> str:
    owner: str = next(name for name, animals in document["players"].items() if animal in animals)
    return owner


def _animal(
    document: Mapping[str, Any],
    scoring: Mapping[str, Any],
    entry: Mapping[str, Any],
    x: float,
    y: float,
) -> str:
    animal: str = entry["name"]
    own = document["animals"][animal]
    player = _owner(document, animal)
    shown_player = player if len(player) <= _PLAYER else player[: _PLAYER - 1] + "…"
    points = own.get("victory_points", 0)
    pool, pawns = own.get("gene_pool", 0), own.get("action_pawns", 0)
    kinds = dict(entry["printed_elements"])
    for kind, count in own.get("added_elements", {}).items():
        kinds[kind] = kinds.get(kind, 0) + count
    disks = [kind for kind in ELEMENT_STYLES for _ in range(kinds.get(kind, 0))]
    shown = "".join(
        disk(kind, x + 39 + 21 * i, y + 37.5, 8.5, f"{kind} of the {animal}")
        for i, kind in enumerate(disks)
    )
    name = f"{animal} of {player}: {points} points, {pool} in the gene pool, {pawns} action pawns"
    if document.get("survival") == animal:
        name += ", Survival"
    survival = " ★" if document.get("survival") == animal else ""
    projected = scoring["animals"][animal]["projected"]
    return group(
        name,
        element("line", x1=x, y1=y + 51, x2=x + WIDTH, y2=y + 51, stroke="#dddddd"),
        pawn(animal, x + 12, y + 24, 12),
        label(x + 30, y + 11, f"{animal}{survival}", font_size=11, font_weight="bold", fill=INK),
        label(x + WIDTH, y + 11, f"{points} VP", font_size=12, font_weight="bold",
              text_anchor="end", fill=INK),
        label(x + 30, y + 23, f"{shown_player} · pool {pool} · pawns {pawns}", font_size=9,
              fill=_GREY),
        label(x + WIDTH, y + 41, f"→ {projected}", font_size=9, text_anchor="end", fill=_GREY),
        shown,
    )  # fmt: skip


def _initiative(document: Mapping[str, Any], x: float, y: float) -> str:
    order = document["initiative"]
    return group(
        "Initiative, first to last: " + ", ".join(order),
        label(x, y + 11, "initiative", font_size=10, fill=_GREY),
        *(pawn(animal, x + 9 + 20 * i, y + 25, 8) for i, animal in enumerate(order)),
    )


def _tiles(document: Mapping[str, Any], x: float, y: float) -> str:
    """The stacks: each one's face-up tile, and how many lie under it."""
    tiles = document["tiles"]
    found = ""
    for i, (up, down) in enumerate(zip(tiles["face_up"], tiles["face_down"], strict=True)):
        left = x + 62 * i
        box = element(
            "rect", x=left, y=y + 16, width=56, height=22, rx=3, stroke="#999999",
            fill=TERRAIN_COLOURS[up] if up else "#eeeeee",
        )  # fmt: skip
        words = label(left + 28, y + 31, up or "–", font_size=9.5, text_anchor="middle", fill=INK)
        under = label(
            left + 28, y + 49, f"+{down}", font_size=8.5, text_anchor="middle", fill=_GREY
        )
        found += group(f"Stack {i + 1}: {up or 'none'} face up, {down} below", box, words, under)
    return label(x, y + 11, "tiles", font_size=10, fill=_GREY) + found


def _cards(document: Mapping[str, Any], x: float, y: float) -> str:
    cards = document.get("cards", {}).get("available", [])
    lines = "".join(
        label(x + 6, y + 25 + 13 * i, card.replace("_", " "), font_size=10, fill=INK)
        for i, card in enumerate(cards)
    )
    heading = label(x, y + 11, "Dominance cards", font_size=10, fill=_GREY)
    return group("Dominance cards on offer: " + (", ".join(cards) or "none"), heading, lines)
