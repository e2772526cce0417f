"""Numbers at the end of what a document holds: the state can be played on, and what follows too."""

from typing import Any

import pytest

from service.documents.play import make_moves
from service.documents.read import read_state, violations
from service.documents.score import score_object
from service.documents.shape import MAX_INT
from service.documents.write import write_state
from service.rules.tables import MAX_TURN, MAX_TURN_LIMIT, MAX_VP
from tests.positions import build

Document = dict[str, Any]


def after(document: Document, moves: list[Any]) -> Document:
    """The valid document after the moves on a valid one."""
    assert violations(document) == []
    game, _ = make_moves(read_state(document), moves)
    found: Document = write_state(game)
    assert violations(found) == []
    return found


def test_points_go_as_far_as_json_does() -> None:
    assert MAX_VP == MAX_INT
    scoring: Any = score_object(read_state(build({"points": {"mammal": MAX_VP}})))
    assert scoring["animals"]["mammal"]["projected"] == MAX_VP


@pytest.mark.parametrize(("before", "then"), [(MAX_VP - 3, MAX_VP - 2), (MAX_VP, MAX_VP)])
def test_points_stop_where_they_cannot_be_held(before: int, then: int) -> None:
    """One tundra tile lies next to the new one: 1 point (R2.6, R7.7)."""
    pending = [{"kind": "glaciate", "animal": "mammal", "space": "glaciation.1"}]
    given = {"at": "glaciation", "pending": pending, "points": {"mammal": before}}
    document = after(build(given), ["glaciate:0,1"])
    assert document["animals"]["mammal"]["victory_points"] == then
    assert "victory_points" not in document["animals"]["bird"]


@pytest.mark.parametrize(("before", "then"), [(MAX_TURN - 1, MAX_TURN), (MAX_TURN, MAX_TURN)])
def test_turns_go_on_without_being_counted(before: int, then: int) -> None:
    given = {
        "at": "reset.tiles",
        "turn": before,
        "chance": {"mode": "manual"},
        "face_up": [None, "wetland", "savannah"],
        "boxes": {"adaptation": {"sun": 4}, "abundance": {"seed": 4}, "wanderlust": {"grub": 4}},
        "pending": [{"kind": "draw_tile", "animal": "nature", "stack": 1}],
    }
    document = after(build(given), ["draw_tile:sea"])
    assert (document["turn"], document["phase"]) == (then, "planning")


def test_the_largest_turn_limit_still_ends_the_game() -> None:
    given = {
        "at": "domination.5",
        "turn": MAX_TURN_LIMIT,
        "rules": {"turn_limit": MAX_TURN_LIMIT},
        "pending": [{"kind": "dominate", "animal": "amphibian", "space": "domination.5"}],
    }
    assert after(build(given), ["forfeit"])["phase"] == "finished"


@pytest.mark.parametrize(("before", "then"), [(2**53 - 2, 2**53 - 1), (2**53 - 1, 0)])
def test_draws_are_counted_anew(before: int, then: int) -> None:
    given = {
        "at": "domination.5",
        "chance": {"mode": "seeded", "seed": "x", "draws": before},
        "pending": [{"kind": "dominate", "animal": "amphibian", "space": "domination.5"}],
    }
    document = after(build(given), ["forfeit"])
    assert document["phase"] == "planning"
    assert document["chance"].get("draws", 0) == then


@pytest.mark.parametrize(
    ("pointer", "document"),
    [
        ("/turn", build({"turn": MAX_TURN + 1})),
        ("/rules/turn_limit", build({"rules": {"turn_limit": 0}})),
        ("/rules/turn_limit", build({"rules": {"turn_limit": 1001}})),
        ("/animals/mammal/victory_points", build({"points": {"mammal": MAX_VP + 1}})),
        ("/chance/draws", build({"chance": {"mode": "seeded", "seed": "x", "draws": 2**53}})),
    ],
)
def test_beyond_the_bounds(pointer: str, document: Document) -> None:
    assert [(v.pointer, v.code) for v in violations(document)] == [(pointer, "out_of_range")]
