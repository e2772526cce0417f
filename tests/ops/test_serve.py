"""`dominant-species serve` with real processes: starting, faults, stopping."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.rq_jobs import JOB_RETRIES
from tests.conftest import ROOT, Service, eventually
from workers.processes import session_members

FOUR = {"ann": ["mammal"], "bob": ["bird"], "cy": ["amphibian"], "dee": ["insect"]}
RETRY_SECONDS = 30  # the promise: another worker takes a lost job up within this time

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


@pytest.fixture
def two_workers() -> Iterator[Service]:
    running = Service(WORKERS="2")
    yield running
    running.stop()


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def started_by(service: Service, name: str) -> list[int]:
    """The service's own children of a kind: ``worker``, ``gunicorn`` or ``redis-server``."""
    found = []
    for pid in children(service.process.pid):
        line = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").split()
        if any(Path(word).name == name for word in line):
            found.append(pid)
    return found


def running(pid: int) -> bool:
    """Whether the process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def peak_megabytes(pid: int) -> float:
    """The most memory that a process has had resident."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def family(service: Service) -> list[int]:
    """Every process that the service consists of."""
    own = children(service.process.pid)
    return [service.process.pid, *(member for pid in own for member in session_members(pid))]


def long_search(service: Service, seed: str) -> str:
    """Post a search of many decisions and answer where it is followed, once it is running."""
    state = service.new_game(players=FOUR, chance={"mode": "seeded", "seed": seed})
    request = {"state": state, "level": "greedy", "until": {"turn_over_to": []}}
    posted = service.call("POST", "/v1/ai/moves", request)
    assert posted.status == 202, posted
    job = posted.headers["Location"]
    eventually(lambda: service.call("GET", job).body["status"] == "started")
    return job


def busy_worker(service: Service) -> tuple[int, int]:
    """The worker that is at a job, and the process that it forked for it."""
    found: list[tuple[int, int]] = []

    def look() -> bool:
        found.extend((w, c) for w in started_by(service, "worker") for c in children(w))
        return bool(found)

    eventually(look)
    return found[0]


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


def queue_of(service: Service) -> Redis:
    """The service's own Redis."""
    worker = started_by(service, "worker")[0]
    environment = Path(f"/proc/{worker}/environ").read_text().split("\0")
    url = next(line for line in environment if line.startswith("REDIS_URL="))
    return Redis.from_url(url.partition("=")[2], decode_responses=True)


def field(connection: Redis, key: str, name: str) -> str:
    found = connection.hget(key, name)
    assert isinstance(found, str), (key, name)
    return found


@pytest.mark.parametrize("killed", ["worker and horse", "worker", "horse"])
def test_a_job_of_a_killed_worker_is_finished_by_another(two_workers: Service, killed: str) -> None:
    job = long_search(two_workers, killed)
    worker, horse = busy_worker(two_workers)
    connection = queue_of(two_workers)
    search = field(connection, f"ds:ticket:{job.rpartition('/')[2]}", "search")
    for pid, name in ((worker, "worker"), (horse, "horse")):
        if name in killed:
            os.kill(pid, signal.SIGKILL)
    found = two_workers.call("GET", f"{job}?wait={RETRY_SECONDS}").body
    assert found["status"] == "finished", found
    assert found["result"]["stopped"] == "limit"
    assert len(found["result"]["moves"]) >= 300
    if killed != "worker":  # else its process, which goes on, may well have been the first
        last = field(connection, f"rq:job:{search}", "worker_name")
        assert int(field(connection, f"rq:worker:{last}", "pid")) in started_by(
            two_workers, "worker"
        )
        assert not running(horse)
        assert int(field(connection, f"rq:job:{search}", "retries_left")) == JOB_RETRIES - 1
    # Whoever else is at it gives up, and what has been written stays, its times included.
    eventually(
        lambda: not running(horse) and not any(map(children, started_by(two_workers, "worker"))),
        seconds=5,
    )
    assert two_workers.call("GET", job).body == found


def test_two_who_search_at_once_write_one_result(two_workers: Service) -> None:
    """A worker is killed and its job's process goes on, while another worker begins the job."""
    job = long_search(two_workers, "twice")
    worker, horse = busy_worker(two_workers)
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: not running(worker))  # the end of its parent would wake who is stopped
    os.kill(horse, signal.SIGSTOP)  # so that it is not done before the other begins
    _, second = busy_worker(two_workers)
    assert second != horse
    os.kill(horse, signal.SIGCONT)
    assert running(second)
    found = two_workers.call("GET", f"{job}?wait={2 * RETRY_SECONDS}").body
    assert found["status"] == "finished", found
    eventually(lambda: not running(horse) and not running(second), seconds=2)
    assert two_workers.call("GET", job).body == found


def test_a_job_whose_process_always_dies_fails_in_the_end(two_workers: Service) -> None:
    job = long_search(two_workers, "poison")
    killed = []

    def failed() -> bool:
        for worker in started_by(two_workers, "worker"):
            for horse in children(worker):
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


def test_redis_lost_and_back_again(two_workers: Service) -> None:
    state = two_workers.new_game(players=FOUR)
    job = two_workers.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
    redis = started_by(two_workers, "redis-server")
    assert len(redis) == 1
    # The supervisor sleeps, so Redis stays away for as long as this test wants.
    two_workers.process.send_signal(signal.SIGSTOP)
    try:
        os.kill(redis[0], signal.SIGKILL)
        eventually(lambda: two_workers.call("GET", "/readyz").status == 503)
        refused = two_workers.call("POST", "/v1/ai/moves", {"state": state, "level": "random"})
        assert refused.status == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert refused.body["type"].endswith("queue_unavailable")
        moves = two_workers.call("POST", "/v1/legal-moves", {"state": state})
        assert moves.status == 200
        assert moves.body["legal_moves"]
    finally:
        two_workers.process.send_signal(signal.SIGCONT)
    eventually(lambda: two_workers.call("GET", "/readyz").status == 200)
    assert two_workers.call("GET", job.headers["Location"]).status == 404
    assert two_workers.ai(state=state, level="random")["stopped"] == "move"


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


def test_a_setting_that_makes_no_sense_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "workers", "serve"],
        cwd=ROOT,
        env={**os.environ, "WORKERS": "many"},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 1
    assert "WORKERS must be a whole number" in done.stderr


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
