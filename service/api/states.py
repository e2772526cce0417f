"""POST /v1/states/validate, /score and /board: what a state is worth, and how it looks."""

from typing import Any, Final

from flask import Response
from marshmallow import fields

from service.api.answer_schemas import ErrorEntry, Versions
from service.api.answers import VERSIONS, hashes
from service.api.blueprint import Blueprint
from service.api.body import BODY_LIMIT, Strict, read_any_body
from service.api.fields import DocumentField, StateField
from service.api.picture.board import board_picture
from service.api.problems import violation_entry
from service.api.rendering import json_response, text_response
from service.documents.problems import InvalidDocument, Violation
from service.documents.read import read_state
from service.documents.reader import read_json
from service.documents.score import score_object
from service.documents.write import write_state

states: Final = Blueprint("states", __name__, description="Judging states.")


class Verdict(Versions):
    """Whether a state is valid, and everything that is wrong with it."""

    valid = fields.Boolean(required=True)
    violations = fields.List(fields.Nested(ErrorEntry), required=True)
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
        "description": "The state document itself (or an object with it as `state`), or any"
        " other bytes.",
        "content": {"application/json": {"schema": {}}},
    }
)
def validate_state() -> Response:
    """Judge a state.

    Any bytes of any type get status 200 and a verdict. Syntax is judged first; of a document
    without errors of syntax, all those of structure and consistency are listed together.
    """
    data = read_any_body()
    at = ""
    try:
        value = read_json(data, limit=BODY_LIMIT)
        if isinstance(value, dict) and set(value) == {"state"}:
            value = value["state"]
            at = "/state"
        document = write_state(read_state(value))
    except InvalidDocument as error:
        return json_response(_invalid(error.violations, at))
    return json_response(
        {
            "valid": True,
            "violations": [],
            **hashes(document),
            **VERSIONS,
        }
    )


def _invalid(violations: list[Violation], at: str) -> dict[str, Any]:
    return {"valid": False, "violations": [violation_entry(v, at) for v in violations], **VERSIONS}


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
            "description": "The picture, 800 wide.",
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
