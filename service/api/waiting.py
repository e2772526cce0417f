"""Requests that wait: long polls and streams, how many there may be, and when they give up."""

import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any


class Places:
    """The threads that waiting requests may hold in this process: at most half of them.

    ``stopping`` tells whether the process has been asked to end, so that those who wait let it.
    """

    def __init__(self, threads: int) -> None:
        self._free = threading.BoundedSemaphore(max(1, threads // 2)) if threads > 1 else None
        self.stopping: Callable[[], bool] = lambda: False

    def take(self) -> bool:
        """Take a place, to be given back with ``leave``; False if none is free."""
        return self._free is not None and self._free.acquire(blocking=False)

    def leave(self) -> None:
        """Give a place back that was taken."""
        if self._free is not None:
            self._free.release()


def client_gone(environ: Mapping[str, Any]) -> bool:
    """Whether the client of a request has closed its connection, as far as can be known.

    gunicorn gives the connection along; under other servers this is False until writing fails.
    """
    connection = environ.get("gunicorn.socket")
    if type(connection) is not socket.socket:
        return False
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
