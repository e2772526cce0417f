"""Making a request's moves, with the problem that a rejected one answers."""

from collections.abc import Sequence
from typing import Any

from service.api.context import context
from service.api.fields import Move
from service.api.problems import Problem, error_entry, rule_url
from service.documents.chance import ChanceUnavailable
from service.documents.game import GameState
from service.documents.play import MoveRejected, make_moves
from service.rules.errors import GameOver
from service.rules.events import Event


def moved(game: GameState, moves: Sequence[Move]) -> tuple[GameState, list[Event]]:
    """The game after all the moves, and their events; raises Problem at the first bad one."""
    try:
        return make_moves(game, moves, context().key)
    except MoveRejected as rejected:
        raise rejection(rejected, rejected.index, moves) from rejected
    except ChanceUnavailable as error:
        raise chance_unavailable(error, "/state") from error


def chance_unavailable(error: ChanceUnavailable, at: str = "") -> Problem:
    """The problem of draws that this server cannot make; ``at`` is the pointer to the state."""
    entry = error_entry(at + error.field, "chance_unavailable", error.reason, rule=error.rule)
    return Problem("chance_unavailable", error.reason, errors=[entry])


def game_over(index: int | None = None) -> Problem:
    """The problem of a move, or a search, in a finished game."""
    error = GameOver()
    pointer = "/state/phase" if index is None else f"/moves/{index}"
    more: dict[str, Any] = {"rule": error.rule, "rule_url": rule_url(error.rule)}
    if index is not None:
        more |= {"index": index, "reason": error.reason, "decision": None}
    entry = error_entry(pointer, "game_over", error.reason, rule=error.rule)
    return Problem("game_over", error.reason, errors=[entry], more=more)


def rejection(rejected: MoveRejected, index: int, moves: Sequence[object]) -> Problem:
    """The problem of a move that is not legal, the one with this index among the request's moves.

    Its sentence counts from 1, as people do; indices and pointers count from 0.
    """
    error = rejected.error
    if isinstance(error, GameOver) or rejected.decision is None:
        return game_over(index)
    pointer = f"/moves/{index}"
    move = moves[index]
    which = f"move {index + 1} of {len(moves)}: " if len(moves) > 1 else ""
    if isinstance(move, dict) and error.field.partition("/")[0] in move:
        pointer += f"/{error.field}"
    return Problem(
        "illegal_move",
        f"{which}{error.reason}",
        errors=[error_entry(pointer, "illegal_move", error.reason, rule=error.rule)],
        more={
            "index": index,
            "rule": error.rule,
            "rule_url": rule_url(error.rule),
            "reason": error.reason,
            "decision": rejected.decision,
        },
    )
