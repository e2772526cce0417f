"""What several tests share: a running service, and small HTTP calls to it."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

# Before anything imports the engine: tests replace and measure its functions, so they run the
# sources. `make test-compiled` sets 0 and runs what it lists on the compiled engine.
PURE = os.environ.setdefault("DOMINANT_SPECIES_PURE", "1")

from service.build import ENGINE  # noqa: E402 - the line above comes first
from tests.tied import tied  # noqa: E402

ROOT = Path(__file__).parent.parent
START_SECONDS = 40


def pytest_report_header() -> str:
    """Which engine is tested."""
    return str(ENGINE)


def pytest_configure() -> None:
    """Never test the sources under the name of the compiled engine."""
    if PURE == "0" and ENGINE.name != "compiled":
        raise pytest.UsageError(f"the compiled engine was asked for: {ENGINE}")


class Answer(NamedTuple):
    """An HTTP answer: status, headers and the JSON of its body (None for an empty one)."""

    status: int
    headers: dict[str, str]
    body: Any


class Service:
    """The whole service, started by `dominant-species serve` on a free port."""

    def __init__(self, **environment: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ds-", ignore_cleanup_errors=True)
        env = {k: v for k, v in os.environ.items() if k not in ("REDIS_URL", "SERVER_KEY_FILE")}
        env |= {"TMPDIR": self._folder.name, "XDG_STATE_HOME": self._folder.name}
        env |= {"HOST": "127.0.0.1", "PORT": "0"}
        env |= {"API_PROCESSES": "1", "WORKERS": "1", **environment}
        self._output = Path(self._folder.name) / "output"
        with self._output.open("w") as output:
            self.process = subprocess.Popen(
                tied([sys.executable, "-m", "workers", "serve"]),
                cwd=ROOT,
                env=env,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            eventually(lambda: "Ctrl-C" in self.output() or self.process.poll() is not None)
            found = re.search(r"http://\S+(?=/\n)", self.output())
            assert found, self.output()
        except BaseException:
            self.stop()
            raise
        self.url = found.group()

    @property
    def folder(self) -> str:
        """The folder that stands for the home of its user, and for the one of temporary files."""
        return self._folder.name

    def output(self) -> str:
        """What the service has printed so far."""
        return self._output.read_text()

    def stop(self, number: int = signal.SIGINT) -> int:
        """Stop it as Ctrl-C does, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(timeout=30)
        self._folder.cleanup()
        return status

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

    def new_game(self, **fields: Any) -> dict[str, Any]:
        """The first state of a new game."""
        answer = self.call("POST", "/v1/games", fields)
        assert answer.status == 201, answer
        state: dict[str, Any] = answer.body["state"]
        return state

    def finish(self, posted: Answer, timeout: float = 120) -> dict[str, Any]:
        """Wait for a job that was posted, and answer its result."""
        assert posted.status in (200, 202), posted
        deadline = time.monotonic() + timeout
        job = posted.body
        while job["status"] in ("queued", "started"):
            assert time.monotonic() < deadline, job
            job = self.call("GET", posted.headers["Location"] + "?wait=10").body
        assert job["status"] == "finished", job
        result: dict[str, Any] = job["result"]
        return result

    def ai(self, **request: Any) -> dict[str, Any]:
        """Ask for AI moves and wait for the result."""
        return self.finish(self.call("POST", "/v1/ai/moves", request))


def eventually(met: Callable[[], Any], seconds: float = START_SECONDS) -> None:
    """Wait until a condition is met; fail after that many seconds."""
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """One service for all tests of a test process."""
    running = Service()
    yield running
    running.stop()
