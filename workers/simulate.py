"""Whole games between AI players, for figures and for stress."""

import time
from collections.abc import Iterable
from typing import NamedTuple

from service.documents.chance import seeded_random
from service.documents.moves import move_id
from service.documents.replay import Setup, begin
from service.documents.replay_record import record
from service.rules.rng import Random
from service.rules.scoring import ranking
from service.rules.slots import LAST_TURN, TURN, VP
from service.rules.tables import ANIMALS
from workers.games import decisions


class Game(NamedTuple):
    """The outcome of one game: decisions made, turns, who won, VP by animal, how it ended.

    With it the setup and the moves, claims among them, from which it can be replayed.
    """

    decisions: int
    turns: int
    winner: str
    points: dict[str, int]
    by_ice_age: bool
    seconds: float
    setup: Setup
    moves: list[str]


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

    The same arguments give the same game. Its draws are those of ``seeded`` chance, so that its
    moves, replayed from its setup, give it again.
    """
    started = time.perf_counter()
    choices = Random(seed)
    setup = Setup(
        {ANIMALS[animal]: [ANIMALS[animal]] for animal in animals},
        {"dominance": "claimed"} if claimed else {},
        {"mode": "seeded", "seed": str(seed)},
        turn_limit or None,
        f"simulated-{seed}",
    )
    game, _ = begin(setup)
    state = game.state
    slots = state.slots
    draws = game.chance.draws
    state.random = draw = seeded_random(game.chance.seed, draws)
    made = 0
    moves: list[int] = []
    for decision in decisions(state, dict(zip(animals, levels, strict=True)), {}, choices):
        made += 1
        moves += [*decision.answer.claims, decision.answer.move]
        draws += draw.used > 0
        state.random = draw = seeded_random(game.chance.seed, draws)
    order = ranking(state)
    return Game(
        made,
        slots[TURN],
        ANIMALS[order[0]],
        {ANIMALS[animal]: slots[VP + animal] for animal in order},
        bool(slots[LAST_TURN]),
        time.perf_counter() - started,
        setup,
        [move_id(move) for move in moves],
    )


def record_game(game: Game, levels: Iterable[str]) -> str:
    """The game in the readable form; ``levels`` are those of the animals, in food chain order."""
    who = ", ".join(
        f"{name} {level}" for name, level in zip(game.setup.players, levels, strict=True)
    )
    return record(game.setup, game.moves, comments=[f"Simulated; levels: {who}."])
