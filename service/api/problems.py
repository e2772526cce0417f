"""Problem documents (RFC 9457): every answer that is not a success, in one shape."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import Response

from service.documents.problems import MAX_VIOLATIONS, NOTHING, Violation

CONTENT_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 5  # Retry-After where no better guess can be made
SCHEMA_URL: Final = "/v1/schemas/state"


class Kind(NamedTuple):
    """A kind of problem: its status, its title, and what a client can do about it."""

    status: int
    title: str
    advice: str


# By code. A problem's ``type`` is /problems/CODE, a page made from this table.
KINDS: Final[dict[str, Kind]] = {
    "bad_request": Kind(400, "Bad request", "Correct the request line, headers or query."),
    "invalid_json": Kind(
        400,
        "The body is not acceptable JSON",
        "Send one JSON object in UTF-8: no duplicate keys, no NaN, integers below 2^53, no"
        " nesting beyond what a state needs.",
    ),
    "not_found": Kind(404, "Not found", "See /docs for the paths that exist."),
    "job_unknown": Kind(
        404,
        "No such job",
        "The id is wrong, or the job has expired or was lost with the queue: post it again.",
    ),
    "method_not_allowed": Kind(
        405, "Method not allowed", "Use one of the methods that the Allow header lists."
    ),
    "not_acceptable": Kind(406, "Not acceptable", "Accept application/json."),
    "request_timeout": Kind(408, "Request timeout", "Send the body faster."),
    "length_required": Kind(411, "Length required", "Send a Content-Length header."),
    "too_large": Kind(413, "The body is too large", "Send at most 1 MiB; a replay may have 4 MiB."),
    "uri_too_long": Kind(414, "URI too long", "Shorten the query."),
    "unsupported_media_type": Kind(
        415,
        "Unsupported media type",
        "Send Content-Type: application/json (for a replay's text: text/plain), and no"
        " Content-Encoding.",
    ),
    "expectation_failed": Kind(417, "Expectation failed", "Expect 100-continue or nothing."),
    "headers_too_large": Kind(431, "Headers too large", "Send fewer or shorter headers."),
    "not_implemented": Kind(501, "Not implemented", "Send the body plain or in chunks."),
    "invalid_request": Kind(
        422,
        "The request is not valid",
        "Correct what errors[] lists; each entry points at its place in the body.",
    ),
    "invalid_state": Kind(
        422,
        "The state is not valid",
        "Correct what errors[] lists; POST /v1/states/validate explains a state by itself.",
    ),
    "illegal_move": Kind(
        422,
        "A move is not legal",
        "Nothing was changed. index tells which move of the request; POST /v1/legal-moves lists"
        " the legal ones.",
    ),
    "game_over": Kind(422, "The game is over", "A finished game takes no more moves."),
    "invalid_setup": Kind(422, "The game cannot be set up", "Correct players, rules or chance."),
    "chance_unavailable": Kind(
        422,
        "This server cannot make the game's draws",
        "The game's chance is server, with a key that this server does not have. Use the server"
        " that started it, or start games with chance seeded or manual.",
    ),
    "nature_decides": Kind(
        422,
        "No animal is to decide",
        "The pending decision is a draw: make a draw move first.",
    ),
    "replay_differs": Kind(
        422,
        "The replay is not what its text says",
        "The moves are legal up to the line that errors[] names, but what that line says is not"
        " so; state is the state there.",
    ),
    "rate_limited": Kind(429, "Too many requests", "Wait as Retry-After says."),
    "internal_error": Kind(500, "Internal error", "This is a fault of the service: report it."),
    "queue_unavailable": Kind(
        503,
        "The queue for AI searches is unavailable",
        "Everything except /v1/ai/moves goes on working. Try again as Retry-After says.",
    ),
    "queue_full": Kind(503, "Too many searches wait", "Try again as Retry-After says."),
    "too_many_streams": Kind(
        503, "Too many streams are open", "Poll the job instead, or try again as Retry-After says."
    ),
}

# What Flask itself answers with.
_STATUS_CODES: Final = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "request_timeout",
    411: "length_required",
    413: "too_large",
    414: "uri_too_long",
    415: "unsupported_media_type",
    422: "invalid_request",
    429: "rate_limited",
    500: "internal_error",
}


class Problem(Exception):
    """An answer that is a problem document; raise it anywhere in a request.

    ``code`` is a key of KINDS, ``detail`` a sentence about this very case, ``errors`` the entries
    of ``errors[]``, ``left_out`` how many were found besides, ``more`` further members and
    ``headers`` further headers.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Sequence[Mapping[str, Any]] = (),
        left_out: int = 0,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = list(errors[:MAX_VIOLATIONS])
        self.left_out = left_out + len(errors) - len(self.errors)
        self.more = dict(more or {})
        self.headers = dict(headers or {})

    def document(self) -> dict[str, Any]:
        """The problem document."""
        kind = KINDS[self.code]
        return {
            "type": f"/problems/{self.code}",
            "title": kind.title,
            "status": kind.status,
            "code": self.code,
            "detail": self.detail,
            **self.more,
            "errors": self.errors,
            **left_out_member(self.left_out),
        }

    def response(self) -> Response:
        """The answer."""
        return Response(
            json.dumps(self.document(), separators=(",", ":")),
            status=KINDS[self.code].status,
            headers=self.headers,
            content_type=CONTENT_TYPE,
        )


def code_of_status(status: int) -> str:
    """The kind of problem for a status that Flask chose."""
    return _STATUS_CODES.get(status, "bad_request" if status < 500 else "internal_error")


def rule_url(rule: str) -> str | None:
    """Where a rule can be read."""
    return f"/v1/rules#{rule}" if rule else None


def left_out_member(count: int) -> dict[str, int]:
    """The member ``more`` of a list of faults that leaves out so many; none if it is whole."""
    return {"more": count} if count else {}


def error_entry(
    pointer: str, code: str, detail: str, *, rule: str = "", expected: object = None
) -> dict[str, Any]:
    """One entry of ``errors[]``; ``pointer`` is a JSON pointer into the request's body."""
    entry: dict[str, Any] = {"pointer": pointer, "code": code, "detail": detail}
    if rule:
        entry["rule"] = rule
        entry["rule_url"] = rule_url(rule)
    if expected is not None:
        entry["expected"] = expected
    return entry


def parameter_entry(parameter: str, code: str, detail: str) -> dict[str, Any]:
    """The entry of a parameter of the query, or a header, which no JSON pointer leads to."""
    return {"parameter": parameter, "code": code, "detail": detail}


def violation_entry(violation: Violation, at: str = "") -> dict[str, Any]:
    """The entry of a violation of the state that stands at the pointer ``at``.

    Where no rule of the game is broken it is the document's schema that can be read.
    """
    entry = error_entry(
        at + violation.pointer,
        violation.code,
        violation.detail,
        rule=violation.rule,
        expected=violation.expected,
    )
    entry.setdefault("rule_url", SCHEMA_URL)
    entry["level"] = violation.level
    if violation.value is not NOTHING:
        entry["value"] = violation.value
    return entry
