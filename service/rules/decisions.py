"""Every kind of decision with its two faces: what it offers, and what a move does."""

from collections.abc import Callable
from typing import Final

from service.rules import (
    abundance,
    adaptation,
    competition,
    depletion,
    domination,
    draws,
    glaciation,
    initiative,
    kinds,
    migration,
    planning,
    regression,
    reset,
    speciation,
    wanderlust,
    wasteland,
)
from service.rules.cards import elements, elimination, movement, pawns, points, species
from service.rules.pawns import offer_vacant_spaces
from service.rules.state import State

_Faces = tuple[Callable[[State], None], Callable[[State, int], None]]

# The first face calls State.offer for the topmost frame; the second carries out one of the moves so
# offered.
_FACES: Final[dict[int, _Faces]] = {
    kinds.PLACE_PAWN: (offer_vacant_spaces, planning.place_pawn),
    kinds.SWAP_INITIATIVE: (initiative.offer_swap, initiative.swap),
    kinds.PLACE_INITIATIVE_PAWN: (initiative.offer_spaces, initiative.place_pawn),
    kinds.ADAPT: (adaptation.offer, adaptation.adapt),
    kinds.PROTECT: (regression.offer, regression.protect),
    kinds.ADD_ELEMENT: (abundance.offer, abundance.add_element),
    kinds.CLEAR_WASTELAND: (wasteland.offer, wasteland.clear),
    kinds.DEPLETE: (depletion.offer, depletion.deplete),
    kinds.GLACIATE: (glaciation.offer, glaciation.glaciate),
    kinds.SPECIATE: (speciation.offer_corners, speciation.speciate),
    kinds.PLACE_SPECIES: (speciation.offer_species, speciation.place),
    kinds.INSECT_SPECIATION: (speciation.offer_insects, speciation.place_insects),
    kinds.LAY_TILE: (wanderlust.offer_tiles, wanderlust.lay),
    kinds.ADD_TILE_ELEMENT: (wanderlust.offer_elements, wanderlust.add_element),
    kinds.MOVE_IN: (wanderlust.offer_moves_in, wanderlust.move_in),
    kinds.MIGRATE: (migration.offer, migration.migrate),
    kinds.ARACHNID_COMPETITION: (competition.offer_arachnids, competition.arachnids),
    kinds.COMPETE: (competition.offer, competition.compete),
    kinds.DOMINATE: (domination.offer_tiles, domination.dominate),
    kinds.TAKE_CARD: (domination.offer_cards, domination.take_card),
    kinds.AQUATIC_TILE: (species.offer_aquatic_tiles, species.aquatic_tile),
    kinds.AQUATIC_ELEMENT: (species.offer_aquatic_elements, species.aquatic_element),
    kinds.AQUATIC_SPECIES: (species.offer_aquatic_species, species.aquatic_species),
    kinds.BIOMASS: (elimination.offer_any, elimination.eliminate_one),
    kinds.BLIGHT_TILE: (elements.offer_earth, elements.blight_tile),
    kinds.BLIGHT_KEEP: (elements.offer_keep, elements.blight_keep),
    kinds.CATASTROPHE_TILE: (elements.offer_earth, elimination.catastrophe_tile),
    kinds.CATASTROPHE_KEEP: (elimination.offer_survivors, elimination.catastrophe_keep),
    kinds.CATASTROPHE_ELIMINATE: (elimination.offer_any, elimination.eliminate_one),
    kinds.DISEASE: (elements.offer_loss, elements.disease_loss),
    kinds.EVOLUTION: (elimination.offer_replacements, elimination.replace),
    kinds.FECUNDITY: (species.offer_fecundity, species.multiply),
    kinds.FERTILE: (points.offer_occupied, points.score_occupied),
    kinds.HABITAT: (elements.offer_habitat, elements.place_habitat),
    kinds.HIBERNATION: (species.offer_hibernation, species.hibernate),
    kinds.IMMIGRANTS: (pawns.offer_losses, pawns.give_up),
    kinds.INSTINCT: (offer_vacant_spaces, pawns.place_instinct),
    kinds.MASS_EXODUS_TILE: (elements.offer_earth, movement.choose_tile),
    kinds.MASS_EXODUS: (movement.offer_moves_out, movement.move_out),
    kinds.METAMORPHOSIS: (elements.offer_exchanges, elements.exchange),
    kinds.PREDATOR: (elimination.offer_opposing, elimination.eliminate_one),
    kinds.SYMBIOTIC: (elements.offer_gain, elements.gain_drawn),
    kinds.SAVE_SPECIES: (reset.offer_saves, reset.save),
    kinds.DRAW_ELEMENTS: (draws.offer_elements, draws.drawn_element),
    kinds.DRAW_CARDS: (draws.offer_cards, draws.drawn_card),
    kinds.DRAW_TILE: (draws.offer_terrains, draws.drawn_tile),
}
# By kind.
DECISIONS: Final[tuple[_Faces, ...]] = tuple(_FACES[kind] for kind in range(len(kinds.KINDS)))
