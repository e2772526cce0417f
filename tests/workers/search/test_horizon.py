"""How far playouts look: through the turn, or through the next one too."""

import pytest

from service.rules.slots import ANIMAL, CURSOR, DEPTH, IN_PLAY, MANUAL, TURN
from service.rules.state import State
from service.rules.steps import FINISHED, STEP_INDEX
from workers.bench.decisions import stored_decisions
from workers.search.figures import between, progress
from workers.search.horizon import Horizon
from workers.search.levels import NOISE, WAVERING, decide
from workers.search.outlook import expected_points, leads
from workers.search.tree import Node
from workers.search.weights import weights

DECISIONS = stored_decisions()
IN_EXECUTION = [one for one in DECISIONS if one.slots[CURSOR] >= STEP_INDEX["adaptation.1"]]
IN_PLANNING = [one for one in DECISIONS if one.slots[CURSOR] < STEP_INDEX["adaptation.1"]]
COMMON = (80.0, -10.0)
BUDGET = {"simulations": 24}


def horizon(root: State, turns: int) -> Horizon:
    root.slots[MANUAL] = 1
    learned = weights()
    return Horizon(root, learned.policy, learned.figures, COMMON, turns, NOISE, WAVERING, 0.0)


def coming(state: State) -> float:
    return between(*COMMON, progress(state))


@pytest.mark.parametrize("seed", [3, 2**50])
def test_the_end_of_the_turn_is_what_counts(seed: int) -> None:
    """Whatever is left of the game after it is expected, not played."""
    for root in IN_EXECUTION:
        looking = horizon(root, 1)
        end = root.copy()
        looking.run(end, seed, Node())
        assert not end.slots[DEPTH]
        assert end.slots[TURN] == root.slots[TURN]
        expected = expected_points(end, looking.now.prices)
        assert looking.outcome == pytest.approx(leads(end, expected))
        assert looking.over == (end.slots[CURSOR] == FINISHED)
        more = 0.0 if looking.over else coming(root)
        for animal in range(6):
            if root.slots[IN_PLAY] >> animal & 1:
                assert looking.points[animal] == pytest.approx(expected[animal] + more)


@pytest.mark.parametrize("seed", [3, 2**50])
def test_the_end_of_the_next_turn_counts_as_much(seed: int) -> None:
    further = 0
    for root in IN_EXECUTION:
        near, far = horizon(root, 1), horizon(root, 2)
        first, second = root.copy(), root.copy()
        near.run(first, seed, Node())
        far.run(second, seed, Node())
        assert near.over == far.over
        if near.over:
            assert second.slots == first.slots
            assert (far.outcome, far.points) == (near.outcome, near.points)
            continue
        assert not second.slots[DEPTH]
        if second.slots[CURSOR] != FINISHED:
            assert second.slots[TURN] == first.slots[TURN] + 1
        assert far.steps > near.steps
        late = leads(second, expected_points(second, far.ahead.prices))
        mean = [(a + b) / 2 for a, b in zip(near.outcome, late, strict=True)]
        assert far.outcome == pytest.approx(mean)
        further += 1
    assert further > 10


def test_the_same_seed_looks_at_the_same_turns() -> None:
    root = IN_EXECUTION[0]
    ends = []
    for seed in (5, 5, 6):
        end = root.copy()
        looking = horizon(root, 2)
        looking.run(end, seed, Node())
        ends.append((end.slots, looking.outcome, looking.points))
    assert ends[0] == ends[1] != ends[2]


def test_plans_for_the_next_turn_serve_some_playouts() -> None:
    root = next(one for one in IN_EXECUTION if progress(one) < 0.5)
    looking = horizon(root, 2)
    plans = []
    for seed in range(40):
        looking.run(root.copy(), seed, Node())
        plans.append(looking.ahead)
    assert [plans[i] is plans[i - 1] for i in range(1, 40)].count(False) == 2


def test_a_placement_is_judged_by_its_own_turn() -> None:
    """Expert thinks further ahead than hard once pawns act, and like it before."""
    same, deeper = 0, 0
    for root in (*IN_PLANNING[:3], *IN_EXECUTION[::4]):
        hard, expert = (decide(root, level, BUDGET, 7) for level in ("hard", "expert"))
        if hard.depth is None or expert.depth is None or not hard.simulations:
            continue
        if root in IN_PLANNING:
            assert root.slots[root.top() + ANIMAL] in range(6)
            assert expert == hard
            same += 1
        else:
            deeper += expert.depth > hard.depth + 20
    assert same == 3
    assert deeper > 2
