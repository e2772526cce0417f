"""Jobs while processes are killed: none is lost, and each result is written once."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service import queue
from service.rq_jobs import JOB_RETRIES
from tests.api.conftest import RedisServer
from tests.conftest import ROOT, Answer, Service, eventually
from tests.ops.processes import (
    FOUR,
    busy_worker,
    children,
    finisher,
    long_search,
    parent,
    retries_left,
    running,
    searches_at_work,
    started_by,
    stop_still,
)
from tests.tied import tied

RETRY_SECONDS = 30  # the promise: another worker takes a lost job up within this time

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


def own_redis(durable: bool) -> Iterator[RedisServer]:
    with tempfile.TemporaryDirectory(prefix="ds-") as folder:  # a short path, as sockets need
        server = RedisServer(Path(folder), durable)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def store() -> Iterator[RedisServer]:
    """A Redis that the test can look into, and that outlives the service."""
    yield from own_redis(durable=False)


@pytest.fixture
def durable_store() -> Iterator[RedisServer]:
    """A Redis that knows after a restart what it knew before."""
    yield from own_redis(durable=True)


@pytest.fixture
def two_workers(store: RedisServer) -> Iterator[Service]:
    running_service = Service(WORKERS="2", REDIS_URL=store.url)
    yield running_service
    running_service.stop()


@pytest.fixture
def no_workers(store: RedisServer) -> Iterator[Service]:
    running_service = Service(WORKERS="0", REDIS_URL=store.url)
    yield running_service
    running_service.stop()


@pytest.fixture
def embedded() -> Iterator[Service]:
    """A service with the Redis that it starts for itself."""
    running_service = Service(WORKERS="2")
    yield running_service
    running_service.stop()


def settled_result(service: Service, store: RedisServer, job: str) -> dict[str, Any]:
    """The job's result, which must not change any more until nothing is left to do."""
    connection = queue.connect(store.url)
    first = service.call("GET", f"{job}?wait={RETRY_SECONDS}").body
    assert first["status"] == "finished", first
    workers = started_by(service, "worker")

    def idle() -> bool:
        return not searches_at_work(connection) and not any(children(pid) for pid in workers)

    eventually(idle, seconds=RETRY_SECONDS)
    # milliseconds, which no two attempts share, would tell a second writing.
    assert service.call("GET", job).body == first
    connection.close()
    result: dict[str, Any] = first["result"]
    return result


@pytest.mark.parametrize("killed", ["worker and horse", "worker", "horse"])
def test_a_job_of_a_killed_worker_is_finished_by_another(
    two_workers: Service, store: RedisServer, killed: str
) -> None:
    job = long_search(two_workers, killed)
    worker, horse = busy_worker(two_workers)
    connection = queue.connect(store.url)
    search = searches_at_work(connection)[0]
    for pid, name in ((worker, "worker"), (horse, "horse")):
        if name in killed:
            os.kill(pid, signal.SIGKILL)
    result = settled_result(two_workers, store, job)
    assert result["stopped"] == "limit"
    assert len(result["moves"]) >= 300
    assert not running(horse)
    if killed != "worker":  # else its process, which goes on, may well have been the first
        assert retries_left(connection, search) == JOB_RETRIES - 1
        assert finisher(connection, search) in started_by(two_workers, "worker")
    connection.close()


def test_two_attempts_at_once_write_one_result(two_workers: Service, store: RedisServer) -> None:
    """An orphaned horse that was believed dead comes to life while another is at its job."""
    job = long_search(two_workers, "twice")
    worker, horse = busy_worker(two_workers)
    os.kill(worker, signal.SIGKILL)
    # Only an orphan may be stopped: the kernel hangs up a standing process that becomes one, and a
    # killed worker looks dead while threads of it still are the horse's parent.
    eventually(lambda: parent(horse) != worker)
    stop_still(horse)

    def others() -> list[int]:
        return [
            pid for w in started_by(two_workers, "worker") for pid in children(w) if pid != horse
        ]

    eventually(others, seconds=RETRY_SECONDS)
    [other] = others()
    os.kill(horse, signal.SIGCONT)
    eventually(lambda: two_workers.call("GET", job).body["status"] == "finished")
    first = two_workers.call("GET", job).body
    eventually(lambda: not running(horse) and not running(other))
    assert two_workers.call("GET", job).body == first
    assert settled_result(two_workers, store, job) == first["result"]


def test_a_job_whose_process_always_dies_fails_in_the_end(two_workers: Service) -> None:
    job = long_search(two_workers, "poison")
    killed = []

    def failed() -> bool:
        for worker in started_by(two_workers, "worker"):
            for horse in children(worker):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(horse, signal.SIGKILL)
                    killed.append(horse)
        return bool(two_workers.call("GET", job).body["status"] == "failed")

    eventually(failed)
    assert len(killed) >= 1 + JOB_RETRIES
    found = two_workers.call("GET", job).body
    assert found["result"] is None
    assert "search" in found["error"]
    assert "Traceback" not in found["error"]


def test_a_running_job_stops_when_it_is_canceled(two_workers: Service) -> None:
    job = long_search(two_workers, "cancel")
    _, horse = busy_worker(two_workers)
    found = two_workers.call("DELETE", job).body
    eventually(lambda: not running(horse), seconds=1)
    assert two_workers.call("GET", job).body == found
    assert found["status"] == "canceled"
    progress, analysis = found["progress"], found["result"]["analysis"]
    assert {key: progress[key] for key in ("decisions", "simulations")} == {
        key: analysis[key] for key in ("decisions", "simulations")
    }
    assert found["result"]["stopped"] == "canceled"  # with what was decided until then
    assert len(found["result"]["moves"]) < 300


def test_a_waiting_job_is_canceled_at_once(no_workers: Service, store: RedisServer) -> None:
    posted = no_workers.call(
        "POST", "/v1/ai/moves", {"state": no_workers.new_game(players=FOUR), "level": "greedy"}
    )
    assert posted.body["status"] == "queued"
    connection = queue.connect(store.url)
    assert queue.queue_length(connection) == 1
    begun = time.monotonic()
    assert no_workers.call("DELETE", posted.headers["Location"]).body["status"] == "canceled"
    assert queue.queue_length(connection) == 0
    assert time.monotonic() - begun < 1
    connection.close()


class Asking(threading.Thread):
    """A call made beside the test: its answer, or the error that it ended with."""

    def __init__(self, service: Service, path: str) -> None:
        super().__init__()
        self._service = service
        self._path = path
        self.answer: Answer | None = None
        self.error: OSError | None = None
        self.start()
        time.sleep(0.7)  # until it waits in the service

    def run(self) -> None:
        try:
            self.answer = self._service.call("GET", self._path)
        except OSError as error:
            self.error = error


def test_an_api_process_that_is_killed_loses_no_job(two_workers: Service) -> None:
    """The long poll that it held breaks off; the next call is served, and the job goes on."""
    job = long_search(two_workers, "api")
    asking = Asking(two_workers, f"{job}?wait=30")
    (master,) = started_by(two_workers, "gunicorn")
    (api,) = children(master)
    os.kill(api, signal.SIGKILL)
    asking.join(timeout=10)
    assert asking.answer is None
    assert isinstance(asking.error, ConnectionError)

    def served() -> bool:
        with contextlib.suppress(ConnectionError):
            return two_workers.call("GET", "/healthz").status == 200
        return False

    eventually(served)
    found = two_workers.call("GET", f"{job}?wait={RETRY_SECONDS}").body
    assert found["status"] == "finished"
    assert len(found["result"]["moves"]) >= 300


def test_an_api_that_is_told_to_end_answers_who_waits(two_workers: Service) -> None:
    job = long_search(two_workers, "drain")
    _, horse = busy_worker(two_workers)
    stop_still(horse)  # so that the job does not end first
    asking = Asking(two_workers, f"{job}?wait=30")
    (master,) = started_by(two_workers, "gunicorn")
    begun = time.monotonic()
    os.kill(master, signal.SIGTERM)
    asking.join(timeout=15)
    os.kill(horse, signal.SIGCONT)
    assert time.monotonic() - begun < 8
    assert asking.answer is not None
    assert (asking.answer.status, asking.answer.body["status"]) == (200, "started")
    eventually(lambda: not running(master))
    found = two_workers.call("GET", f"{job}?wait={RETRY_SECONDS}").body  # by the next gunicorn
    assert found["status"] == "finished"


def test_a_worker_that_is_told_to_end_finishes_its_job_and_takes_no_other(
    no_workers: Service, store: RedisServer
) -> None:
    command = tied([sys.executable, "-m", "workers", "worker"])
    env = {**os.environ, "REDIS_URL": store.url}
    env |= {"SERVER_KEY_FILE": f"{no_workers.folder}/dominant-species/server-key"}
    worker = subprocess.Popen(command, cwd=ROOT, env=env)
    first = long_search(no_workers, "first")
    state = no_workers.new_game(players=FOUR)
    second = no_workers.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(timeout=60) == 0
    assert no_workers.call("GET", first).body["status"] == "finished"
    assert no_workers.call("GET", second.headers["Location"]).body["status"] == "queued"
    other = subprocess.Popen(command, cwd=ROOT, env=env)
    assert no_workers.finish(second)["stopped"] == "move"
    other.send_signal(signal.SIGTERM)
    assert other.wait(timeout=60) == 0


def test_a_job_that_the_end_of_the_service_cuts_off_is_finished_by_the_next(
    store: RedisServer,
) -> None:
    service = Service(WORKERS="1", REDIS_URL=store.url)
    job = long_search(service, "cut off")
    _, horse = busy_worker(service)
    stop_still(horse)  # it would not get done within the time that the service gives it
    service.process.send_signal(signal.SIGTERM)
    time.sleep(1.5)  # RQ takes two signals within a second for one
    service.stop(signal.SIGTERM)
    assert not running(horse)
    again = Service(WORKERS="1", REDIS_URL=store.url)
    try:
        found = again.call("GET", f"{job}?wait={RETRY_SECONDS}").body
        assert found["status"] == "finished"
        assert len(found["result"]["moves"]) >= 300
    finally:
        again.stop()


def test_redis_lost_and_back_again(embedded: Service) -> None:
    state = embedded.new_game(players=FOUR)
    job = embedded.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
    redis = started_by(embedded, "redis-server")
    assert len(redis) == 1
    # The supervisor sleeps, so Redis stays away for as long as this test wants.
    embedded.process.send_signal(signal.SIGSTOP)
    try:
        os.kill(redis[0], signal.SIGKILL)
        eventually(lambda: embedded.call("GET", "/readyz").status == 503)
        refused = embedded.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
        assert refused.status == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert refused.body["type"].endswith("queue_unavailable")
        moves = embedded.call("POST", "/v1/legal-moves", {"state": state})
        assert moves.status == 200
        assert moves.body["legal_moves"]
    finally:
        embedded.process.send_signal(signal.SIGCONT)
    eventually(lambda: embedded.call("GET", "/readyz").status == 200)
    assert embedded.call("GET", job.headers["Location"]).status == 404
    assert embedded.ai(state=state, level="random")["stopped"] == "move"


def test_a_redis_that_keeps_its_data_loses_no_job(durable_store: RedisServer) -> None:
    """It is killed while one job runs and another waits, and started again on its own file."""
    service = Service(WORKERS="1", REDIS_URL=durable_store.url)
    try:
        running_job = long_search(service, "durable")
        state = service.new_game(players=FOUR)
        waiting_job = service.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
        time.sleep(1.5)  # Redis writes its file once a second
        durable_store.stop()
        assert service.call("GET", running_job).status == 503
        time.sleep(2)
        durable_store.start()
        assert service.finish(waiting_job)["stopped"] == "move"
        found = service.call("GET", f"{running_job}?wait={RETRY_SECONDS}").body
        assert found["status"] == "finished"
        assert len(found["result"]["moves"]) >= 300
    finally:
        service.stop()
