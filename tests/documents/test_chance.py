"""What the draws of a game depend on (R1.7), and what not (R4.3)."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from service.documents.chance import ServerKey
from service.documents.game import GameState
from service.documents.play import make_moves
from service.documents.read import read_state
from service.documents.write import write_state
from tests.positions import build

KEY = ServerKey("key-1", b"secret")
CLAIMS = ("claim:mammal@0,1", "claim:amphibian@0,-1", "claim:bird@-1,1")
CHANCES: list[dict[str, object]] = [
    {"mode": "server", "kid": "key-1"},
    {"mode": "seeded", "seed": "claims", "draws": 3},
]


def before_reset(chance: dict[str, object], cones: dict[str, str]) -> GameState:
    """The mammals are asked whom to save; then cards, disks and tiles are drawn.

    Meat lies around 0,1, seed around -1,1 and water around 0,-1, so mammal, bird and amphibian
    may claim these tiles; the mammal on 0,-1 is endangered, and its cone there can be called off.
    """
    return read_state(
        build(
            {
                "rules": {"dominance": "claimed"},
                "chance": chance,
                "species": {
                    "0,1": {"mammal": 2},
                    "0,-1": {"mammal": 1, "amphibian": 2},
                    "-1,1": {"bird": 2},
                },
                "cones": cones,
                "cards": ["blight", "habitat"],
                "face_up": ["sea", None, None],
                "at": "reset.extinction",
                "pending": [{"kind": "save_species", "animal": "mammal"}],
            }
        )
    )


def drawn(game: GameState, *moves: str) -> dict[str, Any]:
    """The state after the moves without its cones: what has been drawn, and all else."""
    document: dict[str, Any] = dict(write_state(make_moves(game, moves, KEY)[0]))
    document["earth"] = {
        hex_: {key: value for key, value in tile.items() if key != "cone"}
        for hex_, tile in document["earth"].items()
    }
    return document


@pytest.mark.parametrize("chance", CHANCES)
def test_claims_do_not_change_the_draws(chance: dict[str, object]) -> None:
    """Eight subsets of three open claims, one draw."""
    game = before_reset(chance, {})
    first = drawn(game, "decline")
    assert first["turn"] == 3
    assert len(first["cards"]["available"]) == 5
    for count in range(1, 4):
        for claims in combinations(CLAIMS, count):
            assert drawn(game, *claims, "decline") == first


@pytest.mark.parametrize("chance", CHANCES)
def test_call_offs_do_not_change_the_draws(chance: dict[str, object]) -> None:
    game = before_reset(chance, {"0,-1": "mammal", "-1,1": "bird"})
    first = drawn(game, "decline")
    for moves in (
        ["call_off:0,-1"],
        ["call_off:0,-1", CLAIMS[1]],
        [CLAIMS[1]],
        [CLAIMS[0], "call_off:0,-1"],
    ):
        assert drawn(game, *moves, "decline") == first


def test_another_move_draws_under_the_same_dice() -> None:
    """Saving the mammal changes earth; bag, deck and stacks are the same, and so are the draws."""
    game = before_reset(CHANCES[0], {})
    first, second = drawn(game, "decline"), drawn(game, "save:mammal@0,-1")
    assert first["earth"] != second["earth"]
    for part in ("cards", "tiles", "bag", "action_display"):
        assert first[part] == second[part]


def test_labels_and_what_they_draw() -> None:
    """New names for the players draw the same; another game draws for itself."""
    game = before_reset(CHANCES[0], {})
    first = drawn(game, "decline")
    renamed = drawn(replace(game, players=("ann", "bob", "cy")), "decline")
    assert renamed.pop("players") != first.pop("players")
    assert renamed == first
    other = drawn(replace(game, game="other"), "decline")
    assert (other["bag"], other["cards"]) != (first["bag"], first["cards"])
