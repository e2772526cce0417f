"""POST /v1/states/validate, /score and /board: what a state is worth, and how it looks."""

from typing import Any, Final

from flask import Response
from marshmallow import fields

from service.api.answer_schemas import LeftOut, Versions, ViolationEntry
from service.api.answers import VERSIONS, hashes
from service.api.blueprint import Blueprint
from service.api.body import BODY_LIMIT, Strict, read_any_body
from service.api.fields import DocumentField, StateField
from service.api.picture.board import board_picture
from service.api.problems import left_out_member, violation_entry
from service.api.rendering import json_response, text_response
from service.documents.score import score_object
from service.documents.verdict import judge
from service.documents.write import write_state

states: Final = Blueprint("states", __name__, description="Judging states.")


class Verdict(LeftOut, Versions):
    """Whether a state is valid, and everything that is wrong with it."""

    valid = fields.Boolean(required=True)
    violations = fields.List(
        fields.Nested(ViolationEntry),
        required=True,
        metadata={
            "description": "All of them, by level, up to a number (see more); none if the"
            " state is valid."
        },
    )
    hash = fields.String(metadata={"description": "Of a valid state."})
    position = fields.String(metadata={"description": "Of a valid state."})


class ScoreRequest(Strict):
    """A state to score."""

    state = StateField(required=True)


class BoardRequest(Strict):
    """A state to draw."""

    state = StateField(required=True)


class ScoreAnswer(Versions):
    """The scoring of a state."""

    hash = fields.String(required=True)
    position = fields.String(required=True)
    scoring = DocumentField("Scoring", required=True)


@states.route("/v1/states/validate", methods=["POST"])
@states.answers(200, Verdict, "The verdict.")
@states.problems(415)
@states.described(
    requestBody={
        "required": True,
        "description": "The state document itself (or an object with it as `state`, a whole answer"
        " for one), or any other bytes.",
        "content": {"application/json": {"schema": {}}},
    }
)
def validate_state() -> Response:
    """Judge a state.

    Any bytes of any type get status 200 and a verdict. All violations are listed at once, in
    three levels: syntax (JSON, keys, types, names), structure (counts, conservation, geometry,
    spaces) and consistency (the pending decision and what is remembered of the turn, against
    everything else). What cannot be read is reported once, and nothing that depends on it is.
    Of a text with a thousand faults the rest is counted.
    """
    verdict = judge(read_any_body(), limit=BODY_LIMIT)
    found = {
        "valid": verdict.game is not None,
        "violations": [violation_entry(violation) for violation in verdict.violations],
        **left_out_member(verdict.more),
        **VERSIONS,
    }
    if verdict.game is not None:
        found |= hashes(write_state(verdict.game))
    return json_response(found)


@states.route("/v1/states/score", methods=["POST"])
@states.arguments(ScoreRequest)
@states.answers(200, ScoreAnswer, "Tiles and animals with what they score.")
@states.problems(400, 413, 415, 422)
def score_state(body: dict[str, Any]) -> Response:
    """Score a state: what each tile would pay now, and each animal's projected points."""
    game = body["state"]
    return json_response(
        {
            **hashes(write_state(game)),
            "scoring": score_object(game),
            **VERSIONS,
        }
    )


@states.route("/v1/states/board", methods=["POST"])
@states.arguments(BoardRequest)
@states.described(
    responses={
        "200": {
            "description": "The picture, 900 wide.",
            "content": {"image/svg+xml": {"schema": {"type": "string"}}},
        }
    }
)
@states.problems(400, 413, 415, 422)
def draw_state(body: dict[str, Any]) -> Response:
    """Draw a state: the map, the animals and the action display, as an SVG picture.

    Each part has a `<title>`; the same state gives the same picture.
    """
    return text_response(
        board_picture(body["state"]),
        "image/svg+xml",
        **{
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
            "X-Content-Type-Options": "nosniff",
        },
    )
