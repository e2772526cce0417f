"""A job's progress as server-sent events, with the queue's worker side played by the test."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import RedisError

from service import queue
from service.api import streams
from service.settings import Settings
from tests.api.conftest import Answer, Client, RedisServer, client_of
from tests.api.test_ai import NewGame, post, result_of, waiting

Json = dict[str, Any]


@pytest.fixture
def connection(settings: Settings) -> Redis:
    return queue.connect(settings.redis_url)


@pytest.fixture
def started(client: Client, new_game: NewGame, connection: Redis) -> tuple[str, str, Json]:
    """A job that a worker has begun: its path, its search, and what the search shall find."""
    job = post(client, new_game()["state"])
    [search] = waiting(connection)
    payload = queue.start(connection, search)
    assert payload is not None
    return f"/v1/ai/moves/{job['id']}", search, result_of(client, payload)


class Event:
    """One event of a stream: its name, id and data."""

    def __init__(self, block: str) -> None:
        fields = dict(line.split(": ", 1) for line in block.strip().splitlines())
        self.name = fields["event"]
        self.id = fields["id"]
        self.job: Json = json.loads(fields["data"])


def told(answer: Answer) -> Iterator[Event]:
    """The events of a stream, as they come; comments and the reconnection time are passed over."""
    for chunk in answer.iter_encoded():
        block = chunk.decode()
        assert block.endswith("\n\n")
        if not block.startswith((":", "retry:")):
            yield Event(block)


def test_progress_then_the_end(
    client: Client, connection: Redis, started: tuple[str, str, Json]
) -> None:
    path, search, result = started
    answer = client.get(f"{path}/events")
    assert answer.status_code == 200
    assert answer.content_type == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    events = told(answer)
    first = next(events)
    assert (first.name, first.job["status"], first.job["progress"]) == ("progress", "started", {})
    queue.report(connection, search, {"decisions": 3, "simulations": 7})
    second = next(events)
    assert second.name == "progress"
    assert second.job["progress"] == {"decisions": 3, "simulations": 7}
    assert second.id != first.id
    queue.finish(connection, search, result)
    last = next(events)
    assert (last.name, last.job["status"]) == ("final", "finished")
    assert last.job["result"]["moves"] == result["moves"]
    assert last.job == client.get(path).json
    assert list(events) == []


def test_who_comes_back_is_not_told_again(
    client: Client, connection: Redis, started: tuple[str, str, Json]
) -> None:
    path, search, result = started
    with closing(client.get(f"{path}/events")) as answer:
        first = next(told(answer))
    timer = threading.Timer(0.5, queue.finish, (connection, search, result))
    timer.start()
    back = told(client.get(f"{path}/events", headers={"Last-Event-ID": first.id}))
    last = next(back)
    timer.join()
    assert last.name == "final"
    again = client.get(f"{path}/events", headers={"Last-Event-ID": last.id})
    assert again.status_code == 204
    assert again.data == b""
    stranger = told(client.get(f"{path}/events", headers={"Last-Event-ID": "x" * 5000}))
    assert [event.name for event in stranger] == ["final"]


def test_a_heartbeat_while_there_is_no_news(
    client: Client, started: tuple[str, str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.4)
    with closing(client.get(f"{started[0]}/events")) as answer:
        chunks = answer.iter_encoded()
        assert next(chunks).startswith(b"retry: ")
        assert next(chunks).startswith(b"event: progress\n")
        assert next(chunks).startswith(b": ")
        assert next(chunks).startswith(b": ")


def test_a_stream_does_not_last_for_ever(
    client: Client, started: tuple[str, str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LONGEST_SECONDS", 0.5)
    events = list(told(client.get(f"{started[0]}/events")))
    assert [event.name for event in events] == ["progress"]


@pytest.mark.parametrize("query", ["", "?cancel_on_close=0"])
def test_closing_does_not_cancel(
    client: Client, connection: Redis, started: tuple[str, str, Json], query: str
) -> None:
    path, search, _ = started
    with closing(client.get(f"{path}/events{query}")) as answer:
        next(told(answer))
    assert not queue.canceled(connection, search)
    assert client.get(path).json["status"] == "started"


def test_closing_cancels_if_asked_to(
    client: Client, connection: Redis, started: tuple[str, str, Json]
) -> None:
    path, search, _ = started
    with closing(client.get(f"{path}/events?cancel_on_close=1")) as answer:
        next(told(answer))
        assert not queue.canceled(connection, search)
    assert queue.canceled(connection, search)
    assert client.get(path).json["status"] == "started"  # until its worker has stopped


def test_the_end_of_a_stream_cancels_nothing(
    client: Client, connection: Redis, started: tuple[str, str, Json]
) -> None:
    path, search, result = started
    queue.finish(connection, search, result)
    with closing(client.get(f"{path}/events?cancel_on_close=1")) as answer:
        assert [event.name for event in told(answer)] == ["final"]
    assert client.get(path).json["status"] == "finished"


def test_a_canceled_search_hands_over_its_best_answer(
    client: Client, connection: Redis, started: tuple[str, str, Json]
) -> None:
    path, search, result = started
    events = told(client.get(f"{path}/events"))
    next(events)
    client.delete(path)
    timer = threading.Timer(0.5, queue.finish, (connection, search, result))
    timer.start()
    found = list(events)
    timer.join()
    assert [event.name for event in found][-1] == "final"
    assert found[-1].job["status"] == "canceled"
    assert found[-1].job["result"]["moves"] == result["moves"]


def test_a_canceled_search_whose_worker_died(
    client: Client, connection: Redis, started: tuple[str, str, Json]
) -> None:
    path, search, _ = started
    client.delete(path)
    assert queue.start(connection, search) is None  # what the next worker does
    found = list(told(client.get(f"{path}/events")))
    assert found[-1].name == "final"
    assert (found[-1].job["status"], found[-1].job["result"]) == ("canceled", None)


def test_streams_and_long_polls_share_half_the_threads(
    settings: Settings, client: Client, started: tuple[str, str, Json]
) -> None:
    path, _, _ = started
    small = client_of(replace(settings, api_threads=4))
    with closing(small.get(f"{path}/events")) as one, closing(small.get(f"{path}/events")) as two:
        assert next(told(one)).name == next(told(two)).name == "progress"
        third = small.get(f"{path}/events")
        assert third.status_code == 503
        assert third.json["code"] == "too_many_streams"
        assert int(third.headers["Retry-After"]) > 0
        begun = time.monotonic()
        assert small.get(f"{path}?wait=5").json["status"] == "started"
        assert time.monotonic() - begun < 1
    with closing(small.get(f"{path}/events")) as free_again:
        assert next(told(free_again)).name == "progress"


def test_a_head_request_holds_no_thread(
    settings: Settings, client: Client, started: tuple[str, str, Json]
) -> None:
    small = client_of(replace(settings, api_threads=2))
    for _ in range(3):
        answer = small.open(f"{started[0]}/events", method="HEAD")
        assert (answer.status_code, answer.data) == (200, b"")
    with closing(small.get(f"{started[0]}/events")) as answer:
        assert answer.status_code == 200


def test_one_thread_serves_no_stream(settings: Settings, started: tuple[str, str, Json]) -> None:
    single = client_of(replace(settings, api_threads=1))
    assert single.get(f"{started[0]}/events").status_code == 503


def test_a_process_that_is_to_end_lets_go_of_its_streams(
    client: Client, started: tuple[str, str, Json], stop: Callable[[], None]
) -> None:
    path, _, _ = started
    with closing(client.get(f"{path}/events?cancel_on_close=1")) as answer:
        events = told(answer)
        assert next(events).name == "progress"
        stop()
        assert list(events) == []
    assert client.get(path).json["status"] == "started"  # its client can take it up again
    begun = time.monotonic()
    assert client.get(f"{path}?wait=5").json["status"] == "started"
    assert time.monotonic() - begun < 1


@pytest.fixture
def stop(client: Client) -> Callable[[], None]:
    """What gunicorn's hook makes of SIGTERM."""
    from service import gunicorn_hooks

    class Worker:
        wsgi = client.application
        alive = True

    worker = Worker()
    gunicorn_hooks.post_worker_init(worker)

    def ask() -> None:
        worker.alive = False

    return ask


def test_redis_goes_away_under_a_stream(
    client: Client, started: tuple[str, str, Json], redis_server: RedisServer
) -> None:
    path, _, _ = started
    events = told(client.get(f"{path}/events"))
    assert next(events).name == "progress"
    redis_server.stop()
    try:
        assert list(events) == []
        assert client.get(f"{path}/events").status_code == 503
    finally:
        redis_server.start()
    assert client.get(f"{path}/events").status_code == 404


@pytest.mark.parametrize("fault", [queue.ContendedError("k"), RedisError("k"), OSError("k")])
def test_a_stream_that_breaks_here_cancels_nothing(
    client: Client,
    connection: Redis,
    started: tuple[str, str, Json],
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
) -> None:
    """Only the client's going gives the job up; a contended key ends the stream quietly."""
    path, search, _ = started

    def broken(redis: Redis, ticket: str) -> queue.View:
        raise fault

    with closing(client.get(f"{path}/events?cancel_on_close=1")) as answer:
        events = told(answer)
        assert next(events).name == "progress"
        monkeypatch.setattr(queue, "view", broken)
        quiet = isinstance(fault, queue.ContendedError | RedisError)
        with nullcontext() if quiet else pytest.raises(type(fault)):
            assert list(events) == []
    monkeypatch.undo()
    assert not queue.canceled(connection, search)
    assert client.get(path).json["status"] == "started"


def test_closing_while_the_search_is_contended_is_no_fault(
    client: Client, started: tuple[str, str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _, _ = started
    asked = []

    def contended(redis: Redis, ticket: str) -> bool:
        asked.append(ticket)
        raise queue.ContendedError("k")

    monkeypatch.setattr(queue, "detach", contended)
    with closing(client.get(f"{path}/events?cancel_on_close=1")) as answer:
        assert next(told(answer)).name == "progress"
    assert asked == [path.rpartition("/")[2]]


@pytest.mark.parametrize("query", ["cancel_on_close=2", "cancel_on_close=", "wait=3"])
def test_no_such_stream(client: Client, query: str) -> None:
    assert client.get(f"/v1/ai/moves/{'a' * 32}/events?{query}").status_code == 422


@pytest.mark.parametrize("job", ["a", "a" * 32, "%00"])
def test_no_such_job(client: Client, job: str) -> None:
    answer = client.get(f"/v1/ai/moves/{job}/events")
    assert answer.status_code == 404
    assert answer.json["code"] == "job_unknown"
