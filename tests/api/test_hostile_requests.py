"""Requests that mean no good, or are just badly made: a clear 4xx, and never a 500."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

NewGame = Callable[..., dict[str, Any]]

POSTS = ("/v1/games", "/v1/moves", "/v1/legal-moves", "/v1/states/score", "/v1/ai/moves")
JSON = "application/json"
PROBLEM = "application/problem+json"


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_body"),
        (b"\n \t", "empty_body"),
        (b"hello", "not_json"),
        (b"{'a': 1}", "not_json"),
        (b'{"a": 1} x', "not_json"),
        (b'{"a": "\x00"}', "not_json"),
        (b"\xff\xfe{\x00}\x00", "not_utf8"),
        (b"\xef\xbb\xbf{}", "byte_order_mark"),
        (b"[" * 50_000, "too_deep"),
        (b'{"a":' * 50_000, "too_deep"),
        (b'{"a": ' + b"9" * 20_000 + b"}", "integer_out_of_range"),
        (b'{"a": -9007199254740992}', "integer_out_of_range"),
        (b'{"a": 1e400}', "not_an_integer"),
        (b'{"a": 1.0}', "not_an_integer"),
        (b'{"a": NaN}', "not_a_number"),
        (b'{"a": Infinity}', "not_a_number"),
        (b'{"a": 1, "a": 2}', "duplicate_key"),
        (b'{"a": "\\ud800"}', "lone_surrogate"),
        (b'{"\\udfff": 1}', "lone_surrogate"),
    ],
)
def test_bodies_that_are_no_json(client: FlaskClient, path: str, data: bytes, code: str) -> None:
    response = client.post(path, data=data, content_type=JSON)
    assert response.status_code == 400
    assert response.content_type == PROBLEM
    assert response.json["code"] == "invalid_json"
    assert [error["code"] for error in response.json["errors"]] == [code]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("data", [b"null", b"[]", b"3", b'"text"', b"true", b"{}"])
def test_json_that_is_no_request(client: FlaskClient, path: str, data: bytes) -> None:
    response = client.post(path, data=data, content_type=JSON)
    assert response.status_code == 422
    assert response.content_type == PROBLEM
    assert response.json["errors"]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "content_type", [None, "", "text/plain", "application/xml", "application/json; charset=utf-16"]
)
def test_wrong_content_type(client: FlaskClient, path: str, content_type: str | None) -> None:
    response = client.post(path, data=b"{}", content_type=content_type)
    assert response.status_code == 415
    assert response.json["code"] == "unsupported_media_type"


@pytest.mark.parametrize("path", [*POSTS, "/v1/states/validate"])
@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip, identity", "x"])
def test_content_encoding(client: FlaskClient, path: str, encoding: str) -> None:
    response = client.post(
        path, data=b"{}", content_type=JSON, headers={"Content-Encoding": encoding}
    )
    assert response.status_code == 415


@pytest.mark.parametrize("path", POSTS)
def test_oversize(client: FlaskClient, path: str) -> None:
    body = b'{"a": "' + b"x" * (1024 * 1024) + b'"}'
    response = client.post(path, data=body, content_type=JSON)
    assert response.status_code == 413
    assert response.json["code"] == "too_large"


def test_oversize_in_chunks(client: FlaskClient, new_game: NewGame) -> None:
    """A body of unknown length is not cut off at the limit and then taken for whole."""
    body = json.dumps({"state": new_game()["state"]}).encode() + b" " * (1024 * 1024)
    response = client.post(
        "/v1/legal-moves",
        input_stream=io.BytesIO(body),
        content_type=JSON,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert response.status_code == 413


def test_very_many_unknown_fields(client: FlaskClient) -> None:
    response = client.post("/v1/games", json={f"k{i}": i for i in range(50_000)})
    assert response.status_code == 422
    assert len(response.json["errors"]) == 500


@pytest.mark.parametrize("key", ["a/b~c", "", "__proto__", "_schema", "x" * 5_000, "\u202e"])
def test_strange_keys(client: FlaskClient, key: str) -> None:
    response = client.post("/v1/games", json={"players": ["ann", "bob"], key: 1})
    assert response.status_code == 422
    [error] = response.json["errors"]
    assert error["code"] == "unknown_key"
    assert len(error["pointer"]) < 300


@pytest.mark.parametrize("value", [None, 0, 1, -1, True, "", "x", [], {}, [[]], [{}], {"a": {}}])
def test_every_part_of_a_state_replaced(
    client: FlaskClient, new_game: NewGame, value: object
) -> None:
    state = new_game()["state"]
    for key in [*state, "execution", "survival", "ranking", "elements"]:
        broken = {**state, key: value}
        for path, more in (
            ("/v1/legal-moves", {}),
            ("/v1/states/score", {}),
            ("/v1/moves", {"moves": ["place_pawn:initiative.1"]}),
        ):
            response = client.post(path, json={"state": broken, **more})
            assert response.status_code in (200, 422), (key, path, response.json)
        verdict = client.post("/v1/states/validate", json=broken)
        assert verdict.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("POST", "/v1/moves/x", 404),
        ("GET", "/v2/games", 404),
        ("GET", "//v1/games", 404),
        ("GET", "/web/../app.py", 404),
        ("GET", "/web/%2e%2e/app.py", 404),
        ("GET", "/web/none", 404),
        ("GET", "/problems/none", 404),
        ("GET", "/v1/games", 405),
        ("DELETE", "/v1/moves", 405),
        ("PUT", "/v1/ai/moves/x", 405),
        ("BREW", "/v1/moves", 405),
    ],
)
def test_paths_and_methods(client: FlaskClient, method: str, path: str, status: int) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert response.content_type == PROBLEM
    assert response.json["status"] == status
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    if status == 405:
        assert response.headers["Allow"]


@pytest.mark.parametrize(
    "prefer", ["wait", "wait=", "wait=x", "wait=-5", "wait=" + "9" * 5_000, "wait=1e9", ",;=", "é"]
)
def test_strange_preferences(client: FlaskClient, prefer: str) -> None:
    response = client.get(f"/v1/ai/moves/{'a' * 32}", headers={"Prefer": prefer})
    assert response.status_code == 404


def test_a_parameter_given_twice(client: FlaskClient) -> None:
    response = client.get(f"/v1/ai/moves/{'a' * 32}?wait=1&wait=2")
    assert response.status_code == 400
    response = client.get(f"/v1/ai/moves/{'a' * 32}?wiat=1")
    assert response.status_code == 422
