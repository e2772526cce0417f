"""An animal's position in figures: what a learned price is paid for."""

from typing import Final

from service.rules.dominance import matches
from service.rules.earth import added_elements, species, terrain_of, types_in
from service.rules.geometry import bits, neighbours_of
from service.rules.pawns import position
from service.rules.scoring import survival_points, survivor
from service.rules.slots import (
    ANIMAL_COUNT,
    AVAILABLE,
    BOX,
    CURSOR,
    ELEMENT_CORNERS,
    ELEMENT_MASK,
    ELEMENTS_OF,
    GENE_POOL,
    IN_PLAY,
    LAST_TURN,
    OCCUPIED,
    PAWNS,
    PRESENCE,
    SPACE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_MASK,
    TAKEN,
    TERRAIN_TILES,
    TURN,
    TURN_LIMIT,
)
from service.rules.state import State
from service.rules.steps import BOXES
from service.rules.tables import (
    ACTION_PAWNS,
    ADAPTATION_BOX,
    CARDS,
    REGRESSION_BOX,
    SPACES,
    TERRAIN_VP,
    TUNDRA_TERRAIN,
)

FIGURES: Final = (
    "payout",  # points of a final scoring of its matched tiles as they stand (R10.2)
    "dominance",  # tiles dominated
    "dominance_value",  # the first-place points of those tiles
    "strong_dominance",  # those of them with two matches or more above the next animal
    "species",  # cubes on tiles with a match
    "tile",  # tiles with a match
    "gene_pool",  # cubes in the gene pool, 15 at most
    "element",  # added elements
    "element_type",  # different types on the display
    "threatened",  # types that the next Regression takes from it (R7.3, R9.3)
    "richness",  # disks on earth of the types on its display
    "survival",  # what Survival pays, if it holds the card
    "tundra_species",  # cubes on tundra
    "near_tundra",  # cubes above the first on each tile that a Glaciation can reach
    "pawn",  # action pawns above the allotment of R1.1
    "initiative",  # animals behind it on the initiative track
    "first_glaciation",  # 1 if its pawn is the next to carry out a Glaciation
    "waiting_pawn",  # its other pawns that wait on the display
    "fragile",  # tiles with exactly one match
    "food_chain",  # animals in play below it in the food chain
)
FIGURE_COUNT: Final = len(FIGURES)
# Points for the first to the sixth place on each terrain, flat (R2.3).
PLACE_POINTS: Final[list[int]] = [
    (values[place] if place < len(values) else 0) for values in TERRAIN_VP for place in range(6)
]
GLACIATION: Final = SPACES.index("glaciation.1")
FULL_POOL: Final = 15  # cubes in a gene pool beyond which more are worth nothing
_ICE_AGE: Final = CARDS.index("ice_age")
_ICE_AGE_ON_OFFER: Final = 0.85  # progress of a game whose next turn may well be its last


def progress(state: State) -> float:
    """How far the game has come: 0 at the start, 1 in its last turn."""
    slots = state.slots
    if slots[LAST_TURN]:
        return 1.0
    gone = slots[TAKEN].bit_count() / len(CARDS)
    if slots[AVAILABLE] >> _ICE_AGE & 1:
        gone = max(gone, _ICE_AGE_ON_OFFER)
    limit = slots[TURN_LIMIT]
    if limit:
        gone = max(gone, slots[TURN] / limit)
    return min(gone, 1.0)


def between(early: float, late: float, share: float) -> float:
    """The price between the start (share 0) and the end (share 1) of a game."""
    return early * (1.0 - share) + late * share


def blend(early: list[float], late: list[float], share: float) -> list[float]:
    """All prices between the start and the end of a game, as ``between``."""
    return [between(early[i], late[i], share) for i in range(len(early))]


def place_of(packed: int, animal: int) -> int:
    """The animal's place when a tile with these species is scored, 0 for the first (R7.12)."""
    count = packed >> (SPECIES_BITS * animal) & SPECIES_MASK
    place = 0
    other = 0
    while packed:
        cubes = packed & SPECIES_MASK
        if cubes > count or (cubes == count and other < animal):
            place += 1
        packed >>= SPECIES_BITS
        other += 1
    return place


def figures(state: State, animal: int) -> list[float]:
    """The animal's figures, in the order of FIGURES, as at the end of a turn."""
    slots = state.slots
    found = [0.0] * FIGURE_COUNT
    _describe_tiles(state, animal, found)
    _describe_display(state, animal, found)
    tundra = slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    if survivor(state) == animal:
        found[11] = float(survival_points(state, animal))
    frozen = 0
    for hex_ in bits(slots[PRESENCE + animal] & tundra):
        frozen += species(state, animal, hex_)
    found[12] = float(frozen)
    _describe_pawns(state, animal, found)
    found[19] = float((slots[IN_PLAY] >> (animal + 1)).bit_count())
    return found


def _describe_tiles(state: State, animal: int, found: list[float]) -> None:
    """The figures that add up over the animal's tiles."""
    slots = state.slots
    tundra = slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    cold = neighbours_of(tundra) & ~tundra
    payout = 0
    dominance = 0
    value = 0
    strong = 0
    cubes = 0
    tiles = 0
    near = 0
    fragile = 0
    left = slots[PRESENCE + animal]
    while left:
        low = left & -left
        hex_ = low.bit_length() - 1
        left ^= low
        own = matches(state, animal, hex_)
        if not own:
            continue
        packed = slots[SPECIES + hex_]
        count = packed >> (SPECIES_BITS * animal) & SPECIES_MASK
        points = 6 * terrain_of(state, hex_)
        payout += PLACE_POINTS[points + place_of(packed, animal)]
        cubes += count
        tiles += 1
        if own == 1:
            fragile += 1
        if cold & low:
            near += count - 1
        best = 0
        other = 0
        while packed:
            if packed & SPECIES_MASK and other != animal:
                best = max(best, matches(state, other, hex_))
            packed >>= SPECIES_BITS
            other += 1
        if own > best:
            dominance += 1
            value += PLACE_POINTS[points]
            if own > best + 1:
                strong += 1
    found[0] = float(payout)
    found[1] = float(dominance)
    found[2] = float(value)
    found[3] = float(strong)
    found[4] = float(cubes)
    found[5] = float(tiles)
    found[13] = float(near)
    found[18] = float(fragile)


def _describe_display(state: State, animal: int, found: list[float]) -> None:
    """The figures about the gene pool and the elements on the animal's display."""
    slots = state.slots
    found[6] = float(min(slots[GENE_POOL + animal], FULL_POOL))
    added = added_elements(state, animal)
    types = types_in(slots[ELEMENTS_OF + animal])
    found[7] = float(added % ELEMENT_MASK)
    found[8] = float(types.bit_count())
    # Before the boxes move on, what is left at Adaptation is the next turn's Regression.
    box = REGRESSION_BOX if slots[CURSOR] >= BOXES else ADAPTATION_BOX
    found[9] = float((types_in(slots[BOX + box]) & types_in(added)).bit_count())
    disks = 0
    for element in bits(types):
        corners = ELEMENT_CORNERS + 2 * element
        disks += slots[corners].bit_count() + slots[corners + 1].bit_count()
    found[10] = float(disks)


def _describe_pawns(state: State, animal: int, found: list[float]) -> None:
    """The figures about pawns and initiative."""
    slots = state.slots
    animals = slots[ANIMAL_COUNT]
    found[14] = float(slots[PAWNS + animal] - ACTION_PAWNS[animals])
    found[15] = float(animals - 1 - position(state, animal))
    waiting = 0
    next_glaciation = -1
    for space in bits(slots[OCCUPIED]):
        owner = slots[SPACE + space] - 1
        if next_glaciation < 0 and GLACIATION <= space < GLACIATION + 4:
            next_glaciation = owner
        elif owner == animal:
            waiting += 1
    found[16] = 1.0 if next_glaciation == animal else 0.0
    found[17] = float(waiting)
