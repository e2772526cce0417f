"""Searches and tickets in a real Redis: who ends them, how long they stay, and lost jobs."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from redis import Redis
from redis.client import Pipeline
from rq.executions import Execution
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from service import entries, lost, queue, rq_jobs
from service.settings import Settings
from workers.worker import SearchWorker

Json = dict[str, Any]
STATE: Json = {"turn": 1, "filler": "x" * 2000}
OTHER: Json = {"turn": 1, "filler": "y" * 2000}


@pytest.fixture
def connection(settings: Settings) -> Redis:
    return queue.connect(settings.redis_url)


def submit(connection: Redis, digest: str = "d", state: Json = STATE) -> tuple[str, str]:
    """A ticket, and the search it is attached to."""
    ticket, _ = queue.submit(connection, digest, queue.INTERACTIVE, {"state": state}, state)
    return ticket, search_of(connection, ticket)


def search_of(connection: Redis, ticket: str) -> str:
    search = connection.hget(f"ds:ticket:{ticket}", "search")
    assert search is not None
    return search.decode() if isinstance(search, bytes) else search


def view(connection: Redis, ticket: str) -> queue.View:
    found = queue.view(connection, ticket)
    assert found is not None
    return found


def ttl(connection: Redis, key: bytes | str) -> int:
    found = connection.ttl(key)
    assert isinstance(found, int)
    return found


# The end of a search


def test_the_result_is_written_once_and_stops_whoever_still_searches(connection: Redis) -> None:
    ticket, search = submit(connection)
    assert queue.start(connection, search) is not None
    assert queue.start(connection, search) is not None  # a second worker, for the first seemed lost
    assert not queue.canceled(connection, search)
    assert queue.finish(connection, search, {"by": "the first"})
    assert queue.canceled(connection, search)
    assert not queue.finish(connection, search, {"by": "the second"})
    assert not queue.fail(connection, search, "the second broke")
    found = view(connection, ticket)
    assert (found.status, found.result, found.error) == ("finished", {"by": "the first"}, None)


def test_a_late_report_changes_nothing(connection: Redis) -> None:
    ticket, search = submit(connection)
    queue.report(connection, search, {"decisions": 1})  # not begun
    assert view(connection, ticket).progress == {}
    queue.start(connection, search)
    queue.report(connection, search, {"decisions": 2})
    queue.finish(connection, search, {})
    queue.report(connection, search, {"decisions": 3})
    assert view(connection, ticket).progress == {"decisions": 2}
    assert ttl(connection, f"ds:search:{search}:progress") <= queue.RESULT_TTL


def given_up(connection: Redis, first: str) -> queue.View:
    """The view of the first of two tickets of a running search, just after it was given up."""
    queue.report(connection, search_of(connection, first), {"decisions": 1})
    queue.detach(connection, first)
    found = view(connection, first)
    assert (found.status, found.result, found.settled) == ("canceled", None, True)
    assert found.progress == {"decisions": 1}
    return found


@pytest.mark.parametrize("end", ["report", "finish", "fail", "leave"])
def test_a_job_given_up_stays_as_it_is_while_its_search_goes_on_for_another(
    connection: Redis, end: str
) -> None:
    first, search = submit(connection)
    second, _ = submit(connection)
    queue.start(connection, search)
    over = given_up(connection, first)
    queue.report(connection, search, {"decisions": 2})
    assert view(connection, second).progress == {"decisions": 2}
    assert view(connection, first) == over
    if end == "finish":
        assert queue.finish(connection, search, {"by": "the worker"})
        assert view(connection, second).result == {"by": "the worker"}
    elif end == "fail":
        assert queue.fail(connection, search, "it broke")
        assert view(connection, second).error == "it broke"
    elif end == "leave":  # the second stops the search, and waits for its best answer so far
        queue.detach(connection, second)
        assert (view(connection, second).status, view(connection, second).settled) == (
            "started", False,
        )  # fmt: skip
        assert view(connection, first) == over
        assert queue.finish(connection, search, {"by": "the worker"})
        assert view(connection, second).status == "canceled"
        assert view(connection, second).result == {"by": "the worker"}
    assert view(connection, first) == over
    queue.detach(connection, first)
    assert view(connection, first) == over


# Many at once


def at_once(settings: Settings, calls: list[Callable[[Redis], Any]]) -> list[Any]:
    """What the calls answer when each has a connection and all begin together."""
    ready = threading.Barrier(len(calls))

    def call(made: Callable[[Redis], Any]) -> Any:
        with queue.connect(settings.redis_url) as own:
            own.ping()
            ready.wait(30)
            return made(own)

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, calls))


def test_many_equal_requests_at_once_share_one_search(
    settings: Settings, connection: Redis
) -> None:
    for begun in (0, 1):  # with none there, and with one that a worker has begun
        connection.flushall()
        if begun:
            queue.start(connection, submit(connection)[1])
        found = at_once(settings, [submit] * 64)
        assert len({ticket for ticket, _ in found}) == 64
        [search] = {search for _, search in found}
        assert connection.hget(f"ds:search:{search}", "claims") == str(64 + begun).encode()
        assert connection.scard(f"ds:search:{search}:tickets") == 64 + begun
        assert queue.queue_length(connection) == 1  # its RQ job, which no RQ worker has taken


def test_a_search_is_not_overfilled_by_many_at_once(
    settings: Settings, connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_TICKETS", 10)
    found = at_once(settings, [submit] * 32)
    sizes = sorted(Counter(search for _, search in found).values())
    assert sizes == [2, 10, 10, 10]


def test_many_tickets_can_be_given_up_at_once_while_the_worker_reports(
    settings: Settings, connection: Redis
) -> None:
    tickets = [submit(connection)[0] for _ in range(48)]
    [search] = {submit(connection)[1]}
    queue.start(connection, search)
    calls = [partial(queue.detach, ticket=ticket) for ticket in tickets]
    reports = [partial(queue.report, search=search, progress={"decisions": 1})] * 4
    assert at_once(settings, [*calls, *reports]) == [True] * 48 + [None] * 4
    assert connection.scard(f"ds:search:{search}:tickets") == 1
    assert not queue.canceled(connection, search)


def test_a_key_that_is_never_left_alone_is_given_up(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "_CONTENDED_SECONDS", 0.3)

    def disturbed(pipe: Pipeline) -> None:
        connection.incr("k")
        pipe.multi()
        pipe.set("other", "written")

    begun = time.monotonic()
    with pytest.raises(queue.ContendedError):
        entries.transaction(connection, disturbed, "k")
    assert 0.3 <= time.monotonic() - begun < 3
    assert connection.get("other") is None


# How long things stay


def test_attaching_to_a_result_keeps_it_for_its_time_only(connection: Redis) -> None:
    _, search = submit(connection)
    queue.start(connection, search)
    queue.finish(connection, search, {})
    again, same = submit(connection)
    assert same == search
    assert view(connection, again).status == "finished"
    for key in connection.keys("ds:*"):
        most = 2 * queue.RESULT_TTL if b"ticket:" in key else queue.RESULT_TTL
        assert 0 < ttl(connection, key) <= most, key


def test_the_end_of_a_canceled_search_leaves_its_successor_alone(connection: Redis) -> None:
    for end in (
        lambda search: queue.finish(connection, search, {}),
        lambda search: queue.fail(connection, search, "it broke"),
        lambda search: queue.start(connection, search),  # begun again, it finds itself canceled
    ):
        connection.flushall()
        first, old = submit(connection)
        queue.start(connection, old)
        queue.detach(connection, first)
        _, new = submit(connection)
        assert new != old
        end(old)
        assert ttl(connection, "ds:equal:d") > queue.RESULT_TTL
        assert submit(connection)[1] == new


def test_detaching_from_a_search_that_was_full_leaves_its_successor_alone(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_TICKETS", 1)
    first, old = submit(connection)
    _, new = submit(connection)
    assert new != old
    queue.detach(connection, first)
    assert connection.get("ds:equal:d") == new.encode()


def test_a_search_takes_so_many_tickets_and_then_a_new_one_is_begun(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_TICKETS", 3)
    tickets = [submit(connection)[0] for _ in range(2)]
    queue.detach(connection, tickets[0])  # tickets given up count too: they take room for an hour
    submit(connection)
    assert queue.queue_length(connection) == 1
    submit(connection)
    assert queue.queue_length(connection) == 2
    for _ in range(2):
        submit(connection)
    with pytest.raises(queue.QueueFullError):
        queue.submit(connection, "d", queue.INTERACTIVE, {"state": STATE}, STATE, limit=2)


def test_the_limit_is_for_new_searches(connection: Redis) -> None:
    submit(connection)
    _, shared = queue.submit(connection, "d", queue.INTERACTIVE, {}, STATE, limit=1)
    assert shared
    with pytest.raises(queue.QueueFullError):
        queue.submit(connection, "e", queue.INTERACTIVE, {"state": STATE}, STATE, limit=1)
    assert connection.get("ds:equal:e") is None


def test_a_ticket_holds_its_state_only_where_it_differs(connection: Redis) -> None:
    first, _ = submit(connection)
    second, _ = submit(connection)
    third, _ = submit(connection, state=OTHER)
    assert [view(connection, one).state for one in (first, second, third)] == [STATE, STATE, OTHER]
    held = [connection.hexists(f"ds:ticket:{one}", "state") for one in (first, second, third)]
    assert held == [False, False, True]


def test_a_canceled_job_leaves_nothing_in_rq(connection: Redis) -> None:
    ticket, search = submit(connection)
    queue.detach(connection, ticket)
    assert not Job.exists(search, connection=connection)
    left = [key for key in connection.keys("rq:*") if key != b"rq:queues"]
    assert left == []
    found = view(connection, ticket)
    assert (found.status, found.result, found.settled) == ("canceled", None, True)
    assert sum(connection.memory_usage(key) or 0 for key in connection.keys("ds:*")) < 1500
    for key in connection.keys("ds:*"):
        assert 0 < ttl(connection, key) <= queue.RESULT_TTL, key


def test_a_job_that_nobody_takes_expires(connection: Redis) -> None:
    _, search = submit(connection)
    assert 0 < ttl(connection, f"rq:job:{search}") <= queue.PENDING_TTL


# Waiting


def test_a_ticket_given_up_is_not_waited_for(connection: Redis) -> None:
    first, _ = submit(connection)
    submit(connection)  # so the search goes on
    queue.detach(connection, first)
    begun = time.monotonic()
    queue.wait(connection, first, 3)
    assert time.monotonic() - begun < 1


# Lost jobs


def lose(connection: Redis, search: str) -> None:
    """Take a job off its list, as a worker does that dies at once."""
    assert connection.lrem("rq:queue:interactive", 0, search) == 1


def test_a_lost_job_comes_back_in_front(connection: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost, "LOST_SECONDS", 0.2)
    _, search = submit(connection)
    submit(connection, "another")
    lose(connection, search)
    queue.rescue(connection)
    queue.rescue(connection)  # so soon, it may be on its way to a worker
    assert queue.queue_length(connection) == 1
    time.sleep(0.25)
    queue.rescue(connection)
    assert connection.lindex("rq:queue:interactive", 0) == search.encode()
    queue.rescue(connection)
    assert queue.queue_length(connection) == 2


def test_a_job_without_its_hash_is_lost_too(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost, "LOST_SECONDS", 0.0)
    ticket, search = submit(connection)
    connection.delete(f"rq:job:{search}")
    for _ in range(2):
        assert view(connection, ticket).status == "queued"
    assert Job.exists(search, connection=connection)
    assert queue.queue_length(connection) == 1


def test_a_job_lost_again_and_again_fails(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost, "LOST_SECONDS", 0.0)
    ticket, search = submit(connection)
    for _ in range(lost.RESCUES):
        lose(connection, search)
        for _ in range(2):
            assert view(connection, ticket).status == "queued"
    lose(connection, search)
    queue.rescue(connection)
    queue.rescue(connection)
    found = view(connection, ticket)
    assert found.status == "failed"
    assert found.error is not None
    assert "lost" in found.error
    assert connection.scard("ds:open") == 0


@pytest.mark.parametrize("skew", [-100, 0, 100])
def test_a_job_is_held_as_long_as_its_worker_shows_life(connection: Redis, skew: int) -> None:
    """Whatever the clock of the worker's machine says; times in RQ's registry are by that clock."""
    _, search = submit(connection)
    lose(connection, search)
    job = Job.fetch(search, connection=connection, serializer=JSONSerializer)
    with connection.pipeline() as pipe:
        execution = Execution.create(job, ttl=1, pipeline=pipe)
        pipe.execute()
    connection.zadd("rq:wip:interactive", {execution.composite_key: time.time() + 1 + skew})
    found = rq_jobs.whereabouts(connection, queue.INTERACTIVE, search)
    assert (found.place, found.executions) == (rq_jobs.HELD, [execution.composite_key])
    time.sleep(1.1)
    found = rq_jobs.whereabouts(connection, queue.INTERACTIVE, search)
    assert (found.place, found.executions) == (rq_jobs.MISSING, [execution.composite_key])


def hold(connection: Redis, search: str, seconds: int, clock: float) -> Execution:
    """Take a job as a worker does whose clock is ahead by so much, and that dies after that."""
    connection.lrem("rq:queue:interactive", 0, search)
    job = Job.fetch(search, connection=connection, serializer=JSONSerializer)
    with connection.pipeline() as pipe:
        execution = Execution.create(job, ttl=seconds, pipeline=pipe)
        job.set_status(JobStatus.STARTED, pipeline=pipe)
        pipe.execute()
    noted = {execution.composite_key: time.time() + seconds + clock}
    connection.zadd("rq:wip:interactive", noted)
    return execution


def maintenance(connection: Redis) -> None:
    """What another worker does between two jobs."""
    worker = SearchWorker(queue.QUEUES, connection=connection, serializer=JSONSerializer)
    worker.run_maintenance_tasks()


@pytest.mark.parametrize("clock", [-100, 0, 100])
def test_a_job_is_tried_again_when_its_worker_is_silent_whatever_clocks_say(
    connection: Redis, clock: int
) -> None:
    ticket, search = submit(connection)
    queue.start(connection, search)
    for attempt in range(1 + rq_jobs.JOB_RETRIES):
        execution = hold(connection, search, 60, clock)
        for _ in range(2):
            maintenance(connection)
        assert connection.zcard("rq:wip:interactive") == 1, attempt
        assert queue.queue_length(connection) == 0
        assert view(connection, ticket).status == "started"
        connection.delete(execution.key)  # as it expires
        maintenance(connection)
        assert connection.zcard("rq:wip:interactive") == 0
        assert queue.queue_length(connection) == (attempt < rq_jobs.JOB_RETRIES)
    found = view(connection, ticket)
    assert found.status == "failed"
    assert found.error is not None
    assert "AbandonedJobError" in found.error


def test_an_attempt_that_fell_silent_does_not_end_the_one_that_is_alive(
    connection: Redis,
) -> None:
    ticket, search = submit(connection)
    queue.start(connection, search)
    connection.hset(f"rq:job:{search}", "retries_left", 0)  # so the next loss is the last
    silent, alive = hold(connection, search, 60, 0), hold(connection, search, 60, -100)
    connection.delete(silent.key)
    maintenance(connection)
    assert connection.zrange("rq:wip:interactive", 0, -1) == [alive.composite_key.encode()]
    assert view(connection, ticket).status == "started"
    connection.hset(f"rq:job:{search}", "status", "failed")  # as the silent one may yet note
    assert view(connection, ticket).status == "started"
    assert queue.finish(connection, search, {})
    assert view(connection, ticket).status == "finished"


def test_rescue_forgets_searches_that_are_gone(connection: Redis) -> None:
    _, search = submit(connection)
    connection.delete(f"ds:search:{search}")
    lose(connection, search)
    queue.rescue(connection)
    assert connection.scard("ds:open") == 0
    assert connection.exists(f"ds:search:{search}") == 0
