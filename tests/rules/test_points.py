"""Victory points as they are won and lost: never below 0, up to what JSON can hold (R3.2)."""

import pytest

from service.rules.earth import award
from service.rules.events import POINTS
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import VP
from service.rules.tables import BIRD

# The largest number that every reader of JSON holds exactly: 2 to the power of 53, less 1.
MOST = 9_007_199_254_740_991


@pytest.mark.parametrize(
    ("before", "points", "after"),
    [
        (0, 9, 9),
        (7, -4, 3),
        (4, -4, 0),
        (3, -4, 0),
        (MOST - 9, 9, MOST),
        (MOST - 2, 9, MOST),
        (MOST, 1, MOST),
        (5, 0, 5),
    ],
)
def test_r3_2_points_stay_between_zero_and_the_most(before: int, points: int, after: int) -> None:
    """What is told is what has changed, nothing if nothing has."""
    state = new_game([[BIRD], [3]], random=Random(1))
    state.slots[VP + BIRD] = before
    expected = state.slots[:]
    expected[VP + BIRD] = after
    state.events = []
    award(state, BIRD, points, "R7.12")
    assert state.slots == expected
    told = [(event.kind, event.rule, event.values) for event in state.events]
    assert told == ([(POINTS, "R7.12", [BIRD, after - before])] if after != before else [])
