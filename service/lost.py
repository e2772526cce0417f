"""Searches whose job got lost between the queue and a worker, and how they get back.

RQ takes a job off its list before it notes who holds it, and forgets the note of a worker that
died before the job began. A job that is neither waiting nor held for some seconds is therefore put
into its queue again, in front. Should it not have been lost after all, it is done twice and its
result is written once.
"""

from typing import Final

from redis import Redis
from redis.client import Pipeline

from service import rq_jobs
from service.entries import OPEN_KEY, search_key, text, texts, transaction

LOST_SECONDS: Final = 3.0  # a job on its way from the queue to a worker is out of sight for less
BEGUN_LOST_SECONDS: Final = 12.0  # by then RQ itself should have retried a job that was begun
RESCUES: Final = 3  # of one search: then it is what kills the workers


def tend(connection: Redis, search: str, entry: dict[str, str]) -> bool:
    """Look after an open search, whose hash is ``entry``; True if it cannot be rescued.

    A job that is missing is noted at the first look and enqueued again at a later one.
    """
    found = rq_jobs.whereabouts(connection, entry["queue"], search)
    if found.place == rq_jobs.ENDED:
        return True
    if found.place != rq_jobs.MISSING:
        if "missing" in entry:
            connection.hdel(search_key(search), "missing")
        return False
    patience = BEGUN_LOST_SECONDS if found.begun else LOST_SECONDS

    def attempt(pipe: Pipeline) -> bool:
        now_in = texts(pipe.hgetall(search_key(search)))
        pipe.multi()
        if now_in.get("status") != entry["status"]:
            return False
        if "missing" not in now_in:
            pipe.hset(search_key(search), "missing", repr(found.now))
            return False
        if found.now - float(now_in["missing"]) < patience:
            return False
        if int(now_in.get("rescues", "0")) >= RESCUES:
            return True
        pipe.hdel(search_key(search), "missing")
        pipe.hincrby(search_key(search), "rescues", 1)
        rq_jobs.forget(connection, pipe, entry["queue"], search, found.executions)
        rq_jobs.enqueue(connection, pipe, entry["queue"], search, at_front=True)
        return False

    return transaction(connection, attempt, search_key(search))


def suspects(connection: Redis) -> list[str]:
    """The open searches that do not wait in a queue: those being worked on, and lost ones."""
    # In this order: a search that is opened meanwhile is in neither set.
    opened = {text(raw) for raw in connection.smembers(OPEN_KEY)}
    return sorted(opened - rq_jobs.waiting(connection))
