"""How searches and tickets stand in Redis: the names of keys, and transactions on them.

``service.queue`` tells what the keys hold.
"""

import random
import time
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import WatchError

OPEN_KEY: Final = "ds:open"
PENDING_TTL: Final = 24 * 3600  # seconds that a search may wait and run
RESULT_TTL: Final = 3600  # seconds that a result, or a failure, can be fetched

_CONTENDED_SECONDS: Final = 3.0  # that a transaction is tried on a contended key
_FIRST_PAUSE: Final = 0.001  # seconds at most between two tries, growing
_LAST_PAUSE: Final = 0.05

_T = TypeVar("_T")


class ContendedError(RuntimeError):
    """A transaction that others kept interrupting."""


def transaction(connection: Redis, attempt: Callable[[Pipeline], _T], *watched: str) -> _T:
    """Run ``attempt`` until its commands, given after ``multi()``, go through undisturbed.

    Pauses of random length part those who disturb each other; of any who try at once one gets
    through, so all do in time. Raises ContendedError, and redis.exceptions.RedisError.
    """
    end = time.monotonic() + _CONTENDED_SECONDS
    pause = _FIRST_PAUSE
    while True:
        with connection.pipeline() as pipe:
            try:
                watch(pipe, *watched)
                answer = attempt(pipe)
                pipe.execute()
            except WatchError as error:
                if time.monotonic() >= end:
                    raise ContendedError(watched[0]) from error
            else:
                return answer
        time.sleep(random.uniform(0, pause))  # noqa: S311 - a pause, no secret
        pause = min(2 * pause, _LAST_PAUSE)


def watch(pipe: Pipeline, *keys: str) -> None:
    """Have the transaction fail, and be tried again, if one of the keys changes meanwhile."""
    pipe.watch(*keys)  # type: ignore[no-untyped-call]  # redis-py leaves this one untyped


def ticket_key(ticket: str) -> str:
    """The hash of a ticket."""
    return f"ds:ticket:{ticket}"


def search_key(search: str) -> str:
    """The hash of a search."""
    return f"ds:search:{search}"


def tickets_key(search: str) -> str:
    """The set of the tickets attached to a search."""
    return f"ds:search:{search}:tickets"


def progress_key(search: str) -> str:
    """The hash of a search's progress."""
    return f"ds:search:{search}:progress"


def equal_key(digest: str) -> str:
    """The search that requests with this digest attach to."""
    return f"ds:equal:{digest}"


def text(raw: bytes | str) -> str:
    """What Redis answered, as text."""
    return raw.decode("utf-8") if isinstance(raw, bytes) else raw


def texts(raw: Mapping[bytes | str, bytes | str]) -> dict[str, str]:
    """A hash that Redis answered, as text."""
    return {text(name): text(value) for name, value in raw.items()}
