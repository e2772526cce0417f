"""Limits that the rules name though no game comes to them: the cards bring too few pawns.

Ten pawns per animal (R8.0) are just reached with two animals, and 41 spaces (R6.1) never filled:
31 pawns are the most that there can be.
"""

from service.rules.engine import apply, legal_moves
from service.rules.moves import PLACE_PAWN
from service.rules.pawns import gain, place
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import CURSOR, DEPTH, IN_HAND, PAWNS
from service.rules.steps import STEP_INDEX
from service.rules.tables import SPACES

MAMMAL, BIRD = 0, 2


def test_r8_0_ten_pawns_are_all_there_are() -> None:
    state = new_game([[MAMMAL], [BIRD]], random=Random(1))
    for expected in (8, 9, 10, 10):
        gain(state, BIRD, "R8.omnivore")
        assert (state.slots[PAWNS + BIRD], state.slots[IN_HAND + BIRD]) == (expected, expected)
    assert state.slots[PAWNS + MAMMAL] == 7


def test_r6_1_planning_ends_when_no_space_is_empty() -> None:
    """Forty spaces hold pawns, two of each animal are in hand, and the bird places the last."""
    state = new_game([[MAMMAL], [BIRD]], random=Random(1))
    slots = state.slots
    last = len(SPACES) - 1
    for space in range(last):
        place(state, (MAMMAL, BIRD)[space % 2], space, "R6.1")
    for animal in (MAMMAL, BIRD):
        slots[PAWNS + animal] = 22
        slots[IN_HAND + animal] = 2
    state.fresh = False
    assert legal_moves(state) == [PLACE_PAWN << 7 | last]
    after = apply(state, PLACE_PAWN << 7 | last, Random(1))
    assert [after.slots[IN_HAND + animal] for animal in (MAMMAL, BIRD)] == [2, 1]
    assert after.slots[DEPTH]
    assert after.slots[CURSOR] == STEP_INDEX["initiative.1"]
