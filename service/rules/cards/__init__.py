"""The Dominance cards (R8), in files of related effects.

Each effect is a function of the state and of *you*, the animal that took the card. It either
does its work at once or pushes a decision; a card's decision ends with ``pawns.finish_inner``,
which also ends the Domination below it.
"""

from collections.abc import Callable
from typing import Final

from service.rules.cards import climate, elements, elimination, movement, pawns, points, species
from service.rules.state import State

# Indexed like tables.CARDS.
EFFECTS: Final[tuple[Callable[[State, int], None], ...]] = (
    species.aquatic,
    points.biodiversity,
    elimination.biomass,
    elements.blight,
    elimination.catastrophe,
    climate.cold_snap,
    elements.disease,
    points.ecodiversity,
    elimination.evolution,
    species.fecundity,
    points.fertile,
    elements.habitat,
    species.hibernation,
    climate.ice_age,
    climate.ice_sheet,
    pawns.immigrants,
    pawns.instinct,
    pawns.intelligence,
    movement.mass_exodus,
    elements.metamorphosis,
    points.niche_biomes,
    pawns.nocturnal,
    pawns.omnivore,
    pawns.parasitism,
    elimination.predator,
    elements.symbiotic,
)


def resolve(state: State, card: int, you: int) -> None:
    """Carry out the card, or push its first decision (R8.0)."""
    EFFECTS[card](state, you)
