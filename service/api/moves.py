"""POST /v1/moves and /v1/legal-moves: what can be done in a state, and doing it."""

from typing import Any, Final

from flask import Response
from marshmallow import fields, validate

from service.api.answer_schemas import Movable, StateAnswer, Versions
from service.api.answers import INCLUDES, LEGAL_MOVES, resting_answer, state_answer
from service.api.blueprint import Blueprint
from service.api.body import Strict
from service.api.fields import DocumentField, MovesField, StateField
from service.api.moving import moved
from service.api.rendering import json_response

MAX_MOVES: Final = 200  # per request

moves: Final = Blueprint("moves", __name__, description="Moves and the states after them.")


class MovesRequest(Strict):
    """Moves to make in a state."""

    state = StateField(required=True)
    moves = MovesField(
        MAX_MOVES,
        required=True,
        validate=validate.Length(min=1),
        description="Ids or objects, made one after the other: all or none.",
    )
    include = fields.List(
        fields.String(validate=validate.OneOf(INCLUDES)), validate=validate.Length(max=8)
    )


class LegalMovesRequest(Strict):
    """A state to move in."""

    state = StateField(required=True)
    include = fields.List(
        fields.String(validate=validate.OneOf(INCLUDES)),
        validate=validate.Length(max=8),
        metadata={"description": "scoring; the legal moves are there anyway."},
    )


class LegalMovesAnswer(Movable, Versions):
    """What can be done in the state."""

    hash = fields.String(required=True)
    position = fields.String(required=True)
    decision = DocumentField("Decision", required=True, allow_none=True)
    scoring = DocumentField("Scoring")


@moves.route("/v1/moves", methods=["POST"])
@moves.arguments(MovesRequest)
@moves.answers(200, StateAnswer, "The state after all the moves.")
@moves.problems(400, 413, 415, 422)
def make_moves(body: dict[str, Any]) -> Response:
    """Make moves in a state.

    Decisions with only one legal move are carried out without asking, so a state that comes back
    has two or more legal moves, or its game is over.
    """
    game, events = moved(body["state"], body["moves"])
    return json_response(state_answer(game, events, body.get("include", ())))


@moves.route("/v1/legal-moves", methods=["POST"])
@moves.arguments(LegalMovesRequest)
@moves.answers(200, LegalMovesAnswer, "Every legal move; none when the game is over.")
@moves.problems(400, 413, 415, 422)
def legal_moves(body: dict[str, Any]) -> Response:
    """List the legal moves of the pending decision."""
    answer = resting_answer(body["state"], {*body.get("include", ()), LEGAL_MOVES})
    del answer["state"]  # the client has it
    return json_response(answer)
