"""What every request of an application shares: settings, the queue's connection, limits."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from flask import Flask, current_app
from redis import Redis

from service import queue
from service.documents.play import ServerKey
from service.settings import Settings

_NAME: Final = "dominant_species"


class LongPolls:
    """The threads that long polls may hold in this process: at most half of them."""

    def __init__(self, threads: int) -> None:
        self._free = threading.BoundedSemaphore(max(1, threads // 2)) if threads > 1 else None

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Whether this request may wait; if not, it answers at once."""
        taken = self._free is not None and self._free.acquire(blocking=False)
        try:
            yield taken
        finally:
            if taken and self._free is not None:
                self._free.release()


@dataclass(frozen=True)
class Context:
    """The parts of one application that its views use.

    ``key`` is the key of server chance, or None where there is none.
    """

    settings: Settings
    key: ServerKey | None
    redis: Redis
    polls: LongPolls = field(repr=False)

    @classmethod
    def of(cls, settings: Settings) -> "Context":
        """The context that the settings describe; no connection is made."""
        return cls(
            settings=settings,
            key=settings.server_key(),
            redis=queue.connect(settings.redis_url),
            polls=LongPolls(settings.api_threads),
        )

    def install(self, app: Flask) -> None:
        """Make this the context of an application."""
        app.extensions[_NAME] = self


def context() -> Context:
    """The context of the application that serves the current request."""
    found: Context = current_app.extensions[_NAME]
    return found
