"""/v1/ai/moves: searches that workers carry out, as jobs."""

from functools import partial
from typing import Any, Final

from flask import Response

from service import queue
from service.api.ai_schemas import (
    Job,
    LastEventHeader,
    Levels,
    PreferHeader,
    SearchRequest,
    StreamQuery,
    WaitQuery,
)
from service.api.blueprint import Blueprint
from service.api.context import context
from service.api.job_answers import (
    job_object,
    job_response,
    known_job,
    preferred_wait,
    unknown_job,
)
from service.api.metrics import SEARCHES
from service.api.problems import RETRY_SECONDS, Problem
from service.api.rendering import json_response
from service.api.searches import check_searchable, search_digest, search_payload
from service.api.streams import stream
from service.documents.game import GameState
from service.documents.write import write_state
from service.levels import (
    BUDGET_CAPS,
    DEFAULT_LEVEL,
    LEVELS,
    MAX_DECISIONS,
    MAX_MINUTES,
    MAX_PARALLEL,
)

SETTLE_SECONDS: Final = 2  # that a canceled search gets to hand over its best answer

_JOB: Final = {
    "in": "path",
    "name": "job",
    "description": "The job's id, from the answer that accepted it.",
}

ai: Final = Blueprint("ai", __name__, description="Moves by the AI, searched by workers.")


@ai.route("/v1/ai/levels", methods=["GET"])
@ai.answers(200, Levels, "The levels.")
def levels() -> Response:
    """List the AI's levels, their budgets and the caps."""
    return json_response(
        {
            "levels": [level._asdict() for level in LEVELS],
            "default": DEFAULT_LEVEL,
            "budget_caps": BUDGET_CAPS,
            "max_parallel": MAX_PARALLEL,
            "max_decisions": MAX_DECISIONS,
            "max_minutes": MAX_MINUTES,
        }
    )


@ai.route("/v1/ai/moves", methods=["POST"])
@ai.arguments(SearchRequest)
@ai.arguments(PreferHeader, location="headers")
@ai.answers(
    200,
    Job,
    "The job, which is over already, by waiting or because an equal one was.",
    headers={"Location": {"schema": {"type": "string"}, "description": "The job's address."}},
)
@ai.accepts(
    202,
    Job,
    "The job; Location is where to follow it.",
    headers={
        "Location": {"schema": {"type": "string"}, "description": "The job's address."},
        "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to the next look."},
    },
)
@ai.problems(400, 413, 415, 422, 503)
def search(body: dict[str, Any], headers: dict[str, str]) -> Response:
    """Ask for the AI's move, or let it play until a person must decide.

    Only `state` is needed. Equal requests share one search. `Prefer: wait=N` lets the answer wait
    for the job's end: it is 200 when the job is over, else 202.
    """
    game: GameState = body["state"]
    document = write_state(game)
    check_searchable(game, document, body)
    here = context()
    payload = search_payload(document, body)
    try:
        ticket, shared = queue.submit(
            here.redis,
            search_digest(document, payload),
            queue.BATCH if payload["until"] else queue.INTERACTIVE,
            payload,
            document,
            limit=here.settings.queue_limit,
            include=body.get("include", ()),
        )
    except queue.QueueFullError as error:
        raise Problem(
            "queue_full",
            "too many searches are waiting for a worker",
            headers={"Retry-After": str(RETRY_SECONDS)},
        ) from error
    SEARCHES.labels("attached" if shared else "new").inc()
    response = job_response(ticket, preferred_wait(headers["prefer"]), 202, preferred=True)
    response.headers["Location"] = f"/v1/ai/moves/{ticket}"
    return response


@ai.route("/v1/ai/moves/<job>", methods=["GET"], parameters=[_JOB])
@ai.arguments(WaitQuery, location="query")
@ai.arguments(PreferHeader, location="headers")
@ai.answers(200, Job, "The job as it stands.")
@ai.problems(404, 422, 503)
def follow(query: dict[str, Any], headers: dict[str, str], job: str) -> Response:
    """Look at a job, or wait for its end with `?wait=SECONDS` or `Prefer: wait=N`."""
    seconds = query.get("wait")
    if seconds is not None:
        return job_response(known_job(job), seconds, 200)
    return job_response(known_job(job), preferred_wait(headers["prefer"]), 200, preferred=True)


@ai.route("/v1/ai/moves/<job>/events", methods=["GET"], parameters=[_JOB])
@ai.arguments(StreamQuery, location="query")
@ai.arguments(LastEventHeader, location="headers")
@ai.described(
    responses={
        "200": {
            "description": "Server-sent events: `progress` whenever there is news, then one"
            " `final`, each with the job as data; the stream ends after it.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        "204": {"description": "The client's Last-Event-ID is that of the final event."},
    }
)
@ai.problems(404, 422, 503)
def follow_events(query: dict[str, Any], headers: dict[str, str], job: str) -> Response:
    """Follow a job's progress as server-sent events, for `EventSource`.

    A stream that ends without its `final` event (the server stops, or 15 minutes have passed)
    can be opened again; with `Last-Event-ID` nothing is told twice. Too many open streams: 503.
    """
    here = context()
    view = queue.view(here.redis, known_job(job))
    if view is None:
        raise unknown_job()
    return stream(
        job,
        view,
        partial(job_object, here.key, job),
        seen=headers["last_event"],
        cancel_on_close=query.get("cancel_on_close") == "1",
    )


@ai.route("/v1/ai/moves/<job>", methods=["DELETE"], parameters=[_JOB])
@ai.answers(200, Job, "The job as it stands now.")
@ai.problems(404, 422, 503)
def cancel(job: str) -> Response:
    """Give a job up.

    The search stops when every job that shares it was given up, and keeps its best answer so
    far; the answer waits up to two seconds for that. A job that is over stays as it is.
    """
    if not queue.detach(context().redis, known_job(job)):
        raise unknown_job()
    return job_response(job, SETTLE_SECONDS, 200)
