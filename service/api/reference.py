"""GET /v1/components: the tables of the game."""

from typing import Final

from flask import Response

from service.api.blueprint import Blueprint
from service.api.rendering import json_response
from service.documents.components import components_object

reference: Final = Blueprint("reference", __name__, description="What a front end needs to know.")


@reference.route("/v1/components", methods=["GET"])
@reference.answers(200, {"type": "object"}, "The tables.")
def components() -> Response:
    """Get every table, name and coordinate of the game."""
    return json_response(components_object(), headers={"Cache-Control": "public, max-age=3600"})
