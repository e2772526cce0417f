"""What POST /v1/moves and /v1/legal-moves cost over HTTP, beside what no service can avoid."""

import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from service.build import PURE_VARIABLE
from workers.bench.bodies import CALLS, bodies
from workers.processes import spawn

START_SECONDS: Final = 30.0
WARM_UP: Final = 3  # rounds that do not count
HEADERS: Final = {"Content-Type": "application/json"}


@contextmanager
def _server() -> Iterator[int]:
    """A gunicorn with one process like those of ``serve``, compiled if it can be; its port."""
    with (
        tempfile.TemporaryDirectory(prefix="ds-bench-") as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        arguments = [
            sys.executable, "-m", "gunicorn",
            "--bind", f"fd://{listener.fileno()}",
            "--no-control-socket",
            "--worker-class", "service.http_worker.HttpWorker",
            "--workers", "1",
            "--threads", "8",
            "--log-level", "warning",
            "workers.bench.server:create()",
        ]  # fmt: skip
        environment = {**os.environ, PURE_VARIABLE: "0", "PROMETHEUS_MULTIPROC_DIR": folder}
        process = spawn(arguments, environment, keep=[listener.fileno()])
        try:
            port = listener.getsockname()[1]
            _wait(port, process)
            yield port
        finally:
            process.terminate()
            process.wait()


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == http.HTTPStatus.OK:
                return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise RuntimeError("the server of the benchmark did not start")


def _post(connection: http.client.HTTPConnection, path: str, body: bytes) -> float:
    """Milliseconds of one call."""
    started = time.perf_counter()
    connection.request("POST", path, body, HEADERS)
    response = connection.getresponse()
    response.read()
    elapsed = time.perf_counter() - started
    if response.status != http.HTTPStatus.OK:
        raise RuntimeError(f"{path} answered {response.status}")
    return elapsed * 1e3


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """Medians over all positions and rounds; the three kinds of calls take turns."""
    figures = {}
    with _server() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.connect()
        for call, path in CALLS.items():
            asked = bodies(call)
            times: dict[str, list[float]] = {"real": [], "floor": [], "echo": []}
            for turn in range(rounds + WARM_UP):
                for number, body in enumerate(asked):
                    taken = {
                        "real": _post(connection, path, body),
                        "floor": _post(connection, f"/floor/{call}/{number}", body),
                        "echo": _post(connection, f"/echo/{call}", body),
                    }
                    if turn >= WARM_UP:
                        for kind, milliseconds in taken.items():
                            times[kind].append(milliseconds)
            real, floor, echo = (statistics.median(found) for found in times.values())
            figures[call] = {
                "median_ms": real,
                "floor_ms": floor,
                "ratio_to_floor": real / floor,
                "typed_echo_ms": echo,
            }
        connection.close()
    return figures
