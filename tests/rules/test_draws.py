"""How likely each draw is: uniform, without replacement, from what is left (R1.7)."""

from typing import Any

import pytest

from service.documents.moves import move_id
from service.documents.read import read_state
from service.rules.draws import weights
from service.rules.engine import legal_moves
from tests.positions import build

BY_HAND = {"chance": {"mode": "manual"}}


def likely(given: dict[str, Any]) -> dict[str, int]:
    """The weight of each draw of the pending decision, by what is drawn."""
    state = read_state(build({**given, **BY_HAND})).state
    moves = legal_moves(state)
    found = weights(state, moves)
    return {move_id(move).partition(":")[2]: w for move, w in zip(moves, found, strict=True)}


def test_r1_7_an_element_is_as_likely_as_its_disks_are_many_in_the_bag() -> None:
    """20 disks each (R1.4), of which 2 lie on earth, and others in boxes and on displays."""
    given = {
        "at": "reset.adaptation",
        "pending": [
            {"kind": "draw_elements", "animal": "nature", "section": "adaptation", "remaining": 4}
        ],
        "added": {"bird": {"seed": 3, "sun": 1}, "mammal": {"water": 2}},
        "boxes": {"wasteland": {"grub": 4}, "regression": {"grass": 1, "meat": 2}},
    }
    assert likely(given) == {
        "grass": 17, "grub": 14, "meat": 16, "seed": 15, "sun": 17, "water": 16,
    }  # fmt: skip


@pytest.mark.parametrize("shown", [["aquatic"], ["aquatic", "blight", "fertile", "habitat"]])
def test_r1_7_the_cards_above_ice_age_are_equally_likely(shown: list[str]) -> None:
    given = {
        "at": "reset.cards",
        "pending": [{"kind": "draw_cards", "animal": "nature", "remaining": 5 - len(shown)}],
        "cards": shown,
    }
    found = likely(given)
    assert len(found) == 25 - len(shown)
    assert set(found.values()) == {1}
    assert not {*shown, "ice_age"} & set(found)


def test_r1_7_a_terrain_is_as_likely_as_its_tiles_are_many_among_the_unseen() -> None:
    """Six sea and three each of the others (R1.4), less those face up and those laid."""
    given = {
        "at": "reset.tiles",
        "pending": [{"kind": "draw_tile", "animal": "nature", "stack": 1}],
        "face_up": [None, "wetland", "savannah"],
        "tiles": {"1,1": "desert", "2,0": "desert", "2,-1": "desert", "0,2": "wetland"},
        "boxes": {box: {"sun": 4} for box in ("adaptation", "abundance", "wanderlust")},
    }
    assert likely(given) == {
        "sea": 6, "wetland": 1, "savannah": 2, "jungle": 3, "forest": 3, "mountain": 3,
    }  # fmt: skip
