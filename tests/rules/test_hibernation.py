"""The memory of hibernating species (R8.hibernation)."""

from service.rules.earth import eliminate, move_species
from service.rules.geometry import HEX_INDEX
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import HIBERNATING, HIBERNATOR
from service.rules.tables import MAMMAL

MOUNTAIN, DESERT = HEX_INDEX["0,1"], HEX_INDEX["1,0"]


def test_r8_the_hibernator_is_forgotten_with_its_last_protected_species() -> None:
    """Two mammals on the mountain, one of them protected: it goes last, and moves protected."""
    state = new_game([[MAMMAL], [1]], random=Random(1))
    state.slots[HIBERNATOR] = MAMMAL + 1
    state.slots[HIBERNATING + MOUNTAIN] = 1
    eliminate(state, MAMMAL, MOUNTAIN, 1, "R8")
    assert state.slots[HIBERNATING + MOUNTAIN] == 1
    move_species(state, MAMMAL, MOUNTAIN, DESERT, 1, "R8")
    # The desert held one unprotected mammal already.
    assert state.slots[HIBERNATING + DESERT] == 1
    eliminate(state, MAMMAL, DESERT, 1, "R8")
    assert state.slots[HIBERNATOR] == MAMMAL + 1
    eliminate(state, MAMMAL, DESERT, 1, "R8")
    assert state.slots[HIBERNATING + DESERT] == 0
    assert state.slots[HIBERNATOR] == 0
