"""Pawns on spaces that Execution has passed (R7.0, R7.1, R7.7, R8.instinct, R9.3)."""

from typing import Any

import pytest

from service.documents.problems import ABSENT
from service.documents.read import violations
from tests.positions import build

Document = dict[str, Any]
NO_RETURN = {"initiative_return": False}
ADAPT = {
    "at": "adaptation.2",
    "pending": [{"kind": "adapt", "animal": "bird", "space": "adaptation.2"}],
    "boxes": {
        "adaptation": {"sun": 4},
        "abundance": {"seed": 4},
        "wanderlust": {"grub": 4},
    },
}
GLACIATE = {
    "at": "glaciation",
    "pending": [{"kind": "glaciate", "animal": "bird", "space": "glaciation.2"}],
}
DOMINATE = {
    "at": "domination.4",
    "pending": [{"kind": "dominate", "animal": "bird", "space": "domination.4"}],
}
FIRST = {
    "at": "domination.1",
    "pending": [{"kind": "dominate", "animal": "bird", "space": "domination.1"}],
}
INSTINCT = {"taken": ["instinct"]}
SAVE = {
    "at": "reset.extinction",
    "species": {"1,-1": {"mammal": 1}},  # by the savannah lies no meat
    "pending": [{"kind": "save_species", "animal": "mammal"}],
}
DRAW = {
    "at": "reset.adaptation",
    "chance": {"mode": "manual"},
    "pending": [
        {"kind": "draw_elements", "animal": "nature", "section": "adaptation", "remaining": 4}
    ],
}
ALL_BUT_FIRST = {f"glaciation.{place}": "mammal" for place in (2, 3, 4)}
ALL_BUT_LAST = {f"glaciation.{place}": "mammal" for place in (1, 2, 3)}


@pytest.mark.parametrize(
    "given",
    [
        ADAPT | {"pawns": {"initiative.1": "bird", "adaptation.3": "mammal"}},
        # The space that acts, and those after it, are not passed.
        GLACIATE | {"pawns": {"glaciation.3": "mammal", "glaciation.4": "mammal"}},
        DOMINATE | {"pawns": ALL_BUT_FIRST},
        DOMINATE | {"pawns": {"adaptation.2": "mammal"}} | INSTINCT,
        DOMINATE | {"pawns": {"domination.1": "mammal"}} | INSTINCT,
        DOMINATE | {"pawns": ALL_BUT_FIRST | {"glaciation.1": "mammal"}} | INSTINCT,
        DOMINATE | {"pawns": {"initiative.1": "mammal"}, "rules": NO_RETURN} | INSTINCT,
        SAVE | {"pawns": ALL_BUT_FIRST | {"initiative.1": "bird"}},
        SAVE | {"pawns": {"domination.5": "bird"}} | INSTINCT,
        DRAW | {"pawns": ALL_BUT_LAST},
        DRAW | {"pawns": ALL_BUT_LAST | {"glaciation.4": "mammal"}} | INSTINCT,
    ],
)
def test_pawns_that_wait(given: Document) -> None:
    assert violations(build(given)) == []


PASSED = "Execution has lifted the pawns off the spaces that it has passed"


@pytest.mark.parametrize(
    ("given", "space"),
    [
        (ADAPT | {"pawns": {"adaptation.1": "mammal"}}, "adaptation.1"),
        (ADAPT | {"pawns": {"initiative.1": "mammal"}, "rules": NO_RETURN}, "initiative.1"),
        (ADAPT | {"pawns": {"adaptation.1": "mammal"}} | INSTINCT, "adaptation.1"),
        (DOMINATE | {"pawns": {"glaciation.1": "mammal"}}, "glaciation.1"),
        (DOMINATE | {"pawns": {"domination.1": "mammal"}}, "domination.1"),
        # Instinct was taken in an earlier turn: in this one no tile has been dominated.
        (FIRST | {"pawns": {"migration.7": "mammal"}} | INSTINCT, "migration.7"),
        (SAVE | {"pawns": {"domination.5": "mammal"}}, "domination.5"),
        (DRAW | {"pawns": {"glaciation.4": "mammal"}}, "glaciation.4"),
    ],
)
def test_a_pawn_that_has_been_lifted(given: Document, space: str) -> None:
    [violation] = violations(build(given))
    assert (violation.level, violation.code) == ("consistency", "pawn_on_passed_space")
    assert (violation.pointer, violation.rule) == (f"/action_display/pawns/{space}", "R7.0")
    assert (violation.value, violation.expected) == ("mammal", ABSENT)
    assert PASSED in violation.detail


def test_instinct_puts_down_one_pawn() -> None:
    pawns = {"adaptation.1": "mammal", "domination.2": "bird"}
    [violation] = violations(build(DOMINATE | INSTINCT | {"pawns": pawns}))
    assert (violation.pointer, violation.code) == ("/action_display/pawns", "pawn_on_passed_space")
    assert (violation.value, violation.expected) == (pawns, {"maximum": 1})
    assert violation.detail.endswith(
        "there only those stand that wait for the next turn, on the second to fourth space of"
        " Glaciation or back on Initiative or one where instinct put it"
    )


def test_a_pawn_is_not_put_down_by_instinct_before_the_card_is_carried_out() -> None:
    """The birds, dominant in the forest, are still choosing where their pawn goes (R8)."""
    given = DOMINATE | INSTINCT | {
        "execution": {"dominated": ["-1,1"]},
        "pending": [
            {"kind": "dominate", "animal": "bird", "space": "domination.4", "hex": "-1,1"},
            {"kind": "instinct", "animal": "bird"},
        ],
    }  # fmt: skip
    assert violations(build(given)) == []
    [violation] = violations(build(given | {"pawns": {"abundance.1": "mammal"}}))
    assert violation.pointer == "/action_display/pawns/abundance.1"
    assert violation.code == "pawn_on_passed_space"


def test_where_pawns_wait_is_told_by_the_options_and_the_step() -> None:
    [violation] = violations(build(DRAW | {"pawns": {"wanderlust.1": "bird"}, "rules": NO_RETURN}))
    assert violation.detail.endswith(
        "wait for the next turn, on the first to third space of Glaciation"
    )
