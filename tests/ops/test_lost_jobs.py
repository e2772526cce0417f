"""A worker that dies just after it has taken a job: nobody has noted yet that it had it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service import lost, rq_jobs
from tests.conftest import ROOT, Answer, Service, eventually
from tests.tied import tied
from workers.redis_server import RedisServer

TWO = {"ann": ["mammal"], "bob": ["bird"]}
RESCUE_SECONDS = 30

# A real worker that is killed where RQ calls this method of it. The first comes between the job's
# leaving its list and the note of who holds it, the second between that note and the job's start.
DEATHS = {"before it is noted": "execute_job", "before it is begun": "fork_work_horse"}
VICTIM = """
import os, signal
from workers import worker
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
worker.SearchWorker.{method} = die
worker.run()
"""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def service(redis: RedisServer) -> Iterator[Service]:
    """The API without workers."""
    running = Service(WORKERS="0", REDIS_URL=redis.url)
    yield running
    running.stop()


def process(redis: RedisServer, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        tied([sys.executable, *arguments]),
        cwd=ROOT,
        env={**os.environ, "REDIS_URL": redis.url},
        stderr=subprocess.DEVNULL,
    )


def lose_a_job(service: Service, redis: RedisServer, method: str) -> Answer:
    """Post a search and have its job vanish with the worker that took it."""
    state = service.new_game(players=TWO, chance={"mode": "seeded", "seed": "1"})
    posted = service.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
    assert posted.status == 202
    assert process(redis, "-c", VICTIM.format(method=method)).wait(20) == -signal.SIGKILL
    assert rq_jobs.waiting(Redis.from_url(redis.url)) == set()
    return posted


@pytest.mark.parametrize("death", DEATHS)
def test_a_job_taken_by_a_worker_that_died_is_done_by_another(
    service: Service, redis: RedisServer, death: str
) -> None:
    posted = lose_a_job(service, redis, DEATHS[death])
    worker = process(redis, "-m", "workers", "worker", "--supervised")
    try:
        # One long poll, which does not look for lost jobs itself: the worker must.
        found = service.call("GET", f"{posted.headers['Location']}?wait={RESCUE_SECONDS}").body
        assert found["status"] == "finished", found
        assert found["result"]["stopped"] == "move"
    finally:
        worker.terminate()
        worker.wait(20)
    assert Redis.from_url(redis.url).scard("ds:open") == 0


def test_looking_at_a_lost_job_is_enough_to_rescue_it(service: Service, redis: RedisServer) -> None:
    posted = lose_a_job(service, redis, "execute_job")
    connection = Redis.from_url(redis.url)

    def waits() -> bool:
        assert service.call("GET", posted.headers["Location"]).body["status"] == "queued"
        return len(rq_jobs.waiting(connection)) == 1

    eventually(waits, seconds=lost.LOST_SECONDS + 3)


def test_an_equal_request_rescues_it_too(service: Service, redis: RedisServer) -> None:
    posted = lose_a_job(service, redis, "execute_job")
    connection = Redis.from_url(redis.url)
    assert posted.body["status"] == "queued"
    state = service.new_game(players=TWO, chance={"mode": "seeded", "seed": "1"})

    def waits() -> bool:
        again = service.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
        assert again.body["status"] == "queued"
        return len(rq_jobs.waiting(connection)) == 1

    eventually(waits, seconds=lost.LOST_SECONDS + 3)
    assert len(connection.keys("ds:search:" + "?" * 32)) == 1  # they share the search
