"""Planning: whose pawn is next, and what cannot be before the first Execution (R1, R6.1)."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from service.documents.play import start
from service.documents.problems import ABSENT, NOTHING
from service.documents.read import violations
from service.documents.write import write_state
from tests.documents.slips import at
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
    # All seven birds are placed, three of them waited: after four rounds the mammals place one
    # after the other.
    later(rows(4, "bird", "glaciation") | rows(3, "bird")
          | {f"migration.{distance}": "mammal" for distance in (7, 6, 5, 4, 3)}, "mammal"),
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


NO_RETURN = {"rules": {"initiative_return": False}}
# With 14 pawns in hand the birds begin and the mammals follow, in every round.
BY_HISTORY: list[tuple[Document, str]] = [
    # Left over from the last Glaciation, slid to its first three spaces (R7.7, R9.3).
    ({"pawns": rows(3, "mammal", "glaciation")}, "bird"),
    ({"pawns": rows(3, "mammal", "glaciation")} | NO_RETURN, "bird"),
    # Put back on Initiative (R7.1).
    ({"pawns": {"initiative.1": "mammal"}}, "bird"),
    # Put on Domination by instinct, and so for once without a bird before it.
    ({"pawns": {"domination.2": "mammal"}, "taken": ["instinct"]}, "bird"),
    ({"pawns": {"initiative.1": "mammal"}, "taken": ["instinct"]} | NO_RETURN, "bird"),
    ({"pawns": {"domination.2": "mammal"} | rows(3, "mammal", "glaciation"),
      "taken": ["instinct"]}, "bird"),
    # In this Planning the mammal put one on the fourth space of Glaciation, the bird one before.
    ({"pawns": rows(3, "mammal", "glaciation")
      | {"glaciation.4": "mammal", "domination.1": "bird"}}, "bird"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "decider"), BY_HISTORY)
def test_pawns_that_waited_since_the_last_turn(given: Document, decider: str) -> None:
    pending = [{"kind": "place_pawn", "animal": decider}]
    assert violations(build({"animals": ["mammal", "bird"], "pending": pending} | given)) == []


@pytest.mark.parametrize(
    "given",
    [
        {"pawns": {"domination.2": "mammal"}},  # the mammal first
        {"pawns": rows(4, "mammal")},
        {"pawns": {f"glaciation.{place}": "mammal" for place in (1, 2, 3, 4)}},
        {"pawns": {"initiative.1": "mammal"}} | NO_RETURN,
        {"pawns": rows(2, "mammal"), "taken": ["instinct"]},  # the card places one
        {"pawns": rows(2, "mammal") | {"abundance.1": "bird"}},  # the mammal twice, the bird once
    ],
)
def test_pawns_that_can_neither_have_waited_nor_been_placed_in_order(given: Document) -> None:
    [violation] = violations(build({"animals": ["mammal", "bird"]} | given))
    assert (violation.level, violation.pointer) == ("consistency", "/action_display/pawns")
    assert (violation.code, violation.rule) == ("placed_out_of_order", "R6.1")
    assert "so these cannot have been placed while those in hand were not" in violation.detail


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


def _grave(document: Document) -> None:
    document["animals"]["bird"]["eliminated"] = 10
    document["animals"]["bird"]["gene_pool"] -= 10


def _points(document: Document) -> None:
    document["animals"]["bird"]["victory_points"] = 500


def _taken(document: Document) -> None:
    shown = document["cards"]["available"]
    document["cards"]["taken"] = ["blight" if "blight" not in shown else "habitat"]


def _survival(document: Document) -> None:
    document["survival"] = "bird"


def _disk(document: Document) -> None:
    document["action_display"]["elements"]["wasteland"] = {"sun": 1}
    document["bag"]["sun"] -= 1


def _walk(document: Document) -> None:
    document["earth"]["0,1"]["species"]["bird"] += 1
    document["animals"]["bird"]["gene_pool"] -= 1


def _order(document: Document) -> None:
    document["initiative"] = ["mammal", "bird"]
    document["pending"][0]["animal"] = "mammal"


def _added(document: Document) -> None:
    document["animals"]["bird"]["added_elements"] = {"sun": 1}
    document["bag"]["sun"] -= 1


def _tile(document: Document) -> None:
    """The first stack's top tile is laid beside the savannah, and the next one turned up."""
    tiles = document["tiles"]
    document["earth"]["2,-1"] = {"terrain": tiles["face_up"][0]}
    tiles["face_down"][0] -= 1
    tiles["face_up"][0] = "desert"
    tiles["unseen"]["desert"] -= 1


def _tundra(document: Document) -> None:
    """Tundra on the wetland, where nobody lives."""
    document["earth"]["0,-1"]["tundra"] = True


# What is done, where, and what ought to stand there.
BEFORE_EXECUTION: list[tuple[Callable[[Document], None], str, object]] = [
    (_grave, "/animals/bird/eliminated", 0),
    (_points, "/animals/bird/victory_points", 0),
    (_taken, "/cards/taken", []),
    (_survival, "/survival", ABSENT),
    (_disk, "/action_display/elements/wasteland", {}),
    (_walk, "/earth/0,1/species/bird", 1),
    (_order, "/initiative", ["bird", "mammal"]),
    (_added, "/animals/bird/added_elements", {}),
    (_tile, "/earth/2,-1", ABSENT),
    (_tundra, "/earth/0,-1/tundra", False),
]


@pytest.mark.parametrize(("done", "pointer", "expected"), BEFORE_EXECUTION)
def test_nothing_is_done_before_the_first_execution(
    done: Callable[[Document], None], pointer: str, expected: object
) -> None:
    """In the first Planning only pawns are placed; from the second turn on all may be (R1.4).

    Only Survival is nobody's then either: no species is on tundra (R9.2).
    """
    document = first_turn({}, "bird")
    done(document)
    [violation] = violations(document)
    assert (violation.level, violation.pointer) == ("consistency", pointer)
    assert violation.code == "not_set_up"
    assert violation.detail.startswith("before the first Execution ")
    assert violation.value == at(document, pointer)
    assert violation.expected == expected
    document["turn"] = 2
    later = [(violation.pointer, violation.code) for violation in violations(document)]
    assert later == ([] if pointer != "/survival" else [(pointer, "wrong_survival")])


def test_tundra_that_is_laid_too_early_is_told_once_with_all_that_it_did() -> None:
    """One of the two mammals on the mountain has left too, as Glaciation has it (R7.7)."""
    document = first_turn({}, "bird")
    assert document["earth"]["0,1"]["species"] == {"mammal": 2, "bird": 1}
    document["earth"]["0,1"] |= {"tundra": True, "species": {"mammal": 1, "bird": 1}}
    document["animals"]["mammal"]["gene_pool"] += 1
    [violation] = violations(document)
    assert (violation.pointer, violation.value) == ("/earth/0,1/tundra", True)


@pytest.mark.parametrize("gone", [True, False])
def test_a_cone_of_the_start_that_is_gone_or_anothers_is_told_by_its_animal(gone: bool) -> None:
    players = {"ann": ["mammal"], "bob": ["bird"]}
    game, _ = start(players, {"dominance": "claimed"}, {"mode": "seeded", "seed": "a"})
    document: Document = copy.deepcopy(write_state(game))
    forest = document["earth"]["-1,1"]
    assert set(forest["species"]) == {"mammal", "bird"}
    holder = forest.pop("cone")
    [other] = set(forest["species"]) - {holder}
    if not gone:
        forest["cone"] = other
    [violation] = [v for v in violations(document) if v.code == "not_set_up"]
    assert (violation.pointer, violation.rule) == ("/earth/-1,1/cone", "R4.3")
    assert violation.value == (NOTHING if gone else other)
    assert violation.expected == holder


def test_an_element_of_the_start_that_is_gone_is_told_by_its_name() -> None:
    document = first_turn({}, "bird")
    gone = document["elements"].pop("0,0,E")
    document["bag"][gone] += 1
    [violation] = violations(document)
    assert (violation.pointer, violation.code) == ("/elements/0,0,E", "not_set_up")
    assert (violation.value, violation.expected) == (NOTHING, "grass")


ADAPTING: Document = {
    "turn": 1,
    "at": "adaptation.1",
    "pending": [{"kind": "adapt", "animal": "bird", "space": "adaptation.1"}],
    "boxes": {"adaptation": {"sun": 4}, "abundance": {"seed": 4}, "wanderlust": {"grub": 4}},
}


@pytest.mark.parametrize(
    ("change", "pointer", "code", "words"),
    [
        ({"points": {"bird": 7}}, "/animals/bird/victory_points", "not_set_up",
         "before the first Glaciation there are no points"),
        ({"eliminated": {"bird": 2}}, "/animals/bird/eliminated", "not_set_up",
         "before the first Competition no species is eliminated"),
        ({"added": {"bird": {"sun": 1}}}, "/animals/bird/added_elements", "not_set_up",
         "before the first Adaptation no element is added"),
        ({"taken": ["habitat"]}, "/cards/taken", "not_set_up",
         "before the first Domination no card is taken"),
        ({"cards": ["aquatic", "biomass", "blight", "evolution"]}, "/cards/available",
         "cards_not_turned_up", "4 are face up"),
        ({"face_up": ["sea", None, "savannah"]}, "/tiles/face_up/1", "tile_not_turned_up",
         "none is face up"),
        ({"boxes": {**ADAPTING["boxes"], "wanderlust": {"grub": 3}}},
         "/action_display/elements/wanderlust", "section_not_full", "up to four disks"),
        ({"boxes": {**ADAPTING["boxes"], "wasteland": {"sun": 1}}},
         "/action_display/elements/wasteland", "not_set_up",
         "before the first Reseed the section is empty"),
    ],
)  # fmt: skip
def test_what_the_first_execution_has_not_come_to(
    change: Document, pointer: str, code: str, words: str
) -> None:
    assert violations(build(ADAPTING)) == []
    [violation] = violations(build(ADAPTING | change))
    assert (violation.level, violation.pointer) == ("consistency", pointer)
    assert violation.code == code
    assert words in violation.detail


def test_what_the_first_execution_may_have_changed() -> None:
    """At the last Domination elements, points, species and sections may be other ones."""
    given = {
        "turn": 1,
        "at": "domination.5",
        "pending": [{"kind": "dominate", "animal": "bird", "space": "domination.5"}],
        "points": {"bird": 7},
        "eliminated": {"bird": 2},
        "added": {"bird": {"sun": 1}},
        "boxes": {"adaptation": {"grub": 1}, "abundance": {"meat": 2}, "wanderlust": {"seed": 1}},
        "taken": ["habitat"],
        "cards": ["aquatic", "biomass", "blight", "evolution"],
        "face_up": ["sea", None, "savannah"],
    }
    assert violations(build(given)) == []
