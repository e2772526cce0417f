"""Long polls and streams through gunicorn: closed connections, and the threads that are left."""

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from tests.conftest import Service, eventually
from tests.ops.processes import FOUR, busy_worker, long_search, running, stop_still

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

THINKING: Final = 2500  # milliseconds


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    started = Service(WORKERS="1", API_PROCESSES="1", API_THREADS="4")
    yield started
    started.stop()


@pytest.fixture
def horse_and_job(service: Service, request: pytest.FixtureRequest) -> Iterator[tuple[int, str]]:
    """A job that does not get on, until the test is over or its process gets SIGCONT."""
    job = long_search(service, request.node.name)
    _, horse = busy_worker(service)
    stop_still(horse)
    yield horse, job
    if running(horse):
        os.kill(horse, signal.SIGCONT)
    service.call("DELETE", job)
    eventually(lambda: not running(horse))


@pytest.fixture
def job(horse_and_job: tuple[int, str]) -> str:
    return horse_and_job[1]


def opened(service: Service, path: str) -> socket.socket:
    """A connection on which a request has been sent."""
    address = urlsplit(service.url)
    assert address.hostname is not None
    assert address.port is not None
    connection = socket.create_connection((address.hostname, address.port), timeout=10)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
    return connection


def read_until(connection: socket.socket, end: bytes) -> bytes:
    """What the service sends, up to some text."""
    found = b""
    while end not in found:
        part = connection.recv(4096)
        assert part, found
        found += part
    return found


def test_progress_comes_while_the_job_runs(service: Service) -> None:
    """The whole way: a worker reports, and the stream tells it at least twice a second."""
    job = long_search(service, "progress")
    with closing(opened(service, f"{job}/events")) as connection:
        text = read_until(connection, b"event: final").decode()
    assert text.startswith("HTTP/1.1 200 ")
    assert "text/event-stream" in text
    events = [
        json.loads(line.removeprefix("data: "))
        for line in text.splitlines()
        if line.startswith("data: ") and line.endswith("}")
    ]
    reported = [event["progress"] for event in events if event["progress"]]
    decisions = [progress["decisions"] for progress in reported]
    assert decisions == sorted(decisions)
    assert len(set(decisions)) >= 3
    gaps = [
        later["milliseconds"] - earlier["milliseconds"] for earlier, later in pairwise(reported)
    ]
    assert sorted(gaps)[len(gaps) // 2] <= 500  # half of them at least; the machine may be busy


def one_long_decision(service: Service, seed: str) -> str:
    """A search of two and a half seconds for a single move; where it is followed."""
    state = service.new_game(players=FOUR, chance={"mode": "seeded", "seed": seed})
    request = {"state": state, "level": "expert", "budget": {"milliseconds": THINKING}}
    posted = service.call("POST", "/v1/ai/moves", request)
    assert posted.status == 202, posted
    return posted.headers["Location"]


def check_progress(reported: list[Any]) -> None:
    """A search tells at least twice a second what it has, while it is at one and the same move."""
    thinking = [one for one in reported if "best" in one and one["decisions"] == 0]
    times = [one["milliseconds"] for one in thinking]
    simulations = [one["simulations"] for one in thinking]
    assert times == sorted(times)
    assert simulations == sorted(simulations)
    assert len(set(simulations)) >= 2 * THINKING // 1000 - 1
    assert all(one["best"].startswith("place_pawn:") for one in thinking)
    assert all(isinstance(one["value"], float) for one in thinking)
    gaps = [later - earlier for earlier, later in pairwise(sorted(set(times)))]
    assert sorted(gaps)[len(gaps) // 2] <= 500  # half of them at least; the machine may be busy


def test_progress_within_one_decision_is_streamed(service: Service) -> None:
    job = one_long_decision(service, "streamed")
    with closing(opened(service, f"{job}/events")) as connection:
        text = read_until(connection, b"event: final").decode()
    lines = [line for line in text.splitlines() if line.startswith("data: ") and line[-1] == "}"]
    check_progress([json.loads(line.removeprefix("data: "))["progress"] for line in lines])


def test_progress_within_one_decision_is_polled(service: Service) -> None:
    job = one_long_decision(service, "polled")
    reported = []
    status = ""
    until = time.monotonic() + 60
    while status not in ("finished", "failed"):
        assert time.monotonic() < until
        body = service.call("GET", job).body
        status = body["status"]
        reported.append(body["progress"])
        time.sleep(0.1)
    assert status == "finished"
    check_progress(reported)


def test_a_closed_stream_cancels_if_it_was_asked_to(
    service: Service, horse_and_job: tuple[int, str]
) -> None:
    horse, job = horse_and_job
    with closing(opened(service, f"{job}/events?cancel_on_close=1")) as connection:
        assert b'"status":"started"' in read_until(connection, b"}\n\n")
    os.kill(horse, signal.SIGCONT)
    found = service.call("GET", f"{job}?wait=30").body
    assert found["status"] == "canceled"
    assert found["result"]["stopped"] == "canceled"
    assert len(found["result"]["moves"]) < 300


def test_a_closed_stream_leaves_the_job_alone(service: Service, job: str) -> None:
    with closing(opened(service, f"{job}/events")) as connection:
        read_until(connection, b"}\n\n")
    time.sleep(1)
    assert service.call("GET", job).body["status"] == "started"


def test_half_the_threads_stay_free(service: Service, job: str) -> None:
    """Two of four threads may wait: for a stream and a long poll, say, and nothing beyond."""
    state = service.new_game(players=["ann", "bob"])
    with (
        closing(opened(service, f"{job}/events")) as stream,
        closing(opened(service, f"{job}?wait=30")),
    ):
        read_until(stream, b"}\n\n")

        def full() -> bool:
            return service.call("GET", f"{job}/events").status == 503

        eventually(full, seconds=2)
        refused = service.call("GET", f"{job}/events")
        assert refused.body["code"] == "too_many_streams"
        assert int(refused.headers["Retry-After"]) > 0
        begun = time.monotonic()
        assert service.call("GET", f"{job}?wait=30").body["status"] == "started"
        assert service.call("POST", "/v1/legal-moves", {"state": state}).status == 200
        assert time.monotonic() - begun < 2
    # Whoever closes a connection gives its thread back, also in the middle of a long poll. That
    # takes a moment, so an attempt that comes too early must not be followed at once by another.

    def free() -> bool:
        with (
            closing(opened(service, f"{job}/events")) as one,
            closing(opened(service, f"{job}/events")) as two,
        ):
            answers = [read_until(each, b"\r\n\r\n") for each in (one, two)]
        if all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers):
            return True
        time.sleep(1.5)
        return False

    eventually(free, seconds=15)
