"""/healthz, /readyz and /metrics, for whatever runs the service."""

from typing import Final

from flask import Response
from marshmallow import Schema, fields, validate
from redis.exceptions import RedisError

from service import queue
from service.api.answer_schemas import Checks, Versions
from service.api.answers import VERSIONS
from service.api.blueprint import Blueprint
from service.api.context import context
from service.api.metrics import exposition
from service.api.problems import RETRY_SECONDS, Problem
from service.api.rendering import json_response
from service.build import ENGINE

probes: Final = Blueprint("probes", __name__, description="Health of the service.")


class Health(Versions):
    """The process is alive."""

    status = fields.String(required=True)
    build = fields.String(
        required=True,
        validate=validate.OneOf(("compiled", "pure")),
        metadata={"description": "Whether the engine runs compiled or as pure Python."},
    )


class Readiness(Schema):
    """Everything that the process needs is there."""

    status = fields.String(required=True)
    checks = fields.Nested(Checks, required=True)


@probes.route("/healthz", methods=["GET"])
@probes.answers(200, Health, "Alive.")
def healthz() -> Response:
    """Tell whether this process answers at all."""
    return json_response({"status": "ok", "build": ENGINE.name, **VERSIONS})


@probes.route("/readyz", methods=["GET"])
@probes.answers(200, Readiness, "Ready for every call.")
@probes.problems(503)
def readyz() -> Response:
    """Tell whether every call can be served; without the queue, all but /v1/ai/moves can."""
    try:
        waiting = queue.queue_length(context().redis)
        workers = queue.worker_count(context().redis)
    except RedisError as error:
        raise Problem(
            "queue_unavailable",
            "Redis does not answer; the rules calls work, AI moves do not",
            more={"checks": {"rules": "ok", "queue": "unavailable"}},
            headers={"Retry-After": str(RETRY_SECONDS)},
        ) from error
    checks = {"rules": "ok", "queue": "ok", "searches_waiting": waiting, "workers": workers}
    return json_response({"status": "ok", "checks": checks})


@probes.route("/metrics", methods=["GET"])
@probes.described(
    responses={
        "200": {
            "description": "The metrics in Prometheus' text format.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    }
)
def metrics() -> Response:
    """Get the metrics."""
    return exposition(context().redis)
