"""The worked examples of the OpenAPI document, from the files in ``examples/``.

There is one file for each operation, named by its id, and ``every_operation.json``, whose examples
stand at each operation that documents their status. In a file, by the example's name:

* ``summary``: one line about it;
* ``request``: what is sent: ``body`` (JSON) or ``text`` or ``filler`` (so many spaces), besides
  ``path`` (for its variable parts), ``query``, ``headers`` and ``content_type``, and
  ``method`` where it is not the operation's; in a body,
  ``{"$state": NAME}`` stands for a state of ``states.json``;
* ``given``: the kind of service that is asked, and ``before``: what happened before (both are
  explained, and done, by ``tests/api/arrangements.py``);
* ``at``, in ``every_operation.json`` alone: the operation with which the answer is recorded;
* ``volatile``: JSON pointers into the answer at what differs from one time to the next;
* ``answer``: ``status``, ``headers`` and ``body``, as the service really answered. People write
  all but this; ``make openapi`` records it, and a test proves that it is still the answer.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "examples"
EVERY: Final = "every_operation"
STATES: Final = "states"
# A request that is answered so need not fit its own schema, and is no example of a request.
_MALFORMED: Final = frozenset(
    (
        "invalid_json",
        "invalid_request",
        "invalid_state",
        "rate_limited",
        "too_large",
        "unsupported_media_type",
    )
)


@dataclass(frozen=True)
class Example:
    """One exchange; ``request`` has its states filled in, ``answer`` is None until recorded."""

    name: str
    summary: str
    request: dict[str, Any]
    given: str
    before: tuple[str, ...]
    volatile: tuple[str, ...]
    at: str
    answer: dict[str, Any] | None

    @property
    def status(self) -> str:
        """The status that it was answered with."""
        return str(self.answer["status"]) if self.answer else ""

    def shows_request(self) -> bool:
        """Whether the request is fit to be shown as one that is well made."""
        body = self.answer["body"] if self.answer else None
        code = body.get("code") if isinstance(body, dict) else None
        return ("body" in self.request or "text" in self.request) and code not in _MALFORMED


def read_file(name: str) -> dict[str, Any]:
    """A file of the folder as it stands there."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


@lru_cache(maxsize=1)
def _states() -> dict[str, Any]:
    return read_file(STATES)


def _filled(value: Any) -> Any:
    """The value with each ``{"$state": NAME}`` in it replaced by that state."""
    if isinstance(value, dict):
        if set(value) == {"$state"}:
            return _states()[value["$state"]]
        return {key: _filled(item) for key, item in value.items()}
    return [_filled(item) for item in value] if isinstance(value, list) else value


def examples_in(name: str) -> list[Example]:
    """The examples of a file; none if there is no such file."""
    if not (FOLDER / f"{name}.json").exists():
        return []
    return [
        Example(
            name=key,
            summary=entry["summary"],
            request=_filled(entry.get("request", {})),
            given=entry.get("given", ""),
            before=tuple(entry.get("before", ())),
            volatile=tuple(entry.get("volatile", ())),
            at=entry.get("at", name),
            answer=entry.get("answer"),
        )
        for key, entry in read_file(name).items()
    ]


def examples_of(operation: dict[str, Any]) -> list[Example]:
    """The examples of an operation of the OpenAPI document, its own ones before the common ones."""
    own = examples_in(operation["operationId"])
    names = {example.name for example in own}
    documented = operation["responses"]
    return own + [
        example
        for example in examples_in(EVERY)
        if example.name not in names and example.status in documented
    ]


def add_examples(operation: dict[str, Any]) -> None:
    """Put an operation's examples into its entry in the OpenAPI document."""
    for example in examples_of(operation):
        if example.answer is None:
            continue  # written just now, and still to be recorded
        for media in operation["responses"][example.status].get("content", {}).values():
            shown = {"summary": example.summary, "value": example.answer["body"]}
            media.setdefault("examples", {})[example.name] = shown
        if "requestBody" in operation and example.shows_request():
            request = example.request
            content_type = request.get("content_type", "application/json")
            media = operation["requestBody"]["content"][content_type]
            shown = {"summary": example.summary, "value": request.get("body", request.get("text"))}
            media.setdefault("examples", {})[example.name] = shown
