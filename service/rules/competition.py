"""The action Competition, and the arachnids' free action (R7.11)."""

from typing import Final

from service.rules import kinds
from service.rules.earth import eliminate, presence_of_others, terrain_of
from service.rules.moves import (
    DECLINE,
    DONE,
    ELIMINATE,
    FORFEIT,
    subject_of,
    target_of,
    verb_of,
)
from service.rules.pawns import finish, forfeit
from service.rules.slots import ANIMAL, IN_PLAY, PRESENCE, SET, SPACE_OF, TERRAIN_TILES
from service.rules.state import State
from service.rules.tables import ARACHNID, SPACES, TERRAINS, TUNDRA_TERRAIN

FIRST_SPACE: Final = SPACES.index("competition.jungle-wetland")
# For each space the terrains it names, tundra included, as a mask.
SPACE_TERRAINS: Final = tuple(
    sum(1 << TERRAINS.index(terrain) for terrain in space.split(".")[1].split("-"))
    | 1 << TUNDRA_TERRAIN
    for space in SPACES[FIRST_SPACE : FIRST_SPACE + 7]
)


def offer_victims(state: State, animal: int, hexes: int) -> None:
    """Offer one opposing species on each of the hexes where the animal is present."""
    slots = state.slots
    hexes &= slots[PRESENCE + animal]
    if hexes:
        for other in range(6):
            if other != animal:
                state.offer(ELIMINATE << 7 | other << 13, slots[PRESENCE + other] & hexes)


def begin_free(state: State) -> None:
    """Ask the arachnids, before the pawns, if they meet another animal somewhere (R7.11)."""
    slots = state.slots
    met = presence_of_others(state, ARACHNID) & slots[PRESENCE + ARACHNID]
    if slots[IN_PLAY] >> ARACHNID & 1 and met:
        state.push(kinds.ARACHNID_COMPETITION, ARACHNID)


def offer_arachnids(state: State) -> None:
    """One opposing species on one tile of any terrain (R7.11)."""
    offer_victims(state, ARACHNID, state.slots[PRESENCE + ARACHNID])
    state.offer(DECLINE << 7, 1)


def arachnids(state: State, move: int) -> None:
    """Carry out or decline the arachnids' free action (R7.11)."""
    if verb_of(move) == ELIMINATE:
        eliminate(state, subject_of(move), target_of(move), 1, "R7.11")
    finish(state)


def offer(state: State) -> None:
    """One opposing species on a tile of each terrain not yet used (R7.11)."""
    slots = state.slots
    top = state.top()
    terrains = slots[top + SET]
    hexes = 0
    for terrain in range(8):
        if terrains >> terrain & 1:
            hexes |= slots[TERRAIN_TILES + terrain]
    offer_victims(state, slots[top + ANIMAL], hexes)
    whole = terrains == SPACE_TERRAINS[slots[top + SPACE_OF] - FIRST_SPACE]
    state.offer((FORFEIT if whole else DONE) << 7, 1)


def compete(state: State, move: int) -> None:
    """Eliminate a species; the tile's terrain is used up for this pawn (R7.11)."""
    verb = verb_of(move)
    if verb == ELIMINATE:
        hex_ = target_of(move)
        eliminate(state, subject_of(move), hex_, 1, "R7.11")
        state.slots[state.top() + SET] &= ~(1 << terrain_of(state, hex_))
    elif verb == FORFEIT:
        forfeit(state)
    else:
        finish(state)
