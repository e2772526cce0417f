"""The kinds of decision, by number. ``decisions.py`` says what each one offers and does."""

from typing import Final

from service.rules import moves

PLACE_PAWN: Final = 0
SWAP_INITIATIVE: Final = 1
PLACE_INITIATIVE_PAWN: Final = 2
ADAPT: Final = 3
PROTECT: Final = 4
ADD_ELEMENT: Final = 5
CLEAR_WASTELAND: Final = 6
DEPLETE: Final = 7
GLACIATE: Final = 8
SPECIATE: Final = 9
PLACE_SPECIES: Final = 10
INSECT_SPECIATION: Final = 11
LAY_TILE: Final = 12
ADD_TILE_ELEMENT: Final = 13
MOVE_IN: Final = 14
MIGRATE: Final = 15
ARACHNID_COMPETITION: Final = 16
COMPETE: Final = 17
DOMINATE: Final = 18
TAKE_CARD: Final = 19
AQUATIC_TILE: Final = 20
AQUATIC_ELEMENT: Final = 21
AQUATIC_SPECIES: Final = 22
BIOMASS: Final = 23
BLIGHT_TILE: Final = 24
BLIGHT_KEEP: Final = 25
CATASTROPHE_TILE: Final = 26
CATASTROPHE_KEEP: Final = 27
CATASTROPHE_ELIMINATE: Final = 28
DISEASE: Final = 29
EVOLUTION: Final = 30
FECUNDITY: Final = 31
FERTILE: Final = 32
HABITAT: Final = 33
HIBERNATION: Final = 34
IMMIGRANTS: Final = 35
INSTINCT: Final = 36
MASS_EXODUS_TILE: Final = 37
MASS_EXODUS: Final = 38
METAMORPHOSIS: Final = 39
PREDATOR: Final = 40
SYMBIOTIC: Final = 41
SAVE_SPECIES: Final = 42
DRAW_ELEMENTS: Final = 43
DRAW_CARDS: Final = 44
DRAW_TILE: Final = 45

KINDS: Final = (
    "place_pawn",
    "swap_initiative",
    "place_initiative_pawn",
    "adapt",
    "protect",
    "add_element",
    "clear_wasteland",
    "deplete",
    "glaciate",
    "speciate",
    "place_species",
    "insect_speciation",
    "lay_tile",
    "add_tile_element",
    "move_in",
    "migrate",
    "arachnid_competition",
    "compete",
    "dominate",
    "take_card",
    "aquatic_tile",
    "aquatic_element",
    "aquatic_species",
    "biomass",
    "blight_tile",
    "blight_keep",
    "catastrophe_tile",
    "catastrophe_keep",
    "catastrophe_eliminate",
    "disease",
    "evolution",
    "fecundity",
    "fertile",
    "habitat",
    "hibernation",
    "immigrants",
    "instinct",
    "mass_exodus_tile",
    "mass_exodus",
    "metamorphosis",
    "predator",
    "symbiotic",
    "save_species",
    "draw_elements",
    "draw_cards",
    "draw_tile",
)

# The rule that each kind of decision belongs to.
KIND_RULES: Final = (
    "R6.1", "R7.1", "R7.1", "R7.2", "R7.3", "R7.4", "R7.5", "R7.6", "R7.7", "R7.8", "R7.8",
    "R7.8", "R7.9", "R7.9", "R7.9", "R7.10", "R7.11", "R7.11", "R7.12", "R7.12", "R8.aquatic",
    "R8.aquatic", "R8.aquatic", "R8.biomass", "R8.blight", "R8.blight", "R8.catastrophe",
    "R8.catastrophe", "R8.catastrophe", "R8.disease", "R8.evolution", "R8.fecundity",
    "R8.fertile", "R8.habitat", "R8.hibernation", "R8.immigrants", "R8.instinct",
    "R8.mass_exodus", "R8.mass_exodus", "R8.metamorphosis", "R8.predator", "R8.symbiotic", "R9.1",
    "R9.3", "R9.3", "R9.3",
)  # fmt: skip

# The verbs that each kind of decision can offer.
KIND_VERBS: Final[tuple[tuple[int, ...], ...]] = (
    (moves.PLACE_PAWN,),
    (moves.SWAP, moves.DECLINE),
    (moves.PLACE_PAWN, moves.DECLINE),
    (moves.ADAPT, moves.FORFEIT),
    (moves.PROTECT, moves.FORFEIT, moves.DECLINE),
    (moves.PLACE_ELEMENT, moves.FORFEIT),
    (moves.DISCARD, moves.FORFEIT),
    (moves.REMOVE_ELEMENT, moves.FORFEIT),
    (moves.GLACIATE, moves.FORFEIT),
    (moves.SPECIATE, moves.FORFEIT),
    (moves.PLACE_SPECIES, moves.DONE),
    (moves.PLACE_SPECIES, moves.DECLINE),
    (moves.LAY_TILE, moves.FORFEIT),
    (moves.PLACE_ELEMENT, moves.DECLINE),
    (moves.MOVE_IN, moves.DONE),
    (moves.MIGRATE, moves.FORFEIT, moves.DONE),
    (moves.ELIMINATE, moves.DECLINE),
    (moves.ELIMINATE, moves.FORFEIT, moves.DONE),
    (moves.DOMINATE, moves.FORFEIT),
    (moves.TAKE_CARD,),
    (moves.CHOOSE_TILE,),
    (moves.PLACE_ELEMENT,),
    (moves.PLACE_SPECIES, moves.DONE),
    (moves.ELIMINATE,),
    (moves.CHOOSE_TILE,),
    (moves.KEEP_ELEMENT,),
    (moves.CHOOSE_TILE,),
    (moves.KEEP_SPECIES,),
    (moves.ELIMINATE,),
    (moves.LOSE_ELEMENT,),
    (moves.REPLACE, moves.DONE),
    (moves.PLACE_SPECIES, moves.DECLINE),
    (moves.CHOOSE_TILE,),
    (moves.PLACE_ELEMENT,),
    (moves.PLACE_SPECIES, moves.DONE),
    (moves.LOSE_ELEMENT, moves.LOSE_PAWN, moves.KEEP_ONE_SPECIES),
    (moves.PLACE_PAWN,),
    (moves.CHOOSE_TILE,),
    (moves.MOVE_OUT,),
    (moves.EXCHANGE,),
    (moves.ELIMINATE,),
    (moves.DRAW_ELEMENT,),
    (moves.SAVE, moves.DECLINE),
    (moves.DRAW_ELEMENT,),
    (moves.DRAW_CARD,),
    (moves.DRAW_TILE,),
)
