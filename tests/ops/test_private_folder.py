"""The private folder of a service."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.conftest import ROOT, eventually
from workers.private_folder import PREFIX, PrivateFolder

HOLDER = """
import time
from workers.private_folder import PrivateFolder
folder = PrivateFolder()
print(folder.path, flush=True)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def test_it_is_private_and_goes_with_its_service(temporary: Path) -> None:
    folder = PrivateFolder()
    assert folder.path.parent == temporary
    assert folder.path.stat().st_mode & 0o777 == 0o700
    (folder.path / "deep").mkdir()
    folder.remove()
    assert list(temporary.iterdir()) == []


def test_those_of_killed_services_are_removed_and_no_others(temporary: Path) -> None:
    other = temporary / f"{PREFIX}unknown"  # without a lock: perhaps not ours, or just begun
    other.mkdir()
    link = temporary / f"{PREFIX}link"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        theirs = Path(holder.stdout.readline().strip())
        link.symlink_to(theirs)
        ours = PrivateFolder()
        assert theirs.exists()
        holder.kill()
    assert theirs.exists()

    def gone() -> bool:
        PrivateFolder().remove()
        return not theirs.exists()

    eventually(gone, seconds=5)
    assert {path.name for path in temporary.iterdir()} == {other.name, link.name, ours.path.name}
    ours.remove()
