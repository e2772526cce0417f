"""Stopping at a step of the turn, as a search does that looks no further."""

from typing import Any

import pytest

from service.documents.moves import parse_id
from service.documents.read import read_state
from service.rules.engine import legal_moves, play, settle
from service.rules.geometry import HEX_INDEX
from service.rules.kinds import SAVE_SPECIES
from service.rules.rng import Random
from service.rules.slots import (
    CURSOR,
    DEPTH,
    ELIMINATED,
    FRAMES,
    IN_HAND,
    KIND,
    PRESENCE,
    SPECIES,
    SPECIES_BITS,
    SURVIVAL,
    TURN,
    VP,
)
from service.rules.state import State
from service.rules.steps import EXTINCTION, FINISHED, PLANNING
from service.rules.tables import BIRD, MAMMAL
from tests.positions import build

AMPHIBIAN = 3
DESERT = HEX_INDEX["1,0"]
FORFEIT = parse_id("forfeit")

# The last pawn of Execution: with it Reset comes. No seed lies at the desert, so that two birds
# there are endangered (R4.2); another one, which has seed, is alone on tundra (R9.2). For Reseed
# there are cards to turn up, a pawn to slide, disks to move on and a stack to turn (R9.3).
LAST_PAWN: dict[str, Any] = {
    "at": "domination.5",
    "pending": [{"kind": "dominate", "animal": "amphibian", "space": "domination.5"}],
    "species": {"0,0": {"bird": 1}, "1,0": {"bird": 2, "mammal": 1}, "0,-1": {"amphibian": 1}},
    "cards": ["aquatic", "blight"],
    "pawns": {"glaciation.2": "bird"},
    "boxes": {"adaptation": {"sun": 1}, "regression": {"grub": 2}, "abundance": {"meat": 3}},
    "face_up": [None, "wetland", "savannah"],
}


def before_reset(**given: Any) -> State:
    state = read_state(build({**LAST_PAWN, **given})).state
    state.random = Random(7)
    return state


def test_r9_stopped_after_extinction_and_survival_nothing_of_reseed_is_done() -> None:
    """R9.1: both birds of the desert go; R9.2: one tundra tile is worth one point."""
    state = before_reset()
    expected = state.slots[:]
    top = state.top()
    expected[top : top + 6] = [0] * 6
    expected[DEPTH] = 0
    expected[IN_HAND + AMPHIBIAN] += 1
    expected[CURSOR] = EXTINCTION
    expected[SPECIES + DESERT] -= 2 << SPECIES_BITS * BIRD
    expected[PRESENCE + BIRD] &= ~(1 << DESERT)
    expected[ELIMINATED + BIRD] += 2
    expected[SURVIVAL] = BIRD + 1
    expected[VP + BIRD] = 1
    play(state, FORFEIT, EXTINCTION)
    assert state.slots == expected
    assert legal_moves(state) == []


def test_r9_going_on_from_there_is_as_if_one_had_not_stopped() -> None:
    stopped, straight = before_reset(), before_reset()
    play(straight, FORFEIT)
    play(stopped, FORFEIT, EXTINCTION)
    assert stopped.slots != straight.slots
    settle(stopped)
    assert stopped.slots == straight.slots
    assert (stopped.slots[TURN], stopped.slots[CURSOR]) == (3, PLANNING)
    assert legal_moves(stopped) == legal_moves(straight) != []


def test_r9_1_a_choice_on_the_way_is_asked_before_the_stop() -> None:
    """No meat lies at the wetland: the mammals may save one of theirs there."""
    state = before_reset(species={"0,-1": {"amphibian": 1, "mammal": 2}, "1,0": {"bird": 2}})
    play(state, FORFEIT, EXTINCTION)
    assert state.slots[DEPTH] == 1
    assert (state.slots[FRAMES + KIND], state.slots[CURSOR]) == (SAVE_SPECIES, EXTINCTION)
    play(state, parse_id("save:mammal@0,-1"), EXTINCTION)
    assert (state.slots[DEPTH], state.slots[CURSOR]) == (0, EXTINCTION)
    assert state.slots[ELIMINATED + MAMMAL] == 1


@pytest.mark.parametrize("stop", [EXTINCTION, FINISHED])
def test_r10_1_the_end_of_the_game_comes_before_any_stop(stop: int) -> None:
    state = before_reset(turn=4, rules={"turn_limit": 4})
    play(state, FORFEIT, stop)
    assert (state.slots[DEPTH], state.slots[CURSOR], state.slots[TURN]) == (0, FINISHED, 4)
    settle(state, stop)
    assert state.slots[CURSOR] == FINISHED
