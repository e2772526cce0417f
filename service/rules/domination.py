"""The action Domination: a tile is scored and its dominant animal takes a card (R7.12)."""

from service.rules import events as ev
from service.rules import kinds
from service.rules.cards import resolve
from service.rules.dominance import cone
from service.rules.earth import inhabited
from service.rules.moves import DOMINATE, FORFEIT, TAKE_CARD, target_of, verb_of
from service.rules.pawns import finish, forfeit
from service.rules.scoring import score_tile
from service.rules.slots import ANIMAL, AVAILABLE, DOMINATED, KIND, PLACE, TAKEN
from service.rules.state import State


def offer_tiles(state: State) -> None:
    """Tiles with species that were not chosen before in this turn's Domination (R7.12)."""
    state.offer(DOMINATE << 7, inhabited(state) & ~state.slots[DOMINATED])
    state.offer(FORFEIT << 7, 1)


def dominate(state: State, move: int) -> None:
    """Choose, score and award in one step (R7.12)."""
    if verb_of(move) == FORFEIT:
        forfeit(state)
        return
    slots = state.slots
    hex_ = target_of(move)
    slots[DOMINATED] |= 1 << hex_
    slots[state.top() + PLACE] = hex_
    score_tile(state, hex_, "R7.12")
    taker = cone(state, hex_)
    if taker >= 0 and slots[AVAILABLE]:
        state.push(kinds.TAKE_CARD, taker)
    else:
        finish(state)


def offer_cards(state: State) -> None:
    """The face-up cards; one must be taken (R7.12)."""
    state.offer(TAKE_CARD << 7, state.slots[AVAILABLE])


def take_card(state: State, move: int) -> None:
    """Take the card out of the game and resolve it at once (R7.12, R8)."""
    slots = state.slots
    card = target_of(move)
    animal = slots[state.top() + ANIMAL]
    state.pop()
    slots[AVAILABLE] &= ~(1 << card)
    slots[TAKEN] |= 1 << card
    if state.events is not None:
        state.tell(ev.CARD_TAKEN, "R7.12", [animal, card])
    resolve(state, card, animal)
    if slots[state.top() + KIND] == kinds.DOMINATE:
        finish(state)
