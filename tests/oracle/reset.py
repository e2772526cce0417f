"""Reset and the end of the game, step by step, on a copy of the document (R9, R10)."""

import copy

from tests.oracle.board import Document, animals, endangered, species
from tests.oracle.scores import bonus, final, on_tundra, player_ranking, ranking, survivor
from tests.oracle.totals import ELEMENTS


def _protected(document: Document, animal: str, name: str) -> int:
    sleeping = document.get("execution", {}).get("hibernating", {})
    return int(sleeping.get(animal, {}).get(name, 0))


def unprotected(document: Document) -> list[tuple[str, str]]:
    """The (animal, hex) pairs with an endangered species that does not hibernate (R9.1)."""
    return [
        (animal, name)
        for name in document["earth"]
        for animal in endangered(document, name)
        if species(document, name)[animal] > _protected(document, animal, name)
    ]


def candidates(document: Document) -> list[tuple[str, str]]:
    """What the mammals may save (R9.1, R0)."""
    if "mammal" not in animals(document):
        return []
    anybody = document["rules"]["mammal_save"] == "any"
    return [pair for pair in unprotected(document) if anybody or pair[0] == "mammal"]


def reset(document: Document, saved: tuple[str, str] | None) -> Document:
    """The document after Extinction and all that follows, up to the first draw of Reseed."""
    after = copy.deepcopy(document)
    _extinction(after, saved)
    _survival(after)
    if _is_over(after):
        _end(after)
        return after
    after["phase"] = "reset"
    if _refill_cards(after):
        _slide(after)
        _boxes(after)
    return after


def _extinction(document: Document, saved: tuple[str, str] | None) -> None:
    dying = unprotected(document)
    for animal, name in dying:
        tile = document["earth"][name]
        staying = _protected(document, animal, name) + ((animal, name) == saved)
        entry = document["animals"][animal]
        entry["eliminated"] = entry.get("eliminated", 0) + tile["species"][animal] - staying
        tile["species"][animal] = staying
        if not staying and tile.get("cone") == animal:
            del tile["cone"]
    document.pop("execution", None)


def _score(document: Document, animal: str, points: int) -> None:
    entry = document["animals"][animal]
    entry["victory_points"] = entry.get("victory_points", 0) + points


def _survival(document: Document) -> None:
    document.pop("survival", None)
    first = survivor(document)
    if first is not None:
        document["survival"] = first
        _score(document, first, bonus(len(on_tundra(document, first))))


def _is_over(document: Document) -> bool:
    cubes = any(species(document, name) for name in document["earth"]) or any(
        entry.get("gene_pool", 0) for entry in document["animals"].values()
    )
    limit = document["rules"].get("turn_limit")
    return bool(document["last_turn"]) or not cubes or document["turn"] == limit


def _end(document: Document) -> None:
    for tile in document["earth"].values():
        tile.pop("cone", None)
    for animal, points in final(document).items():
        _score(document, animal, points)
    totals = {
        animal: document["animals"][animal].get("victory_points", 0) for animal in animals(document)
    }
    order = ranking(document, totals)
    document["phase"] = "finished"
    document["ranking"] = {"animals": order, "players": player_ranking(document, order)}


def _refill_cards(document: Document) -> bool:
    """Fill the places as far as there is no choice; False when somebody must draw."""
    cards = document["cards"]
    available, taken = cards.setdefault("available", []), cards.get("taken", [])
    deck = [card for card in CARDS if card not in available and card not in taken]
    while deck and len(available) < 5:
        if len(deck) > 2:
            return False
        top = [card for card in deck if card != "ice_age"] or deck
        if len(top) > 1:
            return False
        available.append(top[0])
        deck.remove(top[0])
    available.sort()
    return True


def _slide(document: Document) -> None:
    pawns = document["action_display"].get("pawns", {})
    for space in (2, 3, 4):
        here, left = f"glaciation.{space}", f"glaciation.{space - 1}"
        if here in pawns and left not in pawns:
            pawns[left] = pawns.pop(here)


def _boxes(document: Document) -> None:
    display = document["action_display"]
    boxes = display.get("elements", {})
    bag = document.setdefault("bag", {})
    for name in ("regression", "depletion", "wanderlust"):
        for element in ELEMENTS:
            bag[element] = bag.get(element, 0) + boxes.get(name, {}).get(element, 0)
    display["elements"] = {
        "depletion": boxes.get("wasteland", {}),
        "wasteland": boxes.get("abundance", {}),
        "regression": boxes.get("adaptation", {}),
    }


CARDS = (
    "aquatic", "biodiversity", "biomass", "blight", "catastrophe", "cold_snap", "disease",
    "ecodiversity", "evolution", "fecundity", "fertile", "habitat", "hibernation", "ice_age",
    "ice_sheet", "immigrants", "instinct", "intelligence", "mass_exodus", "metamorphosis",
    "niche_biomes", "nocturnal", "omnivore", "parasitism", "predator", "symbiotic",
)  # fmt: skip
