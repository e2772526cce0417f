"""The OpenAPI document: fresh, sound, and true of the real answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from service.api.openapi import openapi_document, openapi_text, published
from service.app import create_app
from service.settings import Settings
from tests.api.conftest import Client

NewGame = Callable[..., dict[str, Any]]
FREE = {("ErrorEntry", "value"), ("ErrorEntry", "expected")}  # any JSON value
STORED = Path(__file__).parents[2] / "openapi" / "openapi.json"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi_document(create_app(Settings()))


def test_the_stored_document_is_fresh() -> None:
    assert STORED.read_text("utf-8") == openapi_text(create_app(Settings())), (
        "openapi/openapi.json is stale: run `make openapi`"
    )


def test_the_document_is_served(client: Client, document: dict[str, Any]) -> None:
    assert client.get("/openapi.json").json == published(document)
    assert document["openapi"] == "3.1.0"


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    def check(value: object) -> None:
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str):
                found: Any = document
                for part in reference.removeprefix("#/").split("/"):
                    found = found[part]
            for key, item in value.items():
                if key != "examples":  # the state's schema is an answer too
                    check(item)
        elif isinstance(value, list):
            for item in value:
                check(item)

    check(document)


def test_no_schema_is_empty_by_accident(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert all(schemas.values())
    assert schemas["MovesRequest"]["properties"]["state"] == {"$ref": "#/components/schemas/State"}
    assert len(schemas["Move"]["oneOf"]) == 34
    assert schemas["Move"]["discriminator"]["propertyName"] == "type"
    assert len(schemas["Event"]["oneOf"]) == 36
    assert len(schemas["Decision"]["oneOf"]) == 46
    problem = schemas["ProblemDocument"]["properties"]
    assert problem["state"]["$ref"] == "#/components/schemas/State"
    assert {"$ref": "#/components/schemas/Decision"} in problem["decision"]["anyOf"]
    for name, schema in schemas.items():
        for field, described in schema.get("properties", {}).items():
            assert described or (name, field) in FREE, (name, field)


def test_answers_may_get_new_fields_and_requests_may_not(document: dict[str, Any]) -> None:
    schemas = published(document)["components"]["schemas"]
    for name in ("StateAnswer", "Job", "Result", "ProblemDocument", "event_pawn_placed"):
        assert schemas[name].get("additionalProperties", True) is True
        assert document["components"]["schemas"][name]["additionalProperties"] is False
    for name in ("NewGame", "MovesRequest", "State", "move_done", "SearchRequest", "Budget"):
        assert schemas[name]["additionalProperties"] is False


def test_every_tagged_union_has_a_discriminator(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    tags = []

    def check(value: object) -> None:
        if isinstance(value, list):
            for item in value:
                check(item)
        elif isinstance(value, dict):
            for key, item in value.items():
                if key != "examples":
                    check(item)
            if "oneOf" in value and all(set(one) == {"$ref"} for one in value["oneOf"]):
                tag = value["discriminator"]["propertyName"]
                mapping = value["discriminator"]["mapping"]
                assert [one["$ref"] for one in value["oneOf"]] == list(mapping.values())
                for name, reference in mapping.items():
                    meant = schemas[reference.rpartition("/")[2]]
                    assert meant["properties"][tag] == {"const": name}
                    assert tag in meant["required"]
                tags.append(tag)
            elif "oneOf" in value:  # not a union of objects, just one of two keys
                assert value["properties"].keys() > {"elements", "cards"}

    check(document)
    assert set(tags) == {"event", "kind", "mode", "type"}


def schema_of(document: dict[str, Any], path: str, status: str) -> dict[str, Any]:
    method = next(iter(set(document["paths"][path]) & {"get", "post"}))
    response = document["paths"][path][method]["responses"][status]
    if "$ref" in response:
        response = document["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
    [content] = response["content"].values()
    return {**content["schema"], "components": document["components"]}


def test_real_answers_fit(client: Client, new_game: NewGame, document: dict[str, Any]) -> None:
    """A whole short game, each answer checked against what is published."""

    def fits(path: str, status: str, value: object) -> None:
        jsonschema_rs.validate(schema_of(document, path, status), value)

    validator = jsonschema_rs.validator_for(schema_of(document, "/v1/moves", "200"))
    posted = {
        "$ref": "#/components/schemas/MovesRequest",
        "components": document["components"],
    }
    requests = jsonschema_rs.validator_for(posted)
    answer = new_game(turn_limit=1, include=["legal_moves", "scoring"])
    fits("/v1/games", "201", answer)
    while answer["decision"] is not None:
        entry = answer["legal_moves"][len(answer["legal_moves"]) // 2]
        body = {
            "state": answer["state"],
            "moves": [entry["move"]],
            "include": ["legal_moves", "scoring"],
        }
        requests.validate(body)
        answer = client.post("/v1/moves", json=body).json
        validator.validate(answer)
    over = client.post("/v1/moves", json={"state": answer["state"], "moves": ["done"]})
    fits("/v1/moves", "422", over.json)
    listed = client.post("/v1/legal-moves", json={"state": answer["state"]})
    fits("/v1/legal-moves", "200", listed.json)
    scored = client.post("/v1/states/score", json={"state": answer["state"]})
    fits("/v1/states/score", "200", scored.json)
    fits("/v1/states/validate", "200", client.post("/v1/states/validate", data=b"x").json)
    fits("/v1/ai/levels", "200", client.get("/v1/ai/levels").json)
    first = new_game()
    job = client.post("/v1/ai/moves", json={"state": first["state"], "level": "greedy"}).json
    fits("/v1/ai/moves", "202", job)
    manual = new_game(chance={"mode": "manual"})
    fits("/v1/games", "201", manual)
