"""The queue between the API and the workers: searches, and who waits for them.

A *search* is one piece of work in RQ; a *ticket* is one client's claim on it, and the ticket's
unguessable id is the job id that the client sees. Equal requests attach to one search. All keys
stand under ``ds:``:

* ``ds:ticket:ID``  hash: ``search``, ``state`` (this client's own, where it is not the search's),
  ``include``, and ``left``, the progress at which it was given up while others stayed
* ``ds:search:ID``  hash: ``status``, ``payload``, ``equal``, ``queue``, ``created``, ``claims``
  (how many tickets there have been), ``cancel``, ``error`` and ``result``, which is written once;
  ``missing`` and ``rescues`` belong to ``service.lost``
* ``ds:search:ID:tickets``  set of the tickets that are attached
* ``ds:search:ID:progress``  hash that the worker fills
* ``ds:equal:DIGEST``  the search that requests with this digest attach to
* ``ds:open``  set of the searches that wait or run

The entry of a search and its RQ job are written in one transaction, so neither exists without
the other. The API calls ``submit``, ``view`` and ``detach``, a worker ``start``, ``canceled``,
``report``, ``finish``, ``fail`` and ``rescue``. Every function may raise ContendedError and
redis.exceptions.RedisError.
"""

import json
import secrets
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry as ConnectionRetry

from service import lost, rq_jobs
from service.attaching import attach
from service.entries import (
    OPEN_KEY,
    PENDING_TTL,
    RESULT_TTL,
    ContendedError,
    equal_key,
    progress_key,
    search_key,
    text,
    texts,
    ticket_key,
    tickets_key,
    transaction,
    watch,
)
from service.rq_jobs import BATCH, INTERACTIVE, QUEUES, queue_length, worker_count

__all__ = [
    "BATCH",
    "INTERACTIVE",
    "PENDING_TTL",
    "QUEUES",
    "RESULT_TTL",
    "ContendedError",
    "queue_length",
    "worker_count",
]

QUEUED: Final = "queued"
STARTED: Final = "started"
FINISHED: Final = "finished"
FAILED: Final = "failed"
CANCELED: Final = "canceled"
STATUSES: Final = (QUEUED, STARTED, FINISHED, FAILED, CANCELED)
_OPEN: Final = (QUEUED, STARTED)

MAX_TICKETS: Final = 100  # of one search
_TICKET_BYTES: Final = 24
_FIRST_PAUSE: Final = 0.005  # seconds between looks while waiting, growing
_LAST_PAUSE: Final = 0.1

_Scalar = bytes | bytearray | memoryview | str | int | float  # what redis-py puts into a hash


class QueueFullError(RuntimeError):
    """As many searches wait as may."""


@dataclass(frozen=True, slots=True)
class View:
    """What a ticket shows: the search as it stands, with the ticket's own state.

    ``result`` and ``error`` are None until there are any. ``payload`` is the request that started
    the search: an equal one, whose state may differ from the ticket's ``state``; ``include`` is
    what this client wants to see besides. ``ahead`` counts the searches that are to be started
    before it while it waits, and is None otherwise. ``settled`` tells
    that nothing of this will change any more. A ticket that was given up is CANCELED only then:
    while its search is being stopped, its best answer so far is still to come.
    """

    status: str
    progress: dict[str, Any]
    payload: dict[str, Any]
    state: dict[str, Any]
    include: tuple[str, ...]
    ahead: int | None
    result: dict[str, Any] | None
    error: str | None
    settled: bool


def connect(url: str) -> Redis:
    """A client for short calls that fails fast; no connection is made before the first call."""
    return Redis.from_url(
        url,
        socket_connect_timeout=0.5,
        socket_timeout=1.0,
        # Once more where a kept connection has been closed, but not where Redis hangs.
        retry=ConnectionRetry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
        health_check_interval=0,
    )


# The API's side


def submit(
    connection: Redis,
    digest: str,
    queue: str,
    payload: Mapping[str, Any],
    state: Mapping[str, Any],
    *,
    limit: int | None = None,
    include: Iterable[str] = (),
) -> tuple[str, bool]:
    """Attach to the search of this digest, or start it with ``payload``.

    ``state`` and ``include`` are this client's own. Answers the new ticket's id, and whether it
    shares a search that was there before. Raises
    QueueFullError for a new search while ``limit`` of them wait.
    """
    ticket = secrets.token_urlsafe(_TICKET_BYTES)
    own: dict[str, str] = {"include": " ".join(include)}
    own_state = json.dumps(state)

    def attempt(pipe: Pipeline) -> bool:
        if _attach(pipe, connection, digest, ticket, own, own_state):
            return True
        if limit is not None and queue_length(connection) >= limit:
            raise QueueFullError
        search = uuid.uuid4().hex
        claim: dict[_Scalar, _Scalar] = {"search": search}
        claim.update(own)
        if state != payload["state"]:
            claim["state"] = own_state
        pipe.multi()
        fields: dict[_Scalar, _Scalar] = {
            "status": QUEUED,
            "payload": json.dumps({"search": search, **payload}),
            "equal": digest,
            "queue": queue,
            "created": f"{time.time():.3f}",
            "claims": 1,
        }
        pipe.hset(search_key(search), mapping=fields)
        pipe.set(equal_key(digest), search, ex=PENDING_TTL)
        pipe.sadd(OPEN_KEY, search)
        pipe.expire(OPEN_KEY, PENDING_TTL)
        pipe.sadd(tickets_key(search), ticket)
        pipe.hset(ticket_key(ticket), mapping=claim)
        _expire(pipe, search, PENDING_TTL)
        pipe.expire(ticket_key(ticket), PENDING_TTL + RESULT_TTL)
        rq_jobs.enqueue(connection, pipe, queue, search)
        return False

    return ticket, transaction(connection, attempt, equal_key(digest))


def _attach(
    pipe: Pipeline,
    connection: Redis,
    digest: str,
    ticket: str,
    own: Mapping[str, str],
    own_state: str,
) -> bool:
    """Attach to the search of this digest, if there is one to attach to; whether it was done.

    Then the transaction has nothing left to do, and need not watch the digest's key any more.
    """
    raw = pipe.get(equal_key(digest))
    if raw is None:
        return False
    search = text(raw)
    payload = pipe.hget(search_key(search), "payload")  # which stays the same while it is there
    if payload is None:
        return False
    differs = json.loads(own_state) != json.loads(payload)["state"]
    claim = {**own, "state": own_state} if differs else own
    if not attach(connection, digest, search, ticket, claim, MAX_TICKETS):
        return False
    pipe.unwatch()
    return True


def view(connection: Redis, ticket: str) -> View | None:
    """What the ticket shows now, or None if there is no such ticket any more."""
    claim = texts(connection.hgetall(ticket_key(ticket)))
    search = claim.get("search", "")
    entry = texts(connection.hgetall(search_key(search))) if search else {}
    if entry and entry["status"] in _OPEN and _tend(connection, search, entry):
        entry = texts(connection.hgetall(search_key(search)))
    if not entry:
        return None
    status = entry["status"]
    withdrawn = "left" in claim
    settled = _is_settled(status, withdrawn)
    result = None if withdrawn else entry.get("result")
    waits = status == QUEUED and not settled
    progress = json.loads(claim["left"]) if withdrawn else _progress(connection, search)
    payload: dict[str, Any] = json.loads(entry.get("payload", '{"state": {}}'))
    return View(
        status=CANCELED if withdrawn else status,
        progress=progress,
        payload=payload,
        state=json.loads(claim["state"]) if "state" in claim else payload["state"],
        include=tuple(claim["include"].split()),
        ahead=rq_jobs.jobs_before(connection, entry["queue"], search) if waits else None,
        result=None if result is None else json.loads(result),
        error=None if withdrawn else entry.get("error"),
        settled=settled,
    )


def _progress(connection: Redis, search: str) -> dict[str, Any]:
    found = texts(connection.hgetall(progress_key(search)))
    return {name: json.loads(value) for name, value in found.items()}


def wait(
    connection: Redis, ticket: str, seconds: float, give_up: Callable[[], bool] = lambda: False
) -> None:
    """Return when the ticket has settled or is gone, or when ``seconds`` have passed.

    ``give_up`` is asked at each look whether to return before that.
    """
    raw = connection.hget(ticket_key(ticket), "search")
    if raw is None:
        return
    search = text(raw)
    end = time.monotonic() + seconds
    pause = _FIRST_PAUSE
    while not _settled(connection, ticket, search) and not give_up():
        left = end - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(pause, left))
        pause = min(pause * 1.5, _LAST_PAUSE)


def _settled(connection: Redis, ticket: str, search: str) -> bool:
    """What ``View.settled`` says, in one short exchange; True if the search is gone."""
    with connection.pipeline(transaction=False) as pipe:
        pipe.hget(search_key(search), "status")
        pipe.hexists(ticket_key(ticket), "left")
        status, withdrawn = pipe.execute()
    return status is None or _is_settled(text(status), withdrawn)


def _is_settled(status: str, withdrawn: bool) -> bool:
    return withdrawn or status not in _OPEN


def detach(connection: Redis, ticket: str) -> bool:
    """Give a ticket up; the search stops when nobody is attached any more.

    A ticket whose search is over stays as it is. False if there is no such ticket.
    """
    raw = connection.hget(ticket_key(ticket), "search")
    if raw is None:
        return False
    search = text(raw)
    stopped = transaction(
        connection,
        lambda pipe: _detach(pipe, search, ticket),
        search_key(search),
        tickets_key(search),
    )
    if stopped:
        rq_jobs.remove(connection, search)
    return True


def _detach(pipe: Pipeline, search: str, ticket: str) -> bool:
    """Queue up the commands of a detachment; whether they cancel a search nobody started yet."""
    entry = texts(pipe.hgetall(search_key(search)))
    attached = {text(member) for member in pipe.smembers(tickets_key(search))}
    if entry.get("status") not in _OPEN or ticket not in attached:
        pipe.multi()
        return False
    is_equal = _is_equal(pipe, search, entry)
    watch(pipe, progress_key(search))
    progress = _progress(pipe, search)
    pipe.multi()
    pipe.srem(tickets_key(search), ticket)
    if attached != {ticket}:
        # The job is over, and stays as it is now, whatever becomes of the search.
        pipe.hset(ticket_key(ticket), "left", json.dumps(progress))
        pipe.expire(ticket_key(ticket), RESULT_TTL)
        return False
    pipe.hset(search_key(search), "cancel", "1")
    if is_equal:
        pipe.delete(equal_key(entry["equal"]))
    if entry["status"] == STARTED:
        return False
    pipe.expire(ticket_key(ticket), RESULT_TTL)
    pipe.hset(search_key(search), "status", CANCELED)
    pipe.hdel(search_key(search), "payload")  # the large part, which nobody will ask for
    _close(pipe, search)
    return True


def _is_equal(pipe: Pipeline, search: str, entry: Mapping[str, str]) -> bool:
    """Whether equal requests attach to this search, watched so that it stays so.

    The key of a search that was canceled or had its fill may be that of its successor.
    """
    watch(pipe, equal_key(entry["equal"]))
    raw = pipe.get(equal_key(entry["equal"]))
    return raw is not None and text(raw) == search


# The worker's side


def start(connection: Redis, search: str) -> dict[str, Any] | None:
    """Mark a search as started and answer its payload, or None if there is nothing to do."""

    def attempt(pipe: Pipeline) -> dict[str, Any] | None:
        entry = texts(pipe.hgetall(search_key(search)))
        if entry.get("status") not in _OPEN:
            pipe.multi()
            return None
        is_equal = _is_equal(pipe, search, entry)
        pipe.multi()
        if "cancel" in entry:  # the worker that was to stop it died before it did
            pipe.hset(search_key(search), "status", CANCELED)
            _close(pipe, search)
            return None
        pipe.hset(search_key(search), "status", STARTED)
        pipe.hdel(search_key(search), "missing")
        _expire(pipe, search, PENDING_TTL)
        if is_equal:
            pipe.expire(equal_key(entry["equal"]), PENDING_TTL)
        payload: dict[str, Any] = json.loads(entry["payload"])
        return payload

    return transaction(connection, attempt, search_key(search))


def canceled(connection: Redis, search: str) -> bool:
    """Whether a search should stop: nobody waits for it any more, or somebody else ended it."""
    flag, status = connection.hmget(search_key(search), ["cancel", "status"])
    return flag is not None or status is None or text(status) not in _OPEN


def report(connection: Redis, search: str, progress: Mapping[str, Any]) -> None:
    """Replace the progress that clients see, while the search runs."""
    key = progress_key(search)

    def attempt(pipe: Pipeline) -> None:
        status = pipe.hget(search_key(search), "status")
        pipe.multi()
        if status is not None and text(status) == STARTED:
            pipe.delete(key)
            pipe.hset(key, mapping={name: json.dumps(value) for name, value in progress.items()})
            pipe.expire(key, PENDING_TTL)

    transaction(connection, attempt, search_key(search))


def finish(connection: Redis, search: str, result: Mapping[str, Any]) -> bool:
    """Write the result; False if the search is over or gone, and nothing was written."""
    return _end(connection, search, FINISHED, "result", json.dumps(result))


def fail(connection: Redis, search: str, detail: str) -> bool:
    """Mark a search as failed, with one sentence why; False if it is over or gone."""
    return _end(connection, search, FAILED, "error", detail)


def rescue(connection: Redis) -> None:
    """Look after the searches that neither wait nor are held; for a worker, every few seconds."""
    for search in lost.suspects(connection):
        entry = texts(connection.hgetall(search_key(search)))
        if entry.get("status") in _OPEN:
            _tend(connection, search, entry)
        elif not entry:
            connection.srem(OPEN_KEY, search)


def _end(connection: Redis, search: str, status: str, field: str, value: str) -> bool:
    def attempt(pipe: Pipeline) -> bool:
        entry = texts(pipe.hgetall(search_key(search)))
        if entry.get("status") not in _OPEN:
            pipe.multi()
            return False
        watch(pipe, tickets_key(search))
        tickets = [text(member) for member in pipe.smembers(tickets_key(search))]
        is_equal = _is_equal(pipe, search, entry)
        pipe.multi()
        final = CANCELED if "cancel" in entry else status
        pipe.hset(search_key(search), mapping={"status": final, field: value})
        _close(pipe, search)
        for ticket in tickets:
            pipe.expire(ticket_key(ticket), 2 * RESULT_TTL)
        if is_equal and final == FAILED:
            pipe.delete(equal_key(entry["equal"]))
        elif is_equal:
            pipe.expire(equal_key(entry["equal"]), RESULT_TTL)
        return True

    return transaction(connection, attempt, search_key(search))


# Common to both


def _tend(connection: Redis, search: str, entry: dict[str, str]) -> bool:
    """Look after an open search; whether it has been changed."""
    if not lost.tend(connection, search, entry):
        return False
    fail(connection, search, "the search was lost, and nothing is left to retry it")
    return True


def _close(pipe: Pipeline, search: str) -> None:
    """A search is over: what it leaves is kept for those who come for it."""
    pipe.srem(OPEN_KEY, search)
    _expire(pipe, search, RESULT_TTL)


def _expire(pipe: Pipeline, search: str, seconds: int) -> None:
    for key in (search_key(search), tickets_key(search), progress_key(search)):
        pipe.expire(key, seconds)
