"""The card that moves species: Mass Exodus (R8)."""

from service.rules import kinds
from service.rules.earth import inhabited, move_species, species
from service.rules.geometry import NEIGHBOURS
from service.rules.moves import MOVE_OUT, count_of, subject_of, target_of
from service.rules.pawns import finish_inner
from service.rules.slots import EARTH, KIND, PLACE
from service.rules.state import State


def mass_exodus(state: State, you: int) -> None:
    """Choose a tile and move every species there onto adjacent tiles."""
    state.push(kinds.MASS_EXODUS_TILE, you)


def choose_tile(state: State, move: int) -> None:
    """Go on to the moves, if there is a species to move."""
    hex_ = target_of(move)
    if inhabited(state) >> hex_ & 1:
        top = state.top()
        state.slots[top + KIND] = kinds.MASS_EXODUS
        state.slots[top + PLACE] = hex_
    else:
        finish_inner(state)


def offer_moves_out(state: State) -> None:
    """Each count of each animal on the tile to each adjacent tile."""
    slots = state.slots
    hex_ = slots[state.top() + PLACE]
    targets = NEIGHBOURS[hex_] & slots[EARTH]
    for animal in range(6):
        for count in range(1, species(state, animal, hex_) + 1):
            state.offer(MOVE_OUT << 7 | animal << 13 | count << 19, targets)


def move_out(state: State, move: int) -> None:
    """Move the species; the card goes on until the tile is empty."""
    hex_ = state.slots[state.top() + PLACE]
    move_species(state, subject_of(move), hex_, target_of(move), count_of(move), "R8.mass_exodus")
    if not inhabited(state) >> hex_ & 1:
        finish_inner(state)
