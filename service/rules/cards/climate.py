"""Cards of ice and cold: Cold Snap, Ice Age, Ice Sheet (R8)."""

from service.rules import kinds
from service.rules.earth import award, eliminate, species
from service.rules.geometry import bits
from service.rules.glaciation import targets
from service.rules.scoring import bonus, tiles_dominated
from service.rules.slots import IN_PLAY, LAST_TURN, TERRAIN_TILES
from service.rules.state import State
from service.rules.tables import TUNDRA_TERRAIN


def cold_snap(state: State, you: int) -> None:
    """Every opposing animal loses one species on each tundra tile it occupies."""
    for hex_ in bits(state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]):
        for animal in range(6):
            if animal != you and species(state, animal, hex_):
                eliminate(state, animal, hex_, 1, "R8.cold_snap")


def ice_age(state: State, you: int) -> None:
    """Every animal scores the bonus for the tiles it dominates; this is the last turn (R10.1)."""
    counts = tiles_dominated(state)
    for animal in bits(state.slots[IN_PLAY]):
        award(state, animal, bonus(counts[animal]), "R8.ice_age")
    state.slots[LAST_TURN] = 1


def ice_sheet(state: State, you: int) -> None:
    """Carry out a Glaciation at once, if one is possible (R7.7)."""
    if targets(state):
        state.push(kinds.GLACIATE, you)
