"""The metrics of a service with several API processes."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import ROOT, Service, eventually
from tests.ops.processes import children, started_by, stop_still
from tests.tied import tied

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
COUNT = re.compile(
    r'^ds_http_requests_total\{method="GET",route="/v1/ai/levels",status="200"\} (\S+)$', re.M
)
TIMED = re.compile(r'^ds_http_request_seconds_count\{route="/v1/ai/levels"\} (\S+)$', re.M)


def scraped(service: Service) -> tuple[float, float]:
    """Requests for the levels that were counted, and that were timed."""
    with urllib.request.urlopen(f"{service.url}/metrics", timeout=10) as response:
        text = response.read().decode()
    found = [pattern.search(text) for pattern in (COUNT, TIMED)]
    first, second = (float(match.group(1)) if match else 0.0 for match in found)
    return first, second


def eventually_two(master: int) -> list[int]:
    """The two API processes of a gunicorn."""
    eventually(lambda: len(children(master)) == 2)
    return children(master)


def test_they_add_up_over_the_api_processes() -> None:
    service = Service(WORKERS="0", API_PROCESSES="2")
    try:
        (master,) = started_by(service, "gunicorn")
        one, two = eventually_two(master)
        for standing in (one, two):
            stop_still(standing)  # so the other one serves these
            for _ in range(10):
                assert service.call("GET", "/v1/ai/levels").status == 200
            os.kill(standing, signal.SIGCONT)
        for standing in (one, two):
            stop_still(standing)
            assert scraped(service) == (20, 20)
            os.kill(standing, signal.SIGCONT)
        os.kill(one, signal.SIGKILL)  # what it counted is not lost with it
        assert scraped(service) == (20, 20)
    finally:
        service.stop()


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("given", [None, ""])
def test_an_api_alone_makes_the_folder_and_removes_it(
    tmp_path: Path, processes: str, given: str | None
) -> None:
    """`dominant-species api`, as a service manager runs it; a variable left empty is not set."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {**os.environ, "PORT": str(port), "API_PROCESSES": processes, "TMPDIR": str(tmp_path)}
    env.pop("PROMETHEUS_MULTIPROC_DIR", None)
    if given is not None:
        env["PROMETHEUS_MULTIPROC_DIR"] = given
    api = subprocess.Popen(tied([sys.executable, "-m", "workers", "api"]), cwd=ROOT, env=env)
    try:

        def counted() -> bool:
            with contextlib.suppress(OSError):
                url = f"http://127.0.0.1:{port}/metrics"
                with urllib.request.urlopen(url, timeout=5) as response:
                    return b"ds_http_requests_total" in response.read()
            return False

        eventually(counted)
        folders = list(tmp_path.glob("ds-metrics-*"))
        assert len(folders) == (processes == "2")  # one process needs none
        assert all(list(folder.glob("counter_*.db")) for folder in folders)
    finally:
        api.terminate()
        assert api.wait(timeout=20) == 0
    assert not list(tmp_path.glob("ds-metrics-*"))


def test_serve_takes_an_empty_variable_as_none() -> None:
    service = Service(PROMETHEUS_MULTIPROC_DIR="", WORKERS="0")
    try:
        assert service.call("GET", "/v1/ai/levels").status == 200
        assert scraped(service) == (1, 1)
    finally:
        service.stop()
    assert not list(ROOT.glob("*.db"))
