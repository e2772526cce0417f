"""The action Abundance (R7.4), and the offer of disks for corners that other effects share."""

from service.rules.earth import place_element, types_in, vacant_corners
from service.rules.geometry import EAST, bits
from service.rules.moves import FORFEIT, PLACE_ELEMENT, subject_of, target_of, verb_of
from service.rules.pawns import finish, forfeit
from service.rules.slots import BOX, ELEMENT_BITS
from service.rules.state import State
from service.rules.tables import ABUNDANCE_BOX


def offer_disks(state: State, elements: int, east: int, west: int) -> None:
    """Offer every element of a mask on every corner of two half masks."""
    for element in bits(elements):
        base = PLACE_ELEMENT << 7 | element << 13
        state.offer(base, east)
        state.offer(base + EAST, west)


def place_from_box(state: State, box: int, move: int, rule: str) -> None:
    """Put a disk of a section on the corner that the move names."""
    element = subject_of(move)
    state.slots[BOX + box] -= 1 << (ELEMENT_BITS * element)
    place_element(state, element, target_of(move), rule)


def offer(state: State) -> None:
    """The section's disks on any vacant corner of earth (R7.4)."""
    east, west = vacant_corners(state)
    offer_disks(state, types_in(state.slots[BOX + ABUNDANCE_BOX]), east, west)
    state.offer(FORFEIT << 7, 1)


def add_element(state: State, move: int) -> None:
    """Put a disk on earth (R7.4)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    place_from_box(state, ABUNDANCE_BOX, move, "R7.4")
    finish(state)
