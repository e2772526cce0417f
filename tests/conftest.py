"""What several tests share: a running service, and small HTTP calls to it."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent


class Answer(NamedTuple):
    """An HTTP answer: status, headers and the JSON of its body (None for an empty one)."""

    status: int
    headers: dict[str, str]
    body: Any


class Service:
    """A service under test, started by `dominant-species serve` on a free port."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process = process
        self.url = url

    def call(self, method: str, path: str, body: object = None, timeout: float = 60) -> Answer:
        """Send JSON and read the answer, whatever its status."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                raw, status, headers = response.read(), response.status, dict(response.headers)
        except urllib.error.HTTPError as error:
            raw, status, headers = error.read(), error.code, dict(error.headers)
            error.close()
        return Answer(status, headers, json.loads(raw) if raw else None)

    def ai(self, body: object, timeout: float = 120) -> dict[str, Any]:
        """Ask for AI moves and wait for the finished job."""
        posted = self.call("POST", "/v1/ai/moves", body)
        assert posted.status == 202, posted
        deadline = time.monotonic() + timeout
        job = posted.body
        while job["status"] in ("queued", "started"):
            assert time.monotonic() < deadline, job
            job = self.call("GET", posted.headers["Location"] + "?wait=10").body
        assert job["status"] == "finished", job
        result: dict[str, Any] = job["result"]
        return result


def start_service(**environment: str) -> Service:
    """Start the whole service on a free port of the loopback interface."""
    env = {k: v for k, v in os.environ.items() if k not in ("REDIS_URL", "SERVER_KEY_FILE")}
    env |= {"HOST": "127.0.0.1", "PORT": "0", "API_PROCESSES": "1", "WORKERS": "1", **environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "workers", "serve"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://" in line, line
    return Service(process, line.split()[-1].rstrip("/"))


def stop_service(service: Service) -> int:
    """Stop it as Ctrl-C does, and return its exit status."""
    service.process.send_signal(signal.SIGINT)
    status = service.process.wait(timeout=30)
    assert service.process.stdout is not None
    service.process.stdout.close()
    return status


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """One service for all tests of a test process."""
    running = start_service()
    yield running
    stop_service(running)
