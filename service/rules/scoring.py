"""Points for tiles and bonuses, Survival standing, final scoring and ranking (R2.3, R2.6, R10)."""

from service.rules import events as ev
from service.rules.dominance import cone
from service.rules.earth import award, species, terrain_of
from service.rules.geometry import bits
from service.rules.slots import (
    CLAIMED,
    CONES,
    EARTH,
    IN_PLAY,
    PLAYER,
    PRESENCE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_MASK,
    TERRAIN_TILES,
    VP,
)
from service.rules.state import State
from service.rules.tables import BONUS_POINTS, TERRAIN_VP, TUNDRA_TERRAIN


def bonus(count: int) -> int:
    """The bonus points table (R2.6)."""
    return BONUS_POINTS[count] if count < len(BONUS_POINTS) else BONUS_POINTS[-1]


def tile_payout(state: State, hex_: int) -> list[tuple[int, int]]:
    """Who would get how many points for the tile, best first, as (animal, points) (R7.12)."""
    packed = state.slots[SPECIES + hex_]
    ranked: list[int] = []
    for animal in range(6):
        count = packed >> (SPECIES_BITS * animal) & SPECIES_MASK
        if count:
            # Sorts by number of species, most first, then by the food chain.
            ranked.append((64 - count) * 8 + animal)
    ranked.sort()
    points = TERRAIN_VP[terrain_of(state, hex_)]
    return [(ranked[i] & 7, points[i]) for i in range(min(len(ranked), len(points)))]


def score_tile(state: State, hex_: int, rule: str) -> None:
    """Pay out one tile."""
    if state.events is not None:
        state.tell(ev.TILE_SCORED, rule, [hex_, terrain_of(state, hex_)])
    for animal, points in tile_payout(state, hex_):
        award(state, animal, points, rule)


def tiles_dominated(state: State) -> list[int]:
    """Per animal the number of tiles with its cone (R4.3)."""
    counts = [0] * 6
    for hex_ in bits(state.slots[EARTH]):
        animal = cone(state, hex_)
        if animal >= 0:
            counts[animal] += 1
    return counts


def survival_standing(state: State) -> list[int]:
    """Per animal the number of its species on all tundra tiles together (R9.2)."""
    counts = [0] * 6
    for hex_ in bits(state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]):
        for animal in range(6):
            counts[animal] += species(state, animal, hex_)
    return counts


def survivor(state: State) -> int:
    """The animal that Survival goes to as things stand, or -1 (R9.2)."""
    counts = survival_standing(state)
    most = max(counts)
    return counts.index(most) if most and counts.count(most) == 1 else -1


def survival_points(state: State, animal: int) -> int:
    """What Survival would pay the animal: the bonus for the tundra tiles it occupies (R9.2)."""
    tundra = state.slots[PRESENCE + animal] & state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    return bonus(tundra.bit_count())


def final_points(state: State) -> list[int]:
    """Per animal what the final scoring would pay on earth as it stands (R10.2)."""
    totals = [0] * 6
    for hex_ in bits(state.slots[EARTH]):
        for animal, points in tile_payout(state, hex_):
            totals[animal] += points
    return totals


def score_game(state: State) -> None:
    """The final scoring: cones come off and every tile is scored (R10.2)."""
    if state.slots[CLAIMED]:
        for animal in range(6):
            for hex_ in bits(state.slots[CONES + animal]):
                state.tell(ev.CONE_REMOVED, "R10.2", [animal, hex_])
            state.slots[CONES + animal] = 0
    for hex_ in bits(state.slots[EARTH]):
        score_tile(state, hex_, "R10.2")
    state.tell(ev.GAME_ENDED, "R10.3", [])


def ranking(state: State) -> list[int]:
    """The animals in play, most VP first, ties to the higher in the food chain (R10.3)."""
    slots = state.slots
    animals = bits(slots[IN_PLAY])
    return sorted(animals, key=lambda animal: (-slots[VP + animal], animal))


def player_ranking(state: State) -> list[int]:
    """The players by their last-ranked animal, best first (R10.3)."""
    found: list[int] = []
    for animal in reversed(ranking(state)):
        player = state.slots[PLAYER + animal]
        if player not in found:
            found.append(player)
    found.reverse()
    return found
