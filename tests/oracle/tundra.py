"""Laying tundra, by the action or by the card ice_sheet (R7.7)."""

from tests.oracle.game import Game
from tests.oracle.scoring import bonus
from tests.oracle.tables import HEXES_OF, NEIGHBOURS, Hex


def glaciation_tiles(game: Game) -> list[Hex]:
    """The tiles that may be covered: not tundra, adjacent to tundra, while tiles are left."""
    if not game.tundra_is_left():
        return []
    return [
        name
        for name in game.tiles()
        if name not in game.tundra and any(near in game.tundra for near in NEIGHBOURS[name])
    ]


def lay_tundra(game: Game, animal: str, name: Hex) -> None:
    """Cover a tile: species return to the pools, elements amid tundra go, points are scored."""
    before = sum(near in game.tundra for near in NEIGHBOURS[name])
    game.tundra.add(name)
    for other in game.here(name):
        returning = game.species[name, other] - 1
        if returning:
            game.lift(other, name, returning)
            game.pool[other] += returning
    for corner in list(game.elements):
        if all(around in game.tundra for around in HEXES_OF[corner]):
            game.remove_element(corner)
    game.award(animal, bonus(before))
