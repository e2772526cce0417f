"""How far playouts look: through the turn, or through the next one too."""

from collections.abc import Iterator

import pytest

from service.rules.engine import play, random_move
from service.rules.kinds import PLACE_PAWN
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import ANIMAL, CURSOR, DEPTH, IN_PLAY, KIND, MANUAL, TURN, TURN_LIMIT
from service.rules.state import State
from service.rules.steps import FINISHED, STEP_INDEX
from service.rules.tables import NATURE
from workers.bench.decisions import stored_decisions
from workers.search.horizon import Horizon
from workers.search.levels import NOISE, WAVERING, decide
from workers.search.outlook import expected_points, leads
from workers.search.tree import Node
from workers.search.weights import weights

COMMON = 60.0  # VP still to come to everybody, at the end of every turn
LATE = weights().figures[1]
EXECUTION = STEP_INDEX["adaptation.1"]


def decisions(execution: bool) -> Iterator[State]:
    """Stored positions in Execution, or before it, for the test's own use."""
    for state in stored_decisions():
        if (state.slots[CURSOR] >= EXECUTION) == execution:
            state.slots[MANUAL] = 1
            yield state


def horizon(root: State, turns: int) -> Horizon:
    """With prices that are the same all through the game, and plans that learn nothing."""
    policy = weights().policy
    return Horizon(root, policy, (LATE, LATE), (COMMON, COMMON), turns, NOISE, WAVERING, 0.0)


def animals(state: State) -> list[int]:
    return [animal for animal in range(6) if state.slots[IN_PLAY] >> animal & 1]


def check_end(looking: Horizon, end: State) -> None:
    """The one end that a playout came to is what it is judged by."""
    expected = expected_points(end, LATE)
    coming = 0.0 if end.slots[CURSOR] == FINISHED else COMMON
    assert not end.slots[DEPTH]
    assert looking.over == (end.slots[CURSOR] == FINISHED)
    assert looking.outcome == pytest.approx(leads(end, expected))
    for animal in animals(end):
        assert looking.points[animal] == pytest.approx(expected[animal] + coming)


def check_two_ends(root: State, seed: int) -> State:
    """Both ends count alike; answers the second."""
    near, far = horizon(root, 1), horizon(root, 2)
    first, second = root.copy(), root.copy()
    near.run(first, seed, Node())
    far.run(second, seed, Node())
    assert not near.over
    assert far.over == (second.slots[CURSOR] == FINISHED)
    assert not second.slots[DEPTH]
    assert second.slots[TURN] == root.slots[TURN] + 1
    assert far.steps > near.steps + 10
    expected = expected_points(second, LATE)
    outcome = leads(second, expected)
    coming = 0.0 if far.over else COMMON
    for animal in range(6):
        assert far.outcome[animal] == pytest.approx((near.outcome[animal] + outcome[animal]) / 2)
    for animal in animals(root):
        points = (near.points[animal] + expected[animal] + coming) / 2
        assert far.points[animal] == pytest.approx(points)
    return second


@pytest.mark.parametrize("seed", [3, 2**50])
def test_the_end_of_the_turn_is_what_counts(seed: int) -> None:
    """Whatever is left of the game after it is expected, not played."""
    for root in decisions(execution=True):
        end = root.copy()
        looking = horizon(root, 1)
        looking.run(end, seed, Node())
        assert end.slots[TURN] == root.slots[TURN]
        check_end(looking, end)


@pytest.mark.parametrize("seed", [3, 2**50])
def test_the_end_of_the_next_turn_counts_as_much(seed: int) -> None:
    for root in decisions(execution=True):
        check_two_ends(root, seed)


@pytest.mark.parametrize("turns", [1, 2])
def test_points_are_exact_where_the_game_ends(turns: int) -> None:
    """A turn limit ends it here with the first turn, so there is no second one."""
    for root in decisions(execution=True):
        root.slots[TURN_LIMIT] = root.slots[TURN]
        end = root.copy()
        looking = horizon(root, turns)
        looking.run(end, 3, Node())
        assert looking.over
        check_end(looking, end)


def test_points_are_exact_where_the_game_ends_with_the_next_turn() -> None:
    for root in decisions(execution=True):
        root.slots[TURN_LIMIT] = root.slots[TURN] + 1
        assert check_two_ends(root, 3).slots[CURSOR] == FINISHED


@pytest.mark.parametrize(
    "players",
    [
        [[0], [5]],
        [[1], [2], [4]],
        [[0], [1], [2], [3], [4]],
        [[0], [1], [2], [3], [4], [5]],
        [[0, 2, 4], [1, 3, 5]],
    ],
)
def test_any_number_of_animals_has_a_next_turn(players: list[list[int]]) -> None:
    random = Random(4)
    state = new_game(players, random=random, turn_limit=9)
    state.random = random
    for _ in range(400):
        top = state.top()
        if state.slots[CURSOR] >= EXECUTION and state.slots[top + ANIMAL] != NATURE:
            break
        play(state, random_move(state, random))
    state.slots[MANUAL] = 1
    check_two_ends(state, 11)


def test_a_decision_meets_the_same_luck_in_both_turns_whatever_came_before() -> None:
    """A playout from a later decision on ends like the whole one, draws of Reseed included."""
    compared = 0
    for root in decisions(execution=True):
        looking = horizon(root, 2)
        looking.look_ahead(root.copy(), 9)
        whole = root.copy()
        looking.run(whole, 5, Node())
        later = root.copy()
        looking.now.run(root.copy(), 5, Node())
        for _ in range(2):
            looking.now.step(later)
            if not later.slots[DEPTH]:
                break
            rest = later.copy()
            looking.run(rest, 5, Node())
            assert rest.slots == whole.slots
            looking.now.run(root.copy(), 5, Node())
            compared += 1
    assert compared > 20


def test_another_seed_gives_another_next_turn() -> None:
    root = next(decisions(execution=True))
    ends = []
    for seed in (5, 5, 6):
        end = root.copy()
        looking = horizon(root, 2)
        looking.run(end, seed, Node())
        ends.append((end.slots, looking.outcome, looking.points))
    assert ends[0] == ends[1] != ends[2]


def test_playouts_share_plans_until_they_are_made_anew() -> None:
    root = next(decisions(execution=True))
    looking = horizon(root, 2)
    plans: list[object] = [looking.ahead]
    for seed in (1, 2):
        looking.run(root.copy(), seed, Node())
        plans.append(looking.ahead)
    looking.look_ahead(root.copy(), 3)
    plans.append(looking.ahead)
    assert plans[0] is None
    assert plans[1] is plans[2] is not None
    assert plans[2] is not plans[3]
    near = horizon(root, 1)
    near.look_ahead(root.copy(), 3)
    assert near.ahead is None


def test_expert_looks_further_than_hard_but_for_placements() -> None:
    budget = {"simulations": 24}
    for root in list(decisions(execution=False))[::4]:
        if root.slots[root.top() + KIND] == PLACE_PAWN:
            assert decide(root, "expert", budget, 7) == decide(root, "hard", budget, 7)
    for root in list(decisions(execution=True))[::6]:
        hard, expert = (decide(root, level, budget, 7) for level in ("hard", "expert"))
        assert hard.simulations == expert.simulations > 20
        assert hard.depth is not None
        assert expert.depth is not None
        assert expert.depth > hard.depth + 20
