"""What people look at: the playable page, the interactive documentation, the kinds of problem."""

from html import escape
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, send_from_directory

from service.api.openapi import openapi_text
from service.api.problems import KINDS, Problem
from service.api.rendering import kept, text_response

WEB: Final = Path(__file__).parent.parent / "web"
LIBRARY: Final = "swagger-ui/"
LIBRARY_AGE: Final = 24 * 3600  # seconds that a browser may keep what is not ours unasked
POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " frame-ancestors 'none'"
)

pages: Final = Blueprint("pages", __name__)


@pages.after_request
def _guard(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@pages.route("/")
def play() -> Response:
    """The playable page."""
    return send_from_directory(WEB, "index.html")


@pages.route("/docs")
def docs() -> Response:
    """The interactive documentation."""
    return send_from_directory(WEB, "docs.html")


@pages.route("/web/<path:name>")
def asset(name: str) -> Response:
    """A static file of the pages; of our own, a browser asks each time whether it has changed."""
    return send_from_directory(WEB, name, max_age=LIBRARY_AGE if name.startswith(LIBRARY) else None)


@pages.route("/openapi.json")
def openapi() -> Response:
    """The OpenAPI document."""
    return kept(text_response(openapi_text(current_app), "application/json"))


@pages.route("/problems/<code>")
def problem(code: str) -> Response:
    """What a kind of problem means, for whoever follows a problem's ``type``."""
    kind = KINDS.get(code)
    if kind is None:
        raise Problem("not_found", "there is no such kind of problem")
    title = escape(kind.title)
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<link rel="stylesheet" href="/web/style.css"><main><h1>{title}</h1>'
        f"<p>Status {kind.status}, code <code>{escape(code)}</code>.</p>"
        f"<p>{escape(kind.advice)}</p></main></html>"
    )
    return text_response(page, "text/html")
