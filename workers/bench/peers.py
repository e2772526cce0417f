"""Random games of comparable engines: ``python peers.py SECONDS`` prints JSON.

It runs under the Python that has their packages, so it imports nothing else but the standard
library. An engine that is not installed is left out.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module


def _catanatron() -> Callable[[random.Random], int]:
    """A game of Catan between four random players; its actions are counted."""
    player = import_module("catanatron.models.player")
    game = import_module("catanatron.game")
    colours = list(player.Color)[:4]

    def play(chance: random.Random) -> int:
        random.seed(chance.random())  # what catanatron draws from
        one = game.Game([player.RandomPlayer(colour) for colour in colours])
        one.play()
        return len(one.state.actions)

    return play


def _backgammon() -> Callable[[random.Random], int]:
    """A game of backgammon by open-spiel; the players' actions are counted, not the dice."""
    game = import_module("pyspiel").load_game("backgammon")

    def play(chance: random.Random) -> int:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                actions += 1
        return actions

    return play


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """Actions and games per second of one core, by engine."""
    found = {}
    for name, engine in (("catanatron", _catanatron), ("backgammon", _backgammon)):
        try:
            play = engine()
        except ImportError:
            continue
        chance = random.Random(1)  # noqa: S311 - games, not secrets
        play(chance)
        games = 0
        actions = 0
        started = time.process_time()
        elapsed = 0.0
        while elapsed < seconds:
            actions += play(chance)
            games += 1
            elapsed = time.process_time() - started
        found[name] = {"actions_per_second": actions / elapsed, "games_per_second": games / elapsed}
    return found


if __name__ == "__main__":
    json.dump(measure(float(sys.argv[1])), sys.stdout)
