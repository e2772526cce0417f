"""Moves, events and decisions by name."""

import re
from typing import Any

import pytest

from service.documents.decisions import KIND_TABLE, decision_object
from service.documents.events import event_object
from service.documents.game import GameState
from service.documents.moves import (
    move_id,
    move_label,
    move_object,
    parse_id,
    parse_move,
    parse_object,
)
from service.documents.names import NAMES
from service.documents.play import MoveRejected, make_moves
from service.documents.read import read_state
from service.documents.write import write_state
from service.rules.engine import apply, interjections, legal_moves
from service.rules.errors import IllegalMove
from service.rules.events import EVENTS, Event
from service.rules.kinds import KIND_RULES, KIND_VERBS, KINDS
from service.rules.moves import VERBS, pack
from service.rules.rng import Random
from tests.documents.games import SETTINGS, games
from tests.positions import build


def planning(**given: object) -> GameState:
    return read_state(build(dict(given)))


@pytest.mark.parametrize(
    ("text", "fields", "label"),
    [
        ("swap", {"type": "swap"}, "Swap with the marker to the left"),
        (
            "place_pawn:speciation.grass",
            {"type": "place_pawn", "space": "speciation.grass"},
            "Place a pawn on Speciation, grass",
        ),
        (
            "place_element:sun@0,0,E",
            {"type": "place_element", "element": "sun", "corner": "0,0,E"},
            "Place sun on 0,0,E",
        ),
        (
            "lay_tile:1@2,-1",
            {"type": "lay_tile", "stack": 1, "hex": "2,-1"},
            "Lay the tile of stack 1 on 2,-1",
        ),
        (
            "migrate:0,0>1,0x2",
            {"type": "migrate", "from": "0,0", "to": "1,0", "count": 2},
            "Move 2 species from 0,0 to 1,0",
        ),
        (
            "move_out:bird>1,0x2",
            {"type": "move_out", "species": "bird", "to": "1,0", "count": 2},
            "Move 2 bird species out to 1,0",
        ),
        (
            "exchange:sun>grass",
            {"type": "exchange", "element": "sun", "for": "grass"},
            "Exchange sun for grass",
        ),
        (
            "eliminate:bird@0,0",
            {"type": "eliminate", "species": "bird", "hex": "0,0"},
            "Eliminate one bird species on 0,0",
        ),
        ("take_card:cold_snap", {"type": "take_card", "card": "cold_snap"}, "Take Cold Snap"),
        (
            "place_pawn:domination.3",
            {"type": "place_pawn", "space": "domination.3"},
            "Place a pawn on Domination, third space",
        ),
        (
            "place_pawn:initiative.1",
            {"type": "place_pawn", "space": "initiative.1"},
            "Place a pawn on Initiative",
        ),
        (
            "place_pawn:competition.sea-jungle",
            {"type": "place_pawn", "space": "competition.sea-jungle"},
            "Place a pawn on Competition, sea and jungle",
        ),
        ("draw_tile:sea", {"type": "draw_tile", "terrain": "sea"}, "Turn up a sea tile"),
        (
            "claim:insect@1,-1",
            {"type": "claim", "species": "insect", "hex": "1,-1"},
            "The insect claims 1,-1",
        ),
    ],
)
def test_ids_objects_and_labels(text: str, fields: dict[str, object], label: str) -> None:
    move = parse_id(text)
    assert move_id(move) == text
    assert move_object(move) == fields
    assert parse_object(fields) == move
    assert move_label(move) == label


def test_every_verb_has_both_forms_and_a_label() -> None:
    for verb, (name, subject, target, counted) in enumerate(VERBS):
        subjects = len(NAMES[subject[1]]) if subject else 1
        targets = len(NAMES[target[1]]) if target else 1
        for packed in {
            pack(verb, number % subjects, number % targets, 3 if counted else 0)
            for number in range(max(subjects, targets))
        }:
            assert parse_id(move_id(packed)) == packed
            assert parse_object(move_object(packed)) == packed
            assert move_object(packed)["type"] == name
            label = move_label(packed)
            assert not re.search(r"[{_.]", label), label  # no field left open, no id with a title
            assert label[0].isupper()


def test_ids_are_unique_within_a_decision() -> None:
    for setting in range(len(SETTINGS)):
        for game in games(setting, 2)[::12]:
            moves = legal_moves(game.state) + interjections(game.state)
            assert len({move_id(move) for move in moves}) == len(moves)


@pytest.mark.parametrize(
    ("move", "field", "word"),
    [
        ("jump", "move", "jump"),
        ("x" * 100, "move", "80"),
        ("swap:1", "move", "written 'swap'"),
        ("done:", "move", "written 'done'"),
        ("decline:", "move", "written 'decline'"),
        ("migrate:0,0>1,0x2\n", "count", "count"),
        ("place_species:0,0x\u0662", "count", "count"),
        ("place_pawn", "move", "place_pawn:SPACE"),
        ("place_pawn:regression.9", "space", "regression.9"),
        ("migrate:0,0>1,0", "count", "count"),
        ("migrate:0,0>1,0x0", "count", "count"),
        ("migrate:0,0>1,0x64", "count", "species"),
        ("migrate:0,0@1,0x1", "move", "migrate:FROM>TOx1"),
        ("eliminate:bird@9,9", "hex", "9,9"),
        (7, "move", "object"),
        (None, "move", "object"),
        ([], "move", "object"),
        ({}, "type", "has a type"),
        ({"type": 1}, "type", "1"),
        ({"type": "place_pawn"}, "space", "lacks"),
        ({"type": "place_pawn", "space": 3}, "space", "3"),
        ({"type": "swap", "space": "x"}, "space", "no field"),
        ({"type": "move_in", "from": "0,0", "count": True}, "count", "integer"),
        ({"type": "move_in", "from": "0,0", "count": 10**9}, "count", "species"),
        ({"type": "place_pawn", "space": "regression.1", "animal": "bird"}, "animal", "bird"),
        ({"type": "draw"}, "move", "elements"),
        ({"type": "draw", "elements": {}}, "elements", "at least one"),
        ({"type": "draw", "elements": {"sun": -1}}, "elements/sun", "count"),
        ({"type": "draw", "elements": {"gold": 1}}, "elements/gold", "gold"),
        ({"type": "draw", "cards": ["joker"]}, "cards/0", "joker"),
        ({"type": "draw", "cards": ["blight"], "elements": {"sun": 1}}, "move", "either"),
    ],
)
def test_moves_that_cannot_be_read(move: Any, field: str, word: str) -> None:
    game = planning(animals=["mammal", "insect"])
    with pytest.raises(IllegalMove) as caught:
        parse_move(game, move)
    assert caught.value.field == field
    assert word in caught.value.reason


def test_the_animal_of_an_object_is_a_guard() -> None:
    game = planning(animals=["mammal", "insect"])
    fields = {"type": "place_pawn", "space": "regression.1"}
    assert parse_move(game, {**fields, "animal": "insect"}) == [parse_object(fields)]


def claiming() -> GameState:
    """The amphibian plans; the mammal may claim 0,1, and the bird's cone there can be called off.

    Two mammal species with their meat are alone on 0,1, but for a bird, which needs seed and was
    saved from Extinction.
    """
    return planning(
        rules={"dominance": "claimed", "mammal_save": "any"},
        species={"0,1": {"mammal": 2, "bird": 1}},
        elements={"0,1,E": "meat"},
        cones={"0,1": "bird"},
    )


def test_the_guard_of_a_claim_is_the_claiming_animal() -> None:
    """Animals claim in and out of turn, so it is not the one that is to decide (R4.3)."""
    game = claiming()
    claim = {"type": "claim", "species": "mammal", "hex": "0,1"}
    after, _ = make_moves(game, [{**claim, "animal": "mammal"}])
    assert write_state(after) == write_state(make_moves(game, [claim])[0])
    for other in ("amphibian", "bird", "insect", "nature", "cat", 3, None, ["mammal"]):
        with pytest.raises(IllegalMove) as caught:
            parse_move(game, {**claim, "animal": other})
        assert (caught.value.rule, caught.value.field) == ("R4.3", "animal")
        assert "the mammal claims" in caught.value.reason
    # A claim that cannot be read says so, whatever its guard.
    for wrong, field in (({"species": "cat"}, "species"), ({"species": {}}, "species")):
        with pytest.raises(IllegalMove) as caught:
            parse_move(game, {**claim, **wrong, "animal": "mammal"})
        assert caught.value.field == field


def test_the_guard_of_calling_off_is_any_animal_in_play() -> None:
    game = claiming()
    call_off = {"type": "call_off", "hex": "0,1"}
    expected = write_state(make_moves(game, [call_off])[0])
    for animal in ("mammal", "bird", "amphibian"):
        assert write_state(make_moves(game, [{**call_off, "animal": animal}])[0]) == expected
    for other in ("insect", "nature", "cat", 3, None, ["bird"]):
        with pytest.raises(IllegalMove) as caught:
            parse_move(game, {**call_off, "animal": other})
        assert (caught.value.rule, caught.value.field) == ("R4.3", "animal")
        assert "in play" in caught.value.reason


@pytest.mark.parametrize(
    ("move", "field"),
    [
        ("call_off:bird@0,1", "hex"),
        ("call_off:9,9", "hex"),
        ("call_off", "move"),
        ("claim:0,1", "move"),
        ("claim:mammal>0,1", "move"),
        ("claim:cat@0,1", "species"),
        ({"type": "call_off", "species": "bird", "hex": "0,1"}, "species"),
        ({"type": "call_off"}, "hex"),
        ({"type": "claim", "species": "cat", "hex": "0,1"}, "species"),
    ],
)
def test_a_claim_that_cannot_be_read_is_told_its_own_rule(move: object, field: str) -> None:
    """Not that of the pending decision, of which it is no part (R4.3)."""
    with pytest.raises(MoveRejected) as caught:
        make_moves(claiming(), [move])
    assert (caught.value.error.rule, caught.value.error.field) == ("R4.3", field)


def test_decisions_say_who_decides_what() -> None:
    game = planning(animals=["mammal", "insect"])
    assert decision_object(game.state) == {
        "kind": "place_pawn",
        "animal": "insect",
        "rule": "R6.1",
        "question": "Where does your action pawn go?",
    }
    assert decision_object(games(0, 1)[-1].state) is None


def test_one_table_of_decisions() -> None:
    """Every kind has its row, its rule and its moves; a card's decisions cite the card."""
    assert len(KIND_TABLE) == len(KINDS) == len(KIND_RULES) == len(KIND_VERBS)
    for kind, row in enumerate(KIND_TABLE):
        assert row.question.endswith("?")
        assert KIND_VERBS[kind]
        expected = "R7.7" if KINDS[kind] == "glaciate" else f"R8.{row.card}"
        assert (KIND_RULES[kind] == expected) == (row.card != "")
        assert row.pawn in ("always", "sometimes", "never")


def test_every_event_of_games_can_be_told() -> None:
    told = set()
    for setting in range(len(SETTINGS)):
        for game in games(setting, 20)[::3]:
            happened: list[Event] = []
            moves = legal_moves(game.state)
            if moves:
                apply(game.state, moves[len(moves) // 2], Random(1), happened)
            for event in happened:
                shown = event_object(event)
                fields = [field for field, _ in EVENTS[event.kind][1]]
                assert list(shown) == ["event", "rule", *fields]
                assert str(shown["rule"]).startswith("R")
                told.add(shown["event"])
    assert len(told) > 20
