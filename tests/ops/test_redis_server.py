"""The embedded Redis."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.conftest import eventually
from workers import redis_server
from workers.redis_server import NoRedisError, RedisServer, find_binary


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    started = RedisServer(tmp_path)
    started.start()
    yield started
    started.stop()


def test_it_answers_on_a_private_socket_only(server: RedisServer) -> None:
    client = Redis.from_url(server.url)
    assert client.ping()
    assert client.config_get("port") == {"port": "0"}
    assert client.config_get("save") == {"save": ""}
    assert Path(server.url.removeprefix("unix://").partition("?")[0]).stat().st_mode & 0o77 == 0
    client.close()


def test_stop_ends_the_process(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)
    server.start()
    assert server.alive()
    server.stop()
    assert not server.alive()
    server.stop()  # once more changes nothing


def test_it_starts_again_at_the_same_address_after_it_was_killed(server: RedisServer) -> None:
    client = Redis.from_url(server.url)
    client.set("key", "value")
    assert server.process is not None
    server.process.send_signal(signal.SIGKILL)
    eventually(lambda: not server.alive())
    with pytest.raises(RedisError):
        client.ping()
    server.start()
    assert client.get("key") is None  # no persistence
    client.close()


def test_a_server_on_path_is_preferred(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    binary = tmp_path / "redis-server"
    binary.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_binary() == str(binary)


@pytest.mark.parametrize("ends", [True, False])
def test_a_server_that_does_not_start_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ends: bool
) -> None:
    """The last lines are told, whether it ends by itself or is ended for never answering."""
    binary = tmp_path / "redis-server"
    end = "exit 7" if ends else "exec sleep 60"
    script = f"for n in 1 2 3 4 5 6 7; do echo line $n >&2; done; echo out of luck; {end}"
    binary.write_text(f"#!/bin/sh\n{script}\n")
    binary.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(redis_server, "START_SECONDS", 1.0)
    server = RedisServer(tmp_path)
    with pytest.raises(NoRedisError) as caught:
        server.start()
    assert not server.alive()
    _, status, *lines = re.split(r"ended with |, and .*:\n|\n", str(caught.value))
    assert status == ("7" if ends else str(-signal.SIGTERM))
    assert [line.strip() for line in lines] == [
        *(f"line {n}" for n in (4, 5, 6, 7)),
        "out of luck",
    ]


def test_without_any_server_the_error_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(redis_server, "find_spec", lambda name: None)
    with pytest.raises(NoRedisError, match="set REDIS_URL"):
        find_binary()
