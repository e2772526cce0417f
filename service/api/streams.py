"""Server-sent events: a job's progress as it happens, for browsers' EventSource.

Each event carries the job as ``GET /v1/ai/moves/{id}`` shows it: ``progress`` while the search
waits and runs, then one ``final``, after which the stream ends. An event's id is made from its
data, so a client that comes back with ``Last-Event-ID`` is not told again what it knows; one that
has had the final event gets 204, which stops an EventSource from coming back.
"""

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Response, request
from redis.exceptions import RedisError

from service import queue
from service.api.context import Context, context
from service.api.problems import RETRY_SECONDS, Problem
from service.api.waiting import client_gone

LOOK_SECONDS: Final = 0.2  # between two looks at the job
HEARTBEAT_SECONDS: Final = 10.0  # between two comments while there is nothing to tell
LONGEST_SECONDS: Final = 900.0  # then the stream ends, and the client comes back for more
RECONNECT_MILLISECONDS: Final = 2000

Shown = Callable[[queue.View], dict[str, Any]]  # a view as the job that clients see


def stream(
    ticket: str, view: queue.View, shown: Shown, *, seen: str, cancel_on_close: bool
) -> Response:
    """The stream of a job's events, from ``view`` on; raises Problem if too many are open.

    ``seen`` is the id of the last event that the client knows, or empty. With ``cancel_on_close``
    the job is given up when its client goes before the end.
    """
    here = context()
    if view.settled and seen == _identity(shown(view)):
        return Response(status=204)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return Response(headers=headers, content_type="text/event-stream")
    if not here.polls.take():
        raise Problem(
            "too_many_streams",
            "all threads of this process that may wait are taken; poll instead, or try again",
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
    environ = request.environ
    telling = _Telling(here, ticket, shown, seen, lambda: client_gone(environ))
    response = Response(telling.events(view), headers=headers, content_type="text/event-stream")

    @response.call_on_close
    def close() -> None:
        here.polls.leave()
        if cancel_on_close and not telling.ended:
            # If it cannot be told, the search just runs to its end.
            with contextlib.suppress(RedisError, queue.ContendedError):
                queue.detach(here.redis, ticket)

    return response


class _Telling:
    """One stream: what it has told, and whether it has ended by itself (``ended``).

    If not, its client broke it off.
    """

    def __init__(
        self, here: Context, ticket: str, shown: Shown, seen: str, gone: Callable[[], bool]
    ) -> None:
        self._here = here
        self._ticket = ticket
        self._shown = shown
        self._seen = seen
        self._gone = gone
        self.ended = False

    def events(self, view: queue.View | None) -> Iterator[str]:
        """The text of the stream, as it becomes known.

        Where the job cannot be told any more the stream ends, and whoever comes back is told what
        is the matter.
        """
        try:
            yield from self._told(view)
        except (RedisError, queue.ContendedError, Problem):
            self.ended = True
        except Exception:
            self.ended = True
            raise

    def _told(self, view: queue.View | None) -> Iterator[str]:
        yield f"retry: {RECONNECT_MILLISECONDS}\n\n"
        now = time.monotonic()
        end = now + LONGEST_SECONDS
        told = now
        while view is not None:
            job = self._shown(view)
            if view.settled:
                self.ended = True
                yield _event("final", job)
                return
            if _identity(job) != self._seen:
                self._seen = _identity(job)
                told = now
                yield _event("progress", job)
            elif now - told >= HEARTBEAT_SECONDS:
                told = now
                yield ": still here\n\n"
            time.sleep(LOOK_SECONDS)
            now = time.monotonic()
            if self._gone():
                return
            over = now > end or self._here.polls.stopping()
            view = None if over else queue.view(self._here.redis, self._ticket)
        self.ended = True


def _text(job: dict[str, Any]) -> str:
    return json.dumps(job, separators=(",", ":"))


def _identity(job: dict[str, Any]) -> str:
    return hashlib.sha256(_text(job).encode()).hexdigest()[:16]


def _event(name: str, job: dict[str, Any]) -> str:
    return f"event: {name}\nid: {_identity(job)}\ndata: {_text(job)}\n\n"
