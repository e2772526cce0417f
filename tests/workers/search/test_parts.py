"""A search in parts: how they share it, and what becomes of what they find."""

import time
from functools import cache
from itertools import islice

import pytest

from service.rules.state import State
from tests.workers.search.test_search import positions, state_of
from workers.search import levels, parts
from workers.search.levels import carry_out_part, decide, in_turn
from workers.search.parts import Found, Part, Tally, Tried, merge, parts_of
from workers.search.watching import Standing, go_on


@cache
def some_positions() -> list[State]:
    """Three from the first turn of a game; they are not to be changed."""
    return list(islice(positions(13), 3))


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten simulations are enough for a part, so that tests need few."""
    monkeypatch.setattr(parts, "LEAST_SIMULATIONS", 10)


@pytest.mark.parametrize(
    ("simulations", "count", "shares"),
    [
        (400, 1, [400]),
        (400, 3, [134, 133, 133]),
        (193, 4, [49, 48, 48, 48]),
        (191, 4, [64, 64, 63]),  # less than 48 is not enough for a part
        (95, 16, [95]),
        (1, 2, [1]),
    ],
)
def test_parts_share_the_simulations(simulations: int, count: int, shares: list[int]) -> None:
    found = parts_of(7, simulations, 0.0, 1, count)
    assert [part.simulations for part in found] == shares
    assert {part.deadline for part in found} == {0.0}


def test_a_part_compares_as_many_candidates_as_the_whole() -> None:
    """Or many parts would leave out what the whole looks at; the smallest there are have 48."""
    compared = []
    for count in (1, 16):
        part = parts_of(7, 480, 0.0, 1, count)[-1]
        found = carry_out_part(state_of(), part, lambda standing: False)
        compared.append((part.simulations, [one.moves for one in found.candidates]))
    (all_of_it, by_whole), (share, by_part) = compared
    assert (all_of_it, share) == (480, 48)
    assert by_part == by_whole
    assert len(by_part) == levels.WIDTH


def test_parts_have_all_of_the_time_each() -> None:
    assert [part[1:] for part in parts_of(7, 0, 12.5, 2, 3)] == [(0, 12.5, 2)] * 3


def test_each_part_has_a_seed_of_its_own_and_the_first_that_of_the_whole() -> None:
    for seed in (0, 7, (1 << 53) - 1, (1 << 64) - 1):
        seeds = [part.seed for part in parts_of(seed, 10_000, 0.0, 1, 16)]
        assert seeds[0] == seed
        assert len(set(seeds)) == 16
        assert all(0 <= one < 1 << 64 for one in seeds)


def tried(move: int, visits: int, total: float, rounds: int = 0) -> Tried:
    return Tried(
        [move, move + 1],
        float(-move),
        visits,
        total,
        rounds,
        [total, 0.0, 2.0 * total],
        9 * visits,
        visits // 2,
        [visits],
    )


def test_what_parts_find_is_added_up() -> None:
    """The wider part looked at a third candidate too."""
    one = Found(1, [tried(1, 4, 8.0, 1), tried(2, 6, 18.0, 2), tried(3, 2, 2.0)])
    other = Found(0, [tried(1, 6, 15.0, 2), tried(2, 4, 9.0, 1)])
    both = merge([one, other])
    assert both.candidates == [
        Tried([1, 2], -1.0, 10, 23.0, 3, [23.0, 0.0, 46.0], 90, 5, [4]),
        Tried([2, 3], -2.0, 10, 27.0, 3, [27.0, 0.0, 54.0], 90, 5, [6]),
        Tried([3, 4], -3.0, 2, 2.0, 0, [2.0, 0.0, 4.0], 18, 1, [2]),
    ]
    assert both.best == 1
    assert both.simulations() == 22
    assert [one.depth() for one in both.candidates] == [11, 11, 11]
    assert merge([one]) is one


def test_the_best_of_several_parts() -> None:
    """The best mean of those with half as many playouts as any, of equals the first."""
    assert merge([Found(0, [tried(1, 8, 8.0), tried(2, 2, 20.0)])] * 2).best == 0  # a lucky few
    assert merge([Found(0, [tried(1, 8, 8.0), tried(2, 4, 5.0)])] * 2).best == 1  # 1.25 beats 1
    assert merge([Found(1, [tried(1, 8, 8.0), tried(2, 8, 8.0)])] * 2).best == 0
    # Two parts agree on the second, and the third likes the first so much that it is better.
    likes = Found(0, [tried(1, 20, 100.0), tried(2, 4, 4.0)])
    agree = Found(1, [tried(1, 4, 4.0), tried(2, 20, 60.0)])
    assert merge([agree, agree, likes]).best == 0  # 108 of 28 against 124 of 44
    # What nobody played out is not the best, however good it seemed.
    unseen = Found(0, [Tried([9], 50.0, 0, 0.0, 0, [0.0] * 3, 0, 0, []), tried(1, 3, -9.0)])
    assert merge([unseen, unseen]).best == 1


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("parallel", [2, 3])
def test_a_search_in_parts_is_the_same_every_time(parallel: int) -> None:
    seen = 0
    budget = {"simulations": 41}
    for state in some_positions():
        first = decide(state, "easy", budget, 5, parallel=parallel)
        assert first == decide(state.copy(), "easy", budget, 5, parallel=parallel)
        if first.win is not None:
            assert 20 < first.simulations <= 41
            seen += first != decide(state, "easy", budget, 5)
    assert seen  # a part has other seeds than the whole


@pytest.mark.usefixtures("small_parts")
def test_the_order_in_which_parts_are_carried_out_does_not_matter() -> None:
    def backwards(root: State, parts: list[Part], watcher: object) -> list[Found]:
        return [carry_out_part(root, part, go_on) for part in reversed(parts)][::-1]

    state = state_of()
    budget = {"simulations": 60}
    expected = decide(state, "easy", budget, 5, parallel=4)
    assert decide(state, "easy", budget, 5, parallel=4, carry_out=backwards) == expected  # type: ignore[arg-type]
    assert expected.simulations > 40


def test_a_deadline_is_kept_in_one_process_too() -> None:
    """One process has no more time for several parts than for one."""
    state = state_of()
    decide(state, "hard", {"milliseconds": 1}, 1)
    started = time.process_time()
    answer = decide(state, "hard", {"milliseconds": 500}, 1, parallel=4)
    assert time.process_time() - started < 0.5 * 1.1 + 0.05
    assert answer.simulations > 1


@pytest.mark.usefixtures("small_parts")
def test_the_watcher_is_told_of_all_parts_together() -> None:
    told: list[Standing] = []

    def watch(standing: Standing) -> bool:
        told.append(standing)
        return True

    answer = decide(state_of(), "easy", {"simulations": 90}, 1, watch, parallel=3)
    counts = [standing.simulations for standing in told]
    assert counts == sorted(counts)
    assert 60 < counts[-1] <= answer.simulations


@pytest.mark.usefixtures("small_parts")
def test_a_watcher_that_says_stop_is_not_asked_again() -> None:
    told: list[Standing] = []

    def watch(standing: Standing) -> bool:
        told.append(standing)
        return standing.simulations < 50

    root = state_of()
    found = in_turn(root, parts_of(1, 120, 0.0, 1, 3), watch)
    assert len(found) == 2  # the second was stopped, the third not begun
    assert [one.simulations < 50 for one in told] == [True] * (len(told) - 1) + [False]
    assert sum(one.simulations() for one in found) == told[-1].simulations


@pytest.mark.usefixtures("small_parts")
def test_where_there_is_no_choice_one_part_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    only = Found(0, [tried(1, 0, 0.0)])
    monkeypatch.setattr(levels, "carry_out_part", lambda *_: only)
    assert in_turn(state_of(), parts_of(1, 40, 0.0, 1, 4), go_on) == [only]


def test_a_tally_never_goes_back() -> None:
    """A part that is done anew, for its worker died, counts from where it was."""
    told: list[Standing] = []

    def watch(standing: Standing) -> bool:
        told.append(standing)
        return True

    tally = Tally(watch)
    assert tally.tell()
    assert told == []  # before the first part has begun there is nothing to tell
    tally.watch(0)(Standing(10, 77, 1.5))
    tally.note(1, 30)
    tally.tell()
    tally.watch(1)(Standing(5, 88, 9.0))
    assert told == [Standing(10, 77, 1.5), Standing(40, 77, 1.5), Standing(40, 77, 1.5)]
