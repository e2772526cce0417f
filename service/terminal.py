"""What the command prints to, and the files it writes."""

import os
import sys
from pathlib import Path

import click
from rich.console import Console


class Output(Console):
    """Standard output; a reader who goes away, such as ``head``, changes no exit status."""

    def on_broken_pipe(self) -> None:
        """Print the rest to nowhere, so that the command ends as it would have."""
        self.quiet = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class CannotWrite(click.ClickException):
    """A file that was asked for and cannot be written."""

    exit_code = 2


def _refusal(path: Path, reason: str | None) -> CannotWrite:
    return CannotWrite(f"{path} cannot be written: {reason or 'no reason is given'}")


def check_writable(path: Path) -> None:
    """Raise CannotWrite if no file can be written there, before the work for it is done."""
    if path.is_dir():
        raise _refusal(path, "it is a folder")
    if not path.exists() and not path.parent.is_dir():
        raise _refusal(path, f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise _refusal(path, "that is not permitted")


def make_folder(path: Path) -> None:
    """Make the folder and those above it, where missing; raises CannotWrite."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise _refusal(path, "several games need a folder, and it is a file") from None
    except OSError as error:
        raise _refusal(path, error.strerror) from error


def write_text(path: Path, text: str) -> None:
    """Write the file in UTF-8; raises CannotWrite."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _refusal(path, error.strerror) from error
