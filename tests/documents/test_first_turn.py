"""Planning: whose pawn is next, and what cannot be before the first Execution (R1, R6.1)."""

import copy
from typing import Any

import pytest

from service.documents.play import start
from service.documents.read import violations
from service.documents.write import write_state
from tests.positions import build

Document = dict[str, Any]


def first_turn(pawns: dict[str, str], decider: str) -> Document:
    """Turn 1 of mammal and bird, seven pawns each, the bird first in initiative (R1.1, R1.3)."""
    game, _ = start({"ann": ["mammal"], "bob": ["bird"]}, chance={"mode": "seeded", "seed": "a"})
    document: Document = copy.deepcopy(write_state(game))
    assert document["pending"] == [{"kind": "place_pawn", "animal": "bird"}]
    document["action_display"]["pawns"] = pawns
    document["pending"][0]["animal"] = decider
    return document


def later(pawns: dict[str, str], decider: str, animals: int = 2) -> Document:
    """Turn 2, the animal lower in the food chain first in initiative."""
    return build(
        {
            "animals": ["mammal", "bird", "insect"][:animals],
            "pawns": pawns,
            "pending": [{"kind": "place_pawn", "animal": decider}],
        }
    )


def rows(count: int, animal: str, section: str = "domination") -> dict[str, str]:
    """So many pawns of the animal in one section."""
    return {f"{section}.{number + 1}": animal for number in range(count)}


ABUNDANCE = {"abundance.1": "bird"}
IN_ORDER: list[Document] = [
    first_turn({}, "bird"),
    first_turn(rows(1, "bird"), "mammal"),
    first_turn(rows(1, "bird") | {"migration.7": "mammal"}, "bird"),
    first_turn(rows(5, "bird") | {"migration.7": "mammal"} | rows(3, "mammal", "glaciation")
               | ABUNDANCE | {"migration.6": "mammal"}, "mammal"),
    # Of two pawns on the display any may have waited since the turn before.
    later(rows(2, "bird", "glaciation"), "bird"),
    later(rows(2, "bird", "glaciation"), "mammal"),
    # All seven birds are placed, so the mammals place one after the other.
    later(rows(4, "bird", "glaciation") | rows(3, "bird"), "mammal"),
]  # fmt: skip


@pytest.mark.parametrize("document", IN_ORDER)
def test_the_next_in_order_may_be_asked(document: Document) -> None:
    assert violations(document) == []


OUT_OF_ORDER: list[tuple[Document, object]] = [
    (first_turn({}, "mammal"), "bird"),
    (first_turn(rows(1, "bird"), "bird"), "mammal"),
    (first_turn(rows(1, "bird") | {"migration.7": "mammal"}, "mammal"), "bird"),
    (later({}, "mammal"), "bird"),
    # The mammal's waiting pawn does not let it begin: the bird has placed none.
    (later({"glaciation.1": "mammal"}, "mammal"), "bird"),
    # Insect first, then bird, then mammal: the bird is second only after an insect, and the mammal
    # third only after a bird.
    (later({}, "bird", 3), "insect"),
    (later({"glaciation.1": "insect"}, "mammal", 3), ["insect", "bird"]),
]


@pytest.mark.parametrize(("document", "expected"), OUT_OF_ORDER)
def test_who_is_not_next_is_refused(document: Document, expected: object) -> None:
    [violation] = violations(document)
    assert (violation.level, violation.pointer) == ("consistency", "/pending/0/animal")
    assert (violation.code, violation.rule) == ("wrong_decider", "R6.1")
    assert violation.expected == expected


@pytest.mark.parametrize(
    "pawns",
    [rows(2, "bird"), rows(1, "mammal"), rows(4, "bird") | {"migration.7": "mammal"}],
)
@pytest.mark.parametrize("decider", ["bird", "mammal"])
def test_a_display_that_no_order_leads_to(pawns: dict[str, str], decider: str) -> None:
    """In the first turn nobody is two pawns ahead, nor the second before the first."""
    [violation] = violations(first_turn(pawns, decider))
    assert (violation.pointer, violation.code) == ("/action_display/pawns", "placed_out_of_order")
    assert violation.rule == "R6.1"
