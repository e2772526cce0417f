"""The start of a game: R1.1, R1.3 and the check values of R1.6."""

import pytest

from service.rules.dominance import cone, dominant, endangered, matches
from service.rules.earth import species
from service.rules.errors import SetupError
from service.rules.geometry import HEX_INDEX
from service.rules.rng import Random
from service.rules.scoring import bonus
from service.rules.setup import new_game
from service.rules.slots import BAG, BOX, GENE_POOL, INITIATIVE, PAWNS, PRESENCE
from service.rules.state import State
from service.rules.tables import ANIMALS

MAMMAL, REPTILE, BIRD, AMPHIBIAN, ARACHNID, INSECT = range(6)
# The tile on which each animal starts with two species.
HOME = {
    MAMMAL: "0,1",
    REPTILE: "1,0",
    BIRD: "-1,1",
    AMPHIBIAN: "0,-1",
    ARACHNID: "-1,0",
    INSECT: "1,-1",
}


def six() -> State:
    return new_game([[a] for a in range(6)], random=Random(1))


@pytest.mark.parametrize("animal", range(6), ids=ANIMALS)
def test_r1_6_matches_and_dominance(animal: int) -> None:
    """4 matches (amphibians 6) at home and 2 (3) elsewhere; dominant exactly at home."""
    state = six()
    unit = 3 if animal == AMPHIBIAN else 2
    for name, hex_ in HEX_INDEX.items():
        count = species(state, animal, hex_)
        if count:
            home = HOME[animal] == name
            assert count == (2 if home else 1)
            assert matches(state, animal, hex_) == (2 * unit if home else unit)
            assert (dominant(state, hex_) == animal) == home
    assert endangered(state, animal) == 0
    assert not state.slots[PRESENCE + animal] >> HEX_INDEX["0,0"] & 1


def test_r4_2_nobody_is_dominant_on_an_empty_tile_or_an_empty_hex() -> None:
    for claimed in (False, True):
        state = new_game([[a] for a in range(6)], claimed=claimed, random=Random(1))
        for name in ("0,0", "3,0"):
            assert dominant(state, HEX_INDEX[name]) == -1
            assert cone(state, HEX_INDEX[name]) == -1


@pytest.mark.parametrize(
    ("count", "pawns", "pool"), [(2, 7, 50), (3, 6, 45), (4, 5, 40), (5, 4, 35), (6, 3, 30)]
)
def test_r1_1_allotments(count: int, pawns: int, pool: int) -> None:
    state = new_game([[a] for a in range(count)], random=Random(1))
    for animal in range(count):
        assert state.slots[PAWNS + animal] == pawns
        assert state.slots[GENE_POOL + animal] == pool


def test_r1_5_all_six_animals_get_the_six_animal_allotment() -> None:
    state = new_game([[0, 1, 2], [3, 4, 5]], random=Random(1))
    assert [state.slots[PAWNS + a] for a in range(6)] == [3] * 6
    assert [state.slots[GENE_POOL + a] for a in range(6)] == [30] * 6


def test_r1_3_the_lowest_animal_goes_first_not_the_mammals() -> None:
    state = six()
    assert state.slots[INITIATIVE : INITIATIVE + 6] == [
        INSECT, ARACHNID, AMPHIBIAN, BIRD, REPTILE, MAMMAL,
    ]  # fmt: skip


def test_r1_4_bag_and_boxes() -> None:
    state = six()
    assert sum(state.slots[BAG : BAG + 6]) == 96
    totals = [sum(state.slots[BOX + box] >> 3 * e & 7 for e in range(6)) for box in range(6)]
    assert totals == [4, 0, 4, 0, 0, 4]


def test_r2_6_bonus_table() -> None:
    assert [bonus(n) for n in range(12)] == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 45, 45]


@pytest.mark.parametrize(
    ("players", "rule"),
    [([[0]], "R1.1"), ([[0], [0]], "R1.1"), ([[0, 1], [2]], "R1.5"), ([[0, 1], [2, 3]], "R1.5")],
)
def test_impossible_players(players: list[list[int]], rule: str) -> None:
    with pytest.raises(SetupError) as caught:
        new_game(players, random=Random(1))
    assert caught.value.rule == rule
