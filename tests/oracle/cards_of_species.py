"""Dominance cards about species (R8)."""

from collections.abc import Callable

from tests.oracle.asking import Asking, ask, parts
from tests.oracle.game import Game
from tests.oracle.tables import HEXES, NEIGHBOURS, Hex


def _eliminate_one_on_each(
    game: Game, kind: str, you: str, tiles: list[Hex], victims: Callable[[Hex], list[str]]
) -> Asking[None]:
    """On each of the tiles, fixed beforehand and in the order of ``hexes``, one species goes."""
    for name in tiles:
        offered = [f"eliminate:{animal}@{name}" for animal in victims(name)]
        move = yield from ask(kind, you, offered)
        game.eliminate(parts(move)[0], name)


def biomass(game: Game, you: str) -> Asking[None]:
    """On every tile with more species than elements one species goes."""
    tiles = [n for n in game.tiles() if game.all_species(n) > len(game.elements_on(n))]
    yield from _eliminate_one_on_each(game, "biomass", you, tiles, game.here)


def predator(game: Game, you: str) -> Asking[None]:
    """On each tile you occupy one opposing species goes."""

    def opposing(name: Hex) -> list[str]:
        return game.others(you, name)

    tiles = [name for name in game.occupied(you) if opposing(name)]
    yield from _eliminate_one_on_each(game, "predator", you, tiles, opposing)


def catastrophe(game: Game, you: str) -> Asking[None]:
    """All species of a tile but one, and one on each adjacent tile."""
    move = yield from ask("catastrophe_tile", you, [f"choose_tile:{n}" for n in game.tiles()])
    (name,) = parts(move)
    if game.here(name):
        offered = [f"keep_species:{animal}" for animal in game.here(name)]
        (kept,) = parts((yield from ask("catastrophe_keep", you, offered)))
        for animal in game.here(name):
            game.eliminate(animal, name, game.species[name, animal] - (animal == kept))
    around = [near for near in HEXES if near in NEIGHBOURS[name] and game.here(near)]
    yield from _eliminate_one_on_each(game, "catastrophe_eliminate", you, around, game.here)


def cold_snap(game: Game, you: str) -> None:
    """Every opposing animal loses one species on each tundra tile."""
    for name in game.tundra:
        for animal in game.others(you, name):
            game.eliminate(animal, name)


def evolution(game: Game, you: str) -> Asking[None]:
    """Replace one species of each of up to two opposing animals."""
    victims = [animal for animal in game.animals if animal != you]
    for _ in range(2):
        if game.pool[you]:
            offered = [
                f"replace:{animal}@{name}" for animal in victims for name in game.occupied(animal)
            ]
            move = yield from ask("evolution", you, [*offered, "done"])
            if move == "done":
                return
            victim, name = parts(move)
            game.eliminate(victim, name)
            game.place(you, name, 1)
            victims.remove(victim)


def fecundity(game: Game, you: str) -> Asking[None]:
    """Up to one new species on each tile you already occupy."""
    for name in game.occupied(you):
        if game.pool[you]:
            move = yield from ask("fecundity", you, [f"place_species:{name}x1", "decline"])
            if move != "decline":
                game.place(you, name, 1)


def hibernation(game: Game, you: str) -> Asking[None]:
    """Up to five eliminated species return to one tile, protected from Extinction this turn."""
    if not game.eliminated[you]:
        return
    offered = [
        f"place_species:{name}x{count}"
        for name in game.tiles()
        for count in range(1, min(5, game.eliminated[you]) + 1)
    ]
    move = yield from ask("hibernation", you, [*offered, "done"])
    if move != "done":
        name, count_text = parts(move)
        game.eliminated[you] -= int(count_text)
        game.species[name, you] += int(count_text)
        game.hibernator = you
        game.hibernating[name] += int(count_text)


def mass_exodus(game: Game, you: str) -> Asking[None]:
    """Every species of a tile moves to adjacent tiles."""
    move = yield from ask("mass_exodus_tile", you, [f"choose_tile:{n}" for n in game.tiles()])
    (name,) = parts(move)
    while game.here(name):
        offered = [
            f"move_out:{animal}>{near}x{count}"
            for animal in game.here(name)
            for near in NEIGHBOURS[name]
            if near in game.terrains
            for count in range(1, game.species[name, animal] + 1)
        ]
        animal, near, count_text = parts((yield from ask("mass_exodus", you, offered)))
        game.move(animal, name, near, int(count_text))
