"""Typical slips in a state typed in by hand: each has its own place, code and sentence."""

import copy

import pytest

from service.documents.play import start
from service.documents.problems import ABSENT, Violation
from service.documents.read import read_state, violations
from service.documents.write import write_state
from service.rules.tables import CARDS
from tests.documents.slips import Document, Slip, at, put
from tests.documents.tables import DRAW, dominated, endangered, finished, reset, table
from tests.documents.typical_slips import (
    AT_THE_END,
    CLAIMED,
    IN_RESET,
    ON_CARDS,
    ON_DOMINATION,
    ON_TABLE,
    STARTED,
)
from tests.positions import build


@pytest.mark.parametrize(
    "document",
    [
        table(),
        dominated(),
        finished(),
        reset("reset.adaptation", {**DRAW, "section": "adaptation", "remaining": 4}),
        reset("reset.cards", {"kind": "draw_cards", "animal": "nature", "remaining": 1})
        | {"cards": {"available": sorted(CARDS)[:4]}},
        endangered(),
    ],
)
def test_the_tables_are_valid(document: Document) -> None:
    assert violations(document) == []
    written = write_state(read_state(document))
    assert violations(written) == []
    assert write_state(read_state(written)) == written


def found(document: Document, pointer: str, code: str) -> Violation:
    """The violation of this code at this pointer, complete with sentence."""
    listed = violations(document)
    fitting = [v for v in listed if (v.pointer, v.code) == (pointer, code)]
    assert fitting, listed
    assert len(fitting[0].detail.split()) > 3
    return fitting[0]


@pytest.mark.parametrize(("slip", "level", "pointer", "code", "rule"), ON_TABLE)
def test_slips(slip: Slip, level: str, pointer: str, code: str, rule: str) -> None:
    document = table()
    slip(document)
    violation = found(document, pointer, code)
    assert (violation.level, violation.rule) == (level, rule)


@pytest.mark.parametrize(("slip", "pointer", "code"), ON_DOMINATION)
def test_slips_on_a_domination(slip: Slip, pointer: str, code: str) -> None:
    document = dominated()
    slip(document)
    assert found(document, pointer, code).level == "consistency"


@pytest.mark.parametrize(("document", "pointer", "code"), ON_CARDS)
def test_slips_on_cards(document: Document, pointer: str, code: str) -> None:
    assert found(copy.deepcopy(document), pointer, code).level == "consistency"


@pytest.mark.parametrize(("document", "slip", "pointer", "code"), IN_RESET)
def test_slips_in_reset(document: Document, slip: Slip, pointer: str, code: str) -> None:
    document = copy.deepcopy(document)
    slip(document)
    assert found(document, pointer, code).level == "consistency"


@pytest.mark.parametrize(("slip", "pointer", "code"), AT_THE_END)
def test_slips_at_the_end(slip: Slip, pointer: str, code: str) -> None:
    document = finished()
    slip(document)
    found(document, pointer, code)


def test_a_cone_of_an_absent_animal() -> None:
    document = table()
    document["rules"] |= CLAIMED
    document["earth"]["0,1"]["cone"] = "insect"
    assert found(document, "/earth/0,1/cone", "cone_of_absent_animal").rule == "R4.3"


def test_ice_age_in_an_earlier_turn() -> None:
    document = table()
    document["cards"] = {"available": [], "taken": sorted(CARDS)}
    document["last_turn"] = True
    found(document, "/cards/taken", "past_last_turn")


def test_thirteen_tundra_tiles() -> None:
    tiles = {
        "1,-2": "sea", "1,-3": "sea", "2,-2": "sea", "2,-1": "sea", "2,0": "sea", "1,1": "jungle",
        "0,-2": "wetland", "-1,-1": "wetland", "0,2": "forest",
    }  # fmt: skip
    every = ["0,-1", "1,-1", "1,0", "0,1", "-1,1", "-1,0", *tiles]
    twelve = build({"tiles": tiles, "tundra": every[:11]})
    assert violations(twelve) == []
    thirteen = build({"tiles": tiles, "tundra": every[:12]})
    assert found(thirteen, "/earth", "too_many_tundra").value == 13


def test_all_violations_of_structure_and_consistency_at_once() -> None:
    document = table()
    for slip in (
        put("/bag/grass", 15),
        put("/animals/mammal/added_elements/seed", 3),
        put("/cards/taken", ["aquatic"]),
        put("/earth/3,-3", {"terrain": "sea"}),
        put("/pending/0/remaining", 3),
        put("/execution/dominated", ["0,0"]),
    ):
        slip(document)
    codes = {violation.code for violation in violations(document)}
    assert codes >= {
        "disk_count", "too_many_elements", "card_twice", "isolated_tile", "wrong_remaining",
        "memory_out_of_place",
    }  # fmt: skip


def test_expected_values_repair_the_counts() -> None:
    """The redundant counts find slips, and each violation names the value that would fit."""
    for pointer in ("/bag/sun", "/animals/bird/gene_pool", "/tiles/unseen/sea"):
        document = table()
        right = at(document, pointer)
        put(pointer, right + 1)(document)
        violation = next(v for v in violations(document) if v.pointer == pointer)
        assert violation.value == right + 1
        assert violation.expected == right


def test_zeros_and_empties_are_read_and_not_written() -> None:
    document = table()
    plain = write_state(read_state(copy.deepcopy(document)))
    document["bag"]["sun"] = document["bag"]["sun"]
    document["earth"]["1,-2"]["species"] = {"bird": 0}
    document["earth"]["1,-2"]["cone"] = None
    document["action_display"]["elements"]["wasteland"] = {"sun": 0}
    document["execution"] |= {"dominated": [], "protected": {}, "hibernating": {"bird": {"0,0": 0}}}
    document["pending"][0]["moved"] = {"0,0": 0}
    document["rules"]["turn_limit"] = None
    assert write_state(read_state(document)) == plain


@pytest.mark.parametrize(
    ("path", "value", "rule"),
    [
        ("/animals/mammal/added_elements/sun", 5, "R1.2"),  # with two printed ones it has seven
        ("/animals/mammal/added_elements", [], "R1.2"),
        ("/animals/mammal/victory_points", -1, "R3.2"),
        ("/animals/mammal/action_pawns", 11, "R1.1"),
        ("/animals/mammal", 3, "R1.1"),
    ],
)
def test_what_an_animal_cannot_have_is_told_its_own_rule(
    path: str, value: object, rule: str
) -> None:
    document = table()
    put(path, value)(document)
    found = [(v.pointer, v.rule) for v in violations(document) if v.level == "syntax"]
    assert found == [(path, rule)]


@pytest.mark.parametrize(("slip", "pointer"), STARTED)
def test_nothing_has_been_done_before_set_up(slip: Slip, pointer: str) -> None:
    """With manual chance a game starts with the draw of the cards (R1.4)."""
    game, _ = start({"ann": ["bird"], "bob": ["insect"]}, chance={"mode": "manual"})
    document: Document = write_state(game)
    assert document["pending"][0]["kind"] == "draw_cards"
    document |= {"cards": {}, "action_display": {}}
    assert violations(document) == []
    slip(document)
    [violation] = violations(document)
    assert (violation.pointer, violation.code) == (pointer, "not_set_up")
    assert violation.value == at(document, pointer)
    assert violation.expected is not None
    assert type(violation.expected) is type(violation.value) or violation.expected == ABSENT


def test_species_elements_and_cones_lie_as_at_the_start_before_set_up() -> None:
    """One bird has walked, one disk was put on earth, one cone has been called off."""
    players = {"ann": ["bird"], "bob": ["insect"]}
    game, _ = start(players, {"dominance": "claimed"}, {"mode": "manual"})
    document: Document = write_state(game)
    assert document["earth"]["-1,1"] == {
        "cone": "bird",
        "species": {"bird": 2},
        "terrain": "forest",
    }
    document["earth"]["-1,1"] = {"species": {"bird": 1}, "terrain": "forest"}
    document["earth"]["1,0"]["species"]["bird"] = 1
    document["elements"]["1,-1,E"] = "sun"
    document["bag"]["sun"] -= 1
    assert {(v.pointer, v.code, v.rule) for v in violations(document)} == {
        ("/earth/-1,1/species/bird", "not_set_up", "R1.4"),
        ("/earth/1,0/species/bird", "not_set_up", "R1.4"),
        ("/earth/-1,1/cone", "not_set_up", "R4.3"),
        ("/elements/1,-1,E", "not_set_up", "R1.4"),
    }


def test_a_wrong_decider_is_told_the_rule_of_the_decision() -> None:
    document = table()
    document["execution"] = {"at": "reset.extinction"}
    document["phase"] = "reset"
    document["pending"] = [{"kind": "save_species", "animal": "bird"}]
    [violation] = [v for v in violations(document) if v.pointer == "/pending/0/animal"]
    assert (violation.level, violation.code, violation.rule) == (
        "consistency", "wrong_decider", "R9.1",
    )  # fmt: skip
    assert violation.detail == "here the mammal decides"
    assert violation.expected == "mammal"


def test_a_draw_is_made_by_nature() -> None:
    document = reset("reset.cards", {"kind": "draw_cards", "animal": "bird", "remaining": 1})
    document["cards"] = {"available": sorted(CARDS)[:4]}
    [violation] = violations(document)
    assert (violation.level, violation.pointer) == ("consistency", "/pending/0/animal")
    assert (violation.code, violation.rule) == ("wrong_decider", "R9.3")
    assert violation.detail == "here nature decides: it is a draw"
    assert violation.expected == "nature"
