"""Valid documents of one table at several times of its game, for slips to be made in."""

import copy

from service.rules.tables import CARDS
from tests.documents.slips import Document
from tests.positions import build

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
    """A table of four in the second turn, in the middle of a Migration, typed in by hand."""
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


def card(name: str, **fields: object) -> Document:
    """A card of the insects being carried out."""
    document = dominated()
    document["cards"]["taken"] = [name]
    document["cards"]["available"] = [c for c in document["cards"]["available"] if c != name]
    document["pending"][1] = {"animal": "insect", **fields}
    return document


def regression() -> Document:
    """The mammals, who have two suns, protect one from the box in Regression."""
    document = table()
    document["action_display"]["elements"]["regression"] = {"sun": 1}
    document["bag"]["grub"] += 1
    document["bag"]["sun"] -= 1
    document["action_display"]["pawns"] = {"domination.1": "bird"}
    document["execution"] = {"at": "regression.2", "protected": {"mammal": ["sun"]}}
    document["pending"] = [{"kind": "protect", "animal": "mammal", "space": "regression.2"}]
    return document


def new_tile() -> Document:
    """The mammals have laid the mountain on -1,-1, and the animals move onto it."""
    document = table()
    document["tiles"]["face_up"] = [None, "wetland", "savannah"]
    document["tiles"]["face_down"] = [8, 5, 7]
    document["tiles"]["unseen"]["sea"] += 1
    document["execution"] = {"at": "wanderlust.2"}
    document["pending"] = [
        {"kind": "lay_tile", "animal": "mammal", "space": "wanderlust.2", "hex": "-1,-1"},
        {"kind": "move_in", "animal": "bird", "hex": "-1,-1"},
    ]
    return document


def speciating() -> Document:
    """The birds place species around the seed that lies between jungle, forest and the centre."""
    return build(
        {
            "animals": ["mammal", "bird"],
            "at": "speciation.seed",
            "pending": [
                {
                    "kind": "place_species",
                    "animal": "bird",
                    "space": "speciation.seed",
                    "corner": "0,0,W",
                    "hexes": ["-1,0", "-1,1", "0,0"],
                }
            ],
        }
    )


def planning() -> Document:
    """Planning goes on with the birds; Reseed has filled the sections."""
    kept = {key: value for key, value in TABLE.items() if key not in ("at", "boxes")}
    placed = {
        "domination.5": "insect", "domination.1": "bird", "migration.4": "reptile",
        "migration.5": "mammal", "domination.4": "insect",
    }  # fmt: skip
    pending = [{"kind": "place_pawn", "animal": "bird"}]
    return build(kept | {"pawns": placed, "pending": pending})


def competing() -> Document:
    """The birds compete on tundra, having been in the forest."""
    document = table()
    document["action_display"]["pawns"] = {"domination.1": "bird"}
    document["execution"] = {"at": "competition.desert-forest"}
    document["pending"] = [
        {
            "kind": "compete",
            "animal": "bird",
            "space": "competition.desert-forest",
            "terrains": ["desert", "tundra"],
        }
    ]
    return document


def thirteen_tundra() -> Document:
    """Twelve tundra tiles, the most there are."""
    document = table()
    hexes = {
        "1,-3": "sea", "2,-2": "sea", "2,-1": "sea", "2,0": "sea", "1,1": "jungle",
        "0,-2": "wetland", "0,2": "forest",
    }  # fmt: skip
    for hex_, terrain in hexes.items():
        document["earth"][hex_] = {"terrain": terrain}
        document["tiles"]["unseen"][terrain] -= 1
    document["tiles"]["face_down"] = [7, 5, 0]
    for hex_ in ("1,-1", "1,0", "0,1", "-1,1", "-1,0", "1,-2", "1,-3", "2,-2", "2,-1", "2,0"):
        document["earth"][hex_]["tundra"] = True
    document["action_display"]["pawns"] = {"domination.1": "bird"}
    return document


ALL_FILLED = {"adaptation": {"sun": 4}, "abundance": {"seed": 4}, "wanderlust": {"grub": 4}}


def turning() -> Document:
    """Reseed turns up the top tile of the second stack."""
    document = reset("reset.tiles", {"kind": "draw_tile", "animal": "nature", "stack": 2})
    document["tiles"]["face_up"] = ["sea", None, "savannah"]
    document["tiles"]["unseen"]["wetland"] += 1
    document["tiles"]["face_down"] = [7, 6, 7]
    document["action_display"]["elements"] = copy.deepcopy(ALL_FILLED)
    for element in ("sun", "seed", "grub"):
        document["bag"][element] -= 4
    return document
