"""Successful answers as bytes."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response


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


def text_response(text: str, content_type: str, **headers: Any) -> Response:
    """A text answer in UTF-8."""
    return Response(text, headers=headers, content_type=f"{content_type}; charset=utf-8")
