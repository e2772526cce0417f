"""Nothing is ever lost: every disk, cube, tile, pawn and card is somewhere (R1)."""

from collections import Counter

from tests.oracle.board import Document, animals, hexes_of, tundra

ELEMENTS = ("grass", "grub", "meat", "seed", "sun", "water")
# R1.1: cubes without the VP marker.
CUBES = {2: 54, 3: 49, 4: 44, 5: 39, 6: 34}
# R1.4: the start tiles and the three stacks together.
TILES = {
    "sea": 7,
    "wetland": 4,
    "savannah": 4,
    "jungle": 4,
    "forest": 4,
    "desert": 4,
    "mountain": 4,
}


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
    wrong = [f"{total[name]} disks of {name}" for name in ELEMENTS if total[name] != 20]
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
    wrong = [f"{total[name]} tiles of {name}" for name in TILES if total[name] != TILES[name]]
    if sum(tiles["face_down"]) != sum(tiles.get("unseen", {}).values()):
        wrong.append("the face-down tiles are not the unseen ones")
    if len(tundra(document)) > 12:
        wrong.append("more than twelve tundra tiles")
    return wrong


def _others(document: Document) -> list[str]:
    wrong = []
    cards = document.get("cards", {})
    seen = [*cards.get("available", []), *cards.get("taken", [])]
    if len(seen) != len(set(seen)) or len(cards.get("available", [])) > 5:
        wrong.append("a card twice, or more than five on offer")
    if "ice_age" in seen and len(seen) < 26:
        wrong.append("Ice Age before the other cards")
    on_display = Counter(document.get("action_display", {}).get("pawns", {}).values())
    on_display.update(frame["animal"] for frame in document.get("pending", []) if "space" in frame)
    for animal in animals(document):
        entry = document["animals"][animal]
        if not on_display[animal] <= entry.get("action_pawns", 0) <= 10:
            wrong.append(f"pawns of the {animal}")
        added = sum(entry.get("added_elements", {}).values())
        if added > (3 if animal == "amphibian" else 4):
            wrong.append(f"more than six elements of the {animal}")
        if entry.get("victory_points", 0) < 0:
            wrong.append(f"negative VP of the {animal}")
    return wrong
