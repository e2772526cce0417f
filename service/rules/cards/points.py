"""Cards that are worth points: Biodiversity, Ecodiversity, Fertile, Niche Biomes (R8)."""

from service.rules import kinds
from service.rules.earth import award, presence_of_others, species_on_tile, terrain_of, types_in
from service.rules.geometry import bits
from service.rules.moves import CHOOSE_TILE, target_of
from service.rules.pawns import finish_inner
from service.rules.slots import ANIMAL, ELEMENT_CORNERS, ELEMENTS_OF, IN_PLAY, PLACE, PRESENCE, VP
from service.rules.state import State
from service.rules.tables import TERRAIN_VP


def biodiversity(state: State, you: int) -> None:
    """1 VP for each tile where you and at least one other animal are present."""
    award(
        state,
        you,
        (state.slots[PRESENCE + you] & presence_of_others(state, you)).bit_count(),
        "R8.biodiversity",
    )


def ecodiversity(state: State, you: int) -> None:
    """1 VP for each element disk on earth whose type is on your display."""
    slots = state.slots
    count = 0
    for element in bits(types_in(slots[ELEMENTS_OF + you])):
        corners = ELEMENT_CORNERS + 2 * element
        count += slots[corners].bit_count() + slots[corners + 1].bit_count()
    award(state, you, count, "R8.ecodiversity")


def fertile(state: State, you: int) -> None:
    """Choose a tile you occupy: VP equal to the number of all species there."""
    if state.slots[PRESENCE + you]:
        state.push(kinds.FERTILE, you)


def offer_occupied(state: State) -> None:
    """The tiles you occupy."""
    slots = state.slots
    state.offer(CHOOSE_TILE << 7, slots[PRESENCE + slots[state.top() + ANIMAL]])


def score_occupied(state: State, move: int) -> None:
    """Pay for the species on the chosen tile."""
    you = state.slots[state.top() + ANIMAL]
    award(state, you, species_on_tile(state, target_of(move)), "R8.fertile")
    finish_inner(state)


def niche_biomes(state: State, you: int) -> None:
    """Every animal with more VP than you loses the 1st-place value of the tile just scored."""
    slots = state.slots
    loss = TERRAIN_VP[terrain_of(state, slots[state.top() + PLACE])][0]
    mine = slots[VP + you]
    for animal in bits(slots[IN_PLAY]):
        if slots[VP + animal] > mine:
            award(state, animal, -loss, "R8.niche_biomes")
