"""The key of server chance."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from service import key_file
from service.settings import Settings


def test_only_its_owner_can_read_it_and_it_stays(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "server-key"
    key_file.ensure(path)
    assert path.stat().st_mode & 0o777 == 0o600
    secret = path.read_text()
    assert len(secret) == 64
    key_file.ensure(path)
    assert path.read_text() == secret
    assert list(path.parent.iterdir()) == [path]


def ensured_key(path: Path) -> object:
    key_file.ensure(path)
    return Settings(server_key_file=path).server_key()


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4, multiprocessing.get_context("spawn")) as pool:
        keys = set(pool.map(ensured_key, [tmp_path / "server-key"] * 16))
    assert len(keys) == 1


def test_it_is_kept_with_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert key_file.default_path() == tmp_path / "dominant-species" / "server-key"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert key_file.default_path() == tmp_path / ".local/state/dominant-species/server-key"
