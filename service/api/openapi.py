"""The OpenAPI 3.1 document, generated from the views and the tables."""

import copy
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, Final

import flask_smorest  # type: ignore[import-untyped]
from flask import Flask
from marshmallow.fields import Field

from service.api.answer_schemas import ProblemDocument
from service.api.blueprint import Blueprint
from service.api.limits import UNLIMITED
from service.api.problems import CONTENT_TYPE, KINDS
from service.api.published import document_schemas
from service.api.schema_parts import REFERENCES
from service.api.worked_examples import add_examples
from service.version import VERSION

_ALLOW: Final = {"schema": {"type": "string"}, "description": "The methods that are possible."}
_RESPONSES: Final = "#/components/responses/"
_DESCRIPTION: Final = """\
The rules of the board game Dominant Species as a service. Nothing is stored: post the whole
state with each call and keep the state that comes back. Errors are problem documents (RFC 9457).
Clients must ignore fields of answers that they do not know; unknown fields of requests are errors.
Integers are written as integers, `2` and not `2.0` or `2e0`: JSON Schema takes these for integers
too, the service refuses them, so that a state has one text and one hash.
An unofficial fan project, not connected to the game's publisher.
"""


class Api(flask_smorest.Api):  # type: ignore[misc]  # the base class is untyped
    """flask-smorest, told that problems are documented by hand."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    # By reference: the schema itself would be read before it is known how documents appear in it.
    ERROR_SCHEMA: ClassVar = {"$ref": "#/components/schemas/ProblemDocument"}


def register(app: Flask, blueprints: Iterable[Blueprint]) -> None:
    """Add the blueprints to the application and to its OpenAPI document."""
    app.config.update(
        API_TITLE="Dominant Species",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {
                "description": _DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "security": [],  # every call is open to all
            "servers": [{"url": "/", "description": "This server"}],
        },
    )
    api = Api(app)
    api.ma_plugin.converter.add_attribute_function(_document_reference)
    components = api.spec.components
    for name, schema in document_schemas().items():
        components.schema(name, schema)
    for status in sorted({kind.status for kind in KINDS.values()}):
        components.response(f"Problem{status}", _problem_response(status))
    for blueprint in blueprints:
        api.register_blueprint(blueprint)


def openapi_document(app: Flask) -> dict[str, Any]:
    """The document of an application, in which nothing may have fields that are not named."""
    apis = app.extensions["flask-smorest"]["apis"]
    document: dict[str, Any] = copy.deepcopy(apis[""]["ext_obj"].spec.to_dict())
    for operations in document["paths"].values():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            if operation["tags"][0] not in UNLIMITED:
                operation["responses"]["429"] = {"$ref": _RESPONSES + "Problem429"}
            operation["responses"]["405"] = {"$ref": _RESPONSES + "Problem405"}
            _write_out_problems(document, operation)
            add_examples(operation)
    del document["components"]["responses"]  # each operation now has its own
    _drop_unused(document)
    return document


def published(document: dict[str, Any]) -> dict[str, Any]:
    """The document as clients get it: what answers have, and requests have not, is left open.

    Clients must ignore fields that they do not know, so a schema that forbids them would make
    generated clients break when an answer gets a new field. Tests use the strict document.
    """
    found = copy.deepcopy(document)
    schemas = found["components"]["schemas"]
    asked: set[str] = set()
    new = _named(
        [
            {name: operation[name] for name in ("requestBody", "parameters") if name in operation}
            for operations in found["paths"].values()
            for operation in operations.values()
        ]
    )
    while new:
        asked |= new
        new = _named([schemas[name] for name in new]) - asked
    for name in schemas.keys() - asked:
        _open(schemas[name])
    return found


def _named(value: object) -> set[str]:
    """The names of the schemas that are referred to in a value."""
    return {reference.removeprefix(REFERENCES) for reference in _references(value)}


def _open(schema: object) -> None:
    if isinstance(schema, dict):
        if schema.get("additionalProperties") is False:
            del schema["additionalProperties"]
        for item in schema.values():
            _open(item)
    elif isinstance(schema, list):
        for item in schema:
            _open(item)


def _write_out_problems(document: dict[str, Any], operation: dict[str, Any]) -> None:
    """Replace references to problems, so that each operation can have its own examples."""
    kinds = document["components"]["responses"]
    operation["responses"] = {
        status: copy.deepcopy(kinds[response["$ref"].removeprefix(_RESPONSES)])
        if "$ref" in response
        else response
        for status, response in sorted(operation["responses"].items())
    }


def _drop_unused(document: dict[str, Any]) -> None:
    """Remove the schemas that nothing refers to (flask-smorest brings some)."""
    schemas = document["components"]["schemas"]
    while True:
        used = set(_references(document))
        unused = [name for name in schemas if REFERENCES + name not in used]
        if not unused:
            return
        for name in unused:
            del schemas[name]


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


@lru_cache(maxsize=1)
def openapi_text(app: Flask) -> str:
    """The document as the text that stands in openapi/openapi.json."""
    return json.dumps(published(openapi_document(app)), indent=1, ensure_ascii=False) + "\n"


def _document_reference(_converter: object, field: Field[Any], **_: Any) -> dict[str, Any]:
    """How apispec describes a field that stands for a document."""
    name = getattr(field, "document", None)
    if name is None:
        return {}
    reference = {"$ref": f"#/components/schemas/{name}"}
    return {"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference


def _problem_response(status: int) -> dict[str, Any]:
    kinds = {code: kind for code, kind in KINDS.items() if kind.status == status}
    headers = {"Allow": _ALLOW} if status == 405 else {}
    return {
        **({"headers": headers} if headers else {}),
        "description": " ".join(f"`{code}`: {kind.title}." for code, kind in kinds.items()),
        "content": {CONTENT_TYPE: {"schema": ProblemDocument}},
    }
