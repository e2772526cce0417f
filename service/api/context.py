"""What every request of an application shares: settings, the queue's connection, limits."""

from dataclasses import dataclass, field
from typing import Final

from flask import Flask, current_app
from redis import Redis

from service import queue
from service.api.waiting import Places
from service.documents.chance import ServerKey
from service.settings import Settings

_NAME: Final = "dominant_species"


@dataclass(frozen=True)
class Context:
    """The parts of one application that its views use.

    ``key`` is the key of server chance, or None where there is none.
    """

    settings: Settings
    key: ServerKey | None
    redis: Redis
    polls: Places = field(repr=False)

    @classmethod
    def of(cls, settings: Settings) -> "Context":
        """The context that the settings describe; no connection is made."""
        return cls(
            settings=settings,
            key=settings.server_key(),
            redis=queue.connect(settings.redis_url),
            polls=Places(settings.api_threads),
        )

    def install(self, app: Flask) -> None:
        """Make this the context of an application."""
        app.extensions[_NAME] = self


def context_of(app: Flask) -> Context:
    """The context of an application."""
    found: Context = app.extensions[_NAME]
    return found


def context() -> Context:
    """The context of the application that serves the current request."""
    return context_of(current_app)
