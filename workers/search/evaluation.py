"""What a position is worth to each animal, in victory points to come.

A hand-made evaluation: points scored, what the tiles are likely to pay, dominance, the cubes and
elements that earn more, the danger before Extinction, and what the pawns on the display can still
do. Weights are in VP. Only + - * / on floats in a fixed order, so it is the same everywhere.
"""

from typing import Final

from service.rules.dominance import dominant, endangered
from service.rules.earth import element_count, inhabited, presence_of_others, species, terrain_of
from service.rules.geometry import CORNER_HEX_MASK, EAST, NEIGHBOURS, bits
from service.rules.glaciation import targets
from service.rules.kinds import TAKE_CARD
from service.rules.pawns import position
from service.rules.regression import threatened
from service.rules.reset import is_last_turn
from service.rules.scoring import bonus, survival_points, survivor, tile_payout
from service.rules.slots import (
    ANIMAL,
    ANIMAL_COUNT,
    BOX,
    CURSOR,
    DEPTH,
    DOMINATED,
    EARTH,
    ELEMENT_CORNERS,
    FACE_UP,
    FRAME_SIZE,
    FRAMES,
    GENE_POOL,
    IN_PLAY,
    KIND,
    PAWNS,
    PRESENCE,
    SPACE,
    TERRAIN_TILES,
    VP,
)
from service.rules.speciation import FIRST_SPACE, SPACE_ELEMENT
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import (
    ADAPTATION_BOX,
    MAX_ELEMENTS,
    SECTIONS,
    SPACES,
    SPECIATION_LIMIT,
    STACKS,
    TUNDRA_TERRAIN,
)
from service.rules.wanderlust import frontier

# Share of a tile's payout that an animal can count on: in the last turn every tile is scored.
TILE: Final = 0.4
LAST_TILE: Final = 1.0
DOMINANCE: Final = 1.2
SPECIES: Final = 0.25
ENDANGERED: Final = 0.3
ELEMENT: Final = 1.6
MATCHED_TILE: Final = 0.3
PAWN: Final = 5.0
INITIATIVE: Final = 0.3
GENE: Final = 0.02
CARD: Final = 3.0
SURVIVAL: Final = 0.5
# What a pawn can still do, as a share of its best effect seen alone.
PROSPECT: Final = 0.8

_SECTION: Final = tuple(
    [name for name, _ in SECTIONS].index(space.split(".")[0]) for space in SPACES
)
_INITIATIVE, _ADAPTATION, _REGRESSION, _ABUNDANCE, _WASTELAND, _DEPLETION = range(6)
_GLACIATION, _SPECIATION, _WANDERLUST, _MIGRATION, _COMPETITION, _DOMINATION = range(6, 12)


def values(state: State) -> list[float]:
    """The worth of the position to each animal, 0 for those not in play."""
    slots = state.slots
    worth = [0.0] * 6
    animals = bits(slots[IN_PLAY])
    if slots[CURSOR] == FINISHED:
        for animal in animals:
            worth[animal] = float(slots[VP + animal])
        return worth
    last = is_last_turn(state)
    share = LAST_TILE if last else TILE
    holders: list[tuple[int, int]] = []
    for hex_ in bits(inhabited(state)):
        for animal, points in tile_payout(state, hex_):
            worth[animal] += share * points
        leader = dominant(state, hex_)
        if leader >= 0:
            holders.append((hex_, leader))
            if not last:
                worth[leader] += DOMINANCE
    for animal in animals:
        worth[animal] += slots[VP + animal] + _standing(state, animal, last)
    holder = survivor(state)
    if holder >= 0:
        worth[holder] += SURVIVAL * survival_points(state, holder)
    _add_prospects(state, worth, holders)
    for depth in range(slots[DEPTH]):
        frame = FRAMES + FRAME_SIZE * depth
        if slots[frame + KIND] == TAKE_CARD:
            worth[slots[frame + ANIMAL]] += CARD
    return worth


def _standing(state: State, animal: int, last: bool) -> float:
    """What the animal has on earth and on its display, apart from tiles and pawns placed."""
    slots = state.slots
    worth = 0.0
    doomed = endangered(state, animal)
    for hex_ in bits(slots[PRESENCE + animal]):
        cubes = species(state, animal, hex_)
        worth += SPECIES * cubes
        if doomed >> hex_ & 1:
            worth -= ENDANGERED * cubes
        else:
            worth += MATCHED_TILE
    if last:
        return worth
    worth += ELEMENT * element_count(state, animal)
    worth += PAWN * slots[PAWNS + animal]
    worth += GENE * slots[GENE_POOL + animal]
    return worth + INITIATIVE * (slots[ANIMAL_COUNT] - position(state, animal))


def _add_prospects(state: State, worth: list[float], holders: list[tuple[int, int]]) -> None:
    """Add what the pawns that still act this turn promise their owners."""
    slots = state.slots
    dominations = [0] * 6
    placed = [0] * 12 * 6
    first_glaciation = True
    for space in range(len(SPACES)):
        owner = slots[SPACE + space] - 1
        if owner < 0:
            continue
        section = _SECTION[space]
        # A second pawn in the same section has less left to do.
        before = placed[section * 6 + owner]
        placed[section * 6 + owner] += 1
        if section == _DOMINATION:
            dominations[owner] += 1
        elif section == _GLACIATION:
            worth[owner] += PROSPECT * _glaciation(state) * (1.0 if first_glaciation else 0.15)
            first_glaciation = False
        elif section == _SPECIATION:
            worth[owner] += PROSPECT * _speciation(state, owner, space) / (1 + before)
        else:
            worth[owner] += PROSPECT * _simple(state, owner, section) / (1 + before)
    _add_dominations(state, worth, dominations, holders)


def _simple(state: State, animal: int, section: int) -> float:
    """What a pawn in one of the sections that need no look at its space promises."""
    slots = state.slots
    if section == _ADAPTATION:
        room = element_count(state, animal) < MAX_ELEMENTS and slots[BOX + ADAPTATION_BOX]
        return 3.0 if room else 0.0
    if section == _REGRESSION:
        return 1.6 * threatened(state, animal).bit_count()
    if section == _WANDERLUST:
        return _wanderlust(state)
    if section == _MIGRATION:
        crowded = endangered(state, animal).bit_count()
        return 1.2 + 0.8 * crowded if slots[PRESENCE + animal] else 0.0
    if section == _COMPETITION:
        shared = slots[PRESENCE + animal] & presence_of_others(state, animal)
        return min(3, shared.bit_count()) * 0.6
    return (1.0, 0.0, 0.0, 2.2, 0.5, 0.6)[section]


def _wanderlust(state: State) -> float:
    """The best bonus for a new tile, plus a little for the tile itself."""
    slots = state.slots
    if not any(slots[FACE_UP + stack] for stack in range(STACKS)):
        return 0.0
    most = 0
    for hex_ in bits(frontier(state)):
        most = max(most, (NEIGHBOURS[hex_] & slots[EARTH]).bit_count())
    return bonus(most) + 1.0 if most else 0.0


def _glaciation(state: State) -> float:
    """The best bonus for a tundra tile."""
    tundra = state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    most = 0
    for hex_ in bits(targets(state)):
        most = max(most, (NEIGHBOURS[hex_] & tundra).bit_count())
    return float(bonus(most))


def _speciation(state: State, animal: int, space: int) -> float:
    """The best corner for new species: what their tiles take, where the animal can live."""
    slots = state.slots
    element = SPACE_ELEMENT[space - FIRST_SPACE]
    corners = bits(slots[ELEMENT_CORNERS + 2 * element])
    corners += [bit + EAST for bit in bits(slots[ELEMENT_CORNERS + 2 * element + 1])]
    lethal = ~_habitable(state, animal)
    best = 0.0
    for corner in corners:
        found = 0.0
        for hex_ in bits(CORNER_HEX_MASK[corner] & slots[EARTH]):
            weight = 0.15 if lethal >> hex_ & 1 else 0.9
            found += weight * SPECIATION_LIMIT[terrain_of(state, hex_)]
        best = max(best, found)
    return min(best, 0.9 * slots[GENE_POOL + animal])


def _habitable(state: State, animal: int) -> int:
    """The tiles where the animal would have a match, as a mask."""
    slots = state.slots
    everywhere = slots[PRESENCE + animal]
    slots[PRESENCE + animal] = slots[EARTH]
    barren = endangered(state, animal)
    slots[PRESENCE + animal] = everywhere
    return slots[EARTH] & ~barren


def _add_dominations(
    state: State, worth: list[float], pawns: list[int], holders: list[tuple[int, int]]
) -> None:
    """Each Domination pawn promises its owner the best lead on a tile not yet chosen."""
    if not any(pawns):
        return
    slots = state.slots
    leaders = dict(holders)
    open_tiles = bits(inhabited(state) & ~slots[DOMINATED])
    for animal in bits(slots[IN_PLAY]):
        if not pawns[animal]:
            continue
        leads: list[float] = []
        for hex_ in open_tiles:
            own = 0
            rival = 0
            for other, points in tile_payout(state, hex_):
                if other == animal:
                    own = points
                else:
                    rival = max(rival, points)
            lead = own - 0.4 * rival
            if hex_ in leaders:
                lead += CARD if leaders[hex_] == animal else -0.4 * CARD
            leads.append(lead)
        leads.sort(reverse=True)
        for i in range(min(pawns[animal], len(leads))):
            worth[animal] += PROSPECT * max(0.0, leads[i] - TILE * 0.5)


def lead(state: State, animal: int) -> float:
    """The animal's worth against its best opponent, with a little weight on all the others."""
    worth = values(state)
    slots = state.slots
    best = 0.0
    total = 0.0
    count = 0
    for other in bits(slots[IN_PLAY]):
        if other != animal:
            best = worth[other] if count == 0 else max(best, worth[other])
            total += worth[other]
            count += 1
    return worth[animal] - 0.5 * best - 0.5 * total / count
