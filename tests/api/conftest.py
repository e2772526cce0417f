"""An application, a client of it, and a Redis of its own for the tests of the queue."""

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from flask.testing import FlaskClient
from redis.exceptions import RedisError
from werkzeug.test import TestResponse

from service import queue
from service.app import create_app
from service.settings import Settings
from tests.conftest import ROOT
from tests.tied import tied
from workers.redis_server import find_binary

Json = dict[str, Any]


class Answer(TestResponse):
    """An answer whose body a test may index as JSON without asking first whether it is any."""

    @property
    def json(self) -> Any:
        return super().json


class Client(FlaskClient):
    """A client whose answers are typed so."""

    def open(self, *args: Any, **options: Any) -> Answer:
        return cast(Answer, super().open(*args, **options))

    def get(self, *args: Any, **options: Any) -> Answer:
        return self.open(*args, **options, method="GET")

    def post(self, *args: Any, **options: Any) -> Answer:
        return self.open(*args, **options, method="POST")

    def delete(self, *args: Any, **options: Any) -> Answer:
        return self.open(*args, **options, method="DELETE")

    def options(self, *args: Any, **options: Any) -> Answer:
        return self.open(*args, **options, method="OPTIONS")


def client_of(settings: Settings) -> Client:
    """A client of a new application with these settings."""
    app = create_app(settings)
    app.test_client_class = Client
    return cast(Client, app.test_client())


class RedisServer:
    """A real redis-server on a private socket, which a test may stop and start again.

    It forgets everything when it is stopped, unless it is ``durable``.
    """

    def __init__(self, folder: Path, durable: bool = False) -> None:
        self.socket = folder / "redis.sock"
        self._durable = durable
        self.url = f"unix://{self.socket}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = ["--port", "0", "--save", "", "--appendonly", "yes" if self._durable else "no"]
        arguments += ["--unixsocket", str(self.socket), "--dir", str(self.socket.parent)]
        command = tied([find_binary(), *arguments])
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        connection = queue.connect(self.url)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with contextlib.suppress(RedisError):
                connection.ping()
                break
            time.sleep(0.01)
        connection.close()

    @property
    def pid(self) -> int:
        """The id of its process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One server for all tests."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def settings(redis_server: RedisServer, tmp_path: Path) -> Settings:
    """Settings with that server, emptied, and a server key."""
    key = tmp_path / "key"
    key.write_text("0123456789abcdef" * 4)
    connection = queue.connect(redis_server.url)
    connection.flushall()
    connection.close()
    return Settings(redis_url=redis_server.url, server_key_file=key, max_wait=5)


@pytest.fixture
def client(settings: Settings) -> Client:
    """A client of an application with everything in place."""
    return client_of(settings)


@pytest.fixture
def lone_client() -> Client:
    """A client of an application without a key, whose Redis does not answer."""
    return client_of(Settings(redis_url="redis://127.0.0.1:1/0"))


@pytest.fixture
def new_game(client: Client) -> Callable[..., Json]:
    """Sets up a game of mammal, bird and insect and answers the whole answer."""

    def make(**more: Any) -> Json:
        body: Json = {
            "players": {"ann": ["mammal"], "bob": ["bird"], "cy": ["insect"]},
            "chance": {"mode": "seeded", "seed": "42"},
            "include": ["legal_moves"],
            **more,
        }
        response = client.post("/v1/games", json=body)
        assert response.status_code == 201, response.json
        answer: Json = response.json
        return answer

    return make
