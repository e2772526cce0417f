"""/v1/ai/moves: searches that workers carry out, as jobs."""

import hashlib
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from flask import Response, request
from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service import queue
from service.api.answer_schemas import StateAnswer
from service.api.answers import INCLUDES, VERSIONS, resting_answer, state_answer
from service.api.blueprint import Blueprint
from service.api.body import Strict
from service.api.context import context
from service.api.fields import DocumentField, StateField, StrictInteger, TableField
from service.api.metrics import SEARCHES
from service.api.moving import chance_unavailable, game_over
from service.api.problems import RETRY_SECONDS, Problem, error_entry
from service.api.rendering import json_response
from service.api.streams import stream
from service.api.waiting import client_gone
from service.documents.canonical import dumps, position_hash, state_hash
from service.documents.chance import ChanceUnavailable, ServerKey
from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.names import INDEX, NATURE_NAME
from service.documents.play import make_moves
from service.documents.read import read_state
from service.documents.shape import MAX_INT
from service.documents.write import write_state
from service.levels import (
    BUDGET_CAPS,
    DEFAULT_LEVEL,
    LEVEL_NAMES,
    LEVELS,
    MAX_DECISIONS,
    MAX_MINUTES,
    MAX_PARALLEL,
    WEIGHTS_VERSION,
    budget_for,
    parallel_for,
)
from service.rules.tables import ANIMALS

SETTLE_SECONDS: Final = 2  # that a canceled search gets to hand over its best answer
POLL_SECONDS: Final = 1  # Retry-After of a job that is not over

_JOB_ID: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_PREFER_WAIT: Final = re.compile(r"(?:^|[,;])\s*wait\s*=\s*\"?(\d{1,6})\"?\s*(?:$|[,;])", re.I)
_ANIMAL: Final = validate.OneOf(tuple(INDEX["animal"]))
_LEVEL: Final = validate.OneOf(LEVEL_NAMES)

_JOB: Final = {
    "in": "path",
    "name": "job",
    "description": "The job's id, from the answer that accepted it.",
}

ai: Final = Blueprint("ai", __name__, description="Moves by the AI, searched by workers.")


class Budget(Strict):
    """How much a search may think about each decision: one of the two."""

    milliseconds = StrictInteger(validate=validate.Range(1, BUDGET_CAPS["milliseconds"]))
    simulations = StrictInteger(validate=validate.Range(1, BUDGET_CAPS["simulations"]))

    @validates_schema(skip_on_field_errors=True)
    def _just_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ValidationError("Give either milliseconds or simulations.")


class Until(Strict):
    """Play on until one of these animals, or nature, is to decide."""

    turn_over_to = fields.List(
        fields.String(validate=_ANIMAL), required=True, validate=validate.Length(max=6)
    )


class SearchRequest(Strict):
    """A search to carry out."""

    state = StateField(required=True)
    level = fields.String(validate=_LEVEL, load_default=DEFAULT_LEVEL)
    budget = fields.Nested(
        Budget,
        metadata={
            "description": "Per decision; without it, that of the level. A level whose budget in"
            " /v1/ai/levels is null uses none, and then this changes nothing."
        },
    )
    seed = StrictInteger(
        validate=validate.Range(0, MAX_INT),
        metadata={
            "description": "Same position, level, budget in simulations, seed and parallel: same"
            " answer. Without it, the seed is made from the position, so asking again gives the"
            " same answer too."
        },
    )
    until = fields.Nested(Until)
    levels = TableField(
        keys=fields.String(validate=_ANIMAL),
        values=fields.String(validate=_LEVEL),
        metadata={"description": "Levels of single animals, where they differ from level."},
    )
    parallel = StrictInteger(
        validate=validate.Range(1, MAX_PARALLEL),
        load_default=1,
        metadata={
            "description": "Into how many parts each decision's search is split at most, for as"
            " many workers as are free. They share a budget of simulations, so that it takes less"
            " time (few simulations make fewer parts), and have one of milliseconds each, so that"
            " more is searched. Levels that use no budget have nothing to split."
        },
    )
    include = fields.List(
        fields.String(validate=validate.OneOf(INCLUDES)),
        validate=validate.Length(max=8),
        metadata={"description": "What the result shows of its state besides."},
    )


class WaitQuery(Strict):
    """How long an answer may take."""

    wait = fields.Float(
        validate=validate.Range(min=0),
        metadata={"description": "Seconds to wait for the job's end; bounded by the server."},
    )


class PreferHeader(Schema):
    """How long an answer may take, as a header."""

    prefer = fields.String(
        data_key="Prefer",
        load_default="",
        metadata={"description": "`wait=N`: wait up to N seconds for the job's end (RFC 7240)."},
    )


class LastEventHeader(Schema):
    """Where a stream that broke off is taken up again."""

    last_event = fields.String(
        data_key="Last-Event-ID",
        load_default="",
        metadata={"description": "The id of the last event received, which is not told again."},
    )


class StreamQuery(Strict):
    """What happens when the stream is closed."""

    cancel_on_close = fields.String(
        validate=validate.OneOf(("0", "1")),
        metadata={"description": "1: give the job up when the connection ends before the job."},
    )


class Progress(Schema):
    """How far a search has come; empty before it starts, told anew a few times a second."""

    decisions = fields.Integer(metadata={"description": "Made so far, with until."})
    simulations = fields.Integer(metadata={"description": "Made so far, in all decisions."})
    milliseconds = fields.Integer(metadata={"description": "Since the search started."})
    best = fields.String(metadata={"description": "Id of the best move so far."})
    value = fields.Float(metadata={"description": "What it is worth to its animal, in VP."})


def _by_animal(description: str) -> fields.Dict:
    """A number for each animal in play."""
    return fields.Dict(
        keys=fields.String(validate=validate.OneOf(ANIMALS)),
        values=fields.Float(),
        metadata={"description": description},
    )


class ConsideredMove(Schema):
    """A move that was considered."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    value = fields.Float(
        required=True, metadata={"description": "To the animal that decides, in VP of lead."}
    )
    visits = fields.Integer(metadata={"description": "Turns played out after it, by a search."})
    prior = fields.Float(metadata={"description": "What it seemed worth before that, in VP."})
    expected_points = _by_animal("Final VP that each animal can expect after it.")


class Analysis(Schema):
    """What the search looked at."""

    level = fields.String(required=True, metadata={"description": "Of the last decision."})
    seed = fields.Integer(required=True)
    simulations = fields.Integer(required=True)
    milliseconds = fields.Integer(required=True)
    decisions = fields.Integer(required=True)
    candidates = fields.List(
        fields.Nested(ConsideredMove),
        required=True,
        metadata={"description": "Of the last decision thought about, the best first."},
    )
    variation = fields.List(
        fields.String(),
        metadata={
            "description": "Ids of its move and of the rest of the action, as planned; in Planning"
            " also of the placements expected after it, those of other animals among them."
        },
    )
    expected_points = _by_animal("Final VP that each animal can expect.")
    win_probability = _by_animal("How likely each animal's player is to win, 0 to 1.")
    depth = fields.Integer(
        metadata={
            "description": "How many decisions it looked ahead, draws too: those of the action, and"
            " those of a turn played out after it, in the mean."
        }
    )
    why = fields.String(metadata={"description": "The reason for the move in one sentence."})


class Result(StateAnswer):
    """What a search found: its moves, and what the call for making moves would answer to them."""

    moves = fields.List(DocumentField("Move"), required=True)
    stopped = fields.String(
        required=True,
        validate=validate.OneOf(("move", "animal", "nature", "finished", "limit", "canceled")),
        metadata={
            "description": "Why it stopped: the move was made, one of until's animals or nature is"
            f" to decide, the game is over, {MAX_DECISIONS} decisions or {MAX_MINUTES} minutes"
            " are reached, or nobody waited any more."
        },
    )
    analysis = fields.Nested(Analysis, required=True)


class Job(Schema):
    """A search as its client sees it."""

    id = fields.String(
        required=True,
        metadata={"description": "Unguessable: whoever knows it may read and cancel the job."},
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(queue.STATUSES),
        metadata={
            "description": "finished, failed and canceled are final. A search that was given up"
            " while it ran is canceled when it has stopped and left its best answer so far."
        },
    )
    ahead = fields.Integer(
        metadata={"description": "While queued: how many searches are started before this one."}
    )
    progress = fields.Nested(Progress, required=True)
    result = fields.Nested(Result, required=True, allow_none=True)
    error = fields.String(metadata={"description": "Why it failed."})


class LevelEntry(Schema):
    """A level of play."""

    name = fields.String(required=True)
    description = fields.String(required=True)
    budget = fields.Nested(
        Budget,
        required=True,
        allow_none=True,
        metadata={"description": "Per decision, unless asked for another; null: it uses none."},
    )


class BudgetCaps(Schema):
    """The most that a budget may be."""

    milliseconds = fields.Integer(required=True)
    simulations = fields.Integer(required=True)


class Levels(Schema):
    """What the AI can be asked for."""

    levels = fields.List(fields.Nested(LevelEntry), required=True)
    default = fields.String(required=True)
    budget_caps = fields.Nested(BudgetCaps, required=True)
    max_parallel = fields.Integer(
        required=True, metadata={"description": "The most parts of a search."}
    )
    max_decisions = fields.Integer(required=True)
    max_minutes = fields.Integer(required=True)


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
    _check_searchable(game, document, body)
    here = context()
    payload = _payload(document, body)
    try:
        ticket, shared = queue.submit(
            here.redis,
            _digest(document, payload),
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
    response = _job_response(ticket, _preferred_wait(headers["prefer"]), 202, preferred=True)
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
        return _job_response(_known(job), seconds, 200)
    return _job_response(_known(job), _preferred_wait(headers["prefer"]), 200, preferred=True)


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
    view = queue.view(here.redis, _known(job))
    if view is None:
        raise _unknown_job()
    return stream(
        job,
        view,
        partial(_job, here.key, job),
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
    if not queue.detach(context().redis, _known(job)):
        raise _unknown_job()
    return _job_response(job, SETTLE_SECONDS, 200)


def _check_searchable(game: GameState, document: dict[str, Any], body: dict[str, Any]) -> None:
    """Refuse what no search could answer; raises Problem."""
    decision = decision_object(game.state)
    if decision is None:
        raise game_over()
    if decision["animal"] == NATURE_NAME and "until" not in body:
        detail = "a draw of nature is pending, and no animal is to decide"
        entry = error_entry("/state/pending", "nature_decides", detail, rule="R1.7")
        raise Problem("nature_decides", detail, errors=[entry])
    key = context().key
    if game.chance.mode == "server" and (key is None or key.kid != game.chance.kid):
        raise chance_unavailable(ChanceUnavailable(game.chance.kid), "/state")
    playing = document["animals"]
    named = [(f"/levels/{animal}", animal) for animal in body.get("levels", ())]
    waited_for = body.get("until", {}).get("turn_over_to", ())
    named += [(f"/until/turn_over_to/{place}", a) for place, a in enumerate(waited_for)]
    absent = [
        error_entry(pointer, "animal_not_in_play", f"the {animal} is not in play")
        for pointer, animal in named
        if animal not in playing
    ]
    if absent:
        raise Problem("invalid_request", absent[0]["detail"], errors=absent)


def _payload(document: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """The request with everything resolved, as the worker gets it."""
    level = body["level"]
    levels = body.get("levels", {})
    until = body.get("until")
    seed = body.get("seed")
    if seed is None:
        seed = int(position_hash(document)[:13], 16)
    return {
        "state": document,
        "level": level,
        "budget": budget_for((level, *levels.values()), body.get("budget")),
        "seed": seed,
        "until": until and {"turn_over_to": sorted(set(until["turn_over_to"]))},
        "levels": levels,
        "parallel": parallel_for((level, *levels.values()), body["parallel"]),
    }


def _digest(document: dict[str, Any], payload: dict[str, Any]) -> str:
    """What equal requests have in common.

    One decision depends on the position alone, and on which animals play together (R1.5).
    Playing on meets draws, which depend on the game's chance, so there the whole state counts.
    """
    parts = {name: value for name, value in payload.items() if name != "state"}
    parts["weights"] = WEIGHTS_VERSION
    parts["hands"] = sorted(sorted(own) for own in document["players"].values())
    basis = position_hash(document) if payload["until"] is None else state_hash(document)
    return hashlib.sha256(dumps({**parts, **VERSIONS, "basis": basis})).hexdigest()


def _known(job: str) -> str:
    """The id, if it can be one; raises Problem."""
    if not _JOB_ID.fullmatch(job):
        raise _unknown_job()
    return job


def _unknown_job() -> Problem:
    return Problem("job_unknown", "there is no job of this id, or not any more: post it again")


def _preferred_wait(prefer: str) -> float:
    """The seconds of ``Prefer: wait=N`` (RFC 7240), 0 without."""
    match = _PREFER_WAIT.search(prefer)
    return float(match.group(1)) if match else 0.0


def _job_response(
    ticket: str, seconds: float, pending_status: int, preferred: bool = False
) -> Response:
    """The job as an answer, after waiting for its end; ``pending_status`` if it is not over.

    ``preferred`` tells that the request's Prefer header asked for the wait.
    """
    here = context()
    headers = {"Cache-Control": "no-store"}
    if seconds > 0:
        seconds = min(seconds, here.settings.max_wait)
        if here.polls.take():
            if preferred:
                headers["Preference-Applied"] = f"wait={int(seconds)}"
            try:
                queue.wait(here.redis, ticket, seconds, _giving_up())
            finally:
                here.polls.leave()
    view = queue.view(here.redis, ticket)
    if view is None:
        raise _unknown_job()
    if not view.settled:
        headers["Retry-After"] = str(POLL_SECONDS)
    status = 200 if view.settled else pending_status
    return json_response(_job(here.key, ticket, view), status, headers)


def _giving_up() -> Callable[[], bool]:
    """Whether a request that waits should go: its process is to end, or its client has gone."""
    environ = request.environ
    polls = context().polls
    return lambda: polls.stopping() or client_gone(environ)


def _job(key: ServerKey | None, ticket: str, view: queue.View) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": ticket,
        "status": view.status,
        **({} if view.ahead is None else {"ahead": view.ahead}),
        "progress": view.progress,
        "result": view.result and _own_result(key, view, view.result),
    }
    if view.error is not None:
        found["error"] = view.error
    return found


def _own_result(key: ServerKey | None, view: queue.View, result: dict[str, Any]) -> dict[str, Any]:
    """The result for this ticket's own state, with what its client wants to see besides.

    Where the search was shared with another game, its moves are made anew in this one. Other
    draws of the same move may end one game and not the other. Raises Problem where this server
    cannot make the draws, though the one that took the request could.
    """
    if view.state == view.payload["state"]:
        return {**result, **resting_answer(read_state(result["state"]), view.include)}
    try:
        game, events = make_moves(read_state(view.state), result["moves"], key)
    except ChanceUnavailable as error:
        raise chance_unavailable(error, "/state") from error
    own = {**result, **state_answer(game, events, view.include)}
    if own["stopped"] in ("move", "finished"):
        own["stopped"] = "finished" if own["decision"] is None else "move"
    return own
