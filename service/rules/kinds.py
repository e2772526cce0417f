"""The kinds of decision, by number. ``decisions.py`` says what each one offers and does."""

from typing import Final

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
