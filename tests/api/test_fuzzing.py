"""Requests made up from the OpenAPI document: no 5xx, and every answer is as documented."""

import copy
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.api.worked_examples import examples_of
from service.app import create_app
from service.settings import Settings
from tests.api.conftest import RedisServer
from tests.api.record_examples import operations

Operation = schemathesis.APIOperation[Any, Any, Any, Any]

OPERATIONS = operations()
# Those that a request's body can be wrong for.
CHOOSY = [
    name
    for name, (_, _, entry) in OPERATIONS.items()
    if "requestBody" in entry and entry["requestBody"]["content"]["application/json"]["schema"]
]
BODIES = {
    name: [
        e.request["body"]
        for e in examples_of(OPERATIONS[name][2])
        if "body" in e.request and e.shows_request()
    ]
    for name in CHOOSY
}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

# The same requests in every run, and a bounded number of them: all together take a minute.
bounded = hypothesis_settings(
    max_examples=40,
    phases=[Phase.generate],
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(max_size=8)
    | st.sampled_from(("0,0", "mammal", "sun", "migration.7", "migrate", "nature", "sea")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def schema(
    redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> schemathesis.BaseSchema:
    key = tmp_path_factory.mktemp("fuzzing") / "key"
    key.write_text("0123456789abcdef" * 4)
    app = create_app(Settings(redis_url=redis_server.url, server_key_file=key, max_wait=0))
    return schemathesis.openapi.from_wsgi("/openapi.json", app)


def operation_of(schema: schemathesis.BaseSchema, name: str) -> Operation:
    method, path, _ = OPERATIONS[name]
    return schema[path][method]


@pytest.mark.parametrize("name", OPERATIONS)
def test_requests_that_fit_the_document(schema: schemathesis.BaseSchema, name: str) -> None:
    @seed(1)
    @bounded
    @given(case=operation_of(schema, name).as_strategy(GenerationMode.POSITIVE))
    def ask(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS)

    ask()


@pytest.mark.parametrize("name", CHOOSY)
def test_requests_that_do_not_fit_it(schema: schemathesis.BaseSchema, name: str) -> None:
    @seed(2)
    @bounded
    @given(case=operation_of(schema, name).as_strategy(GenerationMode.NEGATIVE))
    def ask(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=[*CHECKS, negative_data_rejection])

    ask()


@pytest.mark.parametrize("name", CHOOSY)
def test_good_requests_with_a_slip(schema: schemathesis.BaseSchema, name: str) -> None:
    """A worked example in which one thing is left out, replaced or doubled."""
    operation = operation_of(schema, name)

    @seed(3)
    @bounded
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        body = copy.deepcopy(data.draw(st.sampled_from(BODIES[name])))
        container, key = data.draw(st.sampled_from(places(body)))
        change = data.draw(st.sampled_from(("leave out", "replace", "add", "double")))
        if change == "leave out":
            del container[key]
        elif change == "replace":
            container[key] = data.draw(JSON)
        elif isinstance(container, list):
            container.append(container[key] if change == "double" else data.draw(JSON))
        elif change == "double" and type(container[key]) is int:
            container[key] *= 2
        else:
            container[data.draw(st.text(max_size=8))] = container[key]
        operation.Case(body=body, media_type="application/json").call_and_validate(checks=CHECKS)

    ask()


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: what holds it, and its key there."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found
