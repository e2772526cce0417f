"""What can stand in the second turn, what cannot, and what Reseed has left by then (R7 to R9)."""

from typing import Any

import pytest

from service.documents.play import start
from service.documents.problems import Violation
from service.documents.read import violations
from service.documents.write import write_state
from tests.positions import START_ELEMENTS, build

Document = dict[str, Any]

FILLED = {"adaptation": {"grub": 4}, "abundance": {"meat": 4}, "wanderlust": {"seed": 4}}
# The second turn, after a first one in which no disk was taken (R9.3).
LEFT = FILLED | {"regression": {"water": 4}, "wasteland": {"grass": 4}}
SECOND: Document = {"turn": 2, "boxes": LEFT}
CARDS = [
    "aquatic", "biodiversity", "biomass", "blight", "catastrophe", "cold_snap", "disease",
    "ecodiversity", "evolution", "fecundity", "fertile",
]  # fmt: skip
# Corners of the start tiles that are vacant at the start.
VACANT = ["-1,2,E", "1,1,W", "1,0,E", "2,0,W", "1,-1,E", "2,-2,W", "-2,0,E", "-1,0,W", "-2,2,E"]


def only(given: Document) -> Violation:
    [violation] = violations(build(SECOND | given))
    return violation


def tundra(count: int) -> Document:
    """So many tiles of it, that of the start included, and nobody who could hold Survival."""
    return {"tundra": ["0,-1", "1,-1", "1,0", "0,1"][: count - 1], "species": {}}


def on_earth(count: int) -> Document:
    """So many elements, twelve of them as at the start."""
    more = VACANT[: count - len(START_ELEMENTS)]
    return {"elements": START_ELEMENTS | dict.fromkeys(more, "meat")}


def added(mammal: int, bird: int) -> Document:
    return {"added": {"mammal": {"sun": mammal}, "bird": {"sun": bird}}}


def dominating(space: int, **given: object) -> Document:
    """The amphibians' pawn is at this space of Domination."""
    step = f"domination.{space}"
    frame = {"kind": "dominate", "animal": "amphibian", "space": step}
    return {"at": step, "pawns": {"domination.5": ""}, "pending": [frame], **given}


def at(step: str, *frames: Document) -> Document:
    """The amphibians' pawn is at this step, with these decisions pending."""
    own = {"animal": "amphibian", "space": step}
    return {"at": step, "pending": [own | frames[0], *frames[1:]]}


LAID: Document = {
    "tiles": {"0,-2": "sea"}, "face_up": [None, "wetland", "savannah"],
}  # fmt: skip
TILE_ELEMENT = at(
    "wanderlust.1",
    {"kind": "lay_tile", "hex": "0,-2"},
    {"kind": "add_tile_element", "animal": "amphibian", "hex": "0,-2"},
)
MOVING_IN = at(
    "wanderlust.1",
    {"kind": "lay_tile", "hex": "0,-2"},
    {"kind": "move_in", "animal": "amphibian", "hex": "0,-2"},
)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"taken": CARDS[:5]},
        dominating(3, taken=CARDS[:7]),
        tundra(2),
        tundra(3) | {"taken": ["ice_sheet"]},
        {"at": "domination.5", **dominating(5), **tundra(3)},
        added(2, 1),
        added(3, 3) | {"taken": ["symbiotic"]},  # six, three of them by Symbiotic
        on_earth(17),
        on_earth(18) | {"taken": ["habitat"]},
        dominating(1) | on_earth(18),
        # Twelve, five in the first turn, one by Abundance and one by Wanderlust.
        MOVING_IN | LAID | on_earth(19) | {"boxes": LEFT | {"abundance": {"meat": 3}}},
        {"initiative": ["bird", "amphibian", "mammal"]},
        {"initiative": ["bird", "mammal", "amphibian"], "taken": ["nocturnal"]},
        at("initiative.1", {"kind": "swap_initiative"})
        | {"initiative": ["bird", "amphibian", "mammal"]},
        at("initiative.1", {"kind": "place_initiative_pawn"})
        | {"initiative": ["bird", "mammal", "amphibian"]},
        dominating(1) | {"initiative": ["bird", "mammal", "amphibian"]},
        {"turn": 3, "boxes": LEFT | {"depletion": {"sun": 4}}},
    ],
)
def test_what_the_turns_so_far_can_have_done(given: Document) -> None:
    assert violations(build(SECOND | given)) == []


DEPLETION = {"boxes": LEFT | {"depletion": {"sun": 1}}}


@pytest.mark.parametrize(
    ("given", "minimum", "rule", "words"),
    [
        ({"taken": CARDS[:6]}, 3, "R7.12", "6 taken cards"),
        ({"taken": CARDS}, 4, "R7.12", "11 taken cards"),
        # Five in the first turn, and two pawns have acted in this one.
        (dominating(3, taken=CARDS[:8]), 3, "R7.12", "8 taken cards"),
        (tundra(3), 3, "R7.7", "3 tundra tiles"),
        (tundra(5) | {"taken": ["ice_sheet"]}, 4, "R7.7", "5 tundra tiles"),
        (tundra(4) | dominating(5), 3, "R7.7", "4 tundra tiles"),
        (added(2, 2), 3, "R7.2", "4 added elements on all displays"),
        (added(4, 3) | {"taken": ["symbiotic"]}, 3, "R7.2", "7 added elements"),
        (on_earth(18), 3, "R7.4", "18 elements on earth"),
        (TILE_ELEMENT | LAID | on_earth(20), 3, "R7.4", "20 elements on earth"),
        (MOVING_IN | LAID | on_earth(21), 3, "R7.4", "21 elements on earth"),
        ({"initiative": ["bird", "mammal", "amphibian"]}, 3, "R7.1", "2 swaps from the start"),
        (
            at("initiative.1", {"kind": "swap_initiative"})
            | {"initiative": ["bird", "mammal", "amphibian"]},
            3,
            "R7.1",
            "2 swaps from the start",
        ),
        ({"initiative": ["mammal", "bird", "amphibian"]}, 4, "R7.1", "3 swaps from the start"),
        (DEPLETION, 3, "R9.3", "disks in the Depletion section"),
    ],
)
def test_what_takes_more_turns(given: Document, minimum: int, rule: str, words: str) -> None:
    violation = only(given)
    assert (violation.level, violation.pointer) == ("consistency", "/turn")
    assert (violation.code, violation.rule) == ("turn_too_early", rule)
    assert (violation.value, violation.expected) == (2, {"minimum": minimum})
    assert violation.detail.startswith("up to here in turn 2 there cannot be ")
    assert words in violation.detail


def test_a_stack_is_turned_up_once_a_turn() -> None:
    """Two tiles are laid: in the second turn they came from two stacks, or three are turned."""
    tiles = {"1,1": "sea", "2,0": "sea"}
    document = build(SECOND | {"tiles": tiles})
    document["tiles"]["face_down"] = [6, 6, 7]
    assert violations(document) == []
    document["tiles"]["face_down"] = [5, 7, 7]
    [violation] = violations(document)
    assert (violation.code, violation.rule) == ("turn_too_early", "R9.3")
    assert violation.expected == {"minimum": 3}
    assert "a stack with 5 face-down tiles" in violation.detail


def test_in_the_first_execution() -> None:
    """Two pawns of Domination have acted before the third one (R7.12)."""
    given = dominating(3) | {"turn": 1, "boxes": FILLED}
    assert violations(build(given | {"taken": CARDS[:2]})) == []
    [violation] = violations(build(given | {"taken": CARDS[:3]}))
    assert (violation.code, violation.expected) == ("turn_too_early", {"minimum": 2})


def test_all_that_takes_more_turns_is_told_at_once() -> None:
    """A turn too low is one slip; the latest of the turns that they need is expected."""
    violation = only({"taken": CARDS} | tundra(5) | added(2, 2))
    assert violation.expected == {"minimum": 5}
    assert [what in violation.detail for what in ("11 taken", "5 tundra", "4 added")] == [True] * 3


def test_a_card_that_is_not_known_is_not_counted() -> None:
    document = build(SECOND | {"taken": CARDS})
    document["cards"]["taken"][0] = "acquatic"
    assert [v.code for v in violations(document)] == ["unknown_name"]


@pytest.mark.parametrize("turn", [2, 3, 11])
def test_the_start_position_does_not_stand_in_a_later_turn(turn: int) -> None:
    game, _ = start({"ann": ["mammal"], "bob": ["bird"]}, chance={"mode": "seeded", "seed": "a"})
    document = write_state(game)
    assert violations(document) == []
    document["turn"] = turn
    [violation] = violations(document)
    assert (violation.level, violation.pointer) == ("consistency", "/turn")
    assert (violation.code, violation.rule) == ("turn_too_late", "R9.3")
    assert (violation.value, violation.expected) == (turn, {"maximum": 1})
    assert "so no turn has ended" in violation.detail


def emptied(given: Document) -> list[tuple[str, object, object]]:
    """Where, what is held and what is expected of the sections that hold too little."""
    found = violations(build(given))
    assert {(v.level, v.code, v.rule) for v in found} <= {
        ("consistency", "section_too_empty", "R9.3")
    }
    prefix = "/action_display/elements/"
    return sorted((v.pointer.removeprefix(prefix), v.value, v.expected) for v in found)


DEPLETING = {
    "at": "depletion.1",
    "pending": [{"kind": "deplete", "animal": "bird", "space": "depletion.1"}],
}
RESEEDING = {
    "at": "reset.adaptation",
    "chance": {"mode": "manual"},
    "pending": [
        {"kind": "draw_elements", "animal": "nature", "section": "adaptation", "remaining": 4}
    ],
}
THREE = FILLED | {"regression": {"sun": 1}, "wasteland": {"sun": 2}, "depletion": {"sun": 1}}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # Three of four disks are taken from Adaptation at most, two from Abundance.
        ({"turn": 2, "boxes": {"regression": {"sun": 1}, "wasteland": {"sun": 2}}}, []),
        ({"turn": 2, "boxes": {"wasteland": {"sun": 2}}},
         [("regression", 0, {"minimum": 1})]),
        ({"turn": 2, "boxes": {"regression": {"sun": 1}, "wasteland": {"sun": 1}}},
         [("wasteland", 1, {"minimum": 2})]),
        # One more by the pawn of Wasteland.
        ({"turn": 3, "boxes": THREE | {"wasteland": {"sun": 1}}} | DEPLETING, []),
        ({"turn": 3, "boxes": THREE | {"wasteland": {}}} | DEPLETING,
         [("wasteland", 0, {"minimum": 1})]),
        ({"turn": 3, "boxes": THREE | {"adaptation": {"sun": 1}, "abundance": {"sun": 2}}}
         | DEPLETING, []),
        ({"turn": 3, "boxes": THREE | {"adaptation": {}, "abundance": {"sun": 1}}} | DEPLETING,
         [("abundance", 1, {"minimum": 2}), ("adaptation", 0, {"minimum": 1})]),
        ({"turn": 3, "boxes": THREE | {"wanderlust": {"sun": 3}}} | DEPLETING,
         [("wanderlust", 3, {"minimum": 4})]),
        ({"turn": 3, "boxes": THREE | {"wanderlust": {"sun": 3}}} | LAID | MOVING_IN, []),
        ({"turn": 3, "boxes": THREE | {"wanderlust": {"sun": 3}}} | LAID | TILE_ELEMENT,
         [("wanderlust", 3, {"minimum": 4})]),
        # What is left of Wasteland then comes to Depletion.
        ({"turn": 3, "boxes": THREE}, []),
        ({"turn": 3, "boxes": THREE | {"depletion": {}}}, [("depletion", 0, {"minimum": 1})]),
        # In Reseed the disks have been moved on for the turn to come.
        ({"turn": 1, "boxes": {"regression": {"sun": 1}, "wasteland": {"sun": 2}}} | RESEEDING, []),
        ({"turn": 1} | RESEEDING,
         [("regression", 0, {"minimum": 1}), ("wasteland", 0, {"minimum": 2})]),
        # Of 120 disks 24 can lie in boxes, 20 on earth and displays without any Adaptation,
        # Abundance and Wanderlust, and eight more in every turn with them: after nine turns the
        # bag still held the twelve that Reseed draws, after ten it need not have.
        ({"turn": 11, "boxes": THREE | {"regression": {}}}, [("regression", 0, {"minimum": 1})]),
        ({"turn": 12, "boxes": THREE | {"regression": {}, "wasteland": {}}}, []),
        ({"turn": 12}, [("depletion", 0, {"minimum": 1})]),
        ({"turn": 13}, []),
    ],
)  # fmt: skip
def test_what_reseed_leaves_in_the_sections(
    given: Document, expected: list[tuple[str, object, object]]
) -> None:
    assert emptied(given) == expected


def test_a_disk_that_is_nowhere_is_told_alone() -> None:
    """Of the last disk left out of Regression only the sum is told (R1.4)."""
    document = build(SECOND | {"boxes": {"regression": {"sun": 1}, "wasteland": {"sun": 2}}})
    document["action_display"]["elements"]["regression"] = {}
    assert [v.code for v in violations(document)] == ["disk_count"]
