"""The reference player: it finds what cannot be missed, and sees no more than everybody sees."""

from itertools import pairwise
from typing import Any

import pytest

from service.documents.moves import move_id
from service.documents.read import read_state
from service.rules.engine import is_legal, play, random_move
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import CURSOR, MANUAL
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import NATURE
from tests.positions import build
from workers.search.policies import decider
from workers.search.uct import uct


def last_choice(points: dict[str, int], **given: Any) -> State:
    """The last Domination of the last turn: the mammal takes one of three tiles of its own.

    They pay it 3 (mountain), 7 (savannah) or 4 (desert) (R2.3, R7.12); at the end each is scored
    once more, 14 in all (R10.2). The bird has only what ``points`` say.
    """
    return read_state(
        build(
            {
                "animals": ["mammal", "bird"],
                "rules": {"turn_limit": 5},
                "turn": 5,
                "at": "domination.5",
                "species": {"0,1": {"mammal": 1}, "1,-1": {"mammal": 1}, "1,0": {"mammal": 1}},
                "cards": [],
                "points": points,
                "pending": [{"kind": "dominate", "animal": "mammal", "space": "domination.5"}],
                **given,
            }
        )
    ).state


@pytest.mark.parametrize("seed", range(5))
def test_the_only_move_that_wins_is_found(seed: int) -> None:
    """With 10 + 7 + 14 = 31 VP the mammal is ahead of the bird's 30, with 28 or 27 it is not."""
    move, made = uct(last_choice({"mammal": 10, "bird": 30}), seed, 30, 0.0)
    assert move_id(move) == "dominate:1,-1"
    assert made == 30


def middle_of_a_game(decisions: int) -> State:
    random = Random(3)
    state = new_game([[0], [2], [3], [5]], random=random, turn_limit=3)
    for number in range(decisions):
        state.random = random
        play(state, uct(state, number, 1, 0.0)[0])
    return state


def test_the_same_seed_gives_the_same_move_and_others_differ() -> None:
    state = middle_of_a_game(9)
    slots = state.slots[:]
    found = [uct(state, seed, 12, 0.0) for seed in range(6)]
    assert found == [uct(state, seed, 12, 0.0) for seed in range(6)]
    assert len({move for move, _ in found}) > 1
    assert state.slots == slots


def test_it_sees_no_more_than_everybody_sees() -> None:
    """The game's own chance, or who else is asked for draws, changes nothing."""
    state = middle_of_a_game(9)
    other = state.copy()
    state.random = Random(1)
    before = uct(state, 4, 12, 0.0)
    state.random = Random(2)
    other.slots[MANUAL] = 1
    assert uct(state, 4, 12, 0.0) == uct(other, 4, 12, 0.0) == before


def test_more_playouts_favour_the_better_tile() -> None:
    """One playout tries one of three tiles by chance; more settle on the one that wins."""
    state = last_choice({"mammal": 10, "bird": 30})
    chosen = [
        sum(move_id(uct(state, seed, made, 0.0)[0]) == "dominate:1,-1" for seed in range(20))
        for made in (1, 4, 40)
    ]
    assert all(fewer <= more for fewer, more in pairwise(chosen))
    assert chosen[-1] == 20


@pytest.mark.parametrize(
    "options",
    [{"players": [[0, 2, 4], [1, 3, 5]]}, {"claimed": True}, {"manual": True}],
    ids=str,
)
def test_a_game_is_played_legally_to_its_end(options: dict[str, Any]) -> None:
    random = Random(1)
    state = new_game(**{"players": [[0], [2], [3]], "turn_limit": 1, "random": random, **options})
    state.random = random
    decided = 0
    while state.slots[CURSOR] != FINISHED:
        if decider(state) == NATURE:
            play(state, random_move(state, random))
            continue
        move, _ = uct(state, decided, 2, 0.0)
        assert is_legal(state, move)
        play(state, move)
        decided += 1
    assert decided > 20


def test_a_game_without_a_turn_limit_ends_in_playouts_too() -> None:
    """Random animals may never end a game by themselves (R10.1)."""
    state = new_game([[0], [1]], random=Random(1))
    assert uct(state, 1, 3, 0.0)[1] == 3


def test_time_is_kept() -> None:
    move, made = uct(last_choice({"mammal": 10, "bird": 30}), 1, 0, 0.05)
    assert move_id(move) == "dominate:1,-1"
    assert made > 1
