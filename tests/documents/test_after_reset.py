"""What Reset leaves on the table until something can have changed it (R9)."""

from typing import Any

import pytest

from service.documents.problems import ABSENT, Violation
from service.documents.read import violations
from service.rules.geometry import HEX_NAMES
from tests.positions import CARDS, STACK_TILES, START_TILES, build

Document = dict[str, Any]
ANY = {"mammal_save": "any"}


def only(given: dict[str, Any]) -> Violation:
    [violation] = violations(build(given))
    return violation


def at(step: str) -> dict[str, Any]:
    """A decision of the birds at this step."""
    frame: Document = {"animal": "bird", "space": step}
    frame |= {
        "initiative.1": {"kind": "swap_initiative"},
        "adaptation.1": {"kind": "adapt"},
        "abundance.1": {"kind": "add_element"},
        "glaciation": {"kind": "glaciate", "space": "glaciation.1"},
        "speciation.meat": {"kind": "speciate"},
    }[step]
    return {"at": step, "pending": [frame]}


# Extinction (R9.1). By savannah and wetland, 1,-1 and 0,-1, lie neither meat nor seed, and by the
# desert, 1,0, no seed; water lies by the wetland.

MAMMAL = {"1,-1": {"mammal": 1}, "0,-1": {"amphibian": 1}}
BIRD = {"1,-1": {"bird": 1}, "0,-1": {"amphibian": 1}}
FIVE = {"1,-1": {"bird": 5}, "0,-1": {"amphibian": 1}}


@pytest.mark.parametrize(
    "given",
    [
        {"species": MAMMAL},  # saved by the mammals
        {"species": MAMMAL} | at("initiative.1"),
        {"species": BIRD, "rules": ANY},
        {"species": FIVE, "taken": ["hibernation"]},  # protected in the turn before
        # Five hibernated, and one bird more, or a mammal, was saved.
        {"species": FIVE | {"1,0": {"bird": 1}}, "taken": ["hibernation"], "rules": ANY},
        {"species": FIVE | {"0,-1": {"mammal": 1}}, "taken": ["hibernation"]},
        # Whatever is endangered when the losses of Regression have been suffered may be so.
        {"species": {"1,-1": {"bird": 3, "mammal": 2}}} | at("abundance.1"),
    ],
)
def test_what_extinction_can_leave(given: dict[str, Any]) -> None:
    assert violations(build(given)) == []


SAVED = "no endangered species but one that the mammals save"
SLEPT = "one that the mammals save and the five at most that hibernated"


@pytest.mark.parametrize(
    ("given", "pointer", "value", "words"),
    [
        ({"species": BIRD}, "/earth/1,-1/species/bird", 1, SAVED),
        (
            {"animals": ["bird", "amphibian"], "species": BIRD, "rules": ANY},
            "/earth/1,-1/species/bird", 1, SAVED,
        ),
        (
            {"species": {"1,-1": {"mammal": 2}}}, "/earth/1,-1/species/mammal", 2,
            "endangered here: 2 mammal on 1,-1",
        ),
        ({"species": {"1,-1": {"mammal": 2}}} | at("adaptation.1"),
         "/earth/1,-1/species/mammal", 2, SAVED),
        (
            {"species": {"0,-1": {"mammal": 1}, "1,-1": {"mammal": 1}}}, "/earth",
            {"/earth/0,-1/species/mammal": 1, "/earth/1,-1/species/mammal": 1},
            "1 mammal on 0,-1, 1 mammal on 1,-1",
        ),
        (
            {"species": FIVE | {"1,0": {"bird": 1}}, "taken": ["hibernation"]}, "/earth",
            {"/earth/1,-1/species/bird": 5, "/earth/1,0/species/bird": 1}, SLEPT,
        ),
    ],
)  # fmt: skip
def test_what_extinction_would_have_eliminated(
    given: dict[str, Any], pointer: str, value: object, words: str
) -> None:
    violation = only(given)
    assert (violation.level, violation.pointer) == ("consistency", pointer)
    assert (violation.code, violation.rule) == ("endangered_after_extinction", "R9.1")
    assert violation.value == value
    assert words in violation.detail


def test_no_species_is_endangered_in_the_first_turn_before_regression() -> None:
    """They do not stand as at the start either (R1.4, R1.6)."""
    boxes = {"adaptation": {"sun": 4}, "abundance": {"seed": 4}, "wanderlust": {"grub": 4}}
    given = {"species": MAMMAL, "turn": 1, "boxes": boxes} | at("initiative.1")
    found = violations(build(given))
    assert {v.code for v in found} == {"endangered_after_extinction", "not_set_up"}
    [violation] = [v for v in found if v.code == "endangered_after_extinction"]
    assert violation.pointer == "/earth/1,-1/species/mammal"
    assert "at the start no species is endangered" in violation.detail


def test_a_finished_game_has_had_its_extinction() -> None:
    document = build({"species": {"1,-1": {"bird": 2}}, "rules": {"turn_limit": 2}})
    document |= {"phase": "finished", "pending": []}
    assert [v.code for v in violations(document)] == ["endangered_after_extinction"]


# Survival (R9.2). In the centre lies the start tundra, next to it grass, sun, meat, seed and water.

TWO_BIRDS = {"0,0": {"bird": 2, "mammal": 1}}


@pytest.mark.parametrize(
    "given",
    [
        {"species": TWO_BIRDS, "survival": "bird"},
        {"species": TWO_BIRDS, "survival": "bird"} | at("glaciation"),
        {"species": TWO_BIRDS, "survival": "mammal"} | at("speciation.meat"),
        {"species": {"0,0": {"bird": 1, "mammal": 1}}},  # a tie: nobody
        {},  # nobody is on tundra
    ],
)
def test_who_can_hold_survival(given: dict[str, Any]) -> None:
    assert violations(build(given)) == []


@pytest.mark.parametrize(
    ("given", "holder", "true", "words"),
    [
        ({"species": TWO_BIRDS}, None, "bird", "so the bird has taken it"),
        ({"species": TWO_BIRDS, "survival": "mammal"}, "mammal", "bird", "strictly the most"),
        ({"species": TWO_BIRDS} | at("glaciation"), None, "bird", "no species has moved since"),
        ({"survival": "bird"}, "bird", None, "so nobody has taken it"),
        ({"species": {"0,0": {"bird": 1, "mammal": 1}}, "survival": "mammal"}, "mammal", None,
         "nobody has"),
        ({"survival": "bird", "turn": 1, "boxes": {"wanderlust": {"sun": 4}}}
         | at("speciation.meat"), "bird", None,
         "the first Reset is still to come"),
    ],
)  # fmt: skip
def test_who_cannot_hold_survival(
    given: dict[str, Any], holder: str | None, true: str | None, words: str
) -> None:
    violation = only(given)
    assert (violation.level, violation.pointer) == ("consistency", "/survival")
    assert (violation.code, violation.rule) == ("wrong_survival", "R9.2")
    assert (violation.value, violation.expected) == (holder, true or ABSENT)
    assert words in violation.detail


def test_survival_at_the_end() -> None:
    document = build({"species": TWO_BIRDS, "rules": {"turn_limit": 2}})
    document |= {"phase": "finished", "pending": []}
    assert [(v.code, v.expected) for v in violations(document)] == [("wrong_survival", "bird")]


# The end for want of cubes (R9.4).

NOBODY = {"species": {}, "gene_pool": {"mammal": 0, "bird": 0, "amphibian": 0}}
WITHOUT_CUBES = "no animal has a species on earth or in its gene pool, so the game ends"


@pytest.mark.parametrize(
    ("given", "phase"), [(NOBODY, "planning"), (NOBODY | at("speciation.meat"), "execution")]
)
def test_a_game_without_cubes_has_ended(given: dict[str, Any], phase: str) -> None:
    violation = only(given)
    assert (violation.pointer, violation.code, violation.rule) == (
        "/phase", "past_last_turn", "R9.4",
    )  # fmt: skip
    assert (violation.value, violation.expected) == (phase, "finished")
    assert WITHOUT_CUBES in violation.detail


def test_the_last_cube_may_be_lost_in_competition() -> None:
    given = NOBODY | {
        "at": "domination.5",
        "pending": [{"kind": "dominate", "animal": "bird", "space": "domination.5"}],
    }
    assert violations(build(given)) == []


# Reseed (R9.3): cards, sections, tiles.

DRAW_TILE: Document = {
    "at": "reset.tiles",
    "chance": {"mode": "manual"},
    "face_up": [None, "wetland", "savannah"],
    "boxes": {"adaptation": {"sun": 4}, "abundance": {"seed": 4}, "wanderlust": {"grub": 4}},
    "pending": [{"kind": "draw_tile", "animal": "nature", "stack": 1}],
}
FOUR = list(CARDS[:4])
ALL_BUT_THREE = [card for card in CARDS if card not in CARDS[:3]]


@pytest.mark.parametrize("given", [{}, DRAW_TILE])
def test_five_cards_are_face_up(given: dict[str, Any]) -> None:
    violation = only(given | {"cards": FOUR})
    assert (violation.level, violation.pointer) == ("consistency", "/cards/available")
    assert (violation.code, violation.rule) == ("cards_not_turned_up", "R9.3")
    assert (violation.value, violation.expected) == (4, 5)
    assert "4 are face up, and 22 are left in the deck" in violation.detail


def test_fewer_cards_are_face_up_when_the_deck_is_empty() -> None:
    """Ice Age, the last card of the deck, is on offer among the last three, or with four left.

    The other 22 have been taken, so the four that change pawns are among them: all by the mammals,
    who lost a pawn again, as the others did.
    """
    pawns = {"mammal": 8, "bird": 6, "amphibian": 6}
    shown = ["ice_age", "biomass", "blight"]
    taken = [card for card in CARDS if card not in shown]
    assert violations(build({"cards": shown, "taken": taken, "action_pawns": pawns})) == []
    # With disease in the deck, Ice Age beneath it, two more cards had to be turned up.
    left = [card for card in taken if card != "disease"]
    given = {"cards": shown[1:], "taken": left, "action_pawns": pawns}
    assert (only(given).value, only(given).expected) == (2, 4)


def test_fewer_cards_stand_in_execution() -> None:
    """What dominations took away is not asked after before the next Reset."""
    given = {
        "at": "domination.5",
        "pending": [{"kind": "dominate", "animal": "bird", "space": "domination.5"}],
        "cards": FOUR,
    }
    assert violations(build(given)) == []


FULL = {"adaptation": {"sun": 4}, "abundance": {"seed": 4}, "wanderlust": {"grub": 4}}
SHORT = "the section has been filled up to four disks, and the bag is not empty"


@pytest.mark.parametrize("section", ["adaptation", "abundance", "wanderlust"])
@pytest.mark.parametrize("held", [0, 3])
def test_sections_are_full(section: str, held: int) -> None:
    violation = only({"boxes": {section: {"water": held}}})
    assert violation.pointer == f"/action_display/elements/{section}"
    assert (violation.level, violation.code) == ("consistency", "section_not_full")
    assert (violation.value, violation.expected) == (held, 4)
    assert (violation.rule, SHORT in violation.detail) == ("R9.3", True)


def no_bag(boxes: dict[str, dict[str, int]]) -> Document:
    """The bag is empty; all disks lie in sections, on displays and on an earth of all 31 tiles."""
    stacks = [terrain for terrain, count in STACK_TILES.items() for _ in range(count)]
    bare = ("-2,0", "-2,1", "-2,2", "-1,-1")  # each of the 92 corners touches one of the others
    hexes = [hex_ for hex_ in HEX_NAMES if hex_ not in (*START_TILES, *bare)]
    old = {"regression": {"meat": 4}, "wasteland": {"water": 4}, "depletion": {"grass": 4}}
    added = {
        "mammal": {"sun": 4}, "reptile": {"meat": 4}, "bird": {"grub": 4},
        "amphibian": {"grass": 3}, "arachnid": {"seed": 4}, "insect": {"water": 4},
    }  # fmt: skip
    return build(
        {
            "animals": list(added),
            "tiles": dict(zip(hexes, stacks, strict=True)),
            "face_up": [None, None, None],
            "species": {},
            "boxes": {"adaptation": {}, "abundance": {}, "wanderlust": {}} | old | boxes,
            "added": added,
            "bag": {},
        }
    )


def test_the_bag_runs_out_within_a_section() -> None:
    """The first sections are filled, one is short, and the later ones stay empty."""
    six = {"adaptation": {"seed": 4}, "abundance": {"seed": 2}}
    assert violations(no_bag(six)) == []
    assert violations(no_bag({"adaptation": {"seed": 1}})) == []


@pytest.mark.parametrize(
    ("boxes", "section"),
    [
        ({"adaptation": {"seed": 4}, "wanderlust": {"grub": 1}}, "wanderlust"),
        ({"adaptation": {"seed": 3}, "abundance": {"grub": 4}}, "abundance"),
    ],
)
def test_no_disk_is_drawn_after_the_bag_has_run_out(
    boxes: dict[str, dict[str, int]], section: str
) -> None:
    [violation] = violations(no_bag(boxes))
    assert violation.pointer == f"/action_display/elements/{section}"
    assert (violation.level, violation.code) == ("consistency", "section_not_empty")
    assert (violation.rule, violation.expected) == ("R9.3", 0)
    assert "the bag had run out before this section was filled" in violation.detail


def test_the_top_of_each_stack_is_face_up() -> None:
    violation = only({"face_up": ["sea", None, "savannah"]})
    assert (violation.level, violation.pointer) == ("consistency", "/tiles/face_up/1")
    assert (violation.code, violation.rule) == ("tile_not_turned_up", "R9.3")
    assert "in Reseed the top tile of each stack is turned up" in violation.detail
    assert "of this one, with 8 tiles left, none is face up" in violation.detail
    # Two of the 24 tiles are face up, so that of each terrain some are unseen (R1.4).
    assert (violation.value, violation.expected) == (None, list(STACK_TILES))


# All tiles of the stacks but two deserts, and this one of them is face up.
ALL_BUT_DESERT = dict(
    zip(
        [hex_ for hex_ in HEX_NAMES if hex_ not in START_TILES][:21],
        [t for t, count in STACK_TILES.items() for _ in range(count) if t != "desert"],
        strict=True,
    )
)


def test_one_terrain_is_expected_where_no_other_is_unseen() -> None:
    face_up = ["desert", None, None]
    document = build({"tiles": ALL_BUT_DESERT, "face_up": face_up, "species": {}})
    assert document["tiles"]["face_down"] == [2, 0, 0]
    assert violations(document) == []
    document["tiles"]["face_down"] = [1, 1, 0]
    [violation] = violations(document)
    assert violation.pointer == "/tiles/face_up/1"
    assert "of this one, with 1 tile left, none is face up" in violation.detail
    assert violation.expected == "desert"


def test_no_tile_is_expected_where_it_is_not_known_which_are_unseen() -> None:
    document = build({"face_up": ["sea", None, "savannah"]})
    document["tiles"]["unseen"]["sea"] = "five"
    assert [(v.code, v.expected) for v in violations(document) if v.level == "consistency"] == [
        ("tile_not_turned_up", None)
    ]


# Up to the first Reset cards, disks and tiles lie as set-up filled them up (R1.4).

FIRST = {"boxes": FULL} | {"turn": 1} | at("initiative.1")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"cards": FOUR}, "in set-up five cards are turned up"),
        ({"face_up": ["sea", None, "savannah"]}, "in set-up the top tile of each stack is turned"),
        ({"boxes": FULL | {"wanderlust": {"grub": 3}}}, "in set-up the section has been filled up"),
    ],
)
def test_set_up_has_filled_up_what_lies_there_in_the_first_turn(
    given: dict[str, Any], words: str
) -> None:
    assert violations(build(FIRST)) == []
    violation = only(FIRST | given)
    assert violation.rule == "R1.4"
    assert words in violation.detail


def test_reseed_of_the_first_turn_is_not_set_up() -> None:
    violation = only(DRAW_TILE | {"turn": 1, "cards": FOUR})
    assert (violation.code, violation.rule) == ("cards_not_turned_up", "R9.3")


@pytest.mark.parametrize(
    ("turn", "phase", "rule", "words"),
    [
        (0, "setup", "R1.4", "at this step of set-up the section has not been filled yet"),
        (1, "reset", "R9.3", "at this step of Reseed the section has been emptied and not"),
    ],
)
def test_sections_are_filled_one_after_the_other(
    turn: int, phase: str, rule: str, words: str
) -> None:
    frame = {"kind": "draw_elements", "animal": "nature", "section": "abundance", "remaining": 4}
    given = {"at": "reset.abundance", "chance": {"mode": "manual"}, "pending": [frame]}
    boxes: Document = {"adaptation": {"sun": 4}}
    face_up = [None, None, None] if turn == 0 else ["sea", "wetland", "savannah"]
    document = build(given | {"boxes": boxes, "turn": turn, "face_up": face_up}) | {"phase": phase}
    assert violations(document) == []
    boxes = boxes | {"wanderlust": {"grub": 1}}
    document = build(given | {"boxes": boxes, "turn": turn, "face_up": face_up}) | {"phase": phase}
    [violation] = violations(document)
    assert (violation.code, violation.rule) == ("section_not_empty", rule)
    assert words in violation.detail
    assert (violation.value, violation.expected) == (1, 0)


def test_an_exhausted_stack_shows_nothing() -> None:
    """Of 24 tiles eight are laid: two stacks of eight tiles are left (R1.4)."""
    tiles = {
        "1,1": "sea", "2,0": "sea", "2,-1": "sea", "2,-2": "sea", "1,-2": "sea", "0,-2": "jungle",
        "-1,-1": "forest", "-2,0": "desert",
    }  # fmt: skip
    document = build({"tiles": tiles, "face_up": ["sea", "wetland", None]})
    assert document["tiles"]["face_down"] == [7, 7, 0]
    assert violations(document) == []
