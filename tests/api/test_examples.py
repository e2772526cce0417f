"""Every request and answer of the OpenAPI document has a worked example, and each is real."""

from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from service.api.openapi import openapi_document
from service.api.worked_examples import EVERY, Example, examples_in, examples_of
from service.app import create_app
from service.settings import Settings
from tests.api.arrangements import Arrangement, comparable
from tests.api.conftest import RedisServer
from tests.api.record_examples import example_settings, files, operations

DOCUMENT = openapi_document(create_app(Settings()))
OPERATIONS = operations()
CASES = [
    pytest.param(operation, example, id=f"{operation}-{example.name}")
    for operation, (_, _, entry) in OPERATIONS.items()
    for example in examples_of(entry)
]


@pytest.mark.parametrize(("operation", "example"), CASES)
def test_the_example_is_the_real_answer(
    operation: str, example: Example, redis_server: RedisServer, tmp_path: Path
) -> None:
    method, path, _ = OPERATIONS[operation]
    here = Arrangement(example_settings(redis_server.url, tmp_path), example.given)
    answer = here.ask(method, path, example)
    assert example.answer is not None, "run `make openapi`"
    shown = comparable(example.answer, example.volatile)
    assert comparable(answer, example.volatile) == shown, "run `make openapi`"


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_status_has_an_example(operation: str) -> None:
    _, _, entry = OPERATIONS[operation]
    shown = {example.status for example in examples_of(entry)}
    assert shown == set(entry["responses"])


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_document_shows_them(operation: str) -> None:
    _, _, entry = OPERATIONS[operation]
    for status, response in entry["responses"].items():
        for media in response.get("content", {}).values():
            assert media["examples"], status
    if "requestBody" in entry:
        for media in entry["requestBody"]["content"].values():
            assert media["examples"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_fits_its_schema(operation: str) -> None:
    _, _, entry = OPERATIONS[operation]
    bodies = [entry["requestBody"]] if "requestBody" in entry else []
    for body in [*bodies, *entry["responses"].values()]:
        for media in body.get("content", {}).values():
            schema = {**media["schema"], "components": DOCUMENT["components"]}
            validator = jsonschema_rs.validator_for(schema)
            for name, shown in media["examples"].items():
                assert not list(validator.iter_errors(shown["value"])), name


def test_no_file_is_left_over() -> None:
    assert set(files()) <= {*OPERATIONS, EVERY}
    for name in files():
        for example in examples_in(name):
            _, _, entry = OPERATIONS[example.at]
            assert example.status in entry["responses"], (name, example.name)


def test_a_wrong_example_would_be_found() -> None:
    """The comparison passes over what is volatile, and over nothing else."""
    answer: dict[str, Any] = {
        "status": 200,
        "headers": {"Content-Type": "application/json", "Location": f"/v1/ai/moves/{'a' * 32}"},
        "body": {"id": "a", "moves": [{"id": "x", "milliseconds": 3}]},
    }
    other: dict[str, Any] = {
        "status": 200,
        "headers": {"Content-Type": "application/json", "Location": f"/v1/ai/moves/{'b' * 32}"},
        "body": {"id": "b", "moves": [{"id": "x", "milliseconds": 5}]},
    }
    volatile = ("/id", "/moves/*/milliseconds")
    assert comparable(answer, volatile) == comparable(other, volatile)
    assert comparable(answer, ("/id",)) != comparable(other, ("/id",))
    changes: list[dict[str, Any]] = [
        {"status": 201},
        {"body": {**other["body"], "id": 3}},
        {"body": {**other["body"], "more": 3}},
        {"headers": {}},
    ]
    for change in changes:
        assert comparable(answer, volatile) != comparable({**other, **change}, volatile)
