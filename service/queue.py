"""The queue between the API and the workers: searches, and who waits for them.

A *search* is one piece of work in RQ; a *ticket* is one client's claim on it, and the ticket's
unguessable id is the job id that the client sees. Equal requests attach to one search. All keys
stand under ``ds:``:

* ``ds:ticket:ID``  hash: ``search``, ``state`` (this client's own), ``detached``
* ``ds:search:ID``  hash: ``status``, ``payload``, ``equal``, ``queue``, ``created``, ``cancel``,
  ``error`` and ``result``, which is written once
* ``ds:search:ID:tickets``  set of the tickets that are attached
* ``ds:search:ID:progress``  hash that the worker fills
* ``ds:equal:DIGEST``  the search that requests with this digest attach to

The entry of a search and its RQ job are written in one transaction, so neither exists without
the other. The API calls ``submit``, ``view`` and ``detach``, a worker ``start``, ``canceled``,
``report``, ``finish`` and ``fail``. Every function may raise redis.exceptions.RedisError.
"""

import contextlib
import json
import secrets
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.exceptions import WatchError
from redis.retry import Retry as ConnectionRetry
from rq import Queue, Retry
from rq.callbacks import Callback
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

INTERACTIVE: Final = "interactive"
BATCH: Final = "batch"
QUEUES: Final = (INTERACTIVE, BATCH)  # in the order in which workers serve them

QUEUED: Final = "queued"
STARTED: Final = "started"
FINISHED: Final = "finished"
FAILED: Final = "failed"
CANCELED: Final = "canceled"
STATUSES: Final = (QUEUED, STARTED, FINISHED, FAILED, CANCELED)
_OVER: Final = (FINISHED, FAILED, CANCELED)

JOB_FUNCTION: Final = "workers.jobs.search_moves"
FAILURE_FUNCTION: Final = "workers.jobs.search_failed"
JOB_TIMEOUT: Final = 660  # seconds: the 10 minutes of a search, and some
JOB_RETRIES: Final = 3  # attempts after the first, when a worker is lost
PENDING_TTL: Final = 24 * 3600  # seconds that a search may wait and run
RESULT_TTL: Final = 3600  # seconds that a result, or a failure, can be fetched

_TICKET_BYTES: Final = 24
_FIRST_PAUSE: Final = 0.005  # seconds between looks while waiting, growing
_LAST_PAUSE: Final = 0.1
_TRIES: Final = 20  # transactions tried before giving up on a contended key

_T = TypeVar("_T")
_Scalar = bytes | bytearray | memoryview | str | int | float  # what redis-py puts into a hash


class ContendedError(RuntimeError):
    """A transaction that others kept interrupting."""


@dataclass(frozen=True, slots=True)
class View:
    """What a ticket shows: the search as it stands, with the ticket's own state.

    ``result`` and ``error`` are None until there are any. ``payload`` is the request that started
    the search: an equal one, whose state may differ from the ticket's ``state``. ``settled`` tells
    that nothing of this will change any more; a canceled search that is being stopped has not
    settled yet, since its best answer so far is still to come.
    """

    status: str
    progress: dict[str, Any]
    payload: dict[str, Any]
    state: dict[str, Any]
    result: dict[str, Any] | None
    error: str | None
    settled: bool


def connect(url: str) -> Redis:
    """A client for short calls that fails fast; no connection is made before the first call."""
    return Redis.from_url(
        url,
        socket_connect_timeout=0.5,
        socket_timeout=2.0,
        retry=ConnectionRetry(NoBackoff(), 1),
        health_check_interval=0,
    )


def queue_length(connection: Redis) -> int:
    """How many searches wait for a worker."""
    return sum(_queue(connection, name).count for name in QUEUES)


# The API's side


def submit(
    connection: Redis, digest: str, queue: str, payload: Mapping[str, Any], state: Mapping[str, Any]
) -> tuple[str, bool]:
    """Attach to the search of this digest, or start it with ``payload``.

    Answers the new ticket's id, and whether it shares a search that was there before.
    """
    ticket = secrets.token_urlsafe(_TICKET_BYTES)

    def attempt(pipe: Pipeline) -> bool:
        search = _attachable(pipe, digest)
        shared = search is not None
        if search is None:
            search = uuid.uuid4().hex
            pipe.multi()
            entry: dict[_Scalar, _Scalar] = {
                "status": QUEUED,
                "payload": json.dumps({"search": search, **payload}),
                "equal": digest,
                "queue": queue,
                "created": f"{time.time():.3f}",
            }
            pipe.hset(_search_key(search), mapping=entry)
            pipe.set(_equal_key(digest), search)
            _enqueue(connection, pipe, queue, search)
        else:
            pipe.multi()
        pipe.sadd(_tickets_key(search), ticket)
        pipe.hset(_ticket_key(ticket), mapping={"search": search, "state": json.dumps(state)})
        _expire(pipe, search, digest, PENDING_TTL)
        pipe.expire(_ticket_key(ticket), PENDING_TTL + RESULT_TTL)
        return shared

    return ticket, _transaction(connection, attempt, _equal_key(digest))


def view(connection: Redis, ticket: str) -> View | None:
    """What the ticket shows now, or None if there is no such ticket any more."""
    claim = _texts(connection.hgetall(_ticket_key(ticket)))
    search = claim.get("search", "")
    entry = _texts(connection.hgetall(_search_key(search))) if search else {}
    if not entry:
        return None
    status = entry["status"]
    if status in (QUEUED, STARTED) and _job_lost(connection, search):
        fail(connection, search, "the search was lost, and nothing is left to retry it")
        entry = _texts(connection.hgetall(_search_key(search)))
        if not entry:
            return None
        status = entry["status"]
    detached = claim.get("detached") == "1"
    withdrawn = detached and status != CANCELED
    result = None if withdrawn else entry.get("result")
    progress = _texts(connection.hgetall(_progress_key(search)))
    return View(
        status=CANCELED if detached else status,
        progress={name: json.loads(value) for name, value in progress.items()},
        payload=json.loads(entry["payload"]),
        state=json.loads(claim["state"]),
        result=None if result is None else json.loads(result),
        error=entry.get("error"),
        settled=status in _OVER or (detached and "cancel" not in entry),
    )


def wait(
    connection: Redis, ticket: str, seconds: float, give_up: Callable[[], bool] = lambda: False
) -> None:
    """Return when the ticket has settled or is gone, or when ``seconds`` have passed.

    ``give_up`` is asked at each look whether to return before that.
    """
    raw = connection.hget(_ticket_key(ticket), "search")
    if raw is None:
        return
    search = _text(raw)
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
        pipe.hmget(_search_key(search), ["status", "cancel"])
        pipe.hget(_ticket_key(ticket), "detached")
        (status, cancel), detached = pipe.execute()
    over = status is None or _text(status) in _OVER
    return over or (detached is not None and cancel is None)


def detach(connection: Redis, ticket: str) -> bool:
    """Give a ticket up; the search stops when nobody is attached any more.

    A ticket whose search is over stays as it is. False if there is no such ticket.
    """
    raw = connection.hget(_ticket_key(ticket), "search")
    if raw is None:
        return False
    search = _text(raw)
    stopped = _transaction(
        connection,
        lambda pipe: _detach(pipe, search, ticket),
        _search_key(search),
        _tickets_key(search),
    )
    if stopped:
        _remove_job(connection, search)
    return True


def _detach(pipe: Pipeline, search: str, ticket: str) -> bool:
    """Queue up the commands of a detachment; whether they cancel a search nobody started yet."""
    entry = _texts(pipe.hgetall(_search_key(search)))
    attached = {_text(member) for member in pipe.smembers(_tickets_key(search))}
    pipe.multi()
    if entry.get("status") not in (QUEUED, STARTED) or ticket not in attached:
        return False
    pipe.hset(_ticket_key(ticket), "detached", "1")
    pipe.srem(_tickets_key(search), ticket)
    if attached != {ticket}:
        return False
    pipe.hset(_search_key(search), "cancel", "1")
    pipe.delete(_equal_key(entry["equal"]))
    if entry["status"] == STARTED:
        return False
    pipe.hset(_search_key(search), "status", CANCELED)
    _expire(pipe, search, entry["equal"], RESULT_TTL)
    return True


def _attachable(pipe: Pipeline, digest: str) -> str | None:
    """The search that a request may attach to, watched so that it stays so."""
    raw = pipe.get(_equal_key(digest))
    if raw is None:
        return None
    search = _text(raw)
    _watch(pipe, _search_key(search))
    entry = _texts(pipe.hgetall(_search_key(search)))
    if "cancel" in entry or entry.get("status") not in (QUEUED, STARTED, FINISHED):
        return None
    return search


# The worker's side


def start(connection: Redis, search: str) -> dict[str, Any] | None:
    """Mark a search as started and answer its payload, or None if there is nothing to do."""

    def attempt(pipe: Pipeline) -> dict[str, Any] | None:
        entry = _texts(pipe.hgetall(_search_key(search)))
        pipe.multi()
        if entry.get("status") not in (QUEUED, STARTED):
            return None
        if "cancel" in entry:  # the worker that was to stop it died before it did
            pipe.hset(_search_key(search), "status", CANCELED)
            _expire(pipe, search, entry["equal"], RESULT_TTL)
            return None
        pipe.hset(_search_key(search), "status", STARTED)
        _expire(pipe, search, entry["equal"], PENDING_TTL)
        payload: dict[str, Any] = json.loads(entry["payload"])
        return payload

    return _transaction(connection, attempt, _search_key(search))


def canceled(connection: Redis, search: str) -> bool:
    """Whether nobody waits for the search any more, so that it should stop and finish."""
    flag, status = connection.hmget(_search_key(search), ["cancel", "status"])
    return flag is not None or status is None


def report(connection: Redis, search: str, progress: Mapping[str, Any]) -> None:
    """Replace values of the progress that clients see."""
    key = _progress_key(search)
    with connection.pipeline(transaction=True) as pipe:
        pipe.hset(key, mapping={name: json.dumps(value) for name, value in progress.items()})
        pipe.expire(key, PENDING_TTL)
        pipe.execute()


def finish(connection: Redis, search: str, result: Mapping[str, Any]) -> bool:
    """Write the result; False if the search is over or gone, and nothing was written."""
    return _end(connection, search, FINISHED, "result", json.dumps(result))


def fail(connection: Redis, search: str, detail: str) -> bool:
    """Mark a search as failed, with one sentence why; False if it is over or gone."""
    return _end(connection, search, FAILED, "error", detail)


def _end(connection: Redis, search: str, status: str, field: str, value: str) -> bool:
    def attempt(pipe: Pipeline) -> bool:
        entry = _texts(pipe.hgetall(_search_key(search)))
        pipe.multi()
        if not entry or entry["status"] in _OVER:
            return False
        final = CANCELED if "cancel" in entry else status
        pipe.hset(_search_key(search), mapping={"status": final, field: value})
        if final == FAILED:
            pipe.delete(_equal_key(entry["equal"]))
        _expire(pipe, search, entry["equal"], RESULT_TTL)
        return True

    return _transaction(connection, attempt, _search_key(search))


# Common to both


def _transaction(connection: Redis, attempt: Callable[[Pipeline], _T], *watched: str) -> _T:
    """Run ``attempt`` until its commands, given after ``multi()``, go through undisturbed."""
    for _ in range(_TRIES):
        with connection.pipeline() as pipe:
            try:
                _watch(pipe, *watched)
                answer = attempt(pipe)
                pipe.execute()
            except WatchError:
                continue
            return answer
    raise ContendedError(watched[0])


def _queue(connection: Redis, name: str) -> Queue:
    return Queue(name, connection=connection, serializer=JSONSerializer)


def _watch(pipe: Pipeline, *keys: str) -> None:
    pipe.watch(*keys)  # type: ignore[no-untyped-call]  # redis-py leaves this one untyped


def _enqueue(connection: Redis, pipe: Pipeline, queue: str, search: str) -> None:
    _queue(connection, queue).enqueue_call(
        JOB_FUNCTION,
        args=(search,),
        job_id=search,
        timeout=JOB_TIMEOUT,
        result_ttl=60,
        failure_ttl=RESULT_TTL,
        retry=Retry(max=JOB_RETRIES),
        on_failure=Callback(FAILURE_FUNCTION),
        pipeline=pipe,
    )


def _job_lost(connection: Redis, search: str) -> bool:
    try:
        status = Job.fetch(search, connection=connection, serializer=JSONSerializer).get_status()
    except NoSuchJobError:
        return True
    return status in (JobStatus.FAILED, JobStatus.CANCELED, JobStatus.STOPPED, JobStatus.FINISHED)


def _remove_job(connection: Redis, search: str) -> None:
    """Take a job that nobody started out of its queue."""
    # If a worker took it first, the worker finds the search canceled.
    with contextlib.suppress(NoSuchJobError, InvalidJobOperation):
        Job.fetch(search, connection=connection, serializer=JSONSerializer).cancel()


def _expire(pipe: Pipeline, search: str, digest: str, seconds: int) -> None:
    for key in (_search_key(search), _tickets_key(search), _progress_key(search)):
        pipe.expire(key, seconds)
    pipe.expire(_equal_key(digest), seconds)


def _ticket_key(ticket: str) -> str:
    return f"ds:ticket:{ticket}"


def _search_key(search: str) -> str:
    return f"ds:search:{search}"


def _tickets_key(search: str) -> str:
    return f"ds:search:{search}:tickets"


def _progress_key(search: str) -> str:
    return f"ds:search:{search}:progress"


def _equal_key(digest: str) -> str:
    return f"ds:equal:{digest}"


def _text(raw: bytes | str) -> str:
    return raw.decode("utf-8") if isinstance(raw, bytes) else raw


def _texts(raw: Mapping[bytes | str, bytes | str]) -> dict[str, str]:
    return {_text(name): _text(value) for name, value in raw.items()}
