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

# Each kind's name, the rule that it belongs to, and the verbs that it can offer, by its number.
_ROWS: Final[tuple[tuple[str, str, tuple[int, ...]], ...]] = (
    ("place_pawn", "R6.1", (moves.PLACE_PAWN,)),
    ("swap_initiative", "R7.1", (moves.SWAP, moves.DECLINE)),
    ("place_initiative_pawn", "R7.1", (moves.PLACE_PAWN, moves.DECLINE)),
    ("adapt", "R7.2", (moves.ADAPT, moves.FORFEIT)),
    ("protect", "R7.3", (moves.PROTECT, moves.FORFEIT, moves.DECLINE)),
    ("add_element", "R7.4", (moves.PLACE_ELEMENT, moves.FORFEIT)),
    ("clear_wasteland", "R7.5", (moves.DISCARD, moves.FORFEIT)),
    ("deplete", "R7.6", (moves.REMOVE_ELEMENT, moves.FORFEIT)),
    ("glaciate", "R7.7", (moves.GLACIATE, moves.FORFEIT)),
    ("speciate", "R7.8", (moves.SPECIATE, moves.FORFEIT)),
    ("place_species", "R7.8", (moves.PLACE_SPECIES, moves.DONE)),
    ("insect_speciation", "R7.8", (moves.PLACE_SPECIES, moves.DECLINE)),
    ("lay_tile", "R7.9", (moves.LAY_TILE, moves.FORFEIT)),
    ("add_tile_element", "R7.9", (moves.PLACE_ELEMENT, moves.DECLINE)),
    ("move_in", "R7.9", (moves.MOVE_IN, moves.DONE)),
    ("migrate", "R7.10", (moves.MIGRATE, moves.FORFEIT, moves.DONE)),
    ("arachnid_competition", "R7.11", (moves.ELIMINATE, moves.DECLINE)),
    ("compete", "R7.11", (moves.ELIMINATE, moves.FORFEIT, moves.DONE)),
    ("dominate", "R7.12", (moves.DOMINATE, moves.FORFEIT)),
    ("take_card", "R7.12", (moves.TAKE_CARD,)),
    ("aquatic_tile", "R8.aquatic", (moves.CHOOSE_TILE,)),
    ("aquatic_element", "R8.aquatic", (moves.PLACE_ELEMENT,)),
    ("aquatic_species", "R8.aquatic", (moves.PLACE_SPECIES, moves.DONE)),
    ("biomass", "R8.biomass", (moves.ELIMINATE,)),
    ("blight_tile", "R8.blight", (moves.CHOOSE_TILE,)),
    ("blight_keep", "R8.blight", (moves.KEEP_ELEMENT,)),
    ("catastrophe_tile", "R8.catastrophe", (moves.CHOOSE_TILE,)),
    ("catastrophe_keep", "R8.catastrophe", (moves.KEEP_SPECIES,)),
    ("catastrophe_eliminate", "R8.catastrophe", (moves.ELIMINATE,)),
    ("disease", "R8.disease", (moves.LOSE_ELEMENT,)),
    ("evolution", "R8.evolution", (moves.REPLACE, moves.DONE)),
    ("fecundity", "R8.fecundity", (moves.PLACE_SPECIES, moves.DECLINE)),
    ("fertile", "R8.fertile", (moves.CHOOSE_TILE,)),
    ("habitat", "R8.habitat", (moves.PLACE_ELEMENT,)),
    ("hibernation", "R8.hibernation", (moves.PLACE_SPECIES, moves.DONE)),
    ("immigrants", "R8.immigrants", (moves.LOSE_ELEMENT, moves.LOSE_PAWN, moves.KEEP_ONE_SPECIES)),
    ("instinct", "R8.instinct", (moves.PLACE_PAWN,)),
    ("mass_exodus_tile", "R8.mass_exodus", (moves.CHOOSE_TILE,)),
    ("mass_exodus", "R8.mass_exodus", (moves.MOVE_OUT,)),
    ("metamorphosis", "R8.metamorphosis", (moves.EXCHANGE,)),
    ("predator", "R8.predator", (moves.ELIMINATE,)),
    ("symbiotic", "R8.symbiotic", (moves.DRAW_ELEMENT,)),
    ("save_species", "R9.1", (moves.SAVE, moves.DECLINE)),
    ("draw_elements", "R9.3", (moves.DRAW_ELEMENT,)),
    ("draw_cards", "R9.3", (moves.DRAW_CARD,)),
    ("draw_tile", "R9.3", (moves.DRAW_TILE,)),
)

KINDS: Final = tuple(name for name, _, _ in _ROWS)
KIND_RULES: Final = tuple(rule for _, rule, _ in _ROWS)
KIND_VERBS: Final = tuple(verbs for _, _, verbs in _ROWS)
