"""Whole games between AI players, for figures and for stress."""

import time
from typing import NamedTuple

from service.rules.dominance import interject
from service.rules.engine import play, random_move
from service.rules.rng import Random
from service.rules.scoring import ranking
from service.rules.setup import new_game
from service.rules.slots import CLAIMED, CURSOR, LAST_TURN, TURN, VP
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import ANIMALS
from workers.search.levels import decide
from workers.search.policies import claims, decider

_SEED_BITS = 1 << 28


class Game(NamedTuple):
    """The outcome of one game: decisions made, turns, who won, VP by animal, how it ended."""

    decisions: int
    turns: int
    winner: str
    points: dict[str, int]
    by_ice_age: bool
    seconds: float


def animals_for(players: int, game: int) -> list[int]:
    """The animals of a game, rotated from game to game so that every seat is seen."""
    return sorted((game + seat) % len(ANIMALS) for seat in range(players))


def play_game(
    animals: list[int],
    levels: list[str],
    seed: int,
    turn_limit: int,
    claimed: bool = False,
) -> Game:
    """One game; ``levels`` holds the level of each of the animals.

    The same arguments give the same game.
    """
    started = time.perf_counter()
    random = Random(seed)
    state = new_game(
        [[animal] for animal in animals], random=random, turn_limit=turn_limit, claimed=claimed
    )
    state.random = random
    slots = state.slots
    level_of = dict(zip(animals, levels, strict=True))
    decisions = 0
    while slots[CURSOR] != FINISHED:
        _decide(state, level_of, random)
        decisions += 1
    order = ranking(state)
    return Game(
        decisions,
        slots[TURN],
        ANIMALS[order[0]],
        {ANIMALS[animal]: slots[VP + animal] for animal in order},
        bool(slots[LAST_TURN]),
        time.perf_counter() - started,
    )


def _decide(state: State, level_of: dict[int, str], random: Random) -> None:
    level = level_of[decider(state)]
    if level == "random":
        if state.slots[CLAIMED]:
            for claim in claims(state, decider(state)):
                interject(state, claim)
        play(state, random_move(state, random))
        return
    answer = decide(state, level, None, random.below(_SEED_BITS))
    for claim in answer.claims:
        interject(state, claim)
    play(state, answer.move)
