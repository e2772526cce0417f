"""The fast policy: the move worth most by what it changes nearby. Playouts are made of it."""

from collections.abc import Callable
from typing import Final

from service.rules.engine import legal_moves, play
from service.rules.kinds import KINDS
from service.rules.slots import ANIMAL, KIND
from service.rules.state import State
from service.rules.steps import EXTINCTION
from workers.search.rating import cards, elements, pawns, species, tiles
from workers.search.ratings import Ratings
from workers.search.valuation import Valuation


def _trials(state: State, animal: int, values: Valuation, ratings: Ratings) -> None:
    """Moves whose effects are not local: each is played on a copy."""
    for move in legal_moves(state):
        trial = state.copy()
        play(trial, move, EXTINCTION)
        ratings.add(move, values.whole(trial, animal))


_Rating = Callable[[State, int, Valuation, Ratings], None]
_RATED: Final[dict[str, _Rating]] = {
    "place_pawn": pawns.spaces,
    "swap_initiative": pawns.swap,
    "place_initiative_pawn": pawns.spaces,
    "adapt": elements.own_elements,
    "protect": elements.own_elements,
    "add_element": elements.disks,
    "deplete": elements.disks,
    "speciate": species.speciation,
    "place_species": species.new_species,
    "insect_speciation": species.new_species,
    "lay_tile": tiles.new_tiles,
    "add_tile_element": elements.disks,
    "move_in": species.moves_in,
    "migrate": species.migration,
    "arachnid_competition": species.victims,
    "compete": species.victims,
    "dominate": tiles.dominations,
    "take_card": cards.cards,
    "aquatic_tile": tiles.card_tiles,
    "aquatic_element": elements.disks,
    "aquatic_species": species.new_species,
    "biomass": species.victims,
    "blight_tile": tiles.card_tiles,
    "catastrophe_tile": tiles.card_tiles,
    "catastrophe_eliminate": species.victims,
    "evolution": species.replacements,
    "fecundity": species.new_species,
    "fertile": tiles.card_tiles,
    "habitat": elements.disks,
    "hibernation": species.new_species,
    "instinct": pawns.spaces,
    "mass_exodus_tile": tiles.card_tiles,
    "predator": species.victims,
    "save_species": species.saves,
}
# Indexed like kinds.KINDS.
_RATE: Final[tuple[_Rating, ...]] = tuple(_RATED.get(kind, _trials) for kind in KINDS)


def rate(state: State, values: Valuation, ratings: Ratings) -> None:
    """Rate the legal moves of the pending decision for the animal that decides.

    All of them, but that of a Migration only groups of one, two and all are rated. Chance must be
    manual, and nature must not be the decider.
    """
    ratings.clear()
    slots = state.slots
    top = state.top()
    _RATE[slots[top + KIND]](state, slots[top + ANIMAL], values, ratings)


def best_move(state: State, values: Valuation, ratings: Ratings) -> int:
    """The move worth most to the animal that decides, the lowest of equals."""
    rate(state, values, ratings)
    return ratings.best()
