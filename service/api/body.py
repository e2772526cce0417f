"""How requests are read: one JSON reader for every body, and strict schemas behind it."""

from typing import Any, Final, NoReturn

import marshmallow
from flask import Request, request
from gunicorn.http.errors import NoMoreData, ParseException  # type: ignore[import-untyped]
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import MultiDict

from service.api.problems import Problem, error_entry, parameter_entry, violation_entry
from service.documents.problems import InvalidDocument
from service.documents.reader import read_json
from service.documents.shape import pointer_part

BODY_LIMIT: Final = 1024 * 1024  # bytes

# marshmallow's own messages, by their beginning; codes as those of states.
_CODES: Final = (
    ("Unknown field", "unknown_key"),
    ("Missing data", "missing"),
    ("Field may not be null", "wrong_type"),
    ("Not a valid", "wrong_type"),
    ("An object is expected", "wrong_type"),
    ("Must be one of", "unknown_name"),
    ("Must be ", "out_of_range"),
)

MAX_NAME: Final = 200  # characters of a key or parameter that an error shows
_ENDLESS: Final = 2**62  # bytes; see _read_bounded
_UNKNOWN: Final = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": marshmallow.RAISE}


class Strict(marshmallow.Schema):
    """A request's schema: unknown fields are errors, which name those that there are."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        known = ", ".join(sorted(field.data_key or name for name, field in self.fields.items()))
        self.error_messages = {
            **self.error_messages,
            "type": "An object is expected here.",
            "unknown": f"Unknown field; known: {known}.",
        }

    class Meta:
        """Options of marshmallow."""

        unknown = marshmallow.RAISE


def check_encoding() -> None:
    """Refuse a body in a Content-Encoding; raises Problem."""
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding not in ("", "identity"):
        raise Problem("unsupported_media_type", "a body with a Content-Encoding is not accepted")


def check_type(expected: str = "application/json") -> None:
    """Refuse a body of another type, or one that is not in UTF-8; raises Problem."""
    if request.mimetype != expected:
        given = request.mimetype[:80] or "nothing"
        raise Problem("unsupported_media_type", f"the Content-Type must be {expected}, not {given}")
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8"):
        raise Problem("unsupported_media_type", "a body is sent in UTF-8")


def read_body(limit: int = BODY_LIMIT) -> Any:
    """The JSON value of the request's body; raises Problem."""
    check_encoding()
    check_type()
    data = _read_bounded(limit)
    try:
        return read_json(data, limit=limit)
    except InvalidDocument as error:
        violation = error.violations[0]
        code = "too_large" if violation.code == "too_large" else "invalid_json"
        errors = [
            {**error_entry(v.pointer, v.code, v.detail, expected=v.expected), "level": v.level}
            for v in error.violations
        ]
        raise Problem(code, violation.detail, errors=errors, left_out=error.more) from None


def read_any_body(limit: int = BODY_LIMIT) -> bytes:
    """The bytes of a body of any type, cut off just beyond the limit; raises Problem."""
    check_encoding()
    return _read_bounded(limit)


def _read_bounded(limit: int) -> bytes:
    """The body, or of a longer one the first ``limit + 1`` bytes.

    werkzeug's own limit would cut off a chunked body at the limit without a word.
    """
    request.max_content_length = _ENDLESS
    found = bytearray()
    while len(found) <= limit:
        try:
            part = request.stream.read(limit + 1 - len(found))
        except (ParseException, NoMoreData):  # the body is framed wrongly, in chunks for one
            raise Problem("bad_request", "the body is not well formed HTTP") from None
        if not part:
            break
        found += part
    return bytes(found)


class Parser(FlaskParser):
    """webargs with the one JSON reader, strict queries, and problems for errors."""

    DEFAULT_UNKNOWN_BY_LOCATION = _UNKNOWN
    body_limit = BODY_LIMIT

    def load_json(self, req: Request, schema: marshmallow.Schema) -> Any:
        """The body, whatever webargs thinks of its type."""
        body = read_body(self.body_limit)
        wants_state = "state" in schema.fields
        if wants_state and isinstance(body, dict) and "format" in body and "state" not in body:
            detail = 'this is a state by itself; send it as the value of "state" in an object'
            entry = error_entry("/state", "missing", detail)
            raise Problem("invalid_request", detail, errors=[entry])
        return body

    def load_querystring(self, req: Request, schema: marshmallow.Schema) -> Any:
        """The query; a parameter given twice is an error."""
        args: MultiDict[str, str] = req.args
        twice = sorted(name for name, values in args.lists() if len(values) > 1)
        if twice:
            detail = f"the query gives {twice[0][:40]!r} twice"
            entry = parameter_entry(twice[0][:MAX_NAME], "given_twice", detail)
            raise Problem("bad_request", detail, errors=[entry])
        return args.to_dict()

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: Request,
        schema: marshmallow.Schema,
        **_options: object,
    ) -> NoReturn:
        """Raise the problem for what marshmallow found."""
        messages = error.messages
        raise problem_of(messages if isinstance(messages, dict) else {"json": messages})


def problem_of(messages: dict[Any, Any]) -> Problem:
    """The problem for marshmallow's messages, by location of webargs."""
    entries: list[dict[str, Any]] = []
    left_out = 0
    for location, found in messages.items():
        if location == "json":
            left_out += _collect(found, "", entries)
        else:
            _collect_parameters(found, entries)
    entries.sort(key=lambda entry: str(entry.get("pointer", entry.get("parameter"))))
    state_only = all("level" in entry for entry in entries)
    count = len(entries) + left_out
    detail = _sentence(entries[0]) if count == 1 else f"{count} errors were found"
    code = "invalid_state" if state_only else "invalid_request"
    return Problem(code, detail, errors=entries, left_out=left_out)


def _sentence(entry: dict[str, Any]) -> str:
    """What is wrong, in words that stand by themselves: marshmallow's do not say of what.

    What is said of a state names its parts already.
    """
    place = "" if "level" in entry else entry.get("parameter", entry.get("pointer", ""))
    return f"{place}: {entry['detail']}" if place else str(entry["detail"])


def _collect(found: Any, pointer: str, entries: list[dict[str, Any]]) -> int:
    """Flatten marshmallow's messages into entries of ``errors[]``; how many were left out."""
    if isinstance(found, InvalidDocument):
        entries += [violation_entry(violation, pointer) for violation in found.violations]
        return found.more
    if isinstance(found, dict):
        return sum(
            _collect(
                value,
                pointer if key == "_schema" else f"{pointer}/{pointer_part(str(key))}",
                entries,
            )
            for key, value in found.items()
        )
    if isinstance(found, list):
        return sum(_collect(item, pointer, entries) for item in found)
    text = str(found)
    entries.append(error_entry(pointer, _code_of(text), text))
    return 0


def _collect_parameters(found: dict[Any, Any], entries: list[dict[str, Any]]) -> None:
    """The same for parameters of the query and headers, whose values are all plain."""
    for name, texts in found.items():
        for text in texts:
            code = _code_of(str(text))
            entries.append(parameter_entry(str(name)[:MAX_NAME], code, str(text)))


def _code_of(text: str) -> str:
    return next((code for start, code in _CODES if text.startswith(start)), "invalid_value")
