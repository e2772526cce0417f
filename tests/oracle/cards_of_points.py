"""Dominance cards that give or take points (R8)."""

from tests.oracle.asking import Asking, ask, parts
from tests.oracle.game import Game
from tests.oracle.scoring import bonus, tiles_dominated
from tests.oracle.tables import PLACES


def biodiversity(game: Game, you: str) -> None:
    """1 VP for each tile shared with another animal."""
    game.award(you, sum(bool(game.others(you, name)) for name in game.occupied(you)))


def ecodiversity(game: Game, you: str) -> None:
    """1 VP for each disk on earth whose type is on your display."""
    found = game.elements.values()
    game.award(you, sum(game.count_on_display(you, element) > 0 for element in found))


def fertile(game: Game, you: str) -> Asking[None]:
    """Choose a tile you occupy: 1 VP for each species there."""
    own = game.occupied(you)
    if own:
        move = yield from ask("fertile", you, [f"choose_tile:{name}" for name in own])
        game.award(you, game.all_species(parts(move)[0]))


def ice_age(game: Game, you: str) -> None:
    """The bonus for dominated tiles to everybody; the last turn (R10.1)."""
    for animal in game.animals:
        game.award(animal, bonus(tiles_dominated(game, animal)))
    game.last_turn = True


def niche_biomes(game: Game, you: str, terrain: str) -> None:
    """Who has more VP than you loses the value of the first place of the tile just scored."""
    own = game.points[you]
    for animal in game.animals:
        if game.points[animal] > own:
            game.award(animal, -PLACES[terrain][0])
