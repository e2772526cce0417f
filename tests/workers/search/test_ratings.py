"""The choice among rated moves."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from workers.search.noise import mixed, stray
from workers.search.ratings import Ratings


def rated(*pairs: tuple[int, float]) -> Ratings:
    ratings = Ratings()
    for move, score in pairs:
        ratings.add(move, score)
    return ratings


def test_the_best_is_the_lowest_of_equals() -> None:
    assert rated((7, 1.0), (5, 2.0), (3, 2.0), (9, -4.0)).best() == 3


def test_noise_stays_within_one_and_is_mostly_small() -> None:
    found = [stray(mixed(1, number)) for number in range(4000)]
    assert all(-1 <= value <= 1 for value in found)
    assert abs(sum(found) / 4000) < 0.03
    assert sum(abs(value) < 0.5 for value in found) in range(2900, 3100)  # three quarters


def test_a_shaken_choice_is_between_those_that_noise_can_swap() -> None:
    """A lead of 1 VP is lost to noise of 1 VP on each side now and then, one of 2 VP never."""
    ratings = rated((4, 0.0), (6, 1.0), (8, -1.1))
    chosen = Counter(ratings.best_shaken(mixed(2, number), 1.0) for number in range(2000))
    # The difference of two such noises exceeds 1 in one of 24 cases.
    assert chosen[4] in range(55, 115)
    assert chosen[4] + chosen[6] == 2000
    assert rated((5, 2.0), (3, 2.0)).best_shaken(1, 0.0) == 3


@given(key=st.integers(0, 2**30 - 1), number=st.integers(0, 2**25 - 1), bit=st.integers(0, 24))
def test_neighbours_are_mixed_to_different_numbers(key: int, number: int, bit: int) -> None:
    """A mixed number fits in 30 bits, and another number or key gives another."""
    assert 0 <= mixed(key, number) < 2**30
    assert mixed(key, number) != mixed(key, number ^ 1 << bit)
    assert mixed(key, number) != mixed(key ^ 1 << bit, number)


def test_a_change_of_any_bit_changes_half_of_all() -> None:
    for bit in range(25):
        changed = [mixed(7, number) ^ mixed(7, number ^ 1 << bit) for number in range(1000)]
        share = sum(word.bit_count() for word in changed) / 30_000
        assert 0.48 < share < 0.52, bit


@given(key=st.integers(0, 2**30 - 1), others=st.sets(st.integers(20, 90), max_size=12))
def test_a_move_has_the_same_noise_among_whatever_others(key: int, others: set[int]) -> None:
    """Common random numbers: what else can be done does not swap two moves."""
    first, second = (4, 0.0), (6, 0.3)
    alone = rated(first, second).best_shaken(key, 1.0)
    worthless = [(move, -9.0) for move in others]
    assert rated(*worthless, second, first).best_shaken(key, 1.0) == alone
