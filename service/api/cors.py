"""CORS for every answer, errors included, so that front ends anywhere can use the API."""

from typing import Final

from flask import Flask
from flask_cors import CORS

from service.settings import Settings

EXPOSED: Final = (
    "Location",
    "Retry-After",
    "Preference-Applied",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
)
ALLOWED_HEADERS: Final = ("Content-Type", "Prefer", "Authorization", "Last-Event-ID")
METHODS: Final = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")
MAX_AGE: Final = 24 * 3600  # seconds that a browser may keep a preflight's answer


def allow_origins(app: Flask, settings: Settings) -> None:
    """Let browsers of the settings' origins call, and read the headers they need."""
    CORS(
        app,
        origins=list(settings.cors_origins),
        send_wildcard=True,
        methods=list(METHODS),
        allow_headers=list(ALLOWED_HEADERS),
        expose_headers=list(EXPOSED),
        max_age=MAX_AGE,
    )
