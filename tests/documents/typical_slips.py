"""Typical slips in a state typed in by hand, with the place and the code of their violation."""

from tests.documents.slips import Document, Slip, drop, put
from tests.documents.tables import DRAW, card, endangered, reset


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
        reset("reset.cards", CARDS_FRAME), put("/rules/turn_limit", 2),
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
