"""The service with two more kinds of calls to compare it with, all in one gunicorn.

``/floor/CALL/NUMBER`` is what any Flask service of this kind must do: parse the JSON, pass it
through a marshmallow schema of Raw fields, write an answer of the same size. ``/echo/CALL`` reads
the state and writes it back through the service's own reader and writer, without any rule.
"""

import json
from typing import Any, Final

from flask import Flask, Response, request
from marshmallow import Schema, fields
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from service.api.blueprint import Blueprint
from service.api.moves import LegalMovesRequest, MovesRequest
from service.api.rendering import json_response
from service.app import create_app
from service.documents.write import write_state
from workers.bench.bodies import CALLS, bodies


class Raw(Schema):
    """Anything, as it is."""

    state = fields.Raw(required=True)
    moves = fields.Raw()


def _floor(app: Flask) -> Flask:
    """An application that answers each request with what ``app`` answered to it at the start."""
    client = app.test_client()
    answers: Final = {
        call: [
            client.post(CALLS[call], data=body, content_type="application/json").json
            for body in bodies(call)
        ]
        for call in CALLS
    }
    schema = Raw()
    floor = Flask("floor", static_folder=None)

    @floor.post("/<call>/<int:number>")
    def answer(call: str, number: int) -> Response:
        schema.load(json.loads(request.get_data()))
        text = json.dumps(answers[call][number], separators=(",", ":"))
        return Response(text, content_type="application/json")

    return floor


def _echo() -> Blueprint:
    echo = Blueprint("echo", __name__, description="States, read and written back.")

    @echo.route("/echo/moves", methods=["POST"])
    @echo.arguments(MovesRequest)
    def moves(body: dict[str, Any]) -> Response:
        return json_response({"state": write_state(body["state"]), "moves": body["moves"]})

    @echo.route("/echo/legal_moves", methods=["POST"])
    @echo.arguments(LegalMovesRequest)
    def legal_moves(body: dict[str, Any]) -> Response:
        return json_response({"state": write_state(body["state"])})

    return echo


def create() -> DispatcherMiddleware:
    """What gunicorn runs."""
    app = create_app()
    app.register_blueprint(_echo())
    return DispatcherMiddleware(app, {"/floor": _floor(app)})
