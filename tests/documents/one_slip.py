"""Slips of a person who types in a state from a physical table, each with its one message."""

from tests.documents.slips import Document, Slip, claimed, drop, more, put, rename, several
from tests.documents.tables import (
    DRAW,
    card,
    competing,
    dominated,
    finished,
    new_tile,
    planning,
    regression,
    reset,
    speciating,
    table,
    thirteen_tundra,
    turning,
)

SPACES = ("adaptation.1", "adaptation.2", "abundance.1", "glaciation.1", "depletion.1")


ICE_AGE_SHOWN = ["ice_age", "aquatic", "biodiversity", "biomass", "blight"]
SEVEN: Document = {f"player-{i}": [] for i in range(7)}

# name: slip, level, pointer, code, rule, what the sentence says
Row = tuple[Slip, str, str, str, str, str]
ON_TABLE: dict[str, Row] = {
    # pieces miscounted or misplaced
    "21 disks of one element": (
        more("/bag/sun", 1),
        "structure", "/bag/sun", "disk_count", "R1.4", "there are 20 disks of sun",
    ),
    "a disk is lost": (
        more("/bag/grub", -1),
        "structure", "/bag/grub", "disk_count", "R1.4", "together 19",
    ),
    "the bag is not counted": (
        drop("/bag"), "structure", "/bag", "disk_count", "R1.4", "of none do those",
    ),
    "the disks on earth are left out": (
        drop("/elements"), "structure", "/bag", "disk_count", "R1.4", "of none do those",
    ),
    "a species on an empty hex": (
        several(put("/earth/2,0", {"species": {"bird": 1}}), more("/animals/bird/gene_pool", -1)),
        "structure", "/earth/2,0/terrain", "no_tile", "R2.1", "without one there is no tile",
    ),
    "seven elements on a display": (
        put("/animals/mammal/added_elements", {"sun": 2, "seed": 3}),
        "structure", "/animals/mammal/added_elements", "too_many_elements", "R1.2",
        "would have 7 elements",
    ),
    "two pawns too many": (
        several(*[put(f"/action_display/pawns/{space}", "bird") for space in SPACES]),
        "structure", "/animals/bird/action_pawns", "pawn_count", "R1.1",
        "has 5 action pawns, but 7 are",
    ),
    "a tile off the map": (
        rename("/earth/1,-2", "4,-2"),
        "syntax", "/earth/4,-2", "unknown_name", "R1.4", "lies on the map of 35 hexes",
    ),
    "an isolated tile": (
        rename("/earth/1,-2", "3,-3"),
        "structure", "/earth/3,-3", "isolated_tile", "R7.9", "all tiles hang together",
    ),
    "two tiles apart from the rest": (
        several(rename("/earth/1,-2", "3,-3"), rename("/earth/-1,-1", "2,-3")),
        "structure", "/earth/2,-3", "isolated_tile", "R7.9", "2,-3 and 3,-3 do not",
    ),
    "a card on offer and taken": (
        put("/cards/taken", ["aquatic"]),
        "structure", "/cards/taken", "card_twice", "R7.12", "on offer and taken at once",
    ),
    "a cone of an absent animal": (
        claimed("/earth/0,1/cone", "insect"),
        "structure", "/earth/0,1/cone", "cone_of_absent_animal", "R4.3", "has none there",
    ),
    "cones though nobody claims": (
        several(put("/earth/0,1/cone", "mammal"), put("/earth/1,0/cone", "reptile")),
        "structure", "/rules/dominance", "cone_not_claimed", "R4.3", "only when dominance is",
    ),
    "a cone though nobody claims": (
        put("/earth/0,1/cone", "mammal"),
        "structure", "/earth/0,1/cone", "cone_not_claimed", "R4.3", "only when dominance is",
    ),
    "a decision that does not fit the display": (
        put("/pending/0", {"kind": "adapt", "animal": "bird", "space": "adaptation.1"}),
        "consistency", "/pending/0/kind", "wrong_decision", "R7", "cannot be 'adapt'",
    ),
    "a cube too many in the pool": (
        more("/animals/insect/gene_pool", 1),
        "structure", "/animals/insect/gene_pool", "cube_count", "R1.1", "together 45",
    ),
    "eliminated cubes are not counted": (
        drop("/animals/bird/eliminated"),
        "structure", "/animals/bird/gene_pool", "cube_count", "R1.1", "together 41",
    ),
    "a species is forgotten": (
        drop("/earth/-1,0/species/bird"),
        "structure", "/animals/bird/gene_pool", "cube_count", "R1.1", "has 44 cubes",
    ),
    "a species of an animal that nobody plays": (
        put("/earth/1,0/species/arachnid", 1),
        "structure", "/earth/1,0/species/arachnid", "animal_not_in_play", "R1.1", "no player has",
    ),
    "a start tile of another terrain": (
        put("/earth/1,0/terrain", "sea"),
        "structure", "/earth/1,0", "start_tile", "R1.4", "the start tile desert lies on 1,0",
    ),
    "a start tile is missing": (
        drop("/earth/-1,1"),
        "structure", "/earth/-1,1", "start_tile", "R1.4", "the start tile forest lies on -1,1",
    ),
    "no tundra in the centre": (
        put("/earth/0,0/tundra", False),
        "structure", "/earth/0,0/tundra", "start_tundra", "R1.4", "from the start",
    ),
    "tundra apart from the rest": (
        several(drop("/earth/0,-1/tundra"), put("/earth/1,-2/tundra", True)),
        "structure", "/earth/1,-2/tundra", "isolated_tundra", "R7.7", "all tundra hangs together",
    ),
    "tundra given as the terrain": (
        put("/earth/0,-1/terrain", "tundra"),
        "syntax", "/earth/0,-1/terrain", "unknown_name", "R2.3", "that the tundra covers",
    ),
    "a disk on a corner that no tile touches": (
        rename("/elements/0,0,E", "3,0,E"),
        "structure", "/elements/3,0,E", "corner_off_earth", "R2.4", "no tile touches this one",
    ),
    "a corner that is written wrongly": (
        rename("/elements/0,0,E", "0,0,SE"),
        "syntax", "/elements/0,0,SE", "unknown_name", "R2.4", 'is written "q,r,E" or "q,r,W"',
    ),
    "a hex that is written wrongly": (
        rename("/earth/1,-2", "1;-2"),
        "syntax", "/earth/1;-2", "unknown_name", "R1.4", 'is written "q,r"',
    ),
    "five disks in a section": (
        put("/action_display/elements/adaptation", {"sun": 2, "grass": 3}),
        "structure", "/action_display/elements/adaptation", "too_many_disks", "R1.4", "four disks",
    ),
    "a pawn of an animal that nobody plays": (
        put("/action_display/pawns/migration.2", "amphibian"),
        "structure", "/action_display/pawns/migration.2", "animal_not_in_play", "R1.1",
        "no player has the amphibian",
    ),
    "a pawn on a space that is no space": (
        rename("/action_display/pawns/migration.5", "migration.8"),
        "syntax", "/action_display/pawns/migration.8", "unknown_name", "R6.2", "names no space",
    ),
    "more pawns than there are": (
        put("/animals/bird/action_pawns", 11),
        "syntax", "/animals/bird/action_pawns", "out_of_range", "R1.1", "from 0 to 10",
    ),
    "Survival held by an animal that nobody plays": (
        put("/survival", "amphibian"),
        "structure", "/survival", "animal_not_in_play", "R9.2", "cannot hold Survival",
    ),
    "an animal forgotten on the initiative track": (
        put("/initiative", ["insect", "reptile", "mammal"]),
        "structure", "/initiative", "initiative_incomplete", "R1.3", "each animal in play once",
    ),
    "an animal twice on the initiative track": (
        put("/initiative", ["insect", "bird", "bird", "mammal"]),
        "syntax", "/initiative/2", "duplicate", "R1.3", "'bird' stands here twice",
    ),
    "a second animal for one of four players": (
        put("/players/player-bird", ["bird", "arachnid"]),
        "structure", "/players", "wrong_players", "R1.5", "each player has one animal",
    ),
    "two players with one animal": (
        put("/players/player-bird", ["mammal"]),
        "structure", "/players/player-mammal", "animal_taken", "R1.1", "has another player already",
    ),
    "seven players": (
        put("/players", SEVEN),
        "syntax", "/players", "wrong_players", "R1.1", "2 to 6 players",
    ),
    "a player forgotten": (
        drop("/players/player-bird"),
        "structure", "/animals/bird", "animal_not_in_play", "R1.1", "no player has the bird",
    ),
    "an animal not described": (
        drop("/animals/bird"),
        "structure", "/animals/bird", "missing", "R1.1", "the bird is in play, so it stands here",
    ),
    "an animal described that nobody plays": (
        put("/animals/arachnid", {"gene_pool": 40, "action_pawns": 5}),
        "structure", "/animals/arachnid", "animal_not_in_play", "R1.1", "no player has",
    ),
    "six cards face up": (
        put("/cards/available", ["aquatic", "biomass", "blight", "disease", "fertile", "habitat"]),
        "structure", "/cards/available", "too_many_cards", "R1.4", "five cards are face up",
    ),
    "Ice Age too early": (
        put("/cards/available", ICE_AGE_SHOWN),
        "consistency", "/cards", "ice_age_early", "R1.4", "at the bottom of the deck",
    ),
    "Ice Age taken too early": (
        put("/cards/taken", ["ice_age"]),
        "consistency", "/cards", "ice_age_early", "R1.4", "at the bottom of the deck",
    ),
    "a card that does not exist": (
        put("/cards/taken", ["hybernation"]),
        "syntax", "/cards/taken/0", "unknown_name", "R8", "did you mean 'hibernation'?",
    ),
    "a tile unseen that is laid": (
        more("/tiles/unseen/mountain", 1),
        "structure", "/tiles/unseen/mountain", "tile_count", "R1.4", "held 3 mountain tiles",
    ),
    "no tile counted as unseen": (
        drop("/tiles/unseen"),
        "structure", "/tiles/unseen", "tile_count", "R1.4", "of no terrain do the tiles",
    ),
    "a stack counted wrongly": (
        more("/tiles/face_down/2", -1),
        "structure", "/tiles/face_down", "face_down_count", "R1.4", "18 face-down tiles",
    ),
    "a stack too high": (
        several(put("/tiles/face_down", [8, 5, 6])),
        "structure", "/tiles/face_down/0", "stack_too_high", "R1.4", "a stack has eight tiles",
    ),
    "four stacks": (
        put("/tiles/face_up", ["sea", "wetland", "savannah", None]),
        "syntax", "/tiles/face_up", "wrong_length", "R1.4", "there are 3 stacks",
    ),
    "points below 0": (
        put("/animals/mammal/victory_points", -3),
        "syntax", "/animals/mammal/victory_points", "out_of_range", "R3.2", "from 0 to",
    ),
    # what a keyboard adds
    "a number as text": (
        put("/bag/sun", "14"),
        "syntax", "/bag/sun", "wrong_type", "R1.4", "an integer is expected here",
    ),
    "a misspelt element": (
        put("/elements/0,0,E", "gras"),
        "syntax", "/elements/0,0,E", "unknown_name", "R1.4", "did you mean 'grass'?",
    ),
    "a misspelt element in the bag": (
        rename("/bag/water", "watr"),
        "syntax", "/bag/watr", "unknown_name", "R1.4", "did you mean 'water'?",
    ),
    "a misspelt terrain": (
        put("/earth/1,-2/terrain", "see"),
        "syntax", "/earth/1,-2/terrain", "unknown_name", "R2.3", "did you mean 'sea'?",
    ),
    "a misspelt animal on earth": (
        rename("/earth/0,1/species/mammal", "mamal"),
        "syntax", "/earth/0,1/species/mamal", "unknown_name", "R1.2", "did you mean 'mammal'?",
    ),
    "a plural": (
        rename("/animals/bird", "birds"),
        "syntax", "/animals/birds", "unknown_name", "R1.2", "did you mean 'bird'?",
    ),
    "a misspelt section": (
        rename("/action_display/elements/regression", "regresion"),
        "syntax", "/action_display/elements/regresion", "unknown_name", "R1.4",
        "did you mean 'regression'?",
    ),
    "a misspelt key that can be left out": (
        rename("/elements", "elemnts"),
        "syntax", "/elemnts", "unknown_key", "", "did you mean 'elements'?",
    ),
    "a misspelt key that must be there": (
        rename("/initiative", "initative"),
        "syntax", "/initative", "unknown_key", "", "did you mean 'initiative'?",
    ),
    "a misspelt key of an animal": (
        rename("/animals/bird/gene_pool", "genepool"),
        "syntax", "/animals/bird/genepool", "unknown_key", "R1.1", "did you mean 'gene_pool'?",
    ),
    "a remark": (
        put("/remark", "from our table"),
        "syntax", "/remark", "unknown_key", "", "there is no key 'remark' here; known are",
    ),
    "no turn": (drop("/turn"), "syntax", "/turn", "missing", "R5", "the key 'turn' is missing"),
    "null for a list": (
        put("/initiative", None),
        "syntax", "/initiative", "wrong_type", "R1.3", "a list is expected here",
    ),
    "a tile named by its terrain alone": (
        put("/earth/1,-2", "sea"),
        "syntax", "/earth/1,-2", "wrong_type", "R2.1", "an object is expected here",
    ),
    "a name with a space": (
        rename("/players/player-bird", "Ann Lee"),
        "syntax", "/players/Ann Lee", "bad_name", "R1.1", "A-Z a-z 0-9",
    ),
    "another version of the format": (
        put("/format", "dominant-species/2"),
        "syntax", "/format", "wrong_format", "", "the format dominant-species/1",
    ),
    "a seed where everything is drawn by hand": (
        put("/chance/seed", "x"),
        "syntax", "/chance/seed", "unknown_key", "R1.7", "with chance manual there is no seed",
    ),
    "no seed": (
        put("/chance", {"mode": "seeded"}),
        "syntax", "/chance/seed", "missing", "R1.7", "a seed is a string",
    ),
    "a rule that is no option": (
        put("/rules/dominance", "always"),
        "syntax", "/rules/dominance", "unknown_name", "R0", "known are 'automatic', 'claimed'",
    ),
    # where the turn is
    "a phase that does not exist": (
        put("/phase", "migration"),
        "syntax", "/phase", "unknown_name", "R5", "names no phase",
    ),
    "a phase that the step is not in": (
        put("/phase", "reset"),
        "consistency", "/execution/at", "wrong_step", "R5", "is no step of the phase reset",
    ),
    "Planning has no steps": (
        put("/phase", "planning"),
        "consistency", "/execution/at", "wrong_step", "R5", "the phase planning has no steps",
    ),
    "no step": (
        drop("/execution/at"),
        "consistency", "/execution/at", "wrong_step", "R5", "is at a step, which is named",
    ),
    "another space than the acting pawn's": (
        put("/execution/at", "migration.6"),
        "consistency", "/pending/0/space", "wrong_space", "R7", "that Execution is at",
    ),
    "turn 0": (
        put("/turn", 0), "consistency", "/turn", "wrong_step", "R5", "set-up is turn 0",
    ),
    "a turn after the last": (
        put("/rules/turn_limit", 1),
        "consistency", "/turn", "past_turn_limit", "R0", "the turn limit of 1",
    ),
    "the last turn without Ice Age": (
        put("/last_turn", True),
        "consistency", "/last_turn", "last_turn", "R10.1", "in which Ice Age is taken",
    ),
    "the acting pawn still on its space": (
        put("/action_display/pawns/migration.7", "bird"),
        "consistency", "/action_display/pawns/migration.7", "space_not_vacant", "R7.0",
        "has been lifted",
    ),
    "nothing is decided": (
        put("/pending", []),
        "consistency", "/pending", "nothing_pending", "R5", "has a pending decision",
    ),
    "a decision without its kind": (
        drop("/pending/0/kind"), "syntax", "/pending/0/kind", "missing", "R7", "of which kind",
    ),
    "a misspelt kind": (
        put("/pending/0/kind", "migration"),
        "syntax", "/pending/0/kind", "unknown_name", "R7", "did you mean 'migrate'?",
    ),
    "an animal that nobody plays decides": (
        put("/pending/0/animal", "arachnid"),
        "consistency", "/pending/0/animal", "wrong_decider", "R7.10", "no player has the arachnid",
    ),
    "too few moves left": (
        put("/pending/0/remaining", 3),
        "consistency", "/pending/0/remaining", "wrong_remaining", "R7.10", "moves 7 species",
    ),
    "moved to where nobody is": (
        put("/pending/0/moved", {"1,-2": 1}),
        "consistency", "/pending/0/moved/1,-2", "moved_absent", "R7.10", "said to have moved here",
    ),
    "dominated before Domination": (
        put("/execution/dominated", ["0,0"]),
        "consistency", "/execution/dominated", "memory_out_of_place", "R7.12", "during Domination",
    ),
    "protected after Regression": (
        put("/execution/protected", {"mammal": ["sun"]}),
        "consistency", "/execution/protected/mammal", "memory_out_of_place", "R7.3",
        "during Regression",
    ),
    "hibernating before the card": (
        put("/execution/hibernating", {"bird": {"0,1": 1}}),
        "consistency", "/execution/hibernating/bird", "memory_out_of_place", "R8",
        "from the card Hibernation",
    ),
    "a ranking before the end": (
        put("/ranking", {"animals": ["bird"], "players": ["player-bird"]}),
        "consistency", "/ranking", "early_ranking", "R10.3", "when the phase is finished",
    ),
}  # fmt: skip


SEA = {"kind": "aquatic_element", "animal": "insect", "hex": "1,-2"}
# name: base, slip, level, pointer, code, rule, what the sentence says
Elsewhere = tuple[Document, Slip, str, str, str, str, str]
ELSEWHERE: dict[str, Elsewhere] = {
    "a 13th tundra": (
        thirteen_tundra(), put("/earth/1,1/tundra", True),
        "structure", "/earth", "too_many_tundra", "R1.4", "only twelve tundra tiles",
    ),
    "no pawn in hand": (
        planning(), several(*[put(f"/action_display/pawns/{s}", "bird") for s in SPACES[:4]]),
        "consistency", "/pending/0/animal", "no_pawn_in_hand", "R6.1", "no pawn in hand to place",
    ),
    "protected from what is not in the box": (
        regression(), put("/execution/protected/mammal", ["seed"]),
        "consistency", "/execution/protected/mammal", "protected_in_vain", "R7.3",
        "in the Regression box",
    ),
    "protected before the first pawn": (
        regression(),
        several(
            put("/execution/at", "regression.1"), put("/pending/0/space", "regression.1"),
        ),
        "consistency", "/execution/protected", "too_many_protected", "R7.3", "no more than 0",
    ),
    "the reptiles asked with nothing to lose": (
        regression(),
        several(
            put("/execution/at", "regression.free"),
            put("/pending/0", {"kind": "protect", "animal": "reptile"}),
        ),
        "consistency", "/pending/0/kind", "nothing_to_decide", "R7.3", "would lose no element",
    ),
    "the mammals asked for a free action": (
        regression(),
        several(put("/execution/at", "regression.free"), drop("/pending/0/space")),
        "consistency", "/pending/0/animal", "wrong_decider", "R7.3", "only the reptiles",
    ),
    "moving onto another tile than the new one": (
        new_tile(), put("/pending/1/hex", "1,-2"),
        "consistency", "/pending/1/hex", "wrong_context", "R7.9", "the tile just laid",
    ),
    "a start tile just laid": (
        new_tile(), several(put("/pending/0/hex", "-1,0"), put("/pending/1/hex", "-1,0")),
        "consistency", "/pending/0/hex", "wrong_context", "R7.9", "neither a start tile",
    ),
    "a new tile, and no stack without one": (
        new_tile(),
        several(put("/tiles/face_up/0", "sea"), put("/tiles/face_down/0", 7),
                more("/tiles/unseen/sea", -1)),
        "consistency", "/tiles/face_up", "stack_turned_early", "R7.9", "before Reseed",
    ),
    "moving in from nowhere near": (
        new_tile(), put("/pending/1/animal", "mammal"),
        "consistency", "/pending/1/animal", "wrong_decider", "R7.9", "no species next to",
    ),
    "moved in before its turn": (
        new_tile(),
        several(put("/earth/-1,-1/species", {"insect": 1}), more("/animals/insect/gene_pool", -1)),
        "consistency", "/earth/-1,-1/species/insect", "moved_too_early", "R7.9",
        "in food chain order",
    ),
    "competed where it is not": (
        competing(), put("/pending/0/terrains", ["forest", "tundra"]),
        "consistency", "/pending/0/terrains", "wrong_context", "R7.11", "has not competed there",
    ),
    "competing on a terrain of another space": (
        competing(), put("/pending/0/terrains", ["sea", "tundra", "desert"]),
        "consistency", "/pending/0/terrains", "wrong_context", "R7.11", "two terrains of its space",
    ),
    "competing on no terrain any more": (
        competing(), put("/pending/0/terrains", []),
        "consistency", "/pending/0/terrains", "nothing_left", "R7.11", "so the action is over",
    ),
    "placing species on no tile any more": (
        speciating(), put("/pending/0/hexes", []),
        "consistency", "/pending/0/hexes", "nothing_left", "R7.8", "no tile is left for new",
    ),
    "migrating when all have moved": (
        table(),
        several(
            put("/pending/0/remaining", 0), put("/pending/0/moved", {"-1,1": 7}),
            put("/earth/-1,1/species/bird", 7), more("/animals/bird/gene_pool", -5),
        ),
        "consistency", "/pending/0/remaining", "nothing_left", "R7.10", "no species is left to",
    ),
    "moving in when all have moved": (
        new_tile(),
        several(
            drop("/earth/-1,0/species/bird"), put("/earth/-1,-1/species", {"bird": 1}),
        ),
        "consistency", "/pending/1/animal", "nothing_left", "R7.9", "no species of the bird",
    ),
    "the wrong animal takes the card": (
        dominated(), put("/pending/1/animal", "reptile"),
        "consistency", "/pending/1/animal", "wrong_decider", "R7.12", "that is the insect",
    ),
    "an absent animal takes the card": (
        dominated(), put("/pending/1/animal", "mammal"),
        "consistency", "/pending/1/animal", "wrong_decider", "R7.12", "has no species there",
    ),
    "no card to take": (
        dominated(), put("/cards/available", []),
        "consistency", "/pending/1/kind", "no_card", "R7.12", "no card is face up",
    ),
    "the scored tile is not marked": (
        dominated(), put("/execution/dominated", []),
        "consistency", "/execution/dominated", "not_dominated", "R7.12", "is one of those",
    ),
    "more tiles dominated than pawns": (
        dominated(), put("/execution/dominated", ["1,-1", "1,0"]),
        "consistency", "/execution/dominated", "too_many_dominated", "R7.12", "no more than 1",
    ),
    "the scored tile is not given": (
        dominated(), drop("/pending/0/hex"),
        "consistency", "/pending/0/hex", "wrong_context", "R7.12", "names its hex",
    ),
    "the card's decision, but not the card": (
        dominated(), put("/pending/1", {"kind": "habitat", "animal": "insect"}),
        "consistency", "/pending/1/kind", "card_not_taken", "R8", "has not been taken",
    ),
    "an action inside a Domination": (
        dominated(), put("/pending/1", {"kind": "swap_initiative", "animal": "bird",
                                        "space": "initiative.1"}),
        "consistency", "/pending/1/kind", "wrong_decision", "R7.12", "on a Domination only",
    ),
    "aquatic on dry land": (
        card("aquatic", **SEA), put("/pending/1/hex", "1,0"),
        "consistency", "/pending/1/hex", "wrong_context", "R8", "uncovered sea or wetland",
    ),
    "six species hibernate": (
        dominated(),
        several(
            put("/execution/dominated", ["1,-1", "-1,1"]),
            put("/execution/at", "domination.2"), put("/pending/0/space", "domination.2"),
            put("/action_display/pawns", {}), put("/cards/taken", ["hibernation", "nocturnal"]),
            put("/execution/hibernating", {"bird": {"-1,1": 3, "0,1": 3}}),
            put("/earth/-1,1/species/bird", 3), put("/earth/0,1/species/bird", 3),
            more("/animals/bird/gene_pool", -3),
        ),
        "consistency", "/execution/hibernating/bird", "too_many_hibernating", "R8", "five species",
    ),
    "a section filled too far": (
        reset("reset.adaptation", {**DRAW, "section": "adaptation", "remaining": 4}),
        put("/pending/0/remaining", 5),
        "consistency", "/pending/0/remaining", "wrong_remaining", "R9.3", "it holds 0",
    ),
    "the stacks turned out of order": (
        turning(), put("/pending/0/stack", 3),
        "consistency", "/pending/0/stack", "wrong_context", "R9.3", "first stack",
    ),
    "a section forgotten in Reseed": (
        turning(),
        several(drop("/action_display/elements/wanderlust"), more("/bag/grub", 4)),
        "consistency", "/action_display/elements/wanderlust", "section_not_full", "R9.3",
        "filled up to four disks",
    ),
    "draws by hand where they are seeded": (
        turning(), put("/chance", {"mode": "seeded", "seed": "7"}),
        "consistency", "/pending/0/kind", "draw_not_manual", "R1.7", "only when chance is manual",
    ),
    "Reseed in the last turn": (
        turning(), put("/rules/turn_limit", 2),
        "consistency", "/phase", "past_last_turn", "R9.3", "without a Reseed",
    ),
    "nobody to save": (
        turning(),
        several(
            put("/execution/at", "reset.extinction"),
            put("/pending/0", {"kind": "save_species", "animal": "mammal"}),
        ),
        "consistency", "/pending/0/kind", "nothing_to_decide", "R9.1", "is endangered",
    ),
    "a decision after the end": (
        finished(), put("/pending", [{"kind": "place_pawn", "animal": "bird"}]),
        "consistency", "/pending", "pending_at_end", "R10.3", "no decision is pending",
    ),
    "an end before the end": (
        finished(),
        several(put("/last_turn", False), put("/cards", {"taken": ["aquatic"]})),
        "consistency", "/phase", "not_the_end", "R10.1", "a game ends after the turn",
    ),
    "a ranking by somebody else's count": (
        finished(),
        put("/ranking", {"animals": ["bird", "mammal", "reptile", "insect"], "players": []}),
        "consistency", "/ranking", "wrong_ranking", "R10.3", "does not follow from",
    ),
}  # fmt: skip
