"""POST /v1/replays: a whole game from its moves, as JSON or in the readable form."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Response, request
from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.answer_schemas import RestingAnswer
from service.api.answers import INCLUDES, hashes, resting_answer
from service.api.blueprint import Blueprint
from service.api.body import Parser, Strict, check_type, read_any_body
from service.api.context import context
from service.api.fields import MovesField, NameField, StateField
from service.api.games import ChanceChoice, NewGame
from service.api.moving import chance_unavailable, rejection
from service.api.problems import Problem, error_entry
from service.api.rendering import json_response
from service.documents.chance import ChanceUnavailable
from service.documents.decisions import decision_object
from service.documents.replay import (
    MAX_MOVES,
    Outcome,
    Replay,
    ReplayFailed,
    Setup,
    Step,
    run,
)
from service.documents.replay_record import record
from service.documents.replay_text import MAX_BYTES, UnreadableReplay, read_replay
from service.documents.write import write_state
from service.rules.errors import SetupError

TEXT: Final = "text"
TEXT_TYPE: Final = "text/plain"

replays: Final = Blueprint("replays", __name__, description="Whole games.")


class ReplayChance(ChanceChoice):
    """Where the game's draws came from; of server chance perhaps the id of the key."""

    kid = NameField(description="For server chance: the key that the game's states name.")

    @validates_schema
    def _key_of_server(self, data: dict[str, Any], **_: Any) -> None:
        if "kid" in data and data.get("mode") != "server":
            raise ValidationError("Only server chance has a key.", "kid")


class ReplaySetup(NewGame):
    """A game as it was set up: the body of POST /v1/games, with the seed, and the game's id."""

    class Meta(Strict.Meta):
        """Options of marshmallow."""

        exclude = ("include",)

    chance = fields.Nested(ReplayChance)
    game = NameField(
        description="The id of the game, for the same hashes; with server chance its first draws"
        " depend on it."
    )


class ReplayRequest(Strict):
    """Where a game began, and its moves."""

    setup = fields.Nested(ReplaySetup)
    state = StateField()
    moves = MovesField(
        MAX_MOVES,
        required=True,
        description="Ids or objects, in order; with manual chance the draws too.",
    )
    include = fields.List(
        fields.String(validate=validate.OneOf((*INCLUDES, TEXT))), validate=validate.Length(max=8)
    )

    @validates_schema
    def _one_beginning(self, data: dict[str, Any], **_: Any) -> None:
        if ("setup" in data) == ("state" in data):
            raise ValidationError("Either setup or state says where the game begins.")


class ReplayAnswer(RestingAnswer):
    """The state after all the moves."""

    moves = fields.Integer(required=True, metadata={"description": "How many were made."})
    checks = fields.Integer(
        required=True, metadata={"description": "How many facts of a text were checked."}
    )
    text = fields.String(metadata={"description": "The game in the readable form."})


class ReplayParser(Parser):
    """Reads bodies of up to 4 MiB."""

    body_limit = MAX_BYTES


_PARSER: Final = ReplayParser()


@replays.route("/v1/replays", methods=["POST"])
@replays.described(
    requestBody={
        "required": True,
        "description": "A setup or a state with moves; or a game in the readable form.",
        "content": {
            "application/json": {"schema": ReplayRequest},
            TEXT_TYPE: {"schema": {"type": "string"}},
        },
    }
)
@replays.answers(200, ReplayAnswer, "The state after all the moves.")
@replays.problems(400, 413, 415, 422)
def replay() -> Response:
    """Replay a game.

    At the first illegal move the problem gives its index, the reason, and the state before it.
    Of a text (docs/replays.md) every heading, event and check value is checked too.
    """
    if request.mimetype == TEXT_TYPE:
        game = _read_text()
        include: Sequence[str] = ()
        at = ""
    else:
        body = _PARSER.parse(ReplayRequest(), request, location="json")
        origin = Setup(**body["setup"]) if "setup" in body else body["state"]
        game = Replay(origin, [Step(0, "", move) for move in body["moves"]])
        include = body.get("include", ())
        at = "/setup" if "setup" in body else "/state"
    outcome = _run(game, at)
    answer = {
        "moves": outcome.moves,
        "checks": outcome.checks,
        **resting_answer(outcome.game, include),
    }
    if TEXT in include:
        answer["text"] = record(game.origin, game.moves(), context().key)
    return json_response(answer)


def _read_text() -> Replay:
    check_type(TEXT_TYPE)
    data = read_any_body(MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise Problem("too_large", f"the body has more than {MAX_BYTES} bytes")
    try:
        return read_replay(data)
    except UnreadableReplay as error:
        entries = [
            error_entry("", "unreadable_line", fault.detail, rule=fault.rule) | {"line": fault.line}
            for fault in error.faults
        ]
        first = error.faults[0]
        detail = f"line {first.line}: {first.detail}"
        raise Problem("invalid_request", detail, errors=entries, left_out=error.more) from error


def _run(game: Replay, at: str) -> Outcome:
    """Carry the replay out; ``at`` is the pointer to where it begins."""
    try:
        return run(game, context().key)
    except ReplayFailed as failed:
        raise _failed(failed, game) from failed
    except ChanceUnavailable as error:
        raise _at_line(chance_unavailable(error, at), game.line_of(error), error.reason) from error
    except SetupError as error:
        pointer = f"{at}/{error.field}" if at else ""
        entry = error_entry(pointer, "invalid_setup", error.reason, rule=error.rule)
        problem = Problem("invalid_setup", error.reason, errors=[entry])
        raise _at_line(problem, game.line_of(error), error.reason) from error


def _at_line(problem: Problem, line: int, reason: str) -> Problem:
    """The problem, told with the line of the text that it is about unless that is 0 (no text)."""
    if line:
        problem.detail = f"line {line}: {reason}"
        problem.errors = [{**entry, "pointer": "", "line": line} for entry in problem.errors]
    return problem


def _failed(failed: ReplayFailed, game: Replay) -> Problem:
    if failed.rejected is None:
        entry = error_entry("", "replay_differs", failed.reason)
        decision = decision_object(failed.game.state)
        more = {"index": failed.index, "reason": failed.reason, "decision": decision}
        problem = Problem("replay_differs", failed.reason, errors=[entry], more=more)
    else:
        problem = rejection(failed.rejected, failed.index, game.moves())
    _at_line(problem, failed.line, failed.reason)
    document = write_state(failed.game)
    problem.more |= {"state": document, **hashes(document)}
    return problem
