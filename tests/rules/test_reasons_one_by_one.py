"""Each reason why a move is illegal, in a position where the rules leave only that one to give."""

import re
from typing import Any, NamedTuple

import pytest

from service.documents.moves import parse_id
from service.documents.play import make_moves
from service.documents.read import read_state
from service.rules import moves
from service.rules.engine import apply
from service.rules.errors import IllegalMove
from service.rules.geometry import HEX_INDEX
from service.rules.rng import Random
from tests.positions import build
from tests.rules.test_reasons import TRUTHS

Given = dict[str, Any]


class Refusal(NamedTuple):
    """The last of the moves is refused: the rule, the field at fault and the reason."""

    given: Given
    moves: list[str | int]
    rule: str
    field: str
    reason: str


def acting(kind: str, space: str, animal: str = "mammal", **given: Any) -> Given:
    """An animal's pawn on the action space is carried out."""
    at = "glaciation" if kind == "glaciate" else space
    memory = given.pop("memory", {})
    pending = [{"kind": kind, "animal": animal, "space": space, **memory}]
    return {"at": at, "pending": pending, **given}


def with_card(name: str, **given: Any) -> Given:
    """The mammals dominate the mountain and may take this card or another one."""
    dominate = {"kind": "dominate", "animal": "mammal", "space": "domination.1", "hex": "0,1"}
    return {
        "at": "domination.1",
        "execution": {"dominated": ["0,1"]},
        "pending": [dominate, {"kind": "take_card", "animal": "mammal"}],
        "cards": [name, "omnivore"],
        **given,
    }


def full(element: str, *sections: str) -> Given:
    """Four disks of the element in each of the sections."""
    return {section: {element: 4} for section in sections}


TWO_MOVES: Given = {"memory": {"remaining": 2}}
COMPETING = acting(
    "compete",
    "competition.savannah-mountain",
    memory={"terrains": ["savannah", "mountain", "tundra"]},
)
# Twenty disks of grass (R1.4): two on earth, sixteen in boxes, two on the birds' display.
NO_GRASS_IN_THE_BAG: Given = {
    "boxes": full("grass", "adaptation", "abundance", "depletion", "wanderlust"),
    "added": {"bird": {"grass": 2}, "mammal": {"sun": 1}},
}
TWELVE_TUNDRA: Given = {
    "tiles": {
        "1,1": "sea", "2,-1": "sea", "0,2": "sea", "-1,2": "desert", "2,0": "forest",
        "-2,1": "jungle", "1,-2": "sea",
    },
    "tundra": [
        "1,1", "2,-1", "0,2", "-1,2", "2,0", "0,1", "1,0", "-1,1", "-1,0", "0,-1", "1,-1",
    ],
}  # fmt: skip
BY_HAND: Given = {"chance": {"mode": "manual"}}
ENDANGERED: Given = {  # no meat lies at the wetland, no seed at the desert
    "at": "reset.extinction",
    "pending": [{"kind": "save_species", "animal": "mammal"}],
    "species": {"1,0": {"bird": 2}, "0,-1": {"amphibian": 2, "mammal": 2}},
}

REFUSALS = [
    # Moves of another decision.
    Refusal({}, ["swap"], "R6.1", "move",
        "the pending decision is 'place_pawn', which takes 'place_pawn', not 'swap'"),
    Refusal(acting("adapt", "adaptation.1"), ["discard:sun"], "R7.2", "move",
        "the pending decision is 'adapt', which takes 'adapt' or 'forfeit', not 'discard'"),
    Refusal(with_card("ice_sheet"), ["take_card:ice_sheet", "forfeit"], "R7.7", "move",
        "no pawn is acting here, so there is no action to forfeit"),
    Refusal(acting("migrate", "migration.7", memory={"remaining": 7}),
        ["migrate:0,1>1,0x1", "forfeit"], "R7.10", "move",
        "the action has begun, so it can only be ended with done"),
    Refusal(acting("migrate", "migration.7", memory={"remaining": 7}), ["done"], "R7.10", "move",
        "nothing has been done yet, so the action can only be forfeited"),
    Refusal(acting("protect", "regression.1", boxes={"regression": {"sun": 1}},
            added={"mammal": {"sun": 1}}),
        ["decline"], "R7.3", "move",
        "this is a pawn's action: it can be forfeited, not declined"),
    # Planning, Initiative.
    Refusal({"pawns": {"adaptation.1": "amphibian"},
            "pending": [{"kind": "place_pawn", "animal": "bird"}]},
        ["place_pawn:adaptation.1"], "R6.1", "space", "there is a pawn on that space already"),
    Refusal(acting("place_initiative_pawn", "initiative.1", rules={"initiative_return": False}),
        ["place_pawn:initiative.1"], "R7.1", "space",
        "the option 'initiative_return' keeps the pawn off Initiative"),
    Refusal(acting("swap_initiative", "initiative.1", "amphibian"), ["swap"], "R7.1", "move",
        "the animal is first in initiative already"),
    # Adaptation, Regression, Abundance, Wasteland, Depletion.
    Refusal(acting("adapt", "adaptation.1", boxes={"adaptation": {"sun": 2}},
            added={"mammal": {"seed": 4}}),
        ["adapt:sun"], "R1.2", "element", "the animal has six elements already"),
    Refusal(acting("adapt", "adaptation.1", boxes={"adaptation": {"sun": 2}},
            added={"mammal": {"seed": 3}}),
        ["adapt:seed"], "R7.2", "element", "there is no such disk in Adaptation"),
    Refusal(acting("protect", "regression.1", boxes={"regression": {"sun": 1}},
            added={"mammal": {"sun": 1, "seed": 1}}),
        ["protect:seed"], "R7.3", "element", "that element is not in the Regression box"),
    Refusal(acting("protect", "regression.1", boxes={"regression": {"sun": 1, "meat": 1}},
            added={"mammal": {"sun": 1}}),
        ["protect:meat"], "R7.3", "element",
        "the animal has no added disk of that element to lose"),
    Refusal(acting("protect", "regression.1", boxes={"regression": {"sun": 1, "seed": 1}},
            added={"mammal": {"sun": 1, "seed": 1}}, pawns={"regression.2": "mammal"}),
        ["protect:sun", "protect:sun"], "R7.3", "element",
        "the animal has protected that element already"),
    Refusal(acting("add_element", "abundance.1", boxes={"abundance": {"sun": 1}}),
        ["place_element:sun@3,0,E"], "R2.4", "corner", "that corner touches no tile"),
    Refusal(acting("add_element", "abundance.1", boxes={"abundance": {"sun": 1}}),
        ["place_element:sun@1,-1,W"], "R2.4", "corner", "that corner holds an element already"),
    Refusal(acting("add_element", "abundance.1", boxes={"abundance": {"sun": 1}}),
        ["place_element:seed@1,-1,E"], "R7.4", "element", "there is no such disk in Abundance"),
    Refusal(acting("clear_wasteland", "wasteland.1", boxes={"wasteland": {"seed": 1}}),
        ["discard:sun"], "R7.5", "move", "there is no such disk in the Wasteland box"),
    Refusal(acting("deplete", "depletion.1", boxes={"depletion": {"meat": 1}}),
        ["remove_element:1,-1,E"], "R7.6", "corner", "there is no element on that corner"),
    Refusal(acting("deplete", "depletion.1", boxes={"depletion": {"meat": 1}}),
        ["remove_element:1,-1,W"], "R7.6", "element", "there is no such disk in Depletion"),
    # Glaciation.
    Refusal(acting("glaciate", "glaciation.1", **TWELVE_TUNDRA), ["glaciate:1,-2"],
        "R7.7", "hex", "all tundra tiles are laid"),
    Refusal(acting("glaciate", "glaciation.1"), ["glaciate:1,1"], "R7.7", "hex",
        "there is no tile on that hex"),
    Refusal(acting("glaciate", "glaciation.1"), ["glaciate:0,0"], "R7.7", "hex",
        "that tile is tundra already"),
    Refusal(acting("glaciate", "glaciation.1", tiles={"1,1": "sea"}), ["glaciate:1,1"],
        "R7.7", "hex", "that tile is not adjacent to tundra"),
    # Speciation: the corner 0,1,E touches desert and mountain (R2.3: two species each).
    Refusal(acting("speciate", "speciation.meat", gene_pool={"mammal": 0}), ["speciate:0,1,E"],
        "R3.1", "corner", "the gene pool is empty"),
    Refusal(acting("speciate", "speciation.meat"), ["speciate:1,-1,E"], "R7.8", "corner",
        "there is no element on that corner"),
    Refusal(acting("speciate", "speciation.meat"), ["speciate:1,-1,W"], "R7.8", "corner",
        "the element on that corner is not of the space's type"),
    Refusal(acting("speciate", "speciation.meat"), ["speciate:0,1,E", "place_species:1,1x1"],
        "R7.8", "hex", "there is no tile on that hex"),
    Refusal(acting("speciate", "speciation.meat"), ["speciate:0,1,E", "place_species:0,-1x1"],
        "R7.8", "hex", "that tile is not one of those still open for this speciation"),
    Refusal(acting("speciate", "speciation.meat"), ["speciate:0,1,E", "place_species:1,0x3"],
        "R2.3", "count", "the speciation limit of that tile is 2"),
    Refusal(acting("speciate", "speciation.meat", gene_pool={"mammal": 1}),
        ["speciate:0,1,E", "place_species:1,0x2"],
        "R3.1", "count", "the gene pool holds 1 species"),
    Refusal(acting("speciate", "speciation.meat"),
        ["speciate:0,1,E", moves.pack(moves.PLACE_SPECIES, 0, HEX_INDEX["1,0"], 0)],
        "R7.8", "count", "at least one species must be placed"),
    Refusal({"animals": ["mammal", "insect"], "at": "speciation.free",
            "pending": [{"kind": "insect_speciation", "animal": "insect"}]},
        ["place_species:1,0x2"], "R7.8", "count",
        "that is more species than this decision allows"),
    # Wanderlust: the new tile at 1,1 lies beside the mountain 0,1 and the desert 1,0.
    Refusal(acting("lay_tile", "wanderlust.1", face_up=[None, "sea", "desert"]),
        ["lay_tile:1@1,1"], "R7.9", "stack", "that stack shows no face-up tile"),
    Refusal(acting("lay_tile", "wanderlust.1"), ["lay_tile:1@1,0"], "R7.9", "hex",
        "there is a tile on that hex already"),
    Refusal(acting("lay_tile", "wanderlust.1"), ["lay_tile:1@3,0"], "R7.9", "hex",
        "that hex is not adjacent to any tile"),
    Refusal(acting("lay_tile", "wanderlust.1", boxes={"wanderlust": {"seed": 1}}),
        ["lay_tile:1@1,1", "place_element:seed@1,-1,E"], "R7.9", "corner",
        "that corner does not belong to the tile"),
    Refusal(acting("lay_tile", "wanderlust.1", boxes={"wanderlust": {"seed": 1}}),
        ["lay_tile:1@1,1", "place_element:sun@1,1,E"], "R7.9", "element",
        "there is no such disk in Wanderlust"),
    Refusal(acting("lay_tile", "wanderlust.1"), ["lay_tile:1@1,1", "move_in:-1,1x1"],
        "R7.9", "from", "that hex is not adjacent to the new tile"),
    Refusal(acting("lay_tile", "wanderlust.1"), ["lay_tile:1@1,1", "move_in:0,1x3"],
        "R7.9", "count", "the animal has 2 species there, and 1 to that many can move"),
    # Migration.
    Refusal(acting("migrate", "migration.2", **TWO_MOVES), ["migrate:0,-1>1,-1x1"],
        "R7.10", "from", "the animal has no species there"),
    Refusal(acting("migrate", "migration.2", **TWO_MOVES),
        [moves.pack(moves.MIGRATE, 35, HEX_INDEX["1,0"], 1)],
        "R7.10", "from", "the animal has no species there"),
    Refusal(acting("migrate", "migration.2", **TWO_MOVES), ["migrate:0,1>0,2x1"],
        "R7.10", "to", "there is no tile to move to"),
    Refusal(acting("migrate", "migration.2", **TWO_MOVES), ["migrate:0,1>0,-1x1"],
        "R7.10", "to", "that tile is out of reach for one move"),
    Refusal(acting("migrate", "migration.2", **TWO_MOVES, species={"0,1": {"mammal": 3}}),
        ["migrate:0,1>1,0x3"], "R7.10", "count", "this pawn moves only 2 more species"),
    Refusal(acting("migrate", "migration.7", memory={"remaining": 7}),
        ["migrate:0,1>1,0x2", "migrate:1,0>0,1x2"], "R7.10", "count",
        "so many species there have not moved under this pawn yet"),
    Refusal(acting("migrate", "migration.2", **TWO_MOVES),
        [moves.pack(moves.MIGRATE, HEX_INDEX["0,1"], HEX_INDEX["1,0"], 0)],
        "R7.10", "count", "at least one species must move"),
    # Competition.
    Refusal(COMPETING, ["eliminate:amphibian@0,1"], "R7.11", "species",
        "that animal has no species there"),
    Refusal(COMPETING, ["eliminate:bird@-1,0"], "R7.11", "hex",
        "the acting animal is not present there"),
    Refusal(COMPETING, ["eliminate:bird@-1,1"], "R7.11", "hex",
        "the terrain of that tile is not open to this pawn, or no longer"),
    Refusal(COMPETING, ["eliminate:mammal@0,1"], "R7.11", "species",
        "only an opposing species can be eliminated"),
    Refusal({"animals": ["mammal", "arachnid"], "at": "competition.free",
            "pending": [{"kind": "arachnid_competition", "animal": "arachnid"}]},
        ["eliminate:arachnid@-1,1"], "R7.11", "species",
        "only an opposing species can be eliminated"),
    # Domination.
    Refusal(acting("dominate", "domination.2", execution={"dominated": ["0,1"]}),
        ["dominate:0,1"], "R7.12", "hex",
        "that tile was chosen already in this turn's Domination"),
    Refusal(acting("dominate", "domination.1"), ["dominate:0,0"], "R7.12", "hex",
        "there are no species on that hex"),
    Refusal(with_card("habitat"), ["take_card:fertile"], "R7.12", "card",
        "that card is not one of the 2 face-up cards"),
    # Cards about elements.
    Refusal(with_card("aquatic"), ["take_card:aquatic", "place_element:sun@1,-1,E"],
        "R8.aquatic", "corner", "that corner does not belong to the tile"),
    Refusal(with_card("habitat", **NO_GRASS_IN_THE_BAG),
        ["take_card:habitat", "place_element:grass@1,-1,E"], "R8.habitat", "element",
        "the bag holds no disk of that element"),
    Refusal(with_card("blight"), ["take_card:blight", "choose_tile:1,1"], "R8.blight", "move",
        "that hex holds no tile that fits the card"),
    Refusal(with_card("blight"), ["take_card:blight", "choose_tile:0,1", "keep_element:1,-1,W"],
        "R8.blight", "move", "there is no element of the chosen tile on that corner"),
    Refusal(with_card("disease", added={"bird": {"sun": 1, "grass": 1}}),
        ["take_card:disease", "lose_element:seed"], "R8.disease", "move",
        "the animal has no added disk of that element"),
    Refusal(with_card("metamorphosis", **NO_GRASS_IN_THE_BAG),
        ["take_card:metamorphosis", "exchange:meat>sun"], "R1.2", "element",
        "the animal has no added disk of that element to give"),
    Refusal(with_card("metamorphosis", **NO_GRASS_IN_THE_BAG),
        ["take_card:metamorphosis", "exchange:sun>grass"], "R8.metamorphosis", "for",
        "the bag holds no disk of that element"),
    Refusal(with_card("symbiotic", **NO_GRASS_IN_THE_BAG, **BY_HAND),
        ["take_card:symbiotic", "draw_element:grass"], "R8.symbiotic", "move",
        "the bag holds no disk of that element"),
    # Cards about species: the neighbours of the mountain with species are -1,1 and 1,0.
    Refusal(with_card("aquatic"),
        ["take_card:aquatic", "place_element:seed@-1,-1,E", "place_species:0,1x1"],
        "R8.aquatic", "hex", "the species go on the tile that was chosen"),
    Refusal(
        {**with_card("aquatic", gene_pool={"mammal": 0}),
            "pending": [
                {"kind": "dominate", "animal": "mammal", "space": "domination.1", "hex": "0,1"},
                {"kind": "aquatic_species", "animal": "mammal", "hex": "0,-1"},
            ],
            "cards": ["omnivore"], "taken": ["aquatic"]},
        ["place_species:0,-1x1"], "R3.1", "count", "the gene pool holds 0 species"),
    Refusal(with_card("catastrophe"),
        ["take_card:catastrophe", "choose_tile:0,1", "keep_species:amphibian"],
        "R8.catastrophe", "move", "that animal has no species on the chosen tile"),
    Refusal(with_card("catastrophe"),
        ["take_card:catastrophe", "choose_tile:0,1", "keep_species:mammal", "eliminate:mammal@1,0"],
        "R8.0", "hex", "the tiles are handled in the order of the hexes"),
    Refusal(with_card("evolution"),
        ["take_card:evolution", "replace:bird@0,1", "replace:bird@-1,1"], "R8.evolution", "move",
        "that animal has no species there, or cannot be chosen (again)"),
    Refusal(with_card("fecundity"), ["take_card:fecundity", "place_species:1,0x1"],
        "R8.0", "hex", "the tiles are handled in the order of the hexes; another is next"),
    Refusal(with_card("fecundity"), ["take_card:fecundity", "place_species:-1,1x2"],
        "R8.fecundity", "count", "that is more species than this decision allows"),
    Refusal(with_card("hibernation", eliminated={"mammal": 9}),
        ["take_card:hibernation", "place_species:0,1x6"], "R8.hibernation", "count",
        "no more than five species can hibernate"),
    Refusal(with_card("hibernation", eliminated={"mammal": 4}),
        ["take_card:hibernation", "place_species:0,1x5"], "R8.hibernation", "count",
        "the animal has 4 eliminated species"),
    Refusal(with_card("immigrants", added={"mammal": {"sun": 1}},
            pawns=dict.fromkeys(("initiative.1", "glaciation.2", "glaciation.3", "glaciation.4",
                                 "domination.2"), "mammal")),
        ["take_card:immigrants", "lose_pawn"], "R8.immigrants", "move",
        "the animal has no pawn in hand"),
    Refusal(with_card("mass_exodus"),
        ["take_card:mass_exodus", "choose_tile:0,1", "move_out:bird>-1,0x1"],
        "R8.mass_exodus", "to", "the species go to a tile adjacent to the one they leave"),
    Refusal(with_card("mass_exodus"),
        ["take_card:mass_exodus", "choose_tile:0,1", "move_out:bird>1,0x2"],
        "R8.mass_exodus", "count", "that animal has not so many species on the tile"),
    # Reset.
    Refusal(ENDANGERED, ["save:bird@1,0"], "R9.1", "move",
        "no unprotected endangered species of that animal is on that tile"),
    Refusal({"at": "reset.cards", "pending": [{"kind": "draw_cards", "animal": "nature",
            "remaining": 2}], "cards": ["aquatic", "blight", "fertile"], **BY_HAND},
        ["draw_card:ice_age"], "R9.3", "move",
        "that card is not in the deck, or Ice Age lies below others"),
    Refusal({"at": "reset.tiles", "pending": [{"kind": "draw_tile", "animal": "nature",
            "stack": 1}], "face_up": [None, "wetland", "savannah"],
            "tiles": {"1,1": "desert", "2,0": "desert", "2,-1": "desert"},
            "boxes": full("sun", "adaptation", "abundance", "wanderlust"),
            **BY_HAND},
        ["draw_tile:desert"], "R9.3", "move", "no unseen tile has that terrain"),
]  # fmt: skip


def plain(reason: str) -> str:
    """The reason with # for a number that it counts."""
    return re.sub(r"(?<!and )\b\d+\b", "#", reason)


@pytest.mark.parametrize(
    "refusal", REFUSALS, ids=lambda refusal: f"{refusal.moves[-1]} {refusal.reason}"
)
def test_the_reason_of_a_refusal(refusal: Refusal) -> None:
    *before, last = refusal.moves
    game, _ = make_moves(read_state(build(refusal.given)), before)
    move = last if isinstance(last, int) else parse_id(last)
    with pytest.raises(IllegalMove) as caught:
        apply(game.state, move, Random(1))
    error = caught.value
    assert (error.rule, error.field, error.reason) == refusal[2:]


def test_every_reason_is_given_somewhere() -> None:
    assert set(TRUTHS) <= {plain(refusal.reason) for refusal in REFUSALS}
