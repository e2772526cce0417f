"""Nothing is ever lost: every disk, cube, tile, pawn and card is somewhere (R1)."""

from collections import Counter
from typing import Any

from tests.oracle.tables import (
    CARD_PLACES,
    CARDS,
    CUBES,
    DISKS_OF_A_KIND,
    DISPLAY_SIZE,
    ELEMENTS,
    FOOD_CHAIN,
    MOST_PAWNS,
    PRINTED,
    STACK_TILES,
    START_TILES,
    TUNDRA_TILES,
    hexes_of,
)

Document = dict[str, Any]


def animals(document: Document) -> list[str]:
    """The animals in play, in food chain order."""
    return [animal for animal in FOOD_CHAIN if animal in document["animals"]]


def faults(document: Document) -> list[str]:
    """Everything that does not add up."""
    return [*_disks(document), *_cubes(document), *_tiles(document), *_others(document)]


def _disks(document: Document) -> list[str]:
    total = Counter(document.get("elements", {}).values())
    total.update(document.get("bag", {}))
    for box in document.get("action_display", {}).get("elements", {}).values():
        total.update(box)
        if sum(box.values()) > 4:
            return [f"more than four disks in a section: {box}"]
    for animal in document["animals"].values():
        total.update(animal.get("added_elements", {}))
    wrong = [f"{total[e]} disks of {e}" for e in ELEMENTS if total[e] != DISKS_OF_A_KIND]
    wrong += [
        f"an element on {corner}, off earth"
        for corner in document.get("elements", {})
        if not any(name in document["earth"] for name in hexes_of(corner))
    ]
    return wrong


def _cubes(document: Document) -> list[str]:
    wrong = []
    for animal in animals(document):
        entry = document["animals"][animal]
        on_earth = sum(
            tile.get("species", {}).get(animal, 0) for tile in document["earth"].values()
        )
        total = on_earth + entry.get("gene_pool", 0) + entry.get("eliminated", 0)
        if total != CUBES[len(animals(document))]:
            wrong.append(f"{total} cubes of the {animal}")
    return wrong


def _tiles(document: Document) -> list[str]:
    tiles = document["tiles"]
    total = Counter(tile["terrain"] for tile in document["earth"].values())
    total.update(terrain for terrain in tiles["face_up"] if terrain)
    total.update(tiles.get("unseen", {}))
    # R1.4: the start tiles and the three stacks together.
    wrong = [
        f"{total[name]} tiles of {name}"
        for name in STACK_TILES
        if total[name] != STACK_TILES[name] + (name in START_TILES)
    ]
    if sum(tiles["face_down"]) != sum(tiles.get("unseen", {}).values()):
        wrong.append("the face-down tiles are not the unseen ones")
    if sum(bool(tile.get("tundra")) for tile in document["earth"].values()) > TUNDRA_TILES:
        wrong.append("more than twelve tundra tiles")
    return wrong


def _others(document: Document) -> list[str]:
    wrong = []
    cards = document.get("cards", {})
    seen = [*cards.get("available", []), *cards.get("taken", [])]
    if len(seen) != len(set(seen)) or len(cards.get("available", [])) > CARD_PLACES:
        wrong.append("a card twice, or more than five on offer")
    if "ice_age" in seen and len(seen) < len(CARDS):
        wrong.append("Ice Age before the other cards")
    on_display = Counter(document.get("action_display", {}).get("pawns", {}).values())
    on_display.update(frame["animal"] for frame in document.get("pending", []) if "space" in frame)
    for animal in animals(document):
        entry = document["animals"][animal]
        if not on_display[animal] <= entry.get("action_pawns", 0) <= MOST_PAWNS:
            wrong.append(f"pawns of the {animal}")
        added = sum(entry.get("added_elements", {}).values())
        if added + sum(PRINTED[animal].values()) > DISPLAY_SIZE:
            wrong.append(f"more than six elements of the {animal}")
        if entry.get("victory_points", 0) < 0:
            wrong.append(f"negative VP of the {animal}")
    return wrong
