"""The choice among rated moves."""

from collections import Counter

from service.rules.rng import Random
from workers.search.noise import stray
from workers.search.ratings import Ratings


def rated(*pairs: tuple[int, float]) -> Ratings:
    ratings = Ratings()
    for move, score in pairs:
        ratings.add(move, score)
    return ratings


def test_the_best_is_the_lowest_of_equals() -> None:
    assert rated((7, 1.0), (5, 2.0), (3, 2.0), (9, -4.0)).best() == 3


def test_noise_stays_within_one_and_is_mostly_small() -> None:
    random = Random(1)
    found = [stray(random) for _ in range(4000)]
    assert all(-1 <= value <= 1 for value in found)
    assert abs(sum(found) / 4000) < 0.03
    assert sum(abs(value) < 0.5 for value in found) in range(2900, 3100)  # three quarters


def test_a_shaken_choice_is_between_those_that_noise_can_swap() -> None:
    """A lead of 1 VP is lost to noise of 1 VP on each side now and then, one of 2 VP never."""
    ratings = rated((4, 0.0), (6, 1.0), (8, -1.1))
    random = Random(2)
    chosen = Counter(ratings.best_shaken(random, 1.0) for _ in range(2000))
    # The difference of two such noises exceeds 1 in one of 24 cases.
    assert chosen[4] in range(55, 115)
    assert chosen[4] + chosen[6] == 2000
    assert rated((5, 2.0), (3, 2.0)).best_shaken(random, 0.0) == 3
