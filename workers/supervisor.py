"""`make serve`: Redis, the API and the workers, started together and kept running."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType
from typing import Final

from service.settings import Settings
from workers.redis_server import RedisServer

GRACE_SECONDS: Final = 12.0  # until a process that was told to stop is killed
LOOK_SECONDS: Final = 0.5
RESTART_SECONDS: Final = 1.0  # between two starts of the same process


class Child:
    """A process that is started again whenever it ends."""

    def __init__(self, name: str, arguments: list[str], environment: dict[str, str]) -> None:
        self.name = name
        self.arguments = arguments
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0

    def start(self) -> None:
        """Start it, in a session of its own: Ctrl-C reaches the supervisor only."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - our own command line
            [sys.executable, "-m", "workers", *self.arguments],
            env=self.environment,
            start_new_session=True,
        )

    def keep_running(self) -> None:
        """Start it again if it has ended, but not in a rush."""
        if self.process is None or self.process.poll() is None:
            return
        if time.monotonic() - self.started > RESTART_SECONDS:
            print(f"{self.name} ended with {self.process.returncode}; starting it again")
            self.start()

    def terminate(self) -> None:
        """Ask it to stop."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def wait(self, deadline: float) -> None:
        """Wait until it has ended, and kill its whole session at the deadline."""
        if self.process is None:
            return
        try:
            self.process.wait(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def free_port(host: str) -> int:
    """A port that is free now, for PORT=0."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def _key_file(folder: Path) -> Path:
    """A new key for server chance that only this user can read."""
    path = folder / "server-key"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(32))
    return path


def serve() -> None:
    """Run everything until SIGINT or SIGTERM, then stop everything."""
    settings = Settings.from_environment()
    environment = dict(os.environ)
    folder = Path(tempfile.mkdtemp(prefix="ds-serve-"))
    redis = None if os.environ.get("REDIS_URL") else RedisServer()
    children: list[Child] = []
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    try:
        if redis is not None:
            redis.start()
            environment["REDIS_URL"] = redis.url
        if settings.server_key_file is None:
            environment["SERVER_KEY_FILE"] = str(_key_file(folder))
        port = settings.port or free_port(settings.host)
        environment["PORT"] = str(port)
        children = [Child("the API", ["api"], environment)]
        children += [
            Child(f"worker {number + 1}", ["worker"], environment)
            for number in range(settings.workers)
        ]
        for child in children:
            child.start()
        _wait_for_port(settings.host, port, children[0])
        _announce(settings, port, redis)
        while not stopping:
            time.sleep(LOOK_SECONDS)
            if redis is not None and not redis.alive():
                print("Redis ended; starting it again")
                redis.start()
            for child in children:
                child.keep_running()
    finally:
        deadline = time.monotonic() + GRACE_SECONDS
        for child in children:
            child.terminate()
        for child in children:
            child.wait(deadline)
        if redis is not None:
            redis.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_port(host: str, port: int, api: Child) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if api.process is not None and api.process.poll() is not None:
            raise SystemExit(f"the API could not start on {host}:{port}; is the port taken?")
        with socket.socket() as probe:
            probe.settimeout(0.5)
            if probe.connect_ex((host, port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("the API did not start within 30 seconds")


def _announce(settings: Settings, port: int, redis: RedisServer | None) -> None:
    shown = "127.0.0.1" if settings.host == "0.0.0.0" else settings.host  # noqa: S104
    store = "an embedded Redis" if redis is not None else "the Redis of REDIS_URL"
    print(f"Dominant Species rules service: http://{shown}:{port}/", flush=True)
    print(f"  documentation  http://{shown}:{port}/docs", flush=True)
    print(f"  {settings.workers} AI workers on {store}; stop with Ctrl-C", flush=True)
