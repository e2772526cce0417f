"""How far playouts look: through the turn, or through the next ones too."""

from collections.abc import Iterator
from itertools import combinations
from statistics import correlation

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
from workers.search.halving import SEED_STEP
from workers.search.horizon import Horizon, turn_seed
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


def check_last_end(root: State, seed: int, turns: int) -> State:
    """All ends count alike, the last as much as any before; answers that one.

    The game must not be over before the last turn.
    """
    near, far = horizon(root, turns - 1), horizon(root, turns)
    first, last = root.copy(), root.copy()
    near.run(first, seed, Node())
    far.run(last, seed, Node())
    assert first.slots[CURSOR] != FINISHED
    assert not near.over
    assert not far.over
    assert not last.slots[DEPTH]
    assert first.slots[TURN] == root.slots[TURN] + turns - 2
    assert last.slots[TURN] == root.slots[TURN] + turns - 1
    assert far.steps > near.steps + 10
    expected = expected_points(last, LATE)
    outcome = leads(last, expected)
    coming = 0.0 if last.slots[CURSOR] == FINISHED else COMMON
    for animal in range(6):
        total = near.outcome[animal] * (turns - 1) + outcome[animal]
        assert far.outcome[animal] == pytest.approx(total / turns)
    for animal in animals(root):
        total = near.points[animal] * (turns - 1) + expected[animal] + coming
        assert far.points[animal] == pytest.approx(total / turns)
    return last


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
@pytest.mark.parametrize("turns", [2, 3])
def test_the_end_of_a_turn_to_come_counts_as_much(turns: int, seed: int) -> None:
    compared = 0
    for root in decisions(execution=True):
        end = root.copy()
        horizon(root, turns - 1).run(end, seed, Node())
        if end.slots[CURSOR] != FINISHED:
            check_last_end(root, seed, turns)
            compared += 1
    assert compared > 15


@pytest.mark.parametrize("turns", [1, 2, 3])
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
        assert check_last_end(root, 3, 2).slots[CURSOR] == FINISHED


def test_the_end_of_the_game_stands_for_the_turns_that_it_leaves_out() -> None:
    for root in decisions(execution=True):
        root.slots[TURN_LIMIT] = root.slots[TURN] + 1
        end = root.copy()
        near, far = horizon(root, 1), horizon(root, 3)
        near.run(root.copy(), 3, Node())
        far.run(end, 3, Node())
        assert end.slots[CURSOR] == FINISHED
        final = expected_points(end, LATE)
        lead = leads(end, final)
        for animal in range(6):
            mean = (near.outcome[animal] + 2 * lead[animal]) / 3
            assert far.outcome[animal] == pytest.approx(mean)
        for animal in animals(root):
            mean = (near.points[animal] + 2 * final[animal]) / 3
            assert far.points[animal] == pytest.approx(mean)


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
    check_last_end(state, 11, 2)
    check_last_end(state, 11, 3)


def test_a_decision_meets_the_same_luck_in_all_turns_whatever_came_before() -> None:
    """A playout from a later decision on ends like the whole one, draws of Reseed included."""
    compared = 0
    for root in decisions(execution=True):
        looking = horizon(root, 3)
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


@pytest.mark.parametrize("turns", [2, 3])
def test_another_seed_gives_other_turns_to_come(turns: int) -> None:
    root = next(decisions(execution=True))
    ends = []
    for seed in (5, 5, 6):
        end = root.copy()
        looking = horizon(root, turns)
        looking.run(end, seed, Node())
        ends.append((end.slots, looking.outcome, looking.points))
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_playouts_share_plans_until_they_are_made_anew(turns: int) -> None:
    root = next(decisions(execution=True))
    root.slots[TURN_LIMIT] = root.slots[TURN] + 9
    looking = horizon(root, turns)
    plans = [looking.ahead[:]]
    for seed in (1, 2):
        looking.run(root.copy(), seed, Node())
        plans.append(looking.ahead[:])
    looking.look_ahead(root.copy(), 3)
    plans.append(looking.ahead[:])
    assert [len(one) for one in plans] == [0, turns - 1, turns - 1, turns - 1]
    assert plans[1] == plans[2]
    assert not set(map(id, plans[2])) & set(map(id, plans[3]))


def test_plans_for_turns_to_come_fit_where_they_lead() -> None:
    """After ``look_ahead`` a playout with the same seed finds them as it would make them."""
    for root in list(decisions(execution=True))[::4]:
        root.slots[TURN_LIMIT] = root.slots[TURN] + 9
        ends = []
        for ahead in (False, True):
            looking = horizon(root, 3)
            if ahead:
                looking.look_ahead(root.copy(), 5)
            end = root.copy()
            looking.run(end, 5, Node())
            ends.append(end.slots)
        assert ends[0] == ends[1]


BUDGET = {"simulations": 24}


def depth_of(root: State, level: str) -> int:
    answer = decide(root, level, BUDGET, 7)
    assert answer.simulations > 20
    assert answer.depth is not None
    return answer.depth


def test_hard_looks_further_than_medium_and_expert_further_still() -> None:
    for root in list(decisions(execution=True))[::6]:
        root.slots[TURN_LIMIT] = root.slots[TURN] + 9
        depths = [depth_of(root, level) for level in ("easy", "medium", "hard", "expert")]
        assert depths[0] == depths[1]
        assert depths[1] + 20 < depths[2]
        assert depths[2] + 20 < depths[3]


def test_from_a_placement_levels_look_a_turn_less_far() -> None:
    """Only ``expert`` looks beyond the turn then."""
    roots = list(decisions(execution=False))[::4]
    assert len(roots) > 2
    for root in roots:
        assert root.slots[root.top() + KIND] == PLACE_PAWN
        assert decide(root, "hard", BUDGET, 7) == decide(root, "medium", BUDGET, 7)
        assert depth_of(root, "expert") > depth_of(root, "hard") + 20


@pytest.mark.parametrize("seed", [0, 7, 2**60 + 11])
def test_no_turn_of_a_playout_repeats_the_fancies_of_another(seed: int) -> None:
    """The noise in the plans of its turns goes together no more than chance has it."""
    plans = horizon(next(decisions(execution=True)), 1).now.plans
    for number in range(20):
        noises = []
        for turn in range(3):
            plans.shake(63, Random(turn_seed(seed + SEED_STEP * number, turn)), 1.0)
            noises.append(plans.noise[:])
        for one, other in combinations(noises, 2):
            assert abs(correlation(one, other)) < 0.3  # of 246 numbers: five standard errors


def test_plans_are_made_where_candidates_go_further_than_what_was_looked_ahead_to() -> None:
    """What is looked ahead to may end the game; other candidates' playouts may not."""
    root = next(decisions(execution=True))
    ended, longer = root.copy(), root.copy()
    ended.slots[TURN_LIMIT] = root.slots[TURN]
    longer.slots[TURN_LIMIT] = root.slots[TURN] + 9
    looking = horizon(root, 3)
    looking.look_ahead(ended, 5)
    assert ended.slots[CURSOR] == FINISHED
    assert looking.ahead == []
    looking.run(longer, 5, Node())
    assert len(looking.ahead) == 2
    assert longer.slots[TURN] == root.slots[TURN] + 2
