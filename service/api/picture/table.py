"""What lies beside the map: the animals with what they own, initiative, tiles and cards."""

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
from service.documents.meanings import title
from service.svg import element, group, label

WIDTH: Final = 198.0
_ROW: Final = 66.0
_PLAYER: Final = 20  # characters of a name that fit
_RANKS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def draw_table(
    document: Mapping[str, Any],
    scoring: Mapping[str, Any],
    components: Mapping[str, Any],
    x: float,
    y: float,
    decider: str,
) -> str:
    """One row for each animal in play, then initiative, tiles and cards."""
    found = ""
    for entry in components["animals"]:
        if entry["name"] in document["animals"]:
            found += _animal(document, scoring, entry, x, y, entry["name"] == decider)
            y += _ROW
    return (
        found
        + _initiative(document, x, y + 6)
        + _tiles(document, x, y + 52)
        + _cards(document, len(components["cards"]), x, y + 112)
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
    decides: bool,
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
        disk(kind, x + 41 + 21 * i, y + 52, 8.5, f"{kind} of the {animal}")
        for i, kind in enumerate(disks)
    )
    name = f"{animal} of {player}: {points} points, {pool} in the gene pool, {pawns} action pawns"
    if decides:
        name += ", decides now"
    if document.get("survival") == animal:
        name += ", Survival"
    survival = " ★" if document.get("survival") == animal else ""
    scored = scoring["animals"][animal]
    over = document["phase"] == "finished"
    standing = ("" if over else f"→ {scored['projected']}, ") + _RANKS[scored["rank"] - 1]
    stock = f"pool {pool} · eliminated {own.get('eliminated', 0)} · pawns {pawns}"
    right = x + WIDTH - 6
    return group(
        name,
        element("rect", x=x, y=y, width=WIDTH, height=_ROW - 4, rx=4,
                fill=CURRENT[0] if decides else "#ffffff",
                stroke=CURRENT[1] if decides else "#dddddd"),
        pawn(animal, x + 16, y + 20, 12),
        label(x + 34, y + 14, f"{title(animal)}{survival}", font_size=11.5, font_weight="bold",
              fill=INK),
        label(right, y + 14, f"{points} VP", font_size=12 if points < 1_000_000 else 8,
              font_weight="bold", text_anchor="end", fill=INK),
        label(x + 34, y + 26, shown_player, font_size=9, fill=GREY),
        label(right, y + 26, standing, font_size=9, text_anchor="end", fill=GREY),
        label(x + 34, y + 38, stock, font_size=8.5, fill=GREY),
        shown,
    )  # fmt: skip


def _initiative(document: Mapping[str, Any], x: float, y: float) -> str:
    order = document["initiative"]
    return group(
        "Initiative, first to last: " + ", ".join(order),
        label(x, y + 11, "Initiative", font_size=10, font_weight="bold", fill=GREY),
        *(pawn(animal, x + 10 + 22 * i, y + 26, 9) for i, animal in enumerate(order)),
    )


def _tiles(document: Mapping[str, Any], x: float, y: float) -> str:
    """The stacks: each one's face-up tile, and how many lie under it."""
    tiles = document["tiles"]
    found = ""
    for i, (up, down) in enumerate(zip(tiles["face_up"], tiles["face_down"], strict=True)):
        left = x + 67 * i
        box = element(
            "rect", x=left, y=y + 16, width=63, height=22, rx=3, stroke="#999999",
            fill=TERRAIN_COLOURS[up] if up else "#eeeeee",
        )  # fmt: skip
        words = label(left + 31.5, y + 31, up or "–", font_size=9.5, text_anchor="middle", fill=INK)
        under = label(
            left + 31.5, y + 49, f"+{down}", font_size=8.5, text_anchor="middle", fill=GREY
        )
        name = f"Stack {i + 1}: {up or 'none'} face up, {down} below"
        found += group(name, box, words, under, data_stack=str(i + 1))
    heading = "Tiles (face down below)"
    return label(x, y + 11, heading, font_size=10, font_weight="bold", fill=GREY) + found


def _cards(document: Mapping[str, Any], all_cards: int, x: float, y: float) -> str:
    """The cards on offer, and how many the deck still holds."""
    cards = document.get("cards", {}).get("available", [])
    deck = all_cards - len(cards) - len(document.get("cards", {}).get("taken", []))
    lines = "".join(
        label(x + 6, y + 26 + 13 * i, title(card), font_size=10, fill=INK, data_card=card)
        for i, card in enumerate(cards)
    )
    words = f"Dominance cards ({deck} in the deck)"
    heading = label(x, y + 11, words, font_size=10, font_weight="bold", fill=GREY)
    names = ", ".join(title(card) for card in cards) or "none"
    return group(f"Dominance cards on offer: {names}", heading, lines)
