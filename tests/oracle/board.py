"""Earth: neighbours, corners, matching, dominance, endangered (R2, R4)."""

from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]

FOOD_CHAIN = ("mammal", "reptile", "bird", "amphibian", "arachnid", "insect")
PRINTED = {
    "mammal": {"meat": 2},
    "reptile": {"sun": 2},
    "bird": {"seed": 2},
    "amphibian": {"water": 3},
    "arachnid": {"grub": 2},
    "insect": {"grass": 2},
}


def animals(document: Document) -> list[str]:
    """The animals in play, in food chain order."""
    return [animal for animal in FOOD_CHAIN if animal in document["animals"]]


def _hex(name: str) -> tuple[int, int]:
    q, r = name.split(",")
    return int(q), int(r)


def neighbours(name: str) -> list[str]:
    """The six hexes that share an edge with this one, on the map or off it (R2.1)."""
    q, r = _hex(name)
    around = ((q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r))
    return [f"{a},{b}" for a, b in around]


def hexes_of(corner: str) -> list[str]:
    """The three hexes that meet at a corner (R2.4)."""
    q, r, side = corner.split(",")
    name = f"{q},{r}"
    _, northeast, southeast, _, southwest, northwest = neighbours(name)
    return [name, northeast, southeast] if side == "E" else [name, northwest, southwest]


def terrain(document: Document, name: str) -> str:
    """What counts on a hex: tundra hides everything (R2.2)."""
    tile = document["earth"][name]
    return "tundra" if tile.get("tundra") else str(tile["terrain"])


def tundra(document: Document) -> list[str]:
    """The hexes with a tundra tile."""
    return [name for name in document["earth"] if terrain(document, name) == "tundra"]


def species(document: Document, name: str) -> dict[str, int]:
    """The species on a tile, by animal in food chain order."""
    present = document["earth"][name].get("species", {})
    return {animal: present[animal] for animal in FOOD_CHAIN if present.get(animal)}


def disks(document: Document, name: str) -> list[str]:
    """The elements on the corners of a hex."""
    return [
        element
        for corner, element in document.get("elements", {}).items()
        if name in hexes_of(corner)
    ]


def display(document: Document, animal: str) -> Iterator[str]:
    """Every element on an animal's display, printed and added, each copy."""
    for elements in (PRINTED[animal], document["animals"][animal].get("added_elements", {})):
        for element, count in elements.items():
            for _ in range(count):
                yield element


def matches(document: Document, animal: str, name: str) -> int:
    """R4.1: for each element of the display the disks of that type on the tile, summed."""
    on_tile = disks(document, name)
    return sum(on_tile.count(element) for element in display(document, animal))


def dominant(document: Document, name: str) -> str | None:
    """R4.2: present, matching, and strictly more than every other animal present."""
    found = {animal: matches(document, animal, name) for animal in species(document, name)}
    for animal, count in found.items():
        others = [other for rival, other in found.items() if rival != animal]
        if count > max(others, default=0):
            return animal
    return None


def cone(document: Document, name: str) -> str | None:
    """R4.3: whose cone counts on a tile."""
    if document["rules"]["dominance"] == "claimed":
        standing: str | None = document["earth"][name].get("cone")
        return standing
    return dominant(document, name)


def endangered(document: Document, name: str) -> list[str]:
    """R4.2: the animals on a tile that match nothing there."""
    return [animal for animal in species(document, name) if matches(document, animal, name) == 0]
