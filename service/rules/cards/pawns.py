"""Cards about action pawns and initiative (R8).

Immigrants, Instinct, Intelligence, Nocturnal, Omnivore, Parasitism.
"""

from service.rules import kinds
from service.rules.earth import added_elements, eliminate, lose_element, species, types_in
from service.rules.geometry import bits
from service.rules.moves import (
    KEEP_ONE_SPECIES,
    LOSE_ELEMENT,
    LOSE_PAWN,
    target_of,
    verb_of,
)
from service.rules.pawns import (
    finish_inner,
    gain,
    lose,
    move_left,
    place_from_hand,
    vacant_spaces,
)
from service.rules.slots import ANIMAL, IN_HAND, IN_PLAY, PRESENCE
from service.rules.state import State


def immigrants(state: State, you: int) -> None:
    """Every animal gives up an element, a pawn, or all but one species on each tile."""
    state.push(kinds.IMMIGRANTS, bits(state.slots[IN_PLAY])[0])


def offer_losses(state: State) -> None:
    """What the animal can give up; thinning out is always possible."""
    slots = state.slots
    animal = slots[state.top() + ANIMAL]
    state.offer(LOSE_ELEMENT << 7, types_in(added_elements(state, animal)))
    if slots[IN_HAND + animal]:
        state.offer(LOSE_PAWN << 7, 1)
    state.offer(KEEP_ONE_SPECIES << 7, 1)


def give_up(state: State, move: int) -> None:
    """Carry the choice out; the next animal down the food chain chooses then."""
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    verb = verb_of(move)
    if verb == LOSE_ELEMENT:
        lose_element(state, animal, target_of(move), "R8.immigrants")
    elif verb == LOSE_PAWN:
        lose(state, animal, "R8.immigrants")
    else:
        for hex_ in bits(slots[PRESENCE + animal]):
            count = species(state, animal, hex_)
            if count > 1:
                eliminate(state, animal, hex_, count - 1, "R8.immigrants")
    following = slots[IN_PLAY] >> (animal + 1) << (animal + 1)
    if following:
        slots[top + ANIMAL] = bits(following)[0]
    else:
        finish_inner(state)


def instinct(state: State, you: int) -> None:
    """Put one of your pawns in hand on any vacant space."""
    if state.slots[IN_HAND + you] and vacant_spaces(state):
        state.push(kinds.INSTINCT, you)


def place_instinct(state: State, move: int) -> None:
    """Put the pawn down."""
    place_from_hand(state, state.slots[state.top() + ANIMAL], move, "R8.instinct")
    finish_inner(state)


def intelligence(state: State, you: int) -> None:
    """You and every animal above you in the food chain gain one action pawn."""
    for animal in bits(state.slots[IN_PLAY]):
        if animal <= you:
            gain(state, animal, "R8.intelligence")


def parasitism(state: State, you: int) -> None:
    """You and every animal below you in the food chain gain one action pawn."""
    for animal in bits(state.slots[IN_PLAY]):
        if animal >= you:
            gain(state, animal, "R8.parasitism")


def omnivore(state: State, you: int) -> None:
    """Gain one action pawn."""
    gain(state, you, "R8.omnivore")


def nocturnal(state: State, you: int) -> None:
    """Move your initiative marker one place to the left."""
    move_left(state, you, "R8.nocturnal")
