"""Runs a command that ends with the test process that started it, however that ends (Linux).

A test run that is broken off has no time to stop what its fixtures started. ``tied`` makes the
command line for it: this module asks the kernel to tell of the parent's end, and becomes the
command, under the same process id.
"""

import os
import sys
from collections.abc import Sequence

from workers.processes import die_with_parent


def tied(command: Sequence[str]) -> list[str]:
    """The command line, to be run in the repository's root, that ends with this process."""
    return [sys.executable, "-m", "tests.tied", str(os.getpid()), *command]


def _become(parent: int, command: Sequence[str]) -> None:
    die_with_parent()
    if os.getppid() == parent:  # else it has ended before the kernel was asked
        os.execvp(command[0], list(command))


if __name__ == "__main__":
    _become(int(sys.argv[1]), sys.argv[2:])
