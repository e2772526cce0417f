"""What the environment decides: where things are, and how much of each there is."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class SettingsError(ValueError):
    """An environment variable with a value that cannot be used."""


@dataclass(frozen=True)
class Settings:
    """The settings of one API process; the workers read the same environment.

    ``cors_origins`` are the origins that browsers may call from (``*``: all). ``rate_limit`` is a
    limit per client address and API process, such as ``100/minute``; empty: none. ``max_wait``
    (seconds) bounds a long poll, ``queue_limit`` the searches that may wait for a worker.
    """

    redis_url: str = "redis://127.0.0.1:6379/0"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    api_processes: int = 2
    api_threads: int = 8
    server_key_file: Path | None = None
    cors_origins: tuple[str, ...] = ("*",)
    rate_limit: str = ""
    max_wait: int = 60
    queue_limit: int = 1000

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """The settings of an environment (default: this process's); raises SettingsError."""
        env = os.environ if environment is None else environment
        origins = env.get("CORS_ORIGINS", "").replace(",", " ").split()
        key_file = env.get("SERVER_KEY_FILE")
        return cls(
            redis_url=env.get("REDIS_URL") or cls.redis_url,
            host=env.get("HOST") or cls.host,
            port=_number(env, "PORT", cls.port, 0, 65_535),
            workers=_number(env, "WORKERS", cls.workers, 0, 1_000),
            api_processes=_number(env, "API_PROCESSES", cls.api_processes, 1, 1_000),
            api_threads=_number(env, "API_THREADS", cls.api_threads, 1, 1_000),
            server_key_file=Path(key_file) if key_file else None,
            cors_origins=tuple(origins) or cls.cors_origins,
            rate_limit=env.get("RATE_LIMIT", "").strip(),
            max_wait=_number(env, "MAX_WAIT", cls.max_wait, 0, 600),
            queue_limit=_number(env, "QUEUE_LIMIT", cls.queue_limit, 1, 1_000_000),
        )


def _number(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = env.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise SettingsError(f"{name} must be a whole number from {low} to {high}, not {text!r}")
    return int(text)
