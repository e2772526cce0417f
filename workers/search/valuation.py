"""What a change on the board is worth to an animal, in victory points to come.

A tile's worth to an animal is its own prospects there, less a share of what the tile gives its
rivals. Most moves change one to three tiles, so looking at these before and after is enough.
"""

from typing import Final, final

from mypy_extensions import i64

from service.rules.dominance import dominant
from service.rules.earth import added_elements, inhabited, terrain_of
from service.rules.geometry import HEX_COUNT, bits
from service.rules.pawns import position
from service.rules.reset import is_last_turn
from service.rules.slots import (
    ELEMENT_BITS,
    ELEMENT_CORNERS,
    ELEMENT_MASK,
    ELEMENTS_OF,
    GENE_POOL,
    HEX_ELEMENTS,
    IN_PLAY,
    PAWNS,
    PLAYER,
    PRESENCE,
    SPACE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_MASK,
    VP,
)
from service.rules.state import State
from service.rules.tables import SPACES
from workers.search.figures import FULL_POOL, PLACE_POINTS, place_of

DOMINATION: Final = SPACES.index("domination.1")
# The prices of the fast policy, in the order in which a Valuation takes them.
PRICES: Final = (
    "payout",  # per point of a final scoring
    "now",  # per such point, for an animal with a Domination pawn still to act this turn
    "dominance",  # per tile dominated
    "dominance_value",  # per first-place point of such a tile
    "strong_dominance",  # per such tile with two matches to spare
    "species",  # per cube on a tile with a match
    "tile",  # per tile with a match
    "fragile",  # per tile with just one match
    "gene_pool",  # per cube there, up to 15
    "element",  # per added element
    "richness",  # per disk on earth of an element gained
    "pawn",  # per action pawn
    "initiative",  # per place on the track
    "card",  # a Dominance card
    "rivals",  # share of what rivals gain that counts as an own loss
    "card_share",  # share of a card's worth for dominating while a Domination is still to come
    "open_card",  # factor of the guesses for cards whose effect depends on later choices
    "lost_cube",  # a rival's cube eliminated, beyond what its tile shows
    "near_own",  # share of a new tile's first-place points, next to own species
    "near_rivals",  # share of those lost next to rivals' species
    "initiative_pawn",  # a pawn on Initiative, which acts a second time later
    "waiting_glaciation",  # a pawn on Glaciation behind another, in this turn
    "repeated",  # share of an action's worth lost with each own pawn in its section
    "denial",  # share of an action's worth to the rival that wants it most
)


@final
class Valuation:
    """The prices of one turn, and how much each animal minds the others' gains.

    ``rivals[6 * animal + other]`` is the share of the other's gain that the animal counts as its
    own loss.
    """

    __slots__ = (
        "animal",
        "card",
        "card_share",
        "denial",
        "dominance",
        "dominance_value",
        "element",
        "found",
        "fragile",
        "gene_pool",
        "initiative",
        "initiative_pawn",
        "last_turn",
        "look",
        "looked",
        "lost_cube",
        "near_own",
        "near_rivals",
        "now",
        "open_card",
        "pawn",
        "payout",
        "pending",
        "repeated",
        "richness",
        "rival_share",
        "rivals",
        "species",
        "strong",
        "tile",
        "waiting_glaciation",
    )

    def __init__(self, prices: list[float]) -> None:
        """Take the prices in the order of PRICES."""
        self.payout: float = prices[0]
        self.now: float = prices[1]
        self.dominance: float = prices[2]
        self.dominance_value: float = prices[3]
        self.strong: float = prices[4]
        self.species: float = prices[5]
        self.tile: float = prices[6]
        self.fragile: float = prices[7]
        self.gene_pool: float = prices[8]
        self.element: float = prices[9]
        self.richness: float = prices[10]
        self.pawn: float = prices[11]
        self.initiative: float = prices[12]
        self.card: float = prices[13]
        self.rival_share: float = prices[14]
        self.card_share: float = prices[15]
        self.open_card: float = prices[16]
        self.lost_cube: float = prices[17]
        self.near_own: float = prices[18]
        self.near_rivals: float = prices[19]
        self.initiative_pawn: float = prices[20]
        self.waiting_glaciation: float = prices[21]
        self.repeated: float = prices[22]
        self.denial: float = prices[23]
        self.rivals: list[float] = [0.0] * 36
        self.last_turn: bool = False
        # What tiles are worth to an animal as they are, of the rating in hand.
        self.animal: int = 0
        self.pending: int = 0
        self.look: int = 0
        self.looked: list[int] = [0] * HEX_COUNT
        self.found: list[float] = [0.0] * HEX_COUNT

    def tune(self, state: State, expected: list[float]) -> None:
        """Fit it to the turn: whether it is the last, and whom each animal has to beat.

        ``expected`` are the final points of each animal as things stand.
        """
        slots = state.slots
        self.last_turn = is_last_turn(state)
        animals = bits(slots[IN_PLAY])
        for animal in animals:
            best = -1
            others = 0
            for other in animals:
                if slots[PLAYER + other] != slots[PLAYER + animal]:
                    others += 1
                    if best < 0 or expected[other] > expected[best]:
                        best = other
            for other in animals:
                share = 0.0
                if slots[PLAYER + other] != slots[PLAYER + animal]:
                    share = self.rival_share * 0.6 / others
                    if other == best:
                        share += self.rival_share * 0.4
                self.rivals[6 * animal + other] = share

    def lead(
        self, slots: list[int], terrain: int, packed: int, around: int, animal: int, pending: int
    ) -> float:
        """What a tile with these species and disks is worth to the animal, less its rivals' share.

        ``packed`` and ``around`` are packed like SPECIES and HEX_ELEMENTS; ``pending`` is the mask
        of animals that have a Domination pawn still to act this turn.
        """
        # Machine integers: this is where playouts spend most of their time.
        worth = 0.0
        best: i64 = 0
        second: i64 = 0
        leader: i64 = -1
        present: i64 = 0
        row: i64 = 6 * animal
        me: i64 = animal
        first_points: i64 = 6 * terrain
        acting: i64 = pending
        rivals = self.rivals
        rest: i64 = packed
        while rest:
            count: i64 = rest & SPECIES_MASK
            if count:
                owned: i64 = slots[ELEMENTS_OF + present]
                disks: i64 = around
                found: i64 = 0
                while owned and disks:
                    found += (owned & ELEMENT_MASK) * (disks & ELEMENT_MASK)
                    owned >>= ELEMENT_BITS
                    disks >>= ELEMENT_BITS
                # As figures.place_of.
                place: i64 = first_points
                others: i64 = packed
                other: i64 = 0
                while others:
                    cubes: i64 = others & SPECIES_MASK
                    if cubes > count or (cubes == count and other < present):
                        place += 1
                    others >>= SPECIES_BITS
                    other += 1
                points = float(PLACE_POINTS[place])
                gain = points * self.now if acting >> present & 1 else 0.0
                if found:
                    gain += points * self.payout + self.species * float(count) + self.tile
                    if found == 1:
                        gain += self.fragile
                    if found > best:
                        second = best
                        best = found
                        leader = present
                    elif found > second:
                        second = found
                if present == me:
                    worth += gain
                else:
                    worth -= rivals[row + present] * gain
            rest >>= SPECIES_BITS
            present += 1
        if best > second:
            gain = self.dominance + self.dominance_value * float(PLACE_POINTS[first_points])
            if best > second + 1:
                gain += self.strong
            if acting:
                gain += self.card_share * self.card
            if leader == me:
                worth += gain
            else:
                worth -= rivals[row + leader] * gain
        return worth

    def tile_lead(self, state: State, hex_: int, animal: int, pending: int) -> float:
        """What the tile is worth to the animal as it is."""
        slots = state.slots
        packed = slots[SPECIES + hex_]
        around = slots[HEX_ELEMENTS + hex_]
        return self.lead(slots, terrain_of(state, hex_), packed, around, animal, pending)

    def begin(self, state: State, animal: int) -> None:
        """Prepare for ``with_species`` and ``with_element`` in a position that stays as it is."""
        self.animal = animal
        self.pending = pending_dominations(state)
        self.look += 1

    def as_is(self, state: State, hex_: int) -> float:
        """What the tile is worth as it is to the animal of ``begin``; reckoned once."""
        if self.looked[hex_] != self.look:
            self.looked[hex_] = self.look
            self.found[hex_] = self.tile_lead(state, hex_, self.animal, self.pending)
        return self.found[hex_]

    def with_species(self, state: State, hex_: int, change: int) -> float:
        """How the tile's worth changes when its packed species change by so much."""
        slots = state.slots
        return self.lead(
            slots,
            terrain_of(state, hex_),
            slots[SPECIES + hex_] + change,
            slots[HEX_ELEMENTS + hex_],
            self.animal,
            self.pending,
        ) - self.as_is(state, hex_)

    def with_element(self, state: State, hex_: int, element: int, count: int) -> float:
        """How the tile's worth changes with one disk of the element more (1) or less (-1)."""
        slots = state.slots
        packed = slots[SPECIES + hex_]
        if not packed:
            own = slots[ELEMENTS_OF + self.animal] >> ELEMENT_BITS * element & ELEMENT_MASK
            return self.richness * own * count
        return self.lead(
            slots,
            terrain_of(state, hex_),
            packed,
            slots[HEX_ELEMENTS + hex_] + count * (1 << ELEMENT_BITS * element),
            self.animal,
            self.pending,
        ) - self.as_is(state, hex_)

    def owning(self, state: State, element: int, count: int) -> float:
        """What one element more (1) or less (-1) on its display is worth to the animal."""
        slots = state.slots
        animal = self.animal
        pending = self.pending
        found = 0.0
        change = count * (1 << ELEMENT_BITS * element)
        hexes = slots[PRESENCE + animal]
        while hexes:
            low = hexes & -hexes
            hex_ = low.bit_length() - 1
            hexes ^= low
            if not slots[HEX_ELEMENTS + hex_] >> ELEMENT_BITS * element & ELEMENT_MASK:
                continue
            found -= self.as_is(state, hex_)
            slots[ELEMENTS_OF + animal] += change
            found += self.tile_lead(state, hex_, animal, pending)
            slots[ELEMENTS_OF + animal] -= change
        corners = ELEMENT_CORNERS + 2 * element
        disks = slots[corners].bit_count() + slots[corners + 1].bit_count()
        return found + count * (self.element + self.richness * disks)

    def payoff(self, state: State, hex_: int, animal: int) -> float:
        """What choosing the tile for Domination brings the animal: points, and a card (R7.12)."""
        slots = state.slots
        packed = slots[SPECIES + hex_]
        points = 6 * terrain_of(state, hex_)
        row = 6 * animal
        worth = 0.0
        rest = packed
        present = 0
        while rest:
            if rest & SPECIES_MASK:
                gain = float(PLACE_POINTS[points + place_of(packed, present)])
                if present == animal:
                    worth += gain
                else:
                    worth -= self.rivals[row + present] * gain
            rest >>= SPECIES_BITS
            present += 1
        return worth + self.card_given(state, hex_, animal)

    def card_given(self, state: State, hex_: int, animal: int) -> float:
        """What it is worth to the animal that the tile's dominant animal gets a card (R7.12)."""
        leader = dominant(state, hex_)
        if leader == animal:
            return self.card
        return -self.rivals[6 * animal + leader] * self.card if leader >= 0 else 0.0

    def whole(self, state: State, animal: int) -> float:
        """What the whole position is worth to the animal, less its rivals' share."""
        slots = state.slots
        pending = pending_dominations(state)
        worth = 0.0
        hexes = inhabited(state)
        while hexes:
            low = hexes & -hexes
            worth += self.tile_lead(state, low.bit_length() - 1, animal, pending)
            hexes ^= low
        for other in bits(slots[IN_PLAY]):
            standing = float(slots[VP + other])
            if not self.last_turn:
                standing += self.element * (added_elements(state, other) % ELEMENT_MASK)
                standing += self.pawn * slots[PAWNS + other]
                standing += self.gene_pool * min(FULL_POOL, slots[GENE_POOL + other])
                standing -= self.initiative * position(state, other)
            if other == animal:
                worth += standing
            else:
                worth -= self.rivals[6 * animal + other] * standing
        return worth


def pending_dominations(state: State) -> int:
    """The animals with a Domination pawn still to act this turn, as a mask."""
    slots = state.slots
    found = 0
    for space in range(DOMINATION, len(SPACES)):
        owner = slots[SPACE + space]
        if owner:
            found |= 1 << (owner - 1)
    return found
