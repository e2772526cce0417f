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

# Indexed like kinds.KINDS. The first face calls State.offer for the topmost frame; the second
# carries out one of the moves so offered.
DECISIONS: Final[tuple[tuple[Callable[[State], None], Callable[[State, int], None]], ...]] = (
    (offer_vacant_spaces, planning.place_pawn),
    (initiative.offer_swap, initiative.swap),
    (initiative.offer_spaces, initiative.place_pawn),
    (adaptation.offer, adaptation.adapt),
    (regression.offer, regression.protect),
    (abundance.offer, abundance.add_element),
    (wasteland.offer, wasteland.clear),
    (depletion.offer, depletion.deplete),
    (glaciation.offer, glaciation.glaciate),
    (speciation.offer_corners, speciation.speciate),
    (speciation.offer_species, speciation.place),
    (speciation.offer_insects, speciation.place_insects),
    (wanderlust.offer_tiles, wanderlust.lay),
    (wanderlust.offer_elements, wanderlust.add_element),
    (wanderlust.offer_moves_in, wanderlust.move_in),
    (migration.offer, migration.migrate),
    (competition.offer_arachnids, competition.arachnids),
    (competition.offer, competition.compete),
    (domination.offer_tiles, domination.dominate),
    (domination.offer_cards, domination.take_card),
    (species.offer_aquatic_tiles, species.aquatic_tile),
    (species.offer_aquatic_elements, species.aquatic_element),
    (species.offer_aquatic_species, species.aquatic_species),
    (elimination.offer_any, elimination.eliminate_one),
    (elements.offer_earth, elements.blight_tile),
    (elements.offer_keep, elements.blight_keep),
    (elements.offer_earth, elimination.catastrophe_tile),
    (elimination.offer_survivors, elimination.catastrophe_keep),
    (elimination.offer_any, elimination.eliminate_one),
    (elements.offer_loss, elements.disease_loss),
    (elimination.offer_replacements, elimination.replace),
    (species.offer_fecundity, species.multiply),
    (points.offer_occupied, points.score_occupied),
    (elements.offer_habitat, elements.place_habitat),
    (species.offer_hibernation, species.hibernate),
    (pawns.offer_losses, pawns.give_up),
    (offer_vacant_spaces, pawns.place_instinct),
    (elements.offer_earth, movement.choose_tile),
    (movement.offer_moves_out, movement.move_out),
    (elements.offer_exchanges, elements.exchange),
    (elimination.offer_opposing, elimination.eliminate_one),
    (elements.offer_gain, elements.gain_drawn),
    (reset.offer_saves, reset.save),
    (draws.offer_elements, draws.drawn_element),
    (draws.offer_cards, draws.drawn_card),
    (draws.offer_terrains, draws.drawn_tile),
)
