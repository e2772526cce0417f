"""How fast one build of the engine is: ``python -m workers.bench.engine SECONDS`` prints JSON."""

import json
import sys
import time
from collections.abc import Callable
from typing import Final, TypeVar

from service.build import ENGINE
from service.documents.canonical import dumps, state_hash
from service.documents.read import read_state
from service.documents.reader import read_json
from service.documents.write import write_state
from service.rules.engine import apply, legal_moves, play_out, random_move
from service.rules.rng import Random
from service.rules.scoring import final_points
from service.rules.setup import new_game
from service.rules.state import State
from workers.bench.positions import mid_game
from workers.search.selfplay import TURN_LIMIT

PLAYER_COUNTS: Final = (2, 4, 6)
LIMIT: Final = 1_000_000  # bytes of a document
ROUNDS: Final = 7
ROUND_SECONDS: Final = 0.04
T = TypeVar("T")


def random_game(players: int, seed: int) -> int:
    """Play a game of random moves and return its number of decisions.

    A decision is a move drawn among two or more; forced moves and draws are not counted.
    """
    random = Random(seed)
    animals = [[animal] for animal in range(players)]
    state = new_game(animals, random=random, turn_limit=TURN_LIMIT)
    return play_out(state, random)


def measure_games(players: int, seconds: float) -> dict[str, float]:
    """Random games for about that long: decisions and games per second of one core."""
    games = 0
    decisions = 0
    started = time.process_time()
    elapsed = 0.0
    while elapsed < seconds:
        decisions += random_game(players, games + 1)
        games += 1
        elapsed = time.process_time() - started
    return {"decisions_per_second": decisions / elapsed, "games_per_second": games / elapsed}


def _microseconds(work: Callable[[T], object], items: list[T]) -> float:
    """The mean cost over the items, in the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        done = 0
        started = time.process_time()
        elapsed = 0.0
        while elapsed < ROUND_SECONDS:
            for item in items:
                work(item)
            done += len(items)
            elapsed = time.process_time() - started
        best = min(best, elapsed / done)
    return best * 1e6


def _listed(state: State) -> list[int]:
    state.fresh = False  # or the moves found before are used again
    return legal_moves(state)


def measure_costs() -> dict[str, float]:
    """Microseconds that the steps of a request take, on mid-game positions."""
    games = mid_game()
    states = [game.state for game in games]
    documents = [write_state(game) for game in games]
    texts = [dumps(document) for document in documents]
    random = Random(1)
    moves = [(state, random_move(state, random)) for state in states]
    return {
        "copy_microseconds": _microseconds(State.copy, states),
        "legal_moves_microseconds": _microseconds(_listed, states),
        "apply_microseconds": _microseconds(lambda pair: apply(*pair, random), moves),
        "score_microseconds": _microseconds(final_points, states),
        "read_microseconds": _microseconds(
            lambda text: read_state(read_json(text, limit=LIMIT)), texts
        ),
        "write_microseconds": _microseconds(write_state, games),
        "hash_microseconds": _microseconds(state_hash, documents),
    }


def measure(seconds: float) -> dict[str, object]:
    """All figures of this process's build; ``seconds`` for each number of players."""
    return {
        "random_games": {str(n): measure_games(n, seconds) for n in PLAYER_COUNTS},
        **measure_costs(),
    }


if __name__ == "__main__":
    json.dump({"engine": ENGINE.name, "figures": measure(float(sys.argv[1]))}, sys.stdout)
