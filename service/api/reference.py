"""GET /v1/components and /v1/schemas/state: the tables of the game, the schema of its states."""

from typing import Final

from flask import Response

from service.api.blueprint import Blueprint
from service.api.rendering import json_response, kept
from service.api.schema_parts import reference as named
from service.documents import schema
from service.documents.components import components_object

reference: Final = Blueprint("reference", __name__, description="What a front end needs to know.")


@reference.route("/v1/components", methods=["GET"])
@reference.answers(200, named("Components"), "The tables.")
@reference.unchanged()
def components() -> Response:
    """Get every table, name and coordinate of the game."""
    return kept(json_response(components_object()))


@reference.route("/v1/schemas/state", methods=["GET"])
@reference.answers(200, {"type": "object"}, "The schema.")
@reference.unchanged()
def state_schema() -> Response:
    """Get the JSON Schema (2020-12) of the state document, whole in itself, for offline tools."""
    return kept(json_response(schema.state_schema()))
