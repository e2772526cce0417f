"""A job as its client sees it: how it stands, or its end if it comes in time."""

import re
from collections.abc import Callable
from typing import Any, Final

from flask import Response, request

from service import queue
from service.api.answers import resting_answer, state_answer
from service.api.context import context
from service.api.moving import chance_unavailable
from service.api.problems import Problem
from service.api.rendering import json_response
from service.api.waiting import client_gone
from service.documents.chance import ChanceUnavailable, ServerKey
from service.documents.play import make_moves
from service.documents.read import read_state

POLL_SECONDS: Final = 1  # Retry-After of a job that is not over

_JOB_ID: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_PREFER_WAIT: Final = re.compile(r"(?:^|[,;])\s*wait\s*=\s*\"?(\d{1,6})\"?\s*(?:$|[,;])", re.I)


def known_job(job: str) -> str:
    """The id, if it can be one; raises Problem."""
    if not _JOB_ID.fullmatch(job):
        raise unknown_job()
    return job


def unknown_job() -> Problem:
    """The problem of a job that there is not, or not any more."""
    return Problem("job_unknown", "there is no job of this id, or not any more: post it again")


def preferred_wait(prefer: str) -> float:
    """The seconds of ``Prefer: wait=N`` (RFC 7240), 0 without."""
    match = _PREFER_WAIT.search(prefer)
    return float(match.group(1)) if match else 0.0


def job_response(
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
        raise unknown_job()
    if not view.settled:
        headers["Retry-After"] = str(POLL_SECONDS)
    status = 200 if view.settled else pending_status
    return json_response(job_object(here.key, ticket, view), status, headers)


def _giving_up() -> Callable[[], bool]:
    """Whether a request that waits should go: its process is to end, or its client has gone."""
    environ = request.environ
    polls = context().polls
    return lambda: polls.stopping() or client_gone(environ)


def job_object(key: ServerKey | None, ticket: str, view: queue.View) -> dict[str, Any]:
    """The document of a job as it stands; raises Problem where its result cannot be shown here."""
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
