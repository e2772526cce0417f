"""The connection of a job to Redis."""

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.settings import Settings


def connect() -> Redis:
    """A client of the Redis of this environment; raises SettingsError.

    Retries ride out a short outage of Redis: a search is worth more than a few seconds.
    """
    return Redis.from_url(
        Settings.from_environment().redis_url,
        socket_timeout=5,
        retry=Retry(ExponentialBackoff(cap=2, base=0.1), 6),
    )
