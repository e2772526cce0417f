"""Cards about elements: Blight, Disease, Habitat, Metamorphosis, Symbiotic (R8)."""

from service.rules import kinds
from service.rules.abundance import offer_disks
from service.rules.draws import bag_size, draw_element
from service.rules.earth import (
    added_elements,
    bag_types,
    element_count,
    elements_on_tile,
    gain_element,
    lose_element,
    occupied_corners,
    place_element,
    remove_elements,
    types_in,
    vacant_corners,
)
from service.rules.geometry import EAST, HEX_EAST_CORNERS, HEX_WEST_CORNERS, bits
from service.rules.moves import (
    CHOOSE_TILE,
    DRAW_ELEMENT,
    EXCHANGE,
    KEEP_ELEMENT,
    LOSE_ELEMENT,
    subject_of,
    target_of,
)
from service.rules.pawns import finish_inner
from service.rules.slots import (
    ANIMAL,
    BAG,
    EARTH,
    IN_PLAY,
    KIND,
    MANUAL,
    PLACE,
    SET,
)
from service.rules.state import State
from service.rules.tables import MAX_ELEMENTS, NATURE


def blight(state: State, you: int) -> None:
    """Choose a tile; all its elements but one of your choice are removed."""
    state.push(kinds.BLIGHT_TILE, you)


def offer_earth(state: State) -> None:
    """Any tile, even one where nothing happens (R8.0)."""
    state.offer(CHOOSE_TILE << 7, state.slots[EARTH])


def blight_tile(state: State, move: int) -> None:
    """With two elements or more, the one to keep is chosen next."""
    hex_ = target_of(move)
    if elements_on_tile(state, hex_) < 2:
        finish_inner(state)
        return
    top = state.top()
    state.slots[top + KIND] = kinds.BLIGHT_KEEP
    state.slots[top + PLACE] = hex_


def _occupied_corners(state: State, hex_: int) -> tuple[int, int]:
    """The tile's corners with an element, east half and west half."""
    east, west = occupied_corners(state)
    return east & HEX_EAST_CORNERS[hex_], west & HEX_WEST_CORNERS[hex_]


def offer_keep(state: State) -> None:
    """The elements of the tile, by their corners."""
    east, west = _occupied_corners(state, state.slots[state.top() + PLACE])
    state.offer(KEEP_ELEMENT << 7, east)
    state.offer((KEEP_ELEMENT << 7) + EAST, west)


def blight_keep(state: State, move: int) -> None:
    """Remove the others."""
    east, west = _occupied_corners(state, state.slots[state.top() + PLACE])
    kept = target_of(move)
    if kept < EAST:
        east &= ~(1 << kept)
    else:
        west &= ~(1 << (kept - EAST))
    remove_elements(state, east, west, "R8.blight")
    finish_inner(state)


def disease(state: State, you: int) -> None:
    """Every animal with more elements than you loses one added element of its own choice."""
    mine = element_count(state, you)
    losers = 0
    for animal in bits(state.slots[IN_PLAY]):
        if element_count(state, animal) > mine and added_elements(state, animal):
            losers |= 1 << animal
    if losers:
        state.push(kinds.DISEASE, bits(losers)[0], remaining=losers)


def offer_loss(state: State) -> None:
    """The added elements of the animal that must lose one."""
    animal = state.slots[state.top() + ANIMAL]
    state.offer(LOSE_ELEMENT << 7, types_in(added_elements(state, animal)))


def disease_loss(state: State, move: int) -> None:
    """Lose the element; the next animal down the food chain follows."""
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    lose_element(state, animal, target_of(move), "R8.disease")
    slots[top + SET] &= ~(1 << animal)
    if slots[top + SET]:
        slots[top + ANIMAL] = bits(slots[top + SET])[0]
    else:
        finish_inner(state)


def habitat(state: State, you: int) -> None:
    """Put an element of your choice from the bag on any vacant corner of earth."""
    east, west = vacant_corners(state)
    if (east or west) and bag_size(state):
        state.push(kinds.HABITAT, you)


def offer_habitat(state: State) -> None:
    """Every element in the bag on every vacant corner."""
    east, west = vacant_corners(state)
    offer_disks(state, bag_types(state), east, west)


def place_from_bag(state: State, move: int, rule: str) -> None:
    """Put a disk of the bag on the corner that the move names."""
    element = subject_of(move)
    state.slots[BAG + element] -= 1
    place_element(state, element, target_of(move), rule)


def place_habitat(state: State, move: int) -> None:
    """Put the disk down."""
    place_from_bag(state, move, "R8.habitat")
    finish_inner(state)


def metamorphosis(state: State, you: int) -> None:
    """Exchange one of your added elements for one of your choice from the bag."""
    if added_elements(state, you) and bag_size(state):
        state.push(kinds.METAMORPHOSIS, you)


def offer_exchanges(state: State) -> None:
    """Every added element for every element in the bag as it is."""
    animal = state.slots[state.top() + ANIMAL]
    wanted = bag_types(state)
    for element in bits(types_in(added_elements(state, animal))):
        state.offer(EXCHANGE << 7 | element << 13, wanted)


def exchange(state: State, move: int) -> None:
    """Take the new element out of the bag before the old one goes in."""
    animal = state.slots[state.top() + ANIMAL]
    state.slots[BAG + target_of(move)] -= 1
    lose_element(state, animal, subject_of(move), "R8.metamorphosis")
    gain_element(state, animal, target_of(move), "R8.metamorphosis")
    finish_inner(state)


def symbiotic(state: State, you: int) -> None:
    """You and every animal with fewer elements than you gain a random element from the bag."""
    mine = element_count(state, you)
    gainers = 0
    for animal in bits(state.slots[IN_PLAY]):
        count = element_count(state, animal)
        if (animal == you or count < mine) and count < MAX_ELEMENTS:
            gainers |= 1 << animal
    if not gainers or not bag_size(state):
        return
    if state.slots[MANUAL]:
        state.push(kinds.SYMBIOTIC, NATURE, remaining=gainers)
        return
    for animal in bits(gainers):
        if bag_size(state):
            gain_element(state, animal, draw_element(state), "R8.symbiotic")


def offer_gain(state: State) -> None:
    """Every element in the bag."""
    state.offer(DRAW_ELEMENT << 7, bag_types(state))


def gain_drawn(state: State, move: int) -> None:
    """The first animal still to draw gains the element that nature has drawn."""
    slots = state.slots
    top = state.top()
    animal = bits(slots[top + SET])[0]
    slots[BAG + target_of(move)] -= 1
    gain_element(state, animal, target_of(move), "R8.symbiotic")
    slots[top + SET] &= ~(1 << animal)
    if not slots[top + SET] or not bag_size(state):
        finish_inner(state)
