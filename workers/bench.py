"""How fast the engine is: random games, and the cost of a copy."""

import time
from typing import Final

from service.rules.engine import play, random_move
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import CURSOR
from service.rules.state import State
from service.rules.steps import FINISHED

TURN_LIMIT: Final = 40
COPIES: Final = 20_000


def random_game(players: int, seed: int) -> int:
    """Play a game of random moves and return its number of decisions.

    A decision is a move drawn among two or more; forced moves and draws are not counted.
    """
    random = Random(seed)
    state = new_game([[a] for a in range(players)], random=random, turn_limit=TURN_LIMIT)
    state.random = random
    decisions = 0
    while state.slots[CURSOR] != FINISHED:
        play(state, random_move(state, random))
        decisions += 1
    return decisions


def measure_games(players: int, seconds: float) -> dict[str, float]:
    """Random games for about that long: decisions and games per second, decisions per game."""
    games = 0
    decisions = 0
    started = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        decisions += random_game(players, games + 1)
        games += 1
        elapsed = time.perf_counter() - started
    return {
        "decisions_per_second": decisions / elapsed,
        "games_per_second": games / elapsed,
        "decisions_per_game": decisions / games,
        "games": games,
    }


def _mid_game() -> State:
    random = Random(7)
    state = new_game([[a] for a in range(4)], random=random, turn_limit=TURN_LIMIT)
    state.random = random
    for _ in range(300):
        play(state, random_move(state, random))
    return state


def measure_copy() -> float:
    """Microseconds that a copy of a mid-game state takes."""
    state = _mid_game()
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(COPIES):
            state.copy()
        best = min(best, time.perf_counter() - started)
    return best / COPIES * 1e6


def run(seconds: float) -> dict[str, object]:
    """Everything, one process on one core."""
    return {
        "random_games": {str(n): measure_games(n, seconds) for n in (2, 4, 6)},
        "copy_microseconds": measure_copy(),
    }
