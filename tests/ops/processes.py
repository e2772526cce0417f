"""Looking at the processes of a running service, and at the jobs they work on."""

import os
import signal
from pathlib import Path

from redis import Redis
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer

from service import queue
from tests.conftest import Service, eventually
from workers.processes import session_members

FOUR = {"ann": ["mammal"], "bob": ["bird"], "cy": ["amphibian"], "dee": ["insect"]}


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


def _stat(pid: int) -> list[str]:
    """The kernel's line about a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def running(pid: int) -> bool:
    """Whether the process exists and has not ended."""
    try:
        return _stat(pid)[0] != "Z"
    except FileNotFoundError:
        return False


def parent(pid: int) -> int:
    """The process whose child this one is now."""
    return int(_stat(pid)[1])


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


def stop_still(pid: int) -> None:
    """Make a process stand still until it gets SIGCONT; it must not have ended yet."""
    os.kill(pid, signal.SIGSTOP)
    assert running(pid)


def searches_at_work(connection: Redis) -> list[str]:
    """The jobs that RQ holds as started or queued; empty when nothing is left to do."""
    found: list[str] = []
    for name in queue.QUEUES:
        registry = StartedJobRegistry(name, connection=connection, serializer=JSONSerializer)
        found += registry.get_job_ids(cleanup=False)
    for key in connection.scan_iter("rq:job:*"):
        name = str(key, "utf-8").removeprefix("rq:job:")
        job = Job.fetch(name, connection=connection, serializer=JSONSerializer)
        if job.get_status() in ("queued", "started"):
            found.append(job.id)
    return found


def retries_left(connection: Redis, search: str) -> int | None:
    """How often RQ would still try the job again."""
    return Job.fetch(search, connection=connection, serializer=JSONSerializer).retries_left


def finisher(connection: Redis, search: str) -> int:
    """The process id of the worker that had the job last."""
    job = Job.fetch(search, connection=connection, serializer=JSONSerializer)
    pid = connection.hget(f"rq:worker:{job.worker_name}", "pid")
    assert pid is not None
    return int(pid)
