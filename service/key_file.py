"""The file with the server's secret for chance (R1.7)."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def default_path() -> Path:
    """Where the key of this user's services is kept, so that games outlive a restart."""
    state = os.environ.get("XDG_STATE_HOME")
    base = Path(state) if state else Path.home() / ".local" / "state"
    return base / "dominant-species" / "server-key"


def ensure(path: Path) -> None:
    """Make a new key that only its owner can read (mode 0600), unless the file is there.

    Of several processes that do so at once one wins, and all see its whole key. Raises OSError.
    """
    if path.exists():
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
