"""How slips are made in a document that is valid without them."""

import copy
from collections.abc import Callable
from typing import Any

from service.documents.read import violations

Document = dict[str, Any]
Slip = Callable[[Document], object]


def at(document: Document, path: str) -> Any:
    """The value at a JSON pointer."""
    value: Any = document
    for key in path.split("/")[1:]:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def put(path: str, value: object) -> Slip:
    """A slip: this value at this pointer."""

    def slip(document: Document) -> None:
        where, _, key = path.rpartition("/")
        container = at(document, where)
        container[int(key) if isinstance(container, list) else key] = copy.deepcopy(value)

    return slip


def drop(path: str) -> Slip:
    """A slip: nothing at this pointer."""

    def slip(document: Document) -> None:
        where, _, key = path.rpartition("/")
        del at(document, where)[key]

    return slip


def slipped(base: Document, slip: Slip) -> Document:
    """A copy of a document that is valid before the slip is made in it."""
    document = copy.deepcopy(base)
    assert violations(document) == []
    slip(document)
    return document


def several(*slips: Slip) -> Slip:
    """Slips that only together are one, as when a piece lies in the wrong place."""

    def slip(document: Document) -> None:
        for one in slips:
            one(document)

    return slip


def more(path: str, number: int) -> Slip:
    """So much more, or less, than there is."""

    def slip(document: Document) -> None:
        put(path, at(document, path) + number)(document)

    return slip


def rename(path: str, name: str) -> Slip:
    """The same under another key."""

    def slip(document: Document) -> None:
        where, _, key = path.rpartition("/")
        container = at(document, where)
        container[name] = container.pop(key)

    return slip


def claimed(path: str, animal: str) -> Slip:
    """Dominance is claimed, and a cone stands there."""
    return several(put("/rules/dominance", "claimed"), put(path, animal))
