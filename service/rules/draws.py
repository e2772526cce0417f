"""Draws: uniform, without replacement, from what is left (R1.7).

Under manual chance a draw is a decision of nature; otherwise ``state.random`` answers at once.
"""

from typing import Final

from service.rules import events as ev
from service.rules import kinds
from service.rules.errors import RulesError
from service.rules.geometry import bits
from service.rules.moves import DRAW_CARD, DRAW_ELEMENT, DRAW_TILE, target_of, verb_of
from service.rules.rng import Random
from service.rules.slots import (
    AVAILABLE,
    BAG,
    BOX,
    COUNT,
    ELEMENT_BITS,
    FACE_DOWN,
    FACE_UP,
    MANUAL,
    PLACE,
    TAKEN,
    UNSEEN,
)
from service.rules.state import State
from service.rules.tables import CARD_PLACES, CARDS, NATURE, STACKS

ALL_CARDS: Final = (1 << len(CARDS)) - 1
ICE_AGE: Final = 1 << CARDS.index("ice_age")


def _random(state: State) -> Random:
    random = state.random
    if random is None:
        raise RulesError("R1.7", "chance", "this move draws, and there is no entropy to draw with")
    return random


def _pick_one(state: State, first: int, size: int) -> int:
    """An index into the counts at ``first``, weighted by them, with one taken from its count."""
    slots = state.slots
    total = 0
    for i in range(first, first + size):
        total += slots[i]
    number = _random(state).below(total)
    i = first
    while number >= slots[i]:
        number -= slots[i]
        i += 1
    slots[i] -= 1
    return i - first


def bag_size(state: State) -> int:
    """How many disks are in the bag."""
    return sum(state.slots[BAG : BAG + 6])


def draw_element(state: State) -> int:
    """Take a random disk out of the bag, which must not be empty."""
    return _pick_one(state, BAG, 6)


def _fill_box(state: State, box: int, element: int) -> None:
    state.slots[BOX + box] += 1 << (ELEMENT_BITS * element)
    if state.events is not None:
        state.tell(ev.DISKS_DRAWN, "R9.3", [box, element, 1])


def draw_elements(state: State, box: int, count: int) -> None:
    """Draw up to ``count`` disks from the bag to a section, as many as there are (R9.3)."""
    count = min(count, bag_size(state))
    if not count:
        return
    if state.slots[MANUAL]:
        state.push(kinds.DRAW_ELEMENTS, NATURE, place=box, count=count)
        return
    for _ in range(count):
        _fill_box(state, box, draw_element(state))


def offer_elements(state: State) -> None:
    """Every element in the bag."""
    for element in range(6):
        if state.slots[BAG + element]:
            state.offer(DRAW_ELEMENT << 7, 1 << element)


def drawn_element(state: State, move: int) -> None:
    """Nature has drawn a disk to a section."""
    slots = state.slots
    top = state.top()
    element = target_of(move)
    slots[BAG + element] -= 1
    _fill_box(state, slots[top + PLACE], element)
    slots[top + COUNT] -= 1
    if not slots[top + COUNT]:
        state.pop()


def deck(state: State) -> int:
    """The cards that are face down, as a mask."""
    return ALL_CARDS & ~state.slots[AVAILABLE] & ~state.slots[TAKEN]


def deck_size(state: State) -> int:
    """How many cards are face down."""
    return deck(state).bit_count()


def next_cards(left: int) -> int:
    """Of the cards that are face down those that can be next: Ice Age lies at the bottom (R1.4)."""
    return left if left == ICE_AGE else left & ~ICE_AGE


def _turn_up_card(state: State, card: int) -> None:
    state.slots[AVAILABLE] |= 1 << card
    if state.events is not None:
        state.tell(ev.CARD_DRAWN, "R9.3", [card])


def draw_cards(state: State) -> None:
    """Refill the empty card places from the deck (R9.3)."""
    slots = state.slots
    count = min(CARD_PLACES - slots[AVAILABLE].bit_count(), deck_size(state))
    if count <= 0:
        return
    if slots[MANUAL]:
        state.push(kinds.DRAW_CARDS, NATURE, count=count)
        return
    for _ in range(count):
        cards = bits(next_cards(deck(state)))
        _turn_up_card(state, cards[_random(state).below(len(cards))])


def offer_cards(state: State) -> None:
    """Every card that can be the next one."""
    state.offer(DRAW_CARD << 7, next_cards(deck(state)))


def drawn_card(state: State, move: int) -> None:
    """Nature has turned up a card."""
    top = state.top()
    _turn_up_card(state, target_of(move))
    state.slots[top + COUNT] -= 1
    if not state.slots[top + COUNT]:
        state.pop()


def _turn_up_tile(state: State, stack: int, terrain: int) -> None:
    state.slots[FACE_UP + stack] = terrain + 1
    state.slots[FACE_DOWN + stack] -= 1
    if state.events is not None:
        state.tell(ev.TILE_TURNED_UP, "R9.3", [terrain, stack])


def turn_up_tiles(state: State) -> None:
    """Turn up the top tile of each stack whose top is face down (R9.3)."""
    slots = state.slots
    for stack in range(STACKS):
        if slots[FACE_UP + stack] or not slots[FACE_DOWN + stack]:
            continue
        if slots[MANUAL]:
            state.push(kinds.DRAW_TILE, NATURE, place=stack)
            return
        _turn_up_tile(state, stack, _pick_one(state, UNSEEN, 7))


def offer_terrains(state: State) -> None:
    """Every terrain among the unseen tiles."""
    for terrain in range(7):
        if state.slots[UNSEEN + terrain]:
            state.offer(DRAW_TILE << 7, 1 << terrain)


def drawn_tile(state: State, move: int) -> None:
    """Nature has turned up a tile; the next stack follows."""
    stack = state.slots[state.top() + PLACE]
    terrain = target_of(move)
    state.slots[UNSEEN + terrain] -= 1
    state.pop()
    _turn_up_tile(state, stack, terrain)
    turn_up_tiles(state)


def weights(state: State, moves: list[int]) -> list[int]:
    """How likely each draw of nature's pending decision is, as whole-number weights."""
    slots = state.slots
    found: list[int] = []
    for move in moves:
        verb = verb_of(move)
        target = target_of(move)
        if verb == DRAW_ELEMENT:
            found.append(slots[BAG + target])
        elif verb == DRAW_TILE:
            found.append(slots[UNSEEN + target])
        else:
            found.append(1)
    return found
