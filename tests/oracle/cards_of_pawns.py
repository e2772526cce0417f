"""Dominance cards about action pawns and initiative (R8)."""

from tests.oracle.asking import Asking, ask, parts
from tests.oracle.game import Game
from tests.oracle.tables import FOOD_CHAIN


def immigrants(game: Game, you: str) -> Asking[None]:
    """Every animal gives up an added element, a pawn in hand, or all but one species a tile."""
    for animal in game.animals:
        offered = [f"lose_element:{element}" for element in game.added_types(animal)]
        offered += ["lose_pawn"] if game.hand[animal] else []
        move = yield from ask("immigrants", animal, [*offered, "keep_one_species"])
        if move == "lose_pawn":
            game.hand[animal] -= 1
            game.pawns[animal] -= 1
        elif move == "keep_one_species":
            for name in game.occupied(animal):
                game.eliminate(animal, name, game.species[name, animal] - 1)
        else:
            game.lose_element(animal, parts(move)[0])


def instinct(game: Game, you: str) -> Asking[None]:
    """Put a pawn in hand on a vacant space."""
    vacant = game.vacant_spaces()
    if game.hand[you] and vacant:
        move = yield from ask("instinct", you, [f"place_pawn:{space}" for space in vacant])
        game.hand[you] -= 1
        game.display[parts(move)[0]] = you


def intelligence(game: Game, you: str) -> None:
    """A pawn for you and every animal above you."""
    for animal in game.animals:
        if FOOD_CHAIN.index(animal) <= FOOD_CHAIN.index(you):
            game.gain_pawn(animal)


def nocturnal(game: Game, you: str) -> None:
    """Your initiative marker one place to the left."""
    game.move_up(you)


def omnivore(game: Game, you: str) -> None:
    """A pawn."""
    game.gain_pawn(you)


def parasitism(game: Game, you: str) -> None:
    """A pawn for you and every animal below you."""
    for animal in game.animals:
        if FOOD_CHAIN.index(animal) >= FOOD_CHAIN.index(you):
            game.gain_pawn(animal)
