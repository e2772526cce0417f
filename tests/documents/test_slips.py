"""Typical slips in a state typed in by hand: each has its own place, code and sentence."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from service.documents.play import start
from service.documents.problems import ABSENT, Violation
from service.documents.read import read_state, violations
from service.documents.write import write_state
from service.rules.tables import CARDS
from tests.positions import LATE, build

Document = dict[str, Any]
Slip = Callable[[Document], object]


TABLE = {
    "animals": ["mammal", "reptile", "bird", "insect"],
    "chance": {"mode": "manual"},
    "tiles": {"1,-2": "sea", "-1,-1": "mountain"},
    "tundra": ["0,-1"],
    "added": {"mammal": {"sun": 2}},
    "eliminated": {"bird": 3},
    "points": {"mammal": 17},
    "boxes": {"adaptation": {"sun": 2}, "regression": {"grub": 1}},
    "pawns": {"migration.5": "mammal", "domination.1": "bird"},
    "taken": ["nocturnal"],
    "survival": "insect",
    "at": "migration.7",
    "pending": [{"kind": "migrate", "animal": "bird", "space": "migration.7", "remaining": 7}],
}


def table() -> Document:
    """A table of four in a late turn, in the middle of a Migration, typed in by hand."""
    return copy.deepcopy(build(TABLE))


def dominated() -> Document:
    """The same table later: the insects have dominated a tile and take a card."""
    document = table()
    document["execution"] = {"at": "domination.1", "dominated": ["1,-1"]}
    document["action_display"]["pawns"] = {"domination.2": "mammal"}
    document["pending"] = [
        {"kind": "dominate", "animal": "bird", "space": "domination.1", "hex": "1,-1"},
        {"kind": "take_card", "animal": "insect"},
    ]
    return document


def reset(at: str, frame: Document) -> Document:
    """The same table in Reset."""
    document = table()
    document["phase"] = "reset"
    document["execution"] = {"at": at}
    document["action_display"] = {}
    document["animals"]["mammal"]["added_elements"] = {}
    document["bag"] = dict.fromkeys(("grass", "grub", "meat", "seed", "sun", "water"), 20)
    for element in document["elements"].values():
        document["bag"][element] -= 1
    document["pending"] = [frame]
    return document


def endangered() -> Document:
    """The same table at Extinction: a mammal on the outer sea finds no meat."""
    document = reset("reset.extinction", {"kind": "save_species", "animal": "mammal"})
    document["earth"]["1,-2"]["species"] = {"mammal": 1}
    document["animals"]["mammal"]["gene_pool"] -= 1
    return document


def finished() -> Document:
    """The same table at its end: Ice Age has been taken."""
    document = table()
    document["phase"] = "finished"
    document["pending"] = []
    document["execution"] = {}
    document["action_display"]["pawns"] = {}
    document["last_turn"] = True
    document["cards"] = {"available": [], "taken": sorted(CARDS)}
    return document


DRAW: Document = {"kind": "draw_elements", "animal": "nature"}


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


def at(document: Document, path: str) -> Any:
    """The value at a JSON pointer."""
    value: Any = document
    for key in path.split("/")[1:]:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def put(path: str, value: object) -> Slip:
    """A slip: this value at this pointer."""

    def slip(document: Document) -> None:
        where, _, key = path.rpartition("/")
        container = at(document, where)
        container[int(key) if isinstance(container, list) else key] = copy.deepcopy(value)

    return slip


def drop(path: str) -> Slip:
    """A slip: nothing at this pointer."""

    def slip(document: Document) -> None:
        where, _, key = path.rpartition("/")
        del at(document, where)[key]

    return slip


def slipped(base: Document, slip: Slip) -> Document:
    """A copy of a document that is valid before the slip is made in it."""
    document = copy.deepcopy(base)
    assert violations(document) == []
    slip(document)
    return document


def frame(**fields: object) -> Slip:
    """A slip: another decision on top of the Domination."""
    return put("/pending/1", fields)


ON_TABLE: list[tuple[Slip, str, str, str, str]] = [
    # slip, level, pointer, code, rule
    (put("/format", "dominant-species/2"), "syntax", "/format", "wrong_format", ""),
    (put("/game", "a b"), "syntax", "/game", "bad_name", ""),
    (put("/extra", 1), "syntax", "/extra", "unknown_key", ""),
    (drop("/turn"), "syntax", "/turn", "missing", "R5"),
    (put("/turn", True), "syntax", "/turn", "wrong_type", "R5"),
    (put("/turn", -1), "syntax", "/turn", "out_of_range", "R5"),
    (put("/phase", "lunch"), "syntax", "/phase", "unknown_name", "R5"),
    (put("/rules/dominance", "always"), "syntax", "/rules/dominance", "unknown_name", "R0"),
    (put("/chance/seed", "x"), "syntax", "/chance/seed", "unknown_key", "R1.7"),
    (put("/bag/sun", "13"), "syntax", "/bag/sun", "wrong_type", "R1.4"),
    (put("/bag/gold", 1), "syntax", "/bag/gold", "unknown_name", "R1.4"),
    (put("/earth/9,9", {"terrain": "sea"}), "syntax", "/earth/9,9", "unknown_name", "R1.4"),
    (
        put("/earth/2,0", {"species": {"bird": 1}}),
        "structure", "/earth/2,0/terrain", "no_tile", "R2.1",
    ),
    (put("/elements/0,0,N", "sun"), "syntax", "/elements/0,0,N", "unknown_name", "R2.4"),
    (put("/tiles/face_up", ["sea"]), "syntax", "/tiles/face_up", "wrong_length", "R1.4"),
    (put("/players", {"ann": ["mammal"]}), "syntax", "/players", "wrong_players", "R1.1"),
    (put("/cards/taken", ["joker"]), "syntax", "/cards/taken/0", "unknown_name", "R8"),
    (
        put("/cards/taken", ["omnivore", "omnivore"]),
        "syntax", "/cards/taken/1", "duplicate", "R1.4",
    ),
    (put("/pending/0/kind", "wait"), "syntax", "/pending/0/kind", "unknown_name", "R7"),
    (drop("/pending/0/remaining"), "syntax", "/pending/0/remaining", "missing", "R7"),
    (put("/pending/0/animal", "cat"), "syntax", "/pending/0/animal", "unknown_name", "R1.2"),
    (
        put("/pending/0/animal", "nature"),
        "consistency", "/pending/0/animal", "wrong_decider", "R7.10",
    ),
    (
        put("/players/player-bird", ["bird", "arachnid"]),
        "structure", "/players", "wrong_players", "R1.5",
    ),
    (
        put("/players/player-bird", ["mammal"]),
        "structure", "/players/player-mammal", "animal_taken", "R1.1",
    ),
    (drop("/animals/bird"), "structure", "/animals/bird", "missing", "R1.1"),
    (
        put("/animals/arachnid", {"gene_pool": 1}),
        "structure", "/animals/arachnid", "animal_not_in_play", "R1.1",
    ),
    (
        put("/initiative", ["bird", "mammal"]),
        "structure", "/initiative", "initiative_incomplete", "R1.3",
    ),
    (put("/bag/sun", 15), "structure", "/bag/sun", "disk_count", "R1.4"),
    (
        put("/animals/mammal/added_elements/seed", 3),
        "structure", "/animals/mammal/added_elements", "too_many_elements", "R1.2",
    ),
    (
        put("/action_display/elements/adaptation/seed", 3),
        "structure", "/action_display/elements/adaptation", "too_many_disks", "R1.4",
    ),
    (
        put("/animals/bird/gene_pool", 40),
        "structure", "/animals/bird/gene_pool", "cube_count", "R1.1",
    ),
    (
        put("/earth/1,0/species/arachnid", 1),
        "structure", "/earth/1,0/species/arachnid", "animal_not_in_play", "R1.1",
    ),
    (put("/survival", "arachnid"), "structure", "/survival", "animal_not_in_play", "R9.2"),
    (
        put("/animals/mammal/action_pawns", 0),
        "structure", "/animals/mammal/action_pawns", "pawn_count", "R1.1",
    ),
    (
        put("/action_display/pawns/migration.2", "arachnid"),
        "structure", "/action_display/pawns/migration.2", "animal_not_in_play", "R1.1",
    ),
    (
        put("/earth/3,-3", {"terrain": "sea"}),
        "structure", "/earth/3,-3", "isolated_tile", "R7.9",
    ),
    (put("/earth/1,0/terrain", "sea"), "structure", "/earth/1,0", "start_tile", "R1.4"),
    (put("/earth/0,0/tundra", False), "structure", "/earth/0,0/tundra", "start_tundra", "R1.4"),
    (
        lambda d: (drop("/earth/0,-1/tundra")(d), put("/earth/1,-2/tundra", True)(d)),
        "structure", "/earth/1,-2/tundra", "isolated_tundra", "R7.7",
    ),
    (put("/elements/3,0,E", "sun"), "structure", "/elements/3,0,E", "corner_off_earth", "R2.4"),
    (put("/tiles/unseen/sea", 3), "structure", "/tiles/unseen/sea", "tile_count", "R1.4"),
    (put("/tiles/face_down/0", 5), "structure", "/tiles/face_down", "face_down_count", "R1.4"),
    (
        put("/cards/taken", ["aquatic"]),
        "structure", "/cards/taken", "card_twice", "R7.12",
    ),
    (
        put("/cards/available", ["aquatic", "biomass", "blight", "disease", "fertile", "habitat"]),
        "structure", "/cards/available", "too_many_cards", "R1.4",
    ),
    (put("/earth/0,1/cone", "bird"), "structure", "/earth/0,1/cone", "cone_not_claimed", "R4.3"),
    (put("/pending", []), "consistency", "/pending", "nothing_pending", "R5"),
    (
        put("/pending/0/kind", "compete"),
        "syntax", "/pending/0/terrains", "missing", "R7",
    ),
    (
        put("/pending/0", {"kind": "adapt", "animal": "bird", "space": "adaptation.1"}),
        "consistency", "/pending/0/kind", "wrong_decision", "R7",
    ),
    (put("/execution/at", "migration.6"), "consistency", "/pending/0/space", "wrong_space", "R7"),
    (
        put("/execution/at", "reset.tiles"),
        "consistency", "/execution/at", "wrong_step", "R5",
    ),
    (drop("/execution/at"), "consistency", "/execution/at", "wrong_step", "R5"),
    (put("/turn", 0), "consistency", "/turn", "wrong_step", "R5"),
    (put("/phase", "planning"), "consistency", "/execution/at", "wrong_step", "R5"),
    (
        put("/action_display/pawns/migration.7", "mammal"),
        "consistency", "/action_display/pawns/migration.7", "space_not_vacant", "R7.0",
    ),
    (
        put("/pending/0/remaining", 3),
        "consistency", "/pending/0/remaining", "wrong_remaining", "R7.10",
    ),
    (
        put("/pending/0/moved", {"1,-2": 1}),
        "consistency", "/pending/0/moved/1,-2", "moved_absent", "R7.10",
    ),
    (
        put("/pending/0/animal", "arachnid"),
        "consistency", "/pending/0/animal", "wrong_decider", "R7.10",
    ),
    (
        put("/execution/dominated", ["0,0"]),
        "consistency", "/execution/dominated", "memory_out_of_place", "R7.12",
    ),
    (
        put("/execution/protected", {"bird": ["grub"]}),
        "consistency", "/execution/protected/bird", "memory_out_of_place", "R7.3",
    ),
    (
        put("/execution/hibernating", {"bird": {"0,1": 1}}),
        "consistency", "/execution/hibernating/bird", "memory_out_of_place", "R8",
    ),
    (put("/last_turn", True), "consistency", "/last_turn", "last_turn", "R10.1"),
    (
        put("/cards/available", ["ice_age"]),
        "consistency", "/cards", "ice_age_early", "R1.4",
    ),
    (put("/rules/turn_limit", 1), "consistency", "/turn", "past_turn_limit", "R0"),
    (
        put("/ranking", {"animals": ["bird"], "players": []}),
        "consistency", "/ranking", "early_ranking", "R10.3",
    ),
]  # fmt: skip


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


ON_DOMINATION: list[tuple[Slip, str, str]] = [
    (frame(kind="take_card", animal="mammal"), "/pending/1/animal", "wrong_decider"),
    (frame(kind="habitat", animal="insect"), "/pending/1/kind", "card_not_taken"),
    (frame(kind="deplete", animal="bird", space="depletion.1"), "/pending/1/kind",
     "wrong_decision"),
    (
        frame(kind="glaciate", animal="insect", space="glaciation.1"),
        "/pending/1/space", "wrong_space",
    ),
    (drop("/pending/0/hex"), "/pending/0/hex", "wrong_context"),
    (put("/pending/0/hex", "2,0"), "/pending/0/hex", "no_tile"),
    (put("/execution/dominated", []), "/execution/dominated", "not_dominated"),
    (put("/execution/dominated", ["1,-1", "2,0"]), "/execution/dominated", "no_tile"),
    (put("/cards/available", []), "/pending/1/kind", "no_card"),
    (frame(kind="fertile", animal="insect"), "/pending/1/kind", "card_not_taken"),
    (
        lambda d: d["pending"].append({"kind": "take_card", "animal": "insect"}),
        "/pending", "wrong_nesting",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("slip", "pointer", "code"), ON_DOMINATION)
def test_slips_on_a_domination(slip: Slip, pointer: str, code: str) -> None:
    document = dominated()
    slip(document)
    assert found(document, pointer, code).level == "consistency"


def card(name: str, **fields: object) -> Document:
    """A card of the insects being carried out."""
    document = dominated()
    document["cards"]["taken"] = [name]
    document["cards"]["available"] = [c for c in document["cards"]["available"] if c != name]
    document["pending"][1] = {"animal": "insect", **fields}
    return document


def spread(document: Document) -> Document:
    """A bird moved from the jungle to the outer sea."""
    document["earth"]["1,-2"]["species"] = {
        "bird": document["earth"]["-1,0"]["species"].pop("bird")
    }
    return document


ON_CARDS: list[tuple[Document, str, str]] = [
    (card("aquatic", kind="aquatic_species", hex="1,0"), "/pending/1/hex", "wrong_context"),
    (card("aquatic", kind="aquatic_element", hex="0,-1"), "/pending/1/hex", "wrong_context"),
    (card("aquatic", kind="aquatic_element", hex="2,0"), "/pending/1/hex", "no_tile"),
    (card("biomass", kind="biomass", hexes=["1,-2"]), "/pending/1/hexes", "wrong_context"),
    (card("biomass", kind="biomass", hexes=[]), "/pending/1/hexes", "wrong_context"),
    (card("blight", kind="blight_keep", hex="1,-3"), "/pending/1/hex", "no_tile"),
    (card("mass_exodus", kind="mass_exodus", hex="1,-2"), "/pending/1/kind", "nothing_to_decide"),
    (
        spread(card("catastrophe", kind="catastrophe_eliminate", hexes=["0,1", "1,-2"])),
        "/pending/1/hexes", "wrong_context",
    ),
    (
        card("disease", kind="disease", animals=["mammal"]),
        "/pending/1/animal", "wrong_decider",
    ),
    (card("disease", kind="disease", animals=["insect"]), "/pending/1/animals", "wrong_context"),
    (
        card("evolution", kind="evolution", animals=["insect"], remaining=2),
        "/pending/1/animals", "wrong_context",
    ),
    (
        card("evolution", kind="evolution", animals=["bird"], remaining=3),
        "/pending/1/remaining", "wrong_remaining",
    ),
    (card("fecundity", kind="fecundity", hexes=["0,0"]), "/pending/1/hexes", "wrong_context"),
    (card("predator", kind="predator", hexes=["0,1"]), "/pending/1/hexes", "wrong_context"),
    (
        card("symbiotic", kind="symbiotic", animal="nature", animals=["arachnid"]),
        "/pending/1/animals", "wrong_context",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "pointer", "code"), ON_CARDS)
def test_slips_on_cards(document: Document, pointer: str, code: str) -> None:
    assert found(copy.deepcopy(document), pointer, code).level == "consistency"


CARDS_FRAME = {"kind": "draw_cards", "animal": "nature", "remaining": 2}
TILE_FRAME = {"kind": "draw_tile", "animal": "nature", "stack": 1}
IN_RESET: list[tuple[Document, Slip, str, str]] = [
    (
        reset("reset.adaptation", {**DRAW, "section": "adaptation", "remaining": 3}),
        put("/action_display", {}), "/pending/0/remaining", "wrong_remaining",
    ),
    (
        reset("reset.adaptation", {**DRAW, "section": "abundance", "remaining": 4}),
        put("/action_display", {}), "/pending/0/section", "wrong_context",
    ),
    (
        reset("reset.adaptation", {**DRAW, "section": "adaptation", "remaining": 4}),
        put("/action_display", {"elements": {"wanderlust": {"sun": 1}}}),
        "/action_display/elements/wanderlust", "section_not_empty",
    ),
    (
        reset("reset.cards", CARDS_FRAME), put("/cards", {"available": []}),
        "/pending/0/remaining", "wrong_remaining",
    ),
    (
        reset("reset.cards", CARDS_FRAME), put("/chance", {"mode": "seeded", "seed": "x"}),
        "/pending/0/kind", "draw_not_manual",
    ),
    (
        reset("reset.cards", CARDS_FRAME), put("/rules/turn_limit", LATE),
        "/phase", "past_last_turn",
    ),
    (
        reset("reset.tiles", TILE_FRAME), put("/turn", 3), "/pending/0/stack", "wrong_context",
    ),
    (
        endangered(),
        put("/execution/dominated", ["1,0"]), "/execution/dominated", "memory_out_of_place",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "slip", "pointer", "code"), IN_RESET)
def test_slips_in_reset(document: Document, slip: Slip, pointer: str, code: str) -> None:
    document = copy.deepcopy(document)
    slip(document)
    assert found(document, pointer, code).level == "consistency"


CLAIMED = {"dominance": "claimed"}
AT_THE_END: list[tuple[Slip, str, str]] = [
    (
        put("/pending", [{"kind": "place_pawn", "animal": "bird"}]),
        "/pending", "pending_at_end",
    ),
    (
        lambda d: d.update(last_turn=False, cards={"available": ["aquatic"]}),
        "/phase", "not_the_end",
    ),
    (put("/ranking", {"animals": ["bird"], "players": []}), "/ranking", "wrong_ranking"),
    (
        lambda d: put("/earth/1,-1/cone", "insect")(d | {"rules": d["rules"].update(CLAIMED)}),
        "/earth/1,-1/cone", "cone_at_end",
    ),
]  # fmt: skip


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


STARTED: list[tuple[Slip, str]] = [
    (put("/animals/bird/victory_points", 3), "/animals/bird/victory_points"),
    (put("/cards/taken", ["blight"]), "/cards/taken"),
    (put("/action_display/pawns", {"adaptation.1": "bird"}), "/action_display/pawns"),
    (put("/survival", "bird"), "/survival"),
    (
        lambda d: (
            put("/action_display/elements", {"adaptation": {"sun": 1}})(d),
            put("/bag/sun", 17)(d),
        ),
        "/action_display/elements/adaptation",
    ),
    (put("/initiative", ["bird", "insect"]), "/initiative"),
    (
        lambda d: (put("/tiles/face_up", ["sea", None, None])(d), put("/tiles/unseen/sea", 5)(d),
                   put("/tiles/face_down", [7, 8, 8])(d)),
        "/tiles/face_up",
    ),
]  # fmt: skip


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
