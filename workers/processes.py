"""Child processes that are started again when they end, and that leave nothing behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Final

RESTART_SECONDS: Final = 1.0  # between two starts of the same process
Start = Callable[[], "subprocess.Popen[bytes]"]  # starts a process, again each time
_PR_SET_PDEATHSIG: Final = 1
_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """Between fork and exec: have the kernel send SIGTERM here when the parent dies (Linux)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def spawn(
    arguments: Sequence[str],
    environment: dict[str, str] | None = None,
    keep: Sequence[int] = (),
    output: BinaryIO | None = None,
) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own, so that Ctrl-C reaches its parent only.

    ``keep`` are file descriptors that it inherits; ``output`` takes what it prints, instead of
    where this process prints.
    """
    return subprocess.Popen(  # noqa: S603 - our own command lines
        arguments,
        env=environment,
        pass_fds=keep,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        preexec_fn=die_with_parent,  # safe: the supervisor has one thread
    )


def session_members(leader: int) -> list[int]:
    """The processes of the session that ``leader`` began, also after its own end (Linux)."""
    members = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(entry.name)) == leader:
                members.append(int(entry.name))
        except (ProcessLookupError, PermissionError):
            continue
    return members


class Child:
    """A process to keep running.

    A worker that is killed leaves the process of its job behind, which may finish it; ``stop``
    finds such processes by their session.
    """

    def __init__(self, name: str, start: Start) -> None:
        self.name = name
        self._start = start
        self.process = start()
        self._started = time.monotonic()
        self._sessions = [self.process.pid]

    def ended(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def keep_running(self) -> None:
        """Start it again if it has ended, but not in a rush."""
        if not self.ended() or time.monotonic() - self._started < RESTART_SECONDS:
            return
        print(f"{self.name} ended with {self.process.returncode}; starting it again", flush=True)
        self._sessions = [leader for leader in self._sessions if session_members(leader)]
        self.process = self._start()
        self._started = time.monotonic()
        self._sessions.append(self.process.pid)

    def terminate(self) -> None:
        """Send SIGTERM: the first lets a worker finish its job, a second makes it give it up."""
        if not self.ended():
            self.process.terminate()

    def kill(self) -> None:
        """Kill what is left of it and of the processes that it began."""
        for leader in self._sessions:
            for member in session_members(leader):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(member, signal.SIGKILL)
        if not self.ended():
            self.process.kill()
        self.process.wait()
