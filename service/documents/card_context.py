"""The pending decisions of Dominance cards: what is still to be handled (R8)."""

from collections.abc import Callable
from typing import Final

from service.documents.checks import Checks
from service.documents.names import NAMES, decider_name
from service.rules import kinds
from service.rules.cards.elimination import crowded_tiles
from service.rules.earth import (
    added_elements,
    element_count,
    inhabited,
    opponents_on_earth,
    presence_of_others,
)
from service.rules.geometry import HEX_NAMES, NEIGHBOURS, bits
from service.rules.slots import (
    ANIMAL,
    COUNT,
    EARTH,
    HIBERNATOR,
    IN_PLAY,
    PLACE,
    PRESENCE,
    SET,
    TERRAIN_TILES,
)
from service.rules.tables import EVOLUTION_LIMIT, MAX_ELEMENTS, NATURE, SEA, WETLAND


def _water_tile(checks: Checks, top: int, where: str) -> None:
    checks.tile(top, where)
    slots = checks.slots
    hex_ = slots[top + PLACE]
    if slots[EARTH] >> hex_ & 1:
        checks.need(
            (slots[TERRAIN_TILES + SEA] | slots[TERRAIN_TILES + WETLAND]) >> hex_ & 1,
            f"{where}/hex",
            "wrong_context",
            "R8",
            "the card aquatic is about an uncovered sea or wetland tile",
            HEX_NAMES[hex_],
        )


def _subset(checks: Checks, top: int, where: str, key: str, fitting: int) -> None:
    """The frame's set is not empty and lies within what fits."""
    given = checks.slots[top + SET]
    names = HEX_NAMES if key == "hexes" else NAMES["animal"]
    strangers = [names[i] for i in bits(given & ~fitting)]
    checks.need(
        given,
        f"{where}/{key}",
        "wrong_context",
        "R8",
        f"{key} names what this decision still has to handle, and nothing is left",
    )
    checks.need(
        not strangers,
        f"{where}/{key}",
        "wrong_context",
        "R8",
        f"{key} names what this decision still has to handle; {', '.join(strangers)} cannot be"
        " among it",
        strangers,
    )


def _biomass(checks: Checks, top: int, where: str) -> None:
    _subset(checks, top, where, "hexes", crowded_tiles(checks.state))


def _catastrophe(checks: Checks, top: int, where: str) -> None:
    struck = inhabited(checks.state)
    _subset(checks, top, where, "hexes", struck)
    given = checks.slots[top + SET]
    checks.need(
        any(not given & ~NEIGHBOURS[hex_] for hex_ in bits(checks.slots[EARTH])),
        f"{where}/hexes",
        "wrong_context",
        "R8",
        "the catastrophe goes on to tiles around one tile, and these are adjacent to none together",
        [HEX_NAMES[hex_] for hex_ in bits(given)],
    )


def _predator(checks: Checks, top: int, where: str) -> None:
    animal = checks.slots[top + ANIMAL]
    shared = checks.slots[PRESENCE + animal] & presence_of_others(checks.state, animal)
    _subset(checks, top, where, "hexes", shared)


def _fecundity(checks: Checks, top: int, where: str) -> None:
    slots = checks.slots
    animal = slots[top + ANIMAL]
    _subset(checks, top, where, "hexes", slots[PRESENCE + animal])
    checks.gene_pool(top, where)


def _disease(checks: Checks, top: int, where: str) -> None:
    losers = 0
    for animal in bits(checks.slots[IN_PLAY]):
        if added_elements(checks.state, animal):
            losers |= 1 << animal
    _subset(checks, top, where, "animals", losers)
    given = checks.slots[top + SET]
    first = bits(given)[0] if given else NATURE
    checks.need(
        not given or first == checks.slots[top + ANIMAL],
        f"{where}/animal",
        "wrong_decider",
        "R8",
        "the highest in the food chain of those still to lose chooses next",
        decider_name(checks.slots[top + ANIMAL]),
        decider_name(first),
    )


def _evolution(checks: Checks, top: int, where: str) -> None:
    slots = checks.slots
    others = opponents_on_earth(checks.state, slots[top + ANIMAL])
    _subset(checks, top, where, "animals", others)
    checks.gene_pool(top, where)
    checks.need(
        1 <= slots[top + COUNT] <= EVOLUTION_LIMIT,
        f"{where}/remaining",
        "wrong_remaining",
        "R8",
        "one or two species can still be replaced",
        slots[top + COUNT],
        {"minimum": 1, "maximum": EVOLUTION_LIMIT},
    )


def _symbiotic(checks: Checks, top: int, where: str) -> None:
    gainers = 0
    for animal in bits(checks.slots[IN_PLAY]):
        if element_count(checks.state, animal) < MAX_ELEMENTS:
            gainers |= 1 << animal
    _subset(checks, top, where, "animals", gainers)


def _hibernation(checks: Checks, top: int, where: str) -> None:
    checks.need(
        not checks.slots[HIBERNATOR],
        "/execution/hibernating",
        "memory_out_of_place",
        "R8",
        "the only card hibernation is being carried out just now, so nobody hibernates yet",
    )


# By kind: a function of the checks, the frame's first slot and the frame's pointer.
CARD_CONTEXT: Final[dict[int, Callable[[Checks, int, str], None]]] = {
    kinds.AQUATIC_ELEMENT: _water_tile,
    kinds.AQUATIC_SPECIES: _water_tile,
    kinds.BLIGHT_KEEP: Checks.tile,
    kinds.CATASTROPHE_KEEP: Checks.tile,
    kinds.MASS_EXODUS: Checks.tile,
    kinds.BIOMASS: _biomass,
    kinds.CATASTROPHE_ELIMINATE: _catastrophe,
    kinds.PREDATOR: _predator,
    kinds.FECUNDITY: _fecundity,
    kinds.DISEASE: _disease,
    kinds.EVOLUTION: _evolution,
    kinds.HIBERNATION: _hibernation,
    kinds.INSTINCT: Checks.pawn_in_hand,
    kinds.SYMBIOTIC: _symbiotic,
}
