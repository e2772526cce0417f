"""Successful answers as bytes."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response, request


def json_response(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """The value as a compact JSON answer."""
    return Response(
        json.dumps(value, separators=(",", ":")),
        status=status,
        headers=dict(headers or {}),
        content_type="application/json",
    )


def kept(response: Response) -> Response:
    """The answer with what lets clients keep it: an hour, then they ask with its ETag (304)."""
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.add_etag()
    response.make_conditional(request)
    return response


def text_response(text: str, content_type: str, **headers: Any) -> Response:
    """A text answer in UTF-8."""
    return Response(text, headers=headers, content_type=f"{content_type}; charset=utf-8")
