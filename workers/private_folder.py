"""The private folder of a running service: its sockets, keys and counters, gone when it is.

A service that is killed cannot remove its folder, so the next one does. Each holds a lock on a
file in its own, which the kernel releases when it ends, however that happens.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO, Final

PREFIX: Final = "dominant-species-"
_LOCK: Final = "lock"


class PrivateFolder:
    """A new folder that only its owner can enter, removed by ``remove`` or the next service."""

    def __init__(self) -> None:
        _remove_abandoned()
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))  # mode 0700
        draft = self.path / "unlocked"
        self._lock: IO[str] = draft.open("w")  # not inherited by the processes of the service
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        draft.rename(self.path / _LOCK)  # so nobody ever finds it without its lock held

    def remove(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _remove_abandoned() -> None:
    """Remove this user's folders whose service has ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # another's, not finished, in use, or just removed
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            with (folder / _LOCK).open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
