"""Verdicts on states, and their scoring."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Client

NewGame = Callable[..., dict[str, Any]]


def test_a_valid_state(client: Client, new_game: NewGame) -> None:
    game = new_game()
    for body in (game["state"], {"state": game["state"]}):
        verdict = client.post("/v1/states/validate", json=body).json
        assert verdict["valid"] is True
        assert verdict["violations"] == []
        assert verdict["hash"] == game["hash"]
        assert verdict["position"] == game["position"]


def test_every_violation_at_once(client: Client, new_game: NewGame) -> None:
    state = new_game()["state"]
    state["bag"]["sun"] += 1
    state["cards"]["taken"] = state["cards"]["available"][:1]
    verdict = client.post("/v1/states/validate", json={"state": state}).json
    assert verdict["valid"] is False
    pointers = [violation["pointer"] for violation in verdict["violations"]]
    assert any(pointer.startswith("/state/bag") for pointer in pointers)
    assert any(pointer.startswith("/state/cards") for pointer in pointers)
    for violation in verdict["violations"]:
        assert violation["level"] in ("structure", "consistency")
        assert violation["rule_url"] == f"/v1/rules#{violation['rule']}"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_body"),
        (b"   ", "empty_body"),
        (b"\xff\xfe", "not_utf8"),
        (b"\xef\xbb\xbf{}", "byte_order_mark"),
        (b"hello", "not_json"),
        (b'{"a": 1', "not_json"),
        (b"[" * 50_000, "too_deep"),
        (b"9" * 20_000, "integer_out_of_range"),
        (b"1e400", "not_an_integer"),
        (b"NaN", "not_a_number"),
        (b"-Infinity", "not_a_number"),
        (b'{"a": 1, "a": 1}', "duplicate_key"),
        (b'"\\ud800"', "lone_surrogate"),
        (b"[]", "wrong_type"),
        (b"null", "wrong_type"),
        (b"{}", "missing"),
        (b" " * (1024 * 1024 + 1), "too_large"),
    ],
)
def test_any_bytes_get_a_verdict(client: Client, data: bytes, code: str) -> None:
    for content_type in (None, "application/json", "text/plain", "image/png"):
        response = client.post("/v1/states/validate", data=data, content_type=content_type)
        assert response.status_code == 200
        assert response.json["valid"] is False
        assert code in [violation["code"] for violation in response.json["violations"]]


def test_scoring(client: Client, new_game: NewGame) -> None:
    game = new_game()
    response = client.post("/v1/states/score", json={"state": game["state"]})
    assert response.status_code == 200
    scoring = response.json["scoring"]
    assert set(scoring["animals"]) == {"mammal", "bird", "insect"}
    assert set(scoring["tiles"]) == set(game["state"]["earth"])
    assert sorted(a["rank"] for a in scoring["animals"].values()) == [1, 2, 3]
