"""Verdicts on states, and their scoring."""

from collections.abc import Callable
from typing import Any

import jsonschema_rs
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


def verdict_schema(client: Client) -> Any:
    """The published schema of a verdict that says of each violation all there is to say."""
    schemas = client.get("/openapi.json").json["components"]["schemas"]
    verdict = schemas["Verdict"] | {"additionalProperties": False}
    entry = schemas["ViolationEntry"] | {"additionalProperties": False}
    verdict["properties"]["violations"]["items"] = entry
    return verdict


def test_every_violation_of_every_level_at_once(client: Client, new_game: NewGame) -> None:
    """Each slip is told once, with level, rule, page, value and what is expected."""
    state = new_game()["state"]
    animal = state["pending"][0]["animal"]
    grass = state["bag"]["grass"]
    state["turn"] = "one"
    state["remark"] = None
    state["bag"]["grass"] += 1
    state["cards"]["taken"] = state["cards"]["available"][:1]
    state["execution"] = {"dominated": ["0,0"]}
    state["animals"][animal]["action_pawns"] = 0
    verdict = client.post("/v1/states/validate", json={"state": state}).json
    jsonschema_rs.validate(verdict_schema(client), verdict)
    assert verdict["valid"] is False
    found = {v["pointer"]: v for v in verdict["violations"]}
    assert {pointer: (v["level"], v["code"], v.get("rule")) for pointer, v in found.items()} == {
        "/state/turn": ("syntax", "wrong_type", "R5"),
        "/state/remark": ("syntax", "unknown_key", None),
        "/state/bag/grass": ("structure", "disk_count", "R1.4"),
        "/state/cards/taken": ("structure", "card_twice", "R7.12"),
        "/state/execution/dominated": ("consistency", "memory_out_of_place", "R7.12"),
        f"/state/animals/{animal}/action_pawns": ("structure", "pawn_count", "R1.1"),
    }
    assert len(found) == len(verdict["violations"])
    for violation in found.values():
        rule = violation.get("rule")
        assert violation["rule_url"] == (f"/v1/rules#{rule}" if rule else "/v1/schemas/state")
    assert found["/state/remark"]["value"] is None
    assert found["/state/turn"]["value"] == "one"
    assert found["/state/turn"]["expected"] == "integer"
    assert found["/state/bag/grass"]["value"] == grass + 1
    assert found["/state/bag/grass"]["expected"] == grass


def test_a_fault_of_the_text_says_where(client: Client) -> None:
    """The offset counts bytes, from 0; the line and column count from 1."""
    verdict = client.post("/v1/states/validate", data='{"\u00e9":\n 1,]'.encode()).json
    assert [v["value"] for v in verdict["violations"]] == [{"offset": 10, "line": 2, "column": 4}]
    jsonschema_rs.validate(verdict_schema(client), verdict)


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
