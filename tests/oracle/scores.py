"""What is scored and who is ahead (R2.3, R2.6, R7.12, R9.2, R10)."""

from tests.oracle.board import FOOD_CHAIN, Document, animals, cone, species, terrain, tundra

PLACES = {
    "sea": [9, 5, 3, 2],
    "wetland": [8, 4, 2, 1],
    "savannah": [7, 4, 2],
    "jungle": [6, 3, 2],
    "forest": [5, 3, 2],
    "desert": [4, 2],
    "mountain": [3, 2],
    "tundra": [1],
}
BONUS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45]


def bonus(count: int) -> int:
    """R2.6."""
    return BONUS[min(count, 9)]


def payout(document: Document, name: str) -> dict[str, int]:
    """R7.12: places by number of species, ties to the higher in the food chain."""
    present = species(document, name)
    order = sorted(present, key=lambda animal: (-present[animal], FOOD_CHAIN.index(animal)))
    return dict(zip(order, PLACES[terrain(document, name)], strict=False))


def final(document: Document) -> dict[str, int]:
    """R10.2: every tile scored once."""
    points = dict.fromkeys(animals(document), 0)
    for name in document["earth"]:
        for animal, value in payout(document, name).items():
            points[animal] += value
    return points


def tiles_dominated(document: Document, animal: str) -> int:
    """How many tiles count as dominated by an animal (Ice Age)."""
    return sum(cone(document, name) == animal for name in document["earth"])


def on_tundra(document: Document, animal: str) -> list[int]:
    """The animal's numbers of species on the tundra tiles it occupies."""
    counts = [species(document, name).get(animal, 0) for name in tundra(document)]
    return [count for count in counts if count]


def survivor(document: Document) -> str | None:
    """R9.2: strictly the most species on all tundra tiles together."""
    totals = {animal: sum(on_tundra(document, animal)) for animal in animals(document)}
    most = max(totals.values())
    first = [animal for animal, total in totals.items() if total == most]
    return first[0] if most and len(first) == 1 else None


def ranking(document: Document, points: dict[str, int]) -> list[str]:
    """R10.3: most VP first, ties to the higher in the food chain."""
    return sorted(animals(document), key=lambda animal: (-points[animal], FOOD_CHAIN.index(animal)))


def player_ranking(document: Document, order: list[str]) -> list[str]:
    """R10.3: players by their last-ranked animal."""
    return sorted(
        document["players"],
        key=lambda player: max(order.index(animal) for animal in document["players"][player]),
    )
