"""A game as the state document tells it, and a game read where a game or a turn begins."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.oracle.game import Game
from tests.oracle.playing import Playing
from tests.oracle.scoring import player_ranking, ranking
from tests.oracle.sequence import STEPS
from tests.oracle.tables import BOXES, ELEMENTS

Document = dict[str, Any]
# What a document holds beside the table: who plays which game, and where chance comes from.
NAMES = ("format", "game", "chance", "rules", "players")


def _filled(fields: Mapping[str, Any]) -> Document:
    """Without zeros, falsehoods and empty containers."""
    return {key: value for key, value in fields.items() if value}


def phase(game: Game) -> str:
    """Which phase it is."""
    if game.over:
        return "finished"
    if game.step.startswith("reset"):
        return "reset" if game.turn else "setup"
    return "planning" if game.step == STEPS[0] else "execution"


def _execution(game: Game) -> Document:
    protected = {
        animal: [element for element in ELEMENTS if (animal, element) in game.protected]
        for animal in game.animals
    }
    hibernating = {game.hibernator: dict(+game.hibernating)} if game.hibernator else {}
    return _filled(
        {
            "at": game.step if phase(game) in ("execution", "reset", "setup") else "",
            "dominated": [name for name in game.tiles() if name in game.dominated],
            "protected": _filled(protected),
            "hibernating": _filled(hibernating),
        }
    )


def _earth(game: Game) -> Document:
    return {
        name: _filled(
            {
                "terrain": game.terrains[name],
                "tundra": name in game.tundra,
                "species": {animal: game.species[name, animal] for animal in game.here(name)},
                "cone": game.cones.get(name),
            }
        )
        for name in game.tiles()
    }


def _animal(game: Game, animal: str) -> Document:
    return _filled(
        {
            "added_elements": {e: game.added[animal, e] for e in game.added_types(animal)},
            "gene_pool": game.pool[animal],
            "eliminated": game.eliminated[animal],
            "action_pawns": game.pawns[animal],
            "victory_points": game.points[animal],
        }
    )


def written(game: Game, players: Mapping[str, list[str]]) -> Document:
    """Everything of the document but the names (``NAMES``) and the pending stack."""
    boxes = {box: {e: game.boxes[box, e] for e in game.in_box(box)} for box in BOXES}
    document = {
        "phase": phase(game),
        "animals": {animal: _animal(game, animal) for animal in game.animals},
        "initiative": game.initiative,
        "earth": _earth(game),
        "elements": game.elements,
        "action_display": _filled({"pawns": game.display, "elements": _filled(boxes)}),
        "bag": dict(+game.bag),
        "tiles": _filled(
            {"face_up": game.face_up, "face_down": game.face_down, "unseen": dict(+game.unseen)}
        ),
        "cards": _filled({"available": sorted(game.available), "taken": sorted(game.taken)}),
        "survival": game.survival,
        "execution": _execution(game),
    }
    if game.over:
        order = ranking(game, game.points)
        document["ranking"] = {"animals": order, "players": player_ranking(players, order)}
    return {**_filled(document), "turn": game.turn, "last_turn": game.last_turn}


def _new(document: Mapping[str, Any]) -> Game:
    """A new game with the animals and options of a document."""
    rules = document.get("rules", {})
    return Game(
        document["animals"],
        claimed=rules.get("dominance") == "claimed",
        save_any=rules.get("mammal_save") == "any",
        initiative_return=rules.get("initiative_return", True),
        turn_limit=rules.get("turn_limit", 0),
    )


def read(document: Mapping[str, Any]) -> Playing:
    """The game of a document that stands before its first draw or at the start of a turn."""
    if document["phase"] == "setup":
        playing = Playing.new(_new(document))
        drawn = document.get("cards", {}).get("available", [])
        assert not drawn, "a game can be read before its first draw"
        return playing
    assert document["phase"] == "planning", "a game can be read where a turn begins"
    game = _new(document)
    game.turn = document["turn"]
    game.step = STEPS[0]
    game.last_turn = document.get("last_turn", False)
    game.initiative = list(document["initiative"])
    game.survival = document.get("survival")
    game.display = dict(document.get("action_display", {}).get("pawns", {}))
    _read_animals(game, document["animals"])
    _read_earth(game, document["earth"])
    game.elements = dict(document.get("elements", {}))
    game.bag = Counter(document.get("bag", {}))
    for box, disks in document.get("action_display", {}).get("elements", {}).items():
        game.fill_box(box, Counter(disks))
    tiles, cards = document["tiles"], document.get("cards", {})
    game.face_up, game.face_down = list(tiles["face_up"]), list(tiles["face_down"])
    game.unseen = Counter(tiles.get("unseen", {}))
    game.available, game.taken = set(cards.get("available", [])), set(cards.get("taken", []))
    return Playing(game)


def _read_animals(game: Game, animals: Mapping[str, Any]) -> None:
    placed = Counter(game.display.values())
    for animal, entry in animals.items():
        game.pool[animal] = entry.get("gene_pool", 0)
        game.eliminated[animal] = entry.get("eliminated", 0)
        game.pawns[animal] = entry.get("action_pawns", 0)
        game.hand[animal] = game.pawns[animal] - placed[animal]
        game.points[animal] = entry.get("victory_points", 0)
        for element, count in entry.get("added_elements", {}).items():
            game.added[animal, element] = count


def _read_earth(game: Game, earth: Mapping[str, Any]) -> None:
    game.terrains = {name: tile["terrain"] for name, tile in earth.items()}
    game.tundra = {name for name, tile in earth.items() if tile.get("tundra")}
    game.cones = {name: tile["cone"] for name, tile in earth.items() if tile.get("cone")}
    game.species.clear()
    for name, tile in earth.items():
        for animal, count in tile.get("species", {}).items():
            game.species[name, animal] = count
