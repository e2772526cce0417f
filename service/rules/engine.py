"""Legal moves, and what a move makes of a state: the engine's front door.

A state at rest has a pending decision with two legal moves or more, or its game is over; a
decision with one legal move is carried out without asking. ``apply`` checks a move and leaves the
state it is given alone; ``play`` does neither, for searches that know what they do.
"""

from service.rules.decisions import DECISIONS
from service.rules.dominance import interject, interjections
from service.rules.errors import GameOver, IllegalMove
from service.rules.events import Event
from service.rules.moves import CLAIM, verb_of
from service.rules.reasons import reason
from service.rules.rng import Random
from service.rules.slots import CURSOR, DEPTH, KIND
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.turn import next_step

__all__ = [
    "apply",
    "interjections",
    "is_legal",
    "legal_moves",
    "play",
    "play_out",
    "random_move",
    "settle",
]


def _offer(state: State) -> None:
    """Fill ``bases`` and ``masks`` with the legal moves of the pending decision."""
    if state.fresh:
        return
    state.bases.clear()
    state.masks.clear()
    if state.slots[DEPTH]:
        DECISIONS[state.slots[state.top() + KIND]][0](state)
    state.fresh = True


def legal_moves(state: State) -> list[int]:
    """Every legal move of the pending decision, packed, in ascending order; none at the end."""
    _offer(state)
    found: list[int] = []
    for i in range(len(state.bases)):
        base = state.bases[i]
        mask = state.masks[i]
        while mask:
            low = mask & -mask
            found.append(base + low.bit_length() - 1)
            mask ^= low
    found.sort()
    return found


def is_legal(state: State, move: int) -> bool:
    """Whether the packed move is among the legal ones."""
    _offer(state)
    for i in range(len(state.bases)):
        offset = move - state.bases[i]
        if 0 <= offset < 128 and state.masks[i] >> offset & 1:
            return True
    return False


def random_move(state: State, random: Random) -> int:
    """A legal move drawn uniformly, without building the list; the game must not be over."""
    _offer(state)
    masks = state.masks
    total = 0
    for mask in masks:
        total += mask.bit_count()
    number = random.below(total)
    i = 0
    count = masks[0].bit_count()
    while number >= count:
        number -= count
        i += 1
        count = masks[i].bit_count()
    mask = masks[i]
    while number:
        mask &= mask - 1
        number -= 1
    return state.bases[i] + (mask & -mask).bit_length() - 1


def play(state: State, move: int, stop: int = FINISHED) -> None:
    """Carry out a legal move in place, and all that follows without a choice.

    ``state.random`` must be set unless chance is manual; the move is not checked.
    """
    state.fresh = False
    DECISIONS[state.slots[state.top() + KIND]][1](state, move)
    settle(state, stop)


def play_out(state: State, random: Random) -> int:
    """Play random moves in place until the game is over; the number of decisions made.

    Draws are answered by ``random`` too. A game without a turn limit may go on forever.
    """
    state.random = random
    slots = state.slots
    decisions = 0
    while slots[CURSOR] != FINISHED:
        play(state, random_move(state, random))
        decisions += 1
    return decisions


def settle(state: State, stop: int = FINISHED) -> None:
    """Go on until somebody has a choice of two moves or more, or the game is over.

    A search that looks no further than a step of the turn names it as ``stop``: there the state
    is left with nothing pending.
    """
    slots = state.slots
    while True:
        if slots[DEPTH]:
            kind = slots[state.top() + KIND]
            state.fresh = False
            _offer(state)
            mask = state.masks[0]
            if len(state.masks) > 1 or mask & (mask - 1):
                return
            state.fresh = False
            DECISIONS[kind][1](state, state.bases[0] + mask.bit_length() - 1)
        elif slots[CURSOR] == FINISHED or slots[CURSOR] == stop:
            return
        else:
            next_step(state)


def apply(state: State, move: int, random: Random, events: list[Event] | None = None) -> State:
    """The state after a move or an interjection; the given state stays as it is.

    ``random`` answers the draws of this move (``random.used`` tells whether there were any), and
    ``events`` receives what happened. Raises IllegalMove, or GameOver when the game has ended.
    """
    if state.slots[CURSOR] == FINISHED:
        raise GameOver
    after = state.copy()
    after.random = random
    after.events = events
    if verb_of(move) >= CLAIM:
        interject(after, move)
    else:
        if not is_legal(state, move):
            raise IllegalMove(*reason(state, move))
        play(after, move)
    after.random = None
    after.events = None
    return after
