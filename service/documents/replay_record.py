"""Writing a game down as a replay that people can read and ``replay.run`` can check."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.documents.chance import ServerKey
from service.documents.game import GameState
from service.documents.moves import move_id, move_label, parse_move
from service.documents.play import make_move
from service.documents.replay import (
    AT,
    FACTS,
    Setup,
    begin,
    decider_of,
    event_text,
    place_text,
)
from service.documents.replay_text import COMMENT, header_lines
from service.rules.events import Event
from service.rules.moves import CLAIM, verb_of
from service.rules.slots import CURSOR
from service.rules.steps import FINISHED

_INDENT: Final = "  "
_DECIDER_WIDTH: Final = 10
_MOVE_WIDTH: Final = 30
_AT_PHASES: Final = ("points", "hash")
_AT_THE_END: Final = ("points", "ranking", "hash")


class Detail(NamedTuple):
    """What a record tells besides the moves and the checks at each phase.

    ``labels``: what each move means, as a comment; ``events``: what it brought about;
    ``decisions``: before each move, the kind of the decision, the number of legal moves, the
    points and the hash.
    """

    labels: bool = True
    events: bool = True
    decisions: bool = False


def record(
    origin: Setup | GameState,
    moves: Sequence[object],
    key: ServerKey | None = None,
    *,
    detail: Detail = Detail(),  # noqa: B008 - a tuple of constants
    comments: Iterable[str] = (),
) -> str:
    """The text of the game that the moves (ids or objects) make from the origin.

    Raises IllegalMove, SetupError and ChanceUnavailable.
    """
    return "\n".join(_lines(origin, moves, key, detail, comments)) + "\n"


def _lines(
    origin: Setup | GameState,
    moves: Sequence[object],
    key: ServerKey | None,
    detail: Detail,
    comments: Iterable[str],
) -> Iterator[str]:
    game, events = begin(origin, key)
    header = header_lines(_naming_the_key(origin, key))
    yield next(header)
    for comment in comments:
        yield f"{COMMENT} {' '.join(comment.split())}"
    yield from header
    yield from _event_lines(events, detail)
    place = phase = ""
    for move in moves:
        if game.state.slots[CURSOR] != FINISHED and place_text(game) != place:
            place = place_text(game)
            yield from ("", f"[{place}]")
            if place.partition(":")[0] != phase:
                phase = place.partition(":")[0]
                yield from _facts(game, () if detail.decisions else _AT_PHASES)
        for one in parse_move(game, move):
            if detail.decisions:
                yield from _facts(game, ("decision", "legal", *_AT_PHASES))
            yield _move_line(game, one, detail)
            events = []
            game = make_move(game, one, key, events)
            yield from _event_lines(events, detail)
    yield from ("", f"[{place_text(game)}]")
    over = game.state.slots[CURSOR] == FINISHED
    yield from _facts(game, _AT_THE_END if over else _AT_PHASES)


def _naming_the_key(origin: Setup | GameState, key: ServerKey | None) -> Setup | GameState:
    """Where the game begins; with server chance, the key by which its draws can be made again."""
    if isinstance(origin, GameState) or key is None:
        return origin
    chance = origin.chance or {}
    if chance.get("mode") != "server":
        return origin
    return replace(origin, chance={**chance, "kid": key.kid})


def _facts(game: GameState, names: Iterable[str]) -> Iterator[str]:
    return (f"= {name} {FACTS[name](game)}" for name in names if name != AT)


def _event_lines(events: Iterable[Event], detail: Detail) -> Iterator[str]:
    return (f"{_INDENT * 2}> {event_text(event)}" for event in events if detail.events)


def _move_line(game: GameState, move: int, detail: Detail) -> str:
    """A move with its decider; a claim or a call-off is nobody's turn, so it has none."""
    decider = "" if verb_of(move) >= CLAIM else decider_of(game)
    line = f"{_INDENT}{decider:<{_DECIDER_WIDTH}} {move_id(move)}"
    width = len(_INDENT) + _DECIDER_WIDTH + 1 + _MOVE_WIDTH
    return f"{line:<{width}}  {COMMENT} {move_label(move)}" if detail.labels else line
