"""Matches, dominance, endangered species, and the cones (R4)."""

from tests.oracle.game import Game
from tests.oracle.tables import Hex


def matches(game: Game, animal: str, name: Hex) -> int:
    """R4.1: for each disk on the tile the copies of its type on the animal's display."""
    return sum(game.count_on_display(animal, element) for element in game.elements_on(name))


def dominant(game: Game, name: Hex) -> str | None:
    """R4.2: present, matching, and strictly more than every other animal present."""
    for animal in game.here(name):
        own = matches(game, animal, name)
        others = [matches(game, other, name) for other in game.others(animal, name)]
        if own > max(others, default=0):
            return animal
    return None


def endangered(game: Game, name: Hex) -> list[str]:
    """R4.2: the animals on a tile that match nothing there."""
    return [animal for animal in game.here(name) if not matches(game, animal, name)]


def cone(game: Game, name: Hex) -> str | None:
    """R4.3: whose dominance counts on a tile."""
    return game.cones.get(name) if game.claimed else dominant(game, name)


def first_cones(game: Game) -> None:
    """R4.3: under ``claimed`` the cones start as dominance is."""
    if game.claimed:
        for name in game.tiles():
            first = dominant(game, name)
            if first:
                game.cones[name] = first


def interjections(game: Game) -> set[str]:
    """R4.3: the claims and call-offs that are possible now."""
    found = set()
    if game.claimed and not game.over:
        for name in game.tiles():
            true, shown = dominant(game, name), game.cones.get(name)
            if true and shown != true:
                found.add(f"claim:{true}@{name}")
            if shown and shown != true:
                found.add(f"call_off:{name}")
    return found


def interject(game: Game, move: str) -> None:
    """Carry out a claim or a call-off."""
    verb, _, rest = move.partition(":")
    if verb == "claim":
        animal, name = rest.split("@")
        game.cones[name] = animal
    else:
        del game.cones[rest]
