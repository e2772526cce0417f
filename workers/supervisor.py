"""`make serve`: Redis, the API and the workers, started together and kept running."""

import http.client
import os
import signal
import socket
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Final

from service import key_file
from service.build import ENGINE
from service.metrics_folder import VARIABLE
from service.settings import Settings, SettingsError
from workers.private_folder import PrivateFolder
from workers.processes import Child, Start, spawn
from workers.redis_server import NoRedisError, RedisServer, check_reachable

START_SECONDS: Final = 30.0
LOOK_SECONDS: Final = 0.2
DRAIN_SECONDS: Final = 10.0  # for jobs and requests at hand, once told to stop
COLD_SECONDS: Final = 3.0  # to give up what is not finished by then


class _Stop:
    """Whether a signal asked for the end, and how often."""

    def __init__(self) -> None:
        self.signals = 0
        signal.signal(signal.SIGINT, self._asked)
        signal.signal(signal.SIGTERM, self._asked)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1


def serve() -> None:
    """Run everything until SIGINT or SIGTERM, then stop everything; a second one hurries.

    Raises SystemExit with a sentence if something cannot be started.
    """
    try:
        settings = Settings.from_environment()
        if os.environ.get("REDIS_URL"):
            check_reachable(settings.redis_url)
        listener = _listen(settings.host, settings.port)
    except (SettingsError, NoRedisError, OSError) as error:
        raise SystemExit(str(error)) from error
    stop = _Stop()
    folder = PrivateFolder()
    redis = None if os.environ.get("REDIS_URL") else RedisServer(folder.path)
    children: list[Child] = []
    try:
        if redis is not None:
            redis.start()
        environment = _environment(settings, folder.path, redis)
        children.append(Child("the API", _api(listener, environment)))
        for number in range(settings.workers):
            children.append(Child(f"worker {number + 1}", _worker(environment)))
        if _wait_until_healthy(listener, children[0], stop):
            _announce(settings, listener, redis, environment["SERVER_KEY_FILE"])
        while not stop.signals:
            time.sleep(LOOK_SECONDS)
            _look_after(children, redis)
    except (NoRedisError, SettingsError) as error:
        raise SystemExit(str(error)) from error
    finally:
        _stop_children(children, stop)
        if redis is not None:
            redis.stop()
        listener.close()
        folder.remove()


def _listen(host: str, port: int) -> socket.socket:
    """The API's socket. It is bound here, so no port is lost while the API is started again."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        reason = f"cannot listen on {host} port {port}: {error.strerror}"
        raise OSError(f"{reason}; HOST and PORT choose another place") from error


def _environment(settings: Settings, folder: Path, redis: RedisServer | None) -> dict[str, str]:
    """What all processes share: the Redis, the key of server chance, the counters' folder."""
    environment = dict(os.environ)
    if redis is not None:
        environment["REDIS_URL"] = redis.url
    path = settings.server_key_file or key_file.default_path()
    try:
        key_file.ensure(path)
    except OSError:
        if settings.server_key_file is not None:
            raise SystemExit(f"SERVER_KEY_FILE cannot be written: {path}") from None
        path = folder / "server-key"  # games with server chance then end with this service
        key_file.ensure(path)
    environment["SERVER_KEY_FILE"] = str(path)
    Settings.from_environment(environment).server_key()  # told here, and not by each process
    if not environment.get(VARIABLE):
        metrics = folder / "metrics"
        metrics.mkdir()
        environment[VARIABLE] = str(metrics)
    return environment


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "workers", *arguments]


def _api(listener: socket.socket, environment: dict[str, str]) -> Start:
    descriptor = listener.fileno()
    arguments = _command("api", "--descriptor", str(descriptor))
    return lambda: spawn(arguments, environment, keep=[descriptor])


def _worker(environment: dict[str, str]) -> Start:
    return lambda: spawn(_command("worker", "--supervised"), environment)


def _look_after(children: list[Child], redis: RedisServer | None) -> None:
    if redis is not None and not redis.alive():
        print("Redis ended; starting it again", flush=True)
        redis.start()
    for child in children:
        child.keep_running()


def _wait_until_healthy(listener: socket.socket, api: Child, stop: _Stop) -> bool:
    """Wait for the API's first answer; False if a signal came first. Raises SystemExit."""
    host, port = _reachable(listener)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and not stop.signals:
        if api.ended():
            raise SystemExit("the API could not start")
        connection = http.client.HTTPConnection(host, port, timeout=1)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == http.HTTPStatus.OK:
                return True
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    if stop.signals:
        return False
    raise SystemExit(f"the API did not start within {START_SECONDS:.0f} seconds")


def _reachable(listener: socket.socket) -> tuple[str, int]:
    """An address of the service as seen from this machine."""
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port  # noqa: S104


def _announce(
    settings: Settings, listener: socket.socket, redis: RedisServer | None, key: str
) -> None:
    host, port = _reachable(listener)
    base = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    store = "an embedded Redis" if redis is not None else "the Redis of REDIS_URL"
    print(f"Dominant Species: {base}/")
    print(f"  documentation  {base}/docs")
    print(f"  AI workers: {settings.workers}, on {store}; key of server chance: {key}")
    print(f"  {ENGINE}")
    print("  stop with Ctrl-C", flush=True)


def _stop_children(children: list[Child], stop: _Stop) -> None:
    """Let requests and jobs at hand finish, then make them give up, then kill what is left."""
    asked = stop.signals
    for child in children:
        child.terminate()
    deadline = time.monotonic() + DRAIN_SECONDS
    while not all(c.ended() for c in children) and stop.signals <= asked:
        if time.monotonic() > deadline:
            break
        time.sleep(0.05)
    for child in children:
        child.terminate()
    deadline = time.monotonic() + COLD_SECONDS
    while not all(c.ended() for c in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    for child in children:
        child.kill()
