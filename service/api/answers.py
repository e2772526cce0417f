"""The answer that carries a state, and the list of what can be done in it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from service.documents.canonical import position_hash, state_hash
from service.documents.decisions import decision_object
from service.documents.events import event_object
from service.documents.game import GameState
from service.documents.moves import move_id, move_label, move_object
from service.documents.names import NATURE_NAME
from service.documents.score import score_object
from service.documents.write import write_state
from service.rules import RULINGS
from service.rules.draws import weights
from service.rules.engine import interjections, legal_moves
from service.rules.events import Event
from service.version import VERSION

LEGAL_MOVES: Final = "legal_moves"
SCORING: Final = "scoring"
INCLUDES: Final = (LEGAL_MOVES, SCORING)
VERSIONS: Final = {"engine": VERSION, "rulings": RULINGS}


def hashes(document: Mapping[str, object]) -> dict[str, str]:
    """The two hashes by which an answer names a state."""
    return {"hash": state_hash(document), "position": position_hash(document)}


def state_answer(
    game: GameState, events: Iterable[Event] = (), include: Iterable[str] = ()
) -> dict[str, Any]:
    """State, hashes, events and decision of a game, and what ``include`` asks for besides."""
    told = [event_object(event) for event in events]
    return resting_answer(game, include) | {"events": told}


def resting_answer(game: GameState, include: Iterable[str] = ()) -> dict[str, Any]:
    """The same without events: the state alone, however it came about."""
    document = write_state(game)
    answer: dict[str, Any] = {
        "state": document,
        **hashes(document),
        "decision": decision_object(game.state),
    }
    if LEGAL_MOVES in include:
        answer |= moves_answer(game)
    if SCORING in include:
        answer["scoring"] = score_object(game)
    return answer | VERSIONS


def moves_answer(game: GameState) -> dict[str, Any]:
    """The legal moves of the pending decision and, apart from them, the interjections."""
    state = game.state
    moves = legal_moves(state)
    entries = [_entry(move) for move in moves]
    decision = decision_object(game.state)
    if decision is not None and decision["animal"] == NATURE_NAME:
        found = weights(state, moves)
        total = sum(found)
        for entry, weight in zip(entries, found, strict=True):
            entry["probability"] = weight / total
    return {
        "legal_moves": entries,
        "interjections": [_entry(move) for move in interjections(state)],
    }


def _entry(move: int) -> dict[str, Any]:
    return {"id": move_id(move), "label": move_label(move), "move": move_object(move)}
