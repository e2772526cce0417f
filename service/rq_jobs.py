"""RQ's side of a search: the job that a worker takes, and where that job is.

A search and its job have the same id. The jobs of its partners, if it is split, have others and
are nobody's to see.
"""

import contextlib
import secrets
from typing import Final, NamedTuple, cast

from redis import Redis
from redis.client import Pipeline
from rq import Queue, Retry
from rq.callbacks import Callback
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.executions import Execution
from rq.job import Job, JobStatus
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.worker_registration import get_keys

from service.entries import PENDING_TTL, RESULT_TTL, text
from service.levels import MAX_MINUTES

INTERACTIVE: Final = "interactive"
BATCH: Final = "batch"
QUEUES: Final = (INTERACTIVE, BATCH)  # in the order in which workers serve them
# Whoever can help with a search that is split: served last, so that each search gets one worker
# before any gets two.
PARTNERS: Final = "partners"
SERVED: Final = (*QUEUES, PARTNERS)

JOB_FUNCTION: Final = "workers.jobs.search_moves"
PARTNER_FUNCTION: Final = "workers.partners.join"
FAILURE_FUNCTION: Final = "workers.jobs.search_failed"
JOB_TIMEOUT: Final = 60 * (MAX_MINUTES + 1)  # seconds: the minutes of a search, and some
JOB_RETRIES: Final = 3  # attempts after the first, when a worker is lost
_PARTNER_FAILURE_TTL: Final = 60

WAITING: Final = "waiting"
HELD: Final = "held"
ENDED: Final = "ended"
MISSING: Final = "missing"
_ENDED: Final = (JobStatus.FAILED, JobStatus.CANCELED, JobStatus.STOPPED, JobStatus.FINISHED)


class Whereabouts(NamedTuple):
    """Where a job is at a moment, ``now`` (Redis's clock, in seconds).

    ``place`` is WAITING in its queue, HELD by a worker that gives signs of life, ENDED, or
    MISSING. ``begun`` tells whether RQ knows that it was begun; ``executions`` are what RQ still
    notes of workers that held it.
    """

    place: str
    now: float
    begun: bool
    executions: list[str]


def queue_length(connection: Redis) -> int:
    """How many searches wait for a worker."""
    return sum(_queue(connection, name).count for name in QUEUES)


def jobs_before(connection: Redis, queue: str, search: str) -> int:
    """How many jobs workers take before this one, which waits in this queue."""
    place = connection.lpos(_queue(connection, queue).key, search)
    first = sum(_queue(connection, name).count for name in QUEUES[: QUEUES.index(queue)])
    return first + (place if isinstance(place, int) else 0)


def worker_count(connection: Redis) -> int:
    """How many workers serve the queue; one that was killed counts for some seconds more."""
    keys = get_keys(connection=connection)
    return int(connection.exists(*keys)) if keys else 0


def enqueue(
    connection: Redis, pipe: Pipeline, queue: str, search: str, at_front: bool = False
) -> None:
    """Put a job, anew if there was one of this id, into its queue with the transaction."""
    _queue(connection, queue).enqueue_call(
        JOB_FUNCTION,
        args=(search,),
        job_id=search,
        timeout=JOB_TIMEOUT,
        ttl=PENDING_TTL,
        result_ttl=60,
        failure_ttl=RESULT_TTL,
        retry=Retry(max=JOB_RETRIES),
        on_failure=Callback(FAILURE_FUNCTION),
        at_front=at_front,
        pipeline=pipe,
    )


def forget(
    connection: Redis, pipe: Pipeline, queue: str, search: str, executions: list[str]
) -> None:
    """Remove what is left of a lost job with the transaction, so that RQ never acts on it."""
    pipe.lrem(_queue(connection, queue).key, 0, search)
    if executions:
        pipe.zrem(_registry(connection, queue).key, *executions)


def invite(connection: Redis, split: str, search: str, version: str) -> None:
    """Ask for a partner of a search, which is split under the id ``split``.

    ``version`` tells how the search searches. It does not matter much if the job is lost.
    """
    _queue(connection, PARTNERS).enqueue_call(
        PARTNER_FUNCTION,
        args=(split, search, version),
        job_id=f"{split}-{secrets.token_hex(4)}",
        timeout=JOB_TIMEOUT,
        ttl=JOB_TIMEOUT,
        result_ttl=0,
        failure_ttl=_PARTNER_FAILURE_TTL,
        retry=Retry(max=JOB_RETRIES),
    )


def uninvite(connection: Redis, split: str) -> None:
    """Ask for no partners any more: those that have not come yet need not."""
    key = _queue(connection, PARTNERS).key
    for job in map(text, connection.lrange(key, 0, -1)):
        if job.startswith(f"{split}-") and connection.lrem(key, 0, job):
            remove(connection, job)


def remove(connection: Redis, search: str) -> None:
    """Take a job that nobody began out of its queue, leaving nothing of it."""
    # If a worker took it first, the worker finds the search canceled.
    with contextlib.suppress(NoSuchJobError, InvalidJobOperation):
        Job.fetch(search, connection=connection, serializer=JSONSerializer).delete()


def whereabouts(connection: Redis, queue: str, search: str) -> Whereabouts:
    """Where the job of a search is now."""
    with connection.pipeline() as pipe:
        pipe.time()
        pipe.hget(Job.key_for(search), "status")
        pipe.lpos(_queue(connection, queue).key, search)
        pipe.zrange(_registry(connection, queue).key, 0, -1)
        (seconds, microseconds), raw, position, noted = pipe.execute()
    status = None if raw is None else text(raw)
    own = [name for name in map(text, noted) if name.startswith(f"{search}:")]
    if own and connection.exists(*(_sign_of_life(connection, name) for name in own)):
        place = HELD  # even if another attempt has ended: this one may still find something
    elif status in _ENDED:
        place = ENDED
    elif position is not None and status is not None:
        place = WAITING
    else:  # in a queue without its hash too: RQ passes over such an id
        place = MISSING
    now = seconds + microseconds / 1e6
    return Whereabouts(place, now, status == JobStatus.STARTED, own)


def waiting(connection: Redis) -> set[str]:
    """The ids of all jobs in the queues."""
    with connection.pipeline() as pipe:
        for name in QUEUES:
            pipe.lrange(_queue(connection, name).key, 0, -1)
        return {text(raw) for listed in pipe.execute() for raw in listed}


def retry_abandoned(connection: Redis, queue: str) -> None:
    """Have RQ try the jobs again whose workers give no sign of life, or fail them in the end.

    RQ itself would go by the times in its registry, which each worker sets by its own clock.
    Here those of the silent ones become 0, and RQ acts on these alone. An attempt that fell
    silent is forgotten where another one of the same job is alive.
    """
    registry = _registry(connection, queue)
    raws = cast(list[bytes | str], connection.zrange(registry.key, 0, -1))  # without the times
    noted = [text(raw) for raw in raws]
    alive = {name for name in noted if connection.exists(_sign_of_life(connection, name))}
    held = {_job_of(name) for name in alive}
    for name in noted:
        if name in alive:
            continue
        if _job_of(name) in held:
            connection.zrem(registry.key, name)
        else:  # if it has not been removed meanwhile
            connection.zadd(registry.key, {name: 0}, xx=True)
    registry.cleanup(timestamp=0)


def _job_of(execution: str) -> str:
    return execution.partition(":")[0]


def _queue(connection: Redis, name: str) -> Queue:
    return Queue(name, connection=connection, serializer=JSONSerializer)


def _sign_of_life(connection: Redis, execution: str) -> str:
    """The key that a worker keeps from expiring; unlike RQ's times, no worker's clock sets it."""
    key: str = Execution.from_composite_key(execution, connection).key
    return key


def _registry(connection: Redis, name: str) -> StartedJobRegistry:
    return StartedJobRegistry(name, connection=connection, serializer=JSONSerializer)
