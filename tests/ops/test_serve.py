"""`dominant-species serve` with real processes: starting, faults, stopping."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT, Service, eventually
from tests.ops.processes import (
    FOUR,
    busy_worker,
    children,
    family,
    long_search,
    peak_megabytes,
    running,
    started_by,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


@pytest.fixture
def two_workers() -> Iterator[Service]:
    running = Service(WORKERS="2")
    yield running
    running.stop()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_and_leaves_no_process(number: signal.Signals) -> None:
    service = Service(WORKERS="2", API_PROCESSES="2")
    assert service.call("GET", "/healthz").status == 200
    eventually(lambda: service.call("GET", "/readyz").body["checks"].get("workers") == 2)
    pids = family(service)
    assert len(pids) >= 7  # itself, Redis, gunicorn with two processes, two workers
    assert len(started_by(service, "worker")) == 2
    assert service.stop(number) == 0
    assert not [pid for pid in pids if running(pid)]


def test_a_job_in_progress_does_not_outlive_it() -> None:
    service = Service()
    long_search(service, "stop")
    worker, horse = busy_worker(service)
    service.process.send_signal(signal.SIGINT)
    eventually(lambda: not running(worker) or not running(horse))
    service.stop(signal.SIGTERM)
    assert not running(worker)
    assert not running(horse)


def test_its_processes_end_when_it_is_killed() -> None:
    service = Service()
    pids = family(service)
    service.stop(signal.SIGKILL)
    eventually(lambda: not [pid for pid in pids if running(pid)])


@pytest.mark.parametrize("name", ["worker", "gunicorn"])
def test_what_dies_is_started_again(two_workers: Service, name: str) -> None:
    before = started_by(two_workers, name)
    os.kill(before[0], signal.SIGKILL)

    def back() -> bool:
        now = started_by(two_workers, name)
        return now != before and len(now) == len(before)

    eventually(back)
    assert "starting it again" in two_workers.output()
    assert two_workers.call("GET", "/healthz").status == 200
    assert two_workers.ai(state=two_workers.new_game(players=FOUR), level="random")


def test_workers_are_nice(two_workers: Service) -> None:
    def niceness(name: str) -> list[int]:
        return [os.getpriority(os.PRIO_PROCESS, pid) for pid in started_by(two_workers, name)]

    usual = os.getpriority(os.PRIO_PROCESS, 0)
    eventually(lambda: niceness("worker") == [usual + 10] * 2)
    assert niceness("gunicorn") == [usual]


def test_a_port_that_is_taken_is_named(two_workers: Service) -> None:
    port = two_workers.url.rpartition(":")[2]
    second = subprocess.run(
        [sys.executable, "-m", "workers", "serve"],
        cwd=ROOT,
        env={**os.environ, "HOST": "127.0.0.1", "PORT": port},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert second.returncode == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in second.stderr
    assert "PORT choose" in second.stderr


@pytest.mark.parametrize("command", ["serve", "api", "worker"])
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("WORKERS", "many", "WORKERS must be a whole number"),
        ("REDIS_URL", "foo", "REDIS_URL must look like redis://"),
        ("REDIS_URL", "redis://host:port/0", "REDIS_URL must look like redis://"),
        ("CORS_ORIGINS", "foo", "CORS_ORIGINS must be * or origins"),
        ("CORS_ORIGINS", "https://front.example/", "CORS_ORIGINS must be * or origins"),
        ("RATE_LIMIT", "100", "RATE_LIMIT must look like 100/minute"),
        ("PROMETHEUS_MULTIPROC_DIR", "/nowhere", "PROMETHEUS_MULTIPROC_DIR must be a folder"),
        ("SERVER_KEY_FILE", "/dev/null", "SERVER_KEY_FILE must hold 32 bytes"),
        ("SERVER_KEY_FILE", "/dev/null/key", "SERVER_KEY_FILE cannot be"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(
    command: str, name: str, value: str, said: str
) -> None:
    stderr = refused(command, {name: value})
    assert said in stderr


@pytest.mark.parametrize("command", ["serve", "worker"])
@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "unix:///nowhere/redis.sock"])
def test_a_redis_that_does_not_answer_is_named(command: str, url: str) -> None:
    stderr = refused(command, {"REDIS_URL": url})
    assert "no Redis answers at " in stderr
    assert "REDIS_URL" in stderr


def refused(command: str, environment: dict[str, str]) -> str:
    """What a command says that does not start: one sentence, and status 1."""
    done = subprocess.run(
        [sys.executable, "-m", "workers", command],
        cwd=ROOT,
        env={**os.environ, "HOST": "127.0.0.1", "PORT": "0", **environment},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_memory_stays_small(two_workers: Service) -> None:
    state = two_workers.new_game(players=FOUR)
    body = {"state": state, "include": ["legal_moves", "scoring"]}
    move = two_workers.call("POST", "/v1/legal-moves", {"state": state}).body["legal_moves"][0]
    for _ in range(1000):
        answer = two_workers.call("POST", "/v1/moves", {**body, "moves": [move["id"]]})
        assert answer.status == 200
    for seed in range(100):
        two_workers.ai(state=state, level="random", seed=seed)
    (master,) = started_by(two_workers, "gunicorn")
    (api,) = children(master)
    assert peak_megabytes(api) < 120
    for worker in started_by(two_workers, "worker"):
        assert peak_megabytes(worker) < 150
