"""The job of a partner: to carry out parts of a search that another worker has begun."""

import time
from typing import Final

from redis import Redis

from service import queue, rq_jobs
from workers.connection import connect
from workers.exchange import Exchange, Task
from workers.search.levels import carry_out_part
from workers.search.watching import Standing
from workers.splitting import SEARCH_VERSION

TELL_SECONDS: Final = 0.2  # between two signs of life
IDLE_SECONDS: Final = 1  # without a part, after which a partner looks whether it is needed


def join(split: str, search: str, version: str) -> None:
    """Carry out parts of the search until it is over, or others wait for a worker.

    Then another job is left to come back to it after them. A worker that would not search in the
    same way, ``version``, leaves the search alone.
    """
    if version != SEARCH_VERSION:
        return
    connection = connect()
    exchange = Exchange(connection, split)
    while exchange.is_open():
        task = exchange.take(IDLE_SECONDS)
        if task is not None:
            _carry_out(connection, exchange, search, task)
        if queue.queue_length(connection):
            if exchange.is_open():
                rq_jobs.invite(connection, split, search, version)
            return


def _carry_out(connection: Redis, exchange: Exchange, search: str, task: Task) -> None:
    told = time.monotonic()
    wanted = True

    def watch(standing: Standing) -> bool:
        nonlocal told, wanted
        now = time.monotonic()
        if now - told >= TELL_SECONDS:
            told = now
            wanted = exchange.tell(task.decision, task.number, standing.simulations)
            wanted = wanted and not queue.canceled(connection, search)
        return wanted

    found = carry_out_part(task.state, task.part, watch)
    exchange.give(task.decision, task.number, found, wanted)
