"""Requests that mean no good, or are just badly made: a clear 4xx, and never a 500."""

import io
import itertools
import json
import re
import string
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from service.app import create_app
from service.documents.problems import MAX_VIOLATIONS
from service.settings import Settings
from tests.api.conftest import Client

NewGame = Callable[..., dict[str, Any]]

JSON = "application/json"
PROBLEM = "application/problem+json"
MEGABYTE = 1024 * 1024
LIMITS = {"/v1/replays": 4 * MEGABYTE}  # bytes, where a call takes more than a megabyte
TAKES_ANY_BYTES = "/v1/states/validate"


def posts() -> list[str]:
    """The path of every call with a body, from the application's own map of them.

    A variable part of a path is filled with a letter.
    """
    rules = create_app(Settings()).url_map.iter_rules()
    return sorted(
        re.sub(r"<[^>]*>", "x", rule.rule) for rule in rules if "POST" in (rule.methods or ())
    )


POSTS = [path for path in posts() if path != TAKES_ANY_BYTES]


def test_every_call_with_a_body_is_met() -> None:
    assert {"/v1/games", "/v1/moves", "/v1/legal-moves", "/v1/states/score"} < set(POSTS)
    assert len(POSTS) == len(posts()) - 1  # only the judge of states takes any bytes


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
        (b'{"a": 1', "not_json"),
        (b'{"a": "\xe4"}', "not_utf8"),
        ('{"a": 1}'.encode("utf-16"), "not_utf8"),
        (b"[" * 50_000, "too_deep"),
        (b"[" * 50_000 + b"]" * 50_000, "too_deep"),
        (b'{"a":' * 50_000, "too_deep"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "too_deep"),
        (b'{"state":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "too_deep"),
        (b'{"a": ' + b"9" * 20_000 + b"}", "integer_out_of_range"),
        (b'{"a": -' + b"9" * 20_000 + b"}", "integer_out_of_range"),
        (b'{"a": -9007199254740992}', "integer_out_of_range"),
        (b'{"a": 1e400}', "not_an_integer"),
        (b'{"a": -1E+400}', "not_an_integer"),
        (b'{"a": 1.0}', "not_an_integer"),
        (b'{"a": NaN}', "not_a_number"),
        (b'{"a": Infinity}', "not_a_number"),
        (b'{"a": -Infinity}', "not_a_number"),
        (b'{"a": 1, "a": 2}', "duplicate_key"),
        (b'{"a": {"b": 1, "\\u0062": 2}}', "duplicate_key"),
        (b'{"a": "\\ud800"}', "lone_surrogate"),
        (b'{"a": "\\udc00\\ud800"}', "lone_surrogate"),
        (b'{"\\udfff": 1}', "lone_surrogate"),
    ],
)
def test_bodies_that_are_no_json(client: Client, path: str, data: bytes, code: str) -> None:
    response = client.post(path, data=data, content_type=JSON)
    assert response.status_code == 400
    assert response.content_type == PROBLEM
    assert response.json["code"] == "invalid_json"
    assert [error["code"] for error in response.json["errors"]] == [code]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("data", [b"null", b"[]", b"3", b'"text"', b"true", b"{}"])
def test_json_that_is_no_request(client: Client, path: str, data: bytes) -> None:
    response = client.post(path, data=data, content_type=JSON)
    assert response.status_code == 422
    assert response.content_type == PROBLEM
    assert response.json["errors"]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "content_type", [None, "", "text/html", "application/xml", "application/json; charset=utf-16"]
)
def test_wrong_content_type(client: Client, path: str, content_type: str | None) -> None:
    response = client.post(path, data=b"{}", content_type=content_type)
    assert response.status_code == 415
    assert response.json["code"] == "unsupported_media_type"


@pytest.mark.parametrize("path", posts())
@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip, identity", "x"])
def test_content_encoding(client: Client, path: str, encoding: str) -> None:
    response = client.post(
        path, data=b"{}", content_type=JSON, headers={"Content-Encoding": encoding}
    )
    assert response.status_code == 415


@pytest.mark.parametrize("path", POSTS)
def test_oversize(client: Client, path: str) -> None:
    body = b'{"a": "' + b"x" * LIMITS.get(path, MEGABYTE) + b'"}'
    response = client.post(path, data=body, content_type=JSON)
    assert response.status_code == 413
    assert response.json["code"] == "too_large"


@pytest.mark.parametrize("path", POSTS)
def test_oversize_in_chunks(client: Client, new_game: NewGame, path: str) -> None:
    """A body of unknown length is not cut off at the limit and then taken for whole."""
    body = json.dumps({"state": new_game()["state"]}).encode() + b" " * LIMITS.get(path, MEGABYTE)
    response = client.post(
        path,
        input_stream=io.BytesIO(body),
        content_type=JSON,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert response.status_code == 413


def test_very_many_unknown_fields(client: Client) -> None:
    response = client.post("/v1/games", json={f"k{i}": i for i in range(50_000)})
    assert response.status_code == 422
    assert len(response.json["errors"]) == MAX_VIOLATIONS
    # The players are missing besides.
    assert response.json["more"] == 50_000 + 1 - MAX_VIOLATIONS
    assert response.json["detail"] == "50001 errors were found"


LONG = "k" * 100_000
MOVE = ({"type": "draw", "elements": {LONG: 1}}, {"type": LONG}, {"type": "done", LONG: 1},
        {"type": "place_pawn", "space": LONG}, {"type": "done", "animal": LONG}, LONG)  # fmt: skip


@pytest.mark.parametrize(
    ("path", "body"),
    [
        *(("/v1/moves", {"moves": [move]}) for move in MOVE),
        ("/v1/moves", {"moves": ["done"], "include": [LONG]}),
        ("/v1/games", {"players": {LONG: ["bird"]}}),
        ("/v1/games", {"players": {"ann": [LONG]}}),
        ("/v1/games", {"players": ["ann", "bob"], "rules": {LONG: 1}}),
        ("/v1/games", {"players": ["ann", "bob"], "chance": {"mode": LONG}}),
        ("/v1/ai/moves", {"levels": {LONG: LONG}}),
        ("/v1/ai/moves", {"until": {LONG: 1}}),
        ("/v1/legal-moves", {"state": {LONG: 1, "earth": {LONG: {LONG: LONG}}, "phase": LONG}}),
        ("/v1/replays", {"setup": {LONG: 1}, "moves": []}),
    ],
)
def test_what_is_long_is_not_sent_back(
    client: Client, new_game: NewGame, path: str, body: dict[str, Any]
) -> None:
    if path in ("/v1/moves", "/v1/ai/moves"):
        body = {"state": new_game()["state"], **body}
    response = client.post(path, json=body)
    assert response.status_code == 422
    assert len(response.data) < 8_000


@pytest.mark.parametrize("wrap", [False, True])
def test_a_body_of_faults_gets_a_short_answer(client: Client, *, wrap: bool) -> None:
    """A megabyte of a hundred thousand faults, each with a pointer of its own."""
    keys = ["".join(pair) for pair in itertools.product(string.ascii_letters, repeat=2)]
    faulty = {outer: dict.fromkeys(keys[:150], 0) for outer in keys[:200]}
    state = {"earth": faulty, "animals": faulty, "execution": {"protected": faulty}}
    tracemalloc.start()
    if wrap:
        response = client.post("/v1/moves", json={"state": state, "moves": ["done"]})
        listed = response.json["errors"]
    else:
        response = client.post("/v1/states/validate", json=state)
        listed = response.json["violations"]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < len(listed) <= MAX_VIOLATIONS
    assert len(listed) + response.json["more"] > 2 * 150 * 200
    assert len(response.data) < 500_000
    assert peak < 60_000_000


@pytest.mark.parametrize("key", ["a/b~c", "", "__proto__", "_schema", "x" * 5_000, "\u202e"])
def test_strange_keys(client: Client, key: str) -> None:
    response = client.post("/v1/games", json={"players": ["ann", "bob"], key: 1})
    assert response.status_code == 422
    [error] = response.json["errors"]
    assert error["code"] == "unknown_key"
    assert len(error["pointer"]) < 300


@pytest.mark.parametrize("value", [None, 0, 1, -1, True, "", "x", [], {}, [[]], [{}], {"a": {}}])
def test_every_part_of_a_state_replaced(client: Client, new_game: NewGame, value: object) -> None:
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
def test_paths_and_methods(client: Client, method: str, path: str, status: int) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert response.content_type == PROBLEM
    assert response.json["status"] == status
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    if status == 405:
        for allowed in response.headers["Allow"].split(", "):
            assert allowed in response.json["detail"]
        assert "Allow" in response.headers["Access-Control-Expose-Headers"]
    else:
        assert path.rpartition("/")[2] in response.json["detail"] or "problem" in path


@pytest.mark.parametrize(
    "prefer", ["wait", "wait=", "wait=x", "wait=-5", "wait=" + "9" * 5_000, "wait=1e9", ",;=", "é"]
)
def test_strange_preferences(client: Client, prefer: str) -> None:
    response = client.get(f"/v1/ai/moves/{'a' * 32}", headers={"Prefer": prefer})
    assert response.status_code == 404


def test_a_parameter_given_twice(client: Client) -> None:
    response = client.get(f"/v1/ai/moves/{'a' * 32}?wait=1&wait=2")
    assert response.status_code == 400
    response = client.get(f"/v1/ai/moves/{'a' * 32}?wiat=1")
    assert response.status_code == 422
