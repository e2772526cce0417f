"""The positions that costs are measured on: the same in every process and every build."""

from typing import Final

from service.documents.game import GameState
from service.documents.play import start
from service.rules.engine import play, random_move
from service.rules.rng import Random
from service.rules.slots import CURSOR
from service.rules.state import State
from service.rules.steps import FINISHED

PLAYERS: Final = {"ann": ["mammal"], "bob": ["reptile"], "cat": ["bird"], "dan": ["insect"]}
FIRST: Final = 200  # decisions before the first position: the game is well on its way
APART: Final = 13  # decisions between two positions, so that all parts of a turn occur
COUNT: Final = 32


def mid_game() -> list[GameState]:
    """Positions from the middle of random games of four, at rest."""
    found: list[GameState] = []
    seed = 0
    while len(found) < COUNT:
        seed += 1
        game, _ = start(PLAYERS, chance={"mode": "seeded", "seed": str(seed)}, game="bench")
        random = Random(seed)
        state = game.state
        decisions = 0
        while state.slots[CURSOR] != FINISHED and len(found) < COUNT:
            if decisions >= FIRST and decisions % APART == 0:
                found.append(GameState(game.game, game.players, game.chance, state.copy()))
            _advance(state, random)
            decisions += 1
    return found


def _advance(state: State, random: Random) -> None:
    state.random = random
    play(state, random_move(state, random))
