"""Playouts of candidates under the same luck: common random numbers."""

from collections import Counter

import pytest

from service.documents.moves import parse_id
from service.documents.read import read_state
from service.rules.engine import play
from service.rules.slots import ANIMAL, BAG, CURSOR, DEPTH, IN_PLAY, MANUAL
from service.rules.state import State
from service.rules.steps import STEP_INDEX
from service.rules.tables import ELEMENTS, NATURE
from tests.positions import BEFORE_SYMBIOTIC, build
from workers.bench.decisions import stored_decisions
from workers.search.figures import blend, progress
from workers.search.levels import NOISE, WAVERING
from workers.search.playouts import Playouts, plan_turn
from workers.search.tree import Node
from workers.search.weights import weights

IN_EXECUTION = [
    state for state in stored_decisions() if state.slots[CURSOR] >= STEP_INDEX["adaptation.1"]
]


def playouts_in(state: State) -> Playouts:
    """Playouts that learn nothing from each other."""
    state.slots[MANUAL] = 1
    share = progress(state)
    prices = blend(*weights().figures, share)
    policy = blend(*weights().policy, share)
    return plan_turn(state, state.slots[IN_PLAY], policy, prices, NOISE, WAVERING, 0.0)


@pytest.mark.parametrize("seed", [1, 2**40 + 5])
def test_a_decision_meets_the_same_noise_whatever_came_before(seed: int) -> None:
    """A playout from the next decision on ends like the whole one."""
    compared = 0
    for state in IN_EXECUTION:
        playouts = playouts_in(state)
        whole = state.copy()
        playouts.run(whole, seed, Node())
        later = state.copy()
        for _ in range(3):
            playouts.step(later)
            if not later.slots[DEPTH]:
                break
            rest = later.copy()
            playouts.run(rest, seed, Node())
            assert rest.slots == whole.slots
            compared += 1
    assert compared > 20


def test_another_seed_gives_other_noise() -> None:
    ends = Counter[bool]()
    for state in IN_EXECUTION:
        playouts = playouts_in(state)
        one, other = state.copy(), state.copy()
        playouts.run(one, 1, Node())
        playouts.run(other, 2, Node())
        ends[one.slots == other.slots] += 1
    assert ends[False] > ends[True]


def test_draws_of_one_step_differ_by_chance() -> None:
    """R1.7: an element is drawn as often as there are of it, whatever was drawn just before."""
    state = read_state(build(BEFORE_SYMBIOTIC)).state
    playouts = playouts_in(state)
    play(state, parse_id("take_card:symbiotic"))
    start = state.slots[BAG : BAG + len(ELEMENTS)]
    first = Counter[int]()
    alike = 0
    for seed in range(3000):
        after = state.copy()
        playouts.key, playouts.drawing = seed, -1
        drawn: list[int] = []
        for _ in range(2):
            assert after.slots[after.top() + ANIMAL] == NATURE
            before = after.slots[BAG : BAG + len(ELEMENTS)]
            playouts.step(after)
            drawn += [i for i in range(len(ELEMENTS)) if after.slots[BAG + i] < before[i]]
        first[drawn[0]] += 1
        alike += drawn[0] == drawn[1]
    total = sum(start)
    for element, number in enumerate(start):
        assert abs(first[element] - 3000 * number / total) < 90, element  # four standard errors
    expected = sum(number * (number - 1) for number in start) / (total * (total - 1))
    assert abs(alike - 3000 * expected) < 85
