"""What the environment decides: where things are, and how much of each there is."""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from redis import Redis

from service.documents.chance import ServerKey
from service.metrics_folder import VARIABLE

MIN_KEY_BYTES: Final = 32
_ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s?#@]+")
_UNITS: Final = {"second": 1, "minute": 60, "hour": 3600}


class SettingsError(ValueError):
    """An environment variable with a value that cannot be used."""


class RateLimit(NamedTuple):
    """So many requests in so many seconds."""

    requests: int
    seconds: int


@dataclass(frozen=True)
class Settings:
    """The settings of one API process; the workers read the same environment.

    ``cors_origins`` are the origins that browsers may call from (``*``: all). ``rate_limit``
    (RATE_LIMIT, such as ``100/minute``) counts per client address and API process; None: no
    limit. ``max_wait`` (seconds) bounds a long poll, ``queue_limit`` the searches that may wait
    for a worker. ``trusted_proxies`` is how many of ours each request comes through.
    """

    redis_url: str = "redis://127.0.0.1:6379/0"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    api_processes: int = 2
    api_threads: int = 8
    server_key_file: Path | None = None
    cors_origins: tuple[str, ...] = ("*",)
    rate_limit: RateLimit | None = None
    max_wait: int = 60
    queue_limit: int = 1000
    trusted_proxies: int = 0

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """The settings of an environment (default: this process's); raises SettingsError.

        Variables that others read are checked too, where they would only fail later.
        """
        env = os.environ if environment is None else environment
        key_file = env.get("SERVER_KEY_FILE")
        counters = env.get(VARIABLE)
        if counters and not os.access(counters, os.R_OK | os.W_OK | os.X_OK):
            raise SettingsError(f"{VARIABLE} must be a folder to write in, not {counters!r}")
        return cls(
            redis_url=_redis_url(env) or cls.redis_url,
            host=env.get("HOST") or cls.host,
            port=_number(env, "PORT", cls.port, 0, 65_535),
            workers=_number(env, "WORKERS", cls.workers, 0, 1_000),
            api_processes=_number(env, "API_PROCESSES", cls.api_processes, 1, 1_000),
            api_threads=_number(env, "API_THREADS", cls.api_threads, 1, 1_000),
            server_key_file=Path(key_file) if key_file else None,
            cors_origins=_origins(env) or cls.cors_origins,
            rate_limit=_rate(env.get("RATE_LIMIT", "").strip()),
            max_wait=_number(env, "MAX_WAIT", cls.max_wait, 0, 600),
            queue_limit=_number(env, "QUEUE_LIMIT", cls.queue_limit, 1, 1_000_000),
            trusted_proxies=_number(env, "TRUSTED_PROXIES", cls.trusted_proxies, 0, 10),
        )

    def server_key(self) -> ServerKey | None:
        """The key of server chance, from its file; None where no file is set.

        The secret is the file's content without white space around it, and its id (``kid``) is
        made from the secret, so all processes agree on it. Raises SettingsError.
        """
        if self.server_key_file is None:
            return None
        try:
            secret = self.server_key_file.read_bytes().strip()
        except OSError as error:
            raise SettingsError(f"SERVER_KEY_FILE cannot be read: {error}") from error
        if len(secret) < MIN_KEY_BYTES:
            raise SettingsError(f"SERVER_KEY_FILE must hold {MIN_KEY_BYTES} bytes or more")
        kid = hashlib.sha256(b"dominant-species key id:" + secret).hexdigest()[:16]
        return ServerKey(kid, secret)


def _number(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = env.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise SettingsError(f"{name} must be a whole number from {low} to {high}, not {text!r}")
    return int(text)


def _redis_url(env: Mapping[str, str]) -> str:
    url = env.get("REDIS_URL", "").strip()
    if url:
        try:
            Redis.from_url(url).close()  # which connects to nothing
        except ValueError:
            raise SettingsError(
                "REDIS_URL must look like redis://host:6379/0, rediss://... or unix://path"
            ) from None
    return url


def _origins(env: Mapping[str, str]) -> tuple[str, ...]:
    origins = env.get("CORS_ORIGINS", "").replace(",", " ").split()
    for origin in origins:
        if origin not in ("*", "null") and not _ORIGIN.fullmatch(origin):
            raise SettingsError(
                "CORS_ORIGINS must be * or origins such as https://front.example, without a path"
                f" or a slash at the end, not {origin!r}"
            )
    return tuple(origins)


def _rate(text: str) -> RateLimit | None:
    if not text:
        return None
    number, _, unit = text.partition("/")
    if unit not in _UNITS or not (number.isascii() and number.isdigit() and 0 < len(number) < 10):
        raise SettingsError(f"RATE_LIMIT must look like 100/minute, not {text!r}")
    return RateLimit(int(number), _UNITS[unit])
