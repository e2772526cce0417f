"""What the 26 Dominance cards do (R8): card -> effect.

An effect is given the dominant animal, and the terrain of the tile as it was scored.
"""

from collections.abc import Callable

from tests.oracle import cards_of_elements as elements
from tests.oracle import cards_of_pawns as pawns
from tests.oracle import cards_of_points as points
from tests.oracle import cards_of_species as species
from tests.oracle.asking import Asking
from tests.oracle.game import Game

Effect = Callable[[Game, str, str], Asking[None]]


def _at_once(change: Callable[[Game, str], None]) -> Effect:
    """A card that asks nothing."""

    def effect(game: Game, you: str, terrain: str) -> Asking[None]:
        change(game, you)
        yield from ()

    return effect


def _asking(change: Callable[[Game, str], Asking[None]]) -> Effect:
    """A card that asks, whatever the terrain."""

    def effect(game: Game, you: str, terrain: str) -> Asking[None]:
        yield from change(game, you)

    return effect


def _niche_biomes(game: Game, you: str, terrain: str) -> Asking[None]:
    points.niche_biomes(game, you, terrain)
    yield from ()


CARD_EFFECTS: dict[str, Effect] = {
    "aquatic": _asking(elements.aquatic),
    "biodiversity": _at_once(points.biodiversity),
    "biomass": _asking(species.biomass),
    "blight": _asking(elements.blight),
    "catastrophe": _asking(species.catastrophe),
    "cold_snap": _at_once(species.cold_snap),
    "disease": _asking(elements.disease),
    "ecodiversity": _at_once(points.ecodiversity),
    "evolution": _asking(species.evolution),
    "fecundity": _asking(species.fecundity),
    "fertile": _asking(points.fertile),
    "habitat": _asking(elements.habitat),
    "hibernation": _asking(species.hibernation),
    "ice_age": _at_once(points.ice_age),
    "ice_sheet": _asking(elements.ice_sheet),
    "immigrants": _asking(pawns.immigrants),
    "instinct": _asking(pawns.instinct),
    "intelligence": _at_once(pawns.intelligence),
    "mass_exodus": _asking(species.mass_exodus),
    "metamorphosis": _asking(elements.metamorphosis),
    "niche_biomes": _niche_biomes,
    "nocturnal": _at_once(pawns.nocturnal),
    "omnivore": _at_once(pawns.omnivore),
    "parasitism": _at_once(pawns.parasitism),
    "predator": _asking(species.predator),
    "symbiotic": _asking(elements.symbiotic),
}
