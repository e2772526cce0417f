"""CORS for every answer, errors included, so that front ends anywhere can use the API."""

from typing import Final

from flask import Flask, Response, request

from service.settings import Settings

EXPOSED: Final = (
    "Allow",
    "ETag",
    "Location",
    "Retry-After",
    "Preference-Applied",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
)
ALLOWED_HEADERS: Final = (
    "Content-Type",
    "Prefer",
    "Authorization",
    "Last-Event-ID",
    "If-None-Match",
)
METHODS: Final = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")
MAX_AGE: Final = 24 * 3600  # seconds that a browser may keep a preflight's answer
ALL: Final = "*"


def cors_headers(settings: Settings, origin: str | None) -> dict[str, str]:
    """The headers of an answer to a request of this Origin.

    Where only some origins may call, each gets an answer of its own: caches are told so, and a
    request without an Origin, which no browser's script has made, is allowed nothing.
    """
    exposed = {"Access-Control-Expose-Headers": ", ".join(EXPOSED)}
    if ALL in settings.cors_origins:
        return {"Access-Control-Allow-Origin": ALL, **exposed}
    if origin in settings.cors_origins:
        return {"Access-Control-Allow-Origin": origin or "", **exposed, "Vary": "Origin"}
    return {"Vary": "Origin"}


def allow_origins(app: Flask, settings: Settings) -> None:
    """Let browsers of the settings' origins call, and read the headers they need."""

    @app.after_request
    def allow(response: Response) -> Response:
        found = cors_headers(settings, request.headers.get("Origin"))
        vary = found.pop("Vary", None)
        if vary is not None:
            response.vary.add(vary)
        response.headers.update(found)
        preflight = request.method == "OPTIONS"
        if preflight and found and "Access-Control-Request-Method" in request.headers:
            response.headers["Access-Control-Allow-Methods"] = ", ".join(METHODS)
            response.headers["Access-Control-Allow-Headers"] = ", ".join(ALLOWED_HEADERS)
            response.headers["Access-Control-Max-Age"] = str(MAX_AGE)
        return response
