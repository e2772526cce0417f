"""Turns everything that can go wrong in a request into a problem document."""

import logging
from typing import Final

from flask import Flask, Response, request
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from service.api.problems import KINDS, RETRY_SECONDS, Problem, code_of_status
from service.queue import ContendedError

MAX_SHOWN: Final = 100  # characters of a path or method

_log: Final = logging.getLogger(__name__)


def handle_errors(app: Flask) -> None:
    """Install the handlers; they never show a stack trace."""
    app.register_error_handler(Problem, Problem.response)
    app.register_error_handler(HTTPException, _of_flask)
    app.register_error_handler(RedisError, _of_queue)
    app.register_error_handler(ContendedError, _of_queue)
    app.register_error_handler(Exception, _of_fault)


def _of_flask(error: HTTPException) -> Response | WerkzeugResponse:
    if error.code is None or error.code < 400:
        return error.get_response()
    code = code_of_status(error.code)
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    detail = _detail(error) or KINDS[code].title
    return Problem(code, detail, headers=headers).response()


def _detail(error: HTTPException) -> str | None:
    """A sentence about this very request, where Flask's own says less than we know."""
    if isinstance(error, NotFound):
        return f"there is nothing at {request.path[:MAX_SHOWN]}; /docs lists what there is"
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        return f"{request.method[:MAX_SHOWN]} is not possible here; possible are {allowed}"
    return error.description


def _of_queue(error: Exception) -> Response:
    _log.warning("the queue is unavailable: %s", error)
    return Problem(
        "queue_unavailable",
        "the queue does not answer; AI moves are not available just now",
        headers={"Retry-After": str(RETRY_SECONDS)},
    ).response()


def _of_fault(error: Exception) -> Response:
    _log.error("fault while answering", exc_info=error)
    return Problem("internal_error", "the service failed to answer this request").response()
