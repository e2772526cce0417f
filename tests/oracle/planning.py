"""Planning (R6)."""

from tests.oracle.asking import Asking, ask, parts
from tests.oracle.game import Game


def place_one_pawn(game: Game) -> Asking[bool]:
    """R6.1: the next animal with a pawn in hand places it; False when nobody has one left."""
    vacant = game.vacant_spaces()
    if not vacant or not any(game.hand.values()):
        return False
    order = game.initiative
    while not game.hand[order[game.placed % len(order)]]:
        game.placed += 1
    animal = order[game.placed % len(order)]
    game.placed += 1
    move = yield from ask("place_pawn", animal, [f"place_pawn:{space}" for space in vacant])
    (space,) = parts(move)
    game.hand[animal] -= 1
    game.display[space] = animal
    return True
