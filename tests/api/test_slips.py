"""Natural slips of a client: one error each, at its place, that says what to do."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Answer, Client

Json = dict[str, Any]
NewGame = Callable[..., Json]


def one_error(answer: Answer, status: int = 422) -> tuple[str, str, str]:
    """Pointer, code and detail of the one error that is listed."""
    assert answer.status_code == status, answer.json
    [error] = answer.json["errors"]
    return error["pointer"], error["code"], error["detail"]


@pytest.mark.parametrize(
    ("move", "pointer", "said"),
    [
        ({"id": "done", "label": "Done", "move": {"type": "done"}}, "", "send its id or its move"),
        ({}, "", "a move has a type"),
        ({"type": None}, "/type", "the type of a move is a name, not null"),
        ({"type": ["adapt"]}, "/type", "is a name, not a list"),
        ({"type": {"a": 1}}, "/type", "is a name, not an object"),
        ({"type": 3}, "/type", "is a name, not 3"),
        ({"type": True}, "/type", "is a name, not true"),
        ({"type": "place_pawn", "space": ["x"]}, "/space", "a list names no space"),
        ({"type": "adapt", "element": "sun", "animal": ["bird"]}, "/animal", "not a list"),
        ("claim:0,0", "", "written 'claim:SPECIES@HEX'"),
        ("migrate:0,0x1", "", "written 'migrate:FROM>TOx1'"),
        ("place_pawn", "", "written 'place_pawn:SPACE'"),
        ("done:3", "", "written 'done'"),
        ({"type": "draw"}, "", "either elements, with counts, or a list of cards"),
        ({"type": "draw", "cards": "biomass"}, "/cards", "a list of cards"),
        ({"type": "draw", "cards": []}, "/cards", "at least one"),
        ({"type": "draw", "cards": ["biomass", 3]}, "/cards/1", "3 names no card"),
        ({"type": "draw", "elements": []}, "/elements", "elements, with counts"),
        ({"type": "draw", "elements": {}}, "/elements", "at least one"),
        ({"type": "draw", "elements": {"s/n": 1}}, "/elements/s~1n", "names no element"),
        ({"type": "draw", "elements": {"sun": -1}}, "/elements/sun", "an integer of 0 or more"),
        ({"type": "draw", "elements": {"sun": 1}, "number": 2}, "/number", "either elements"),
    ],
)
def test_moves(client: Client, new_game: NewGame, move: object, pointer: str, said: str) -> None:
    answer = client.post("/v1/moves", json={"state": new_game()["state"], "moves": [move]})
    assert answer.json["code"] == "illegal_move"
    found = one_error(answer)
    assert found[0] == "/moves/0" + pointer
    assert said in found[2]


def test_the_sentence_counts_moves_as_people_do(client: Client, new_game: NewGame) -> None:
    """From 1, of several; the pointer and the index count from 0."""
    state = new_game()["state"]
    first = client.post("/v1/legal-moves", json={"state": state}).json["legal_moves"][0]["id"]
    refused = client.post("/v1/moves", json={"state": state, "moves": [first, first, "done"]})
    pointer, _, _ = one_error(refused)
    assert (pointer, refused.json["index"]) == ("/moves/1", 1)
    assert refused.json["detail"] == "move 2 of 3: " + refused.json["reason"]
    alone = client.post("/v1/moves", json={"state": state, "moves": ["done"]})
    assert one_error(alone)[0] == "/moves/0"
    assert alone.json["detail"] == alone.json["reason"]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/moves", "/v1/legal-moves", "/v1/replays"])
@pytest.mark.parametrize("body", [[], [1], "x", 3, None, True])
def test_a_body_that_is_no_object(client: Client, path: str, body: object) -> None:
    found = one_error(client.post(path, data=json.dumps(body), content_type="application/json"))
    assert found == ("", "wrong_type", "An object is expected here.")


def test_nature_has_no_article(client: Client) -> None:
    game = {"players": {"ann": ["mammal"], "bob": ["bird"]}, "chance": {"mode": "manual"}}
    state = client.post("/v1/games", json=game).json["state"]
    move = {"type": "draw_card", "card": "biomass", "animal": "bird"}
    found = one_error(client.post("/v1/moves", json={"state": state, "moves": [move]}))
    assert found[0] == "/moves/0/animal"
    assert found[2] == "nature decides now, not 'bird'"


@pytest.mark.parametrize("path", ["/v1/legal-moves", "/v1/states/score", "/v1/ai/moves"])
def test_a_whole_answer_as_state(client: Client, new_game: NewGame, path: str) -> None:
    found = one_error(client.post(path, json={"state": new_game()}))
    assert found[:2] == ("/state", "wrong_type")
    assert "send the value of its `state`" in found[2]


@pytest.mark.parametrize("path", ["/v1/legal-moves", "/v1/moves", "/v1/ai/moves"])
def test_a_state_by_itself(client: Client, new_game: NewGame, path: str) -> None:
    found = one_error(client.post(path, json=new_game()["state"]))
    assert found[:2] == ("/state", "missing")
    assert 'as the value of "state"' in found[2]


@pytest.mark.parametrize("state", [3, [], "x", None, True])
def test_a_state_of_another_type(client: Client, state: object) -> None:
    found = one_error(client.post("/v1/legal-moves", json={"state": state}))
    assert found[:2] == ("/state", "wrong_type")


def test_a_whole_answer_is_judged_by_its_state(client: Client, new_game: NewGame) -> None:
    answer = new_game()
    for value in (answer, {"state": answer["state"]}, answer["state"]):
        verdict = client.post("/v1/states/validate", json=value).json
        assert verdict["valid"], verdict
        assert verdict["hash"] == answer["hash"]
    answer["state"]["turn"] = 0
    [violation] = client.post("/v1/states/validate", json=answer).json["violations"]
    assert violation["pointer"] == "/state/turn"
    text = json.dumps(new_game())
    for broken, pointer in (
        (text[:-1] + ', "more": {"x": 1, "x": 2}}', "/more/x"),
        (text[:-1] + ', "more": 1.5}', "/more"),
    ):
        verdict = client.post("/v1/states/validate", data=broken).json
        assert not verdict["valid"]
        assert [violation["pointer"] for violation in verdict["violations"]] == [pointer]


@pytest.mark.parametrize(
    ("players", "pointer", "code", "said"),
    [
        ({"a": ["dragon"], "b": ["bird"]}, "/a/0", "unknown_name", "mammal"),
        ({"a": ["bird", 3], "b": ["mammal"]}, "/a/1", "unknown_name", "mammal"),
        ({"a": "bird", "b": ["mammal"]}, "/a", "wrong_type", "a valid list of animals"),
        ({"a": [], "b": ["mammal"]}, "/a", "wrong_type", "a valid list of animals"),
        ({"a b": ["bird"], "b": ["mammal"]}, "/a b", "wrong_type", "[A-Za-z0-9_.-]{1,40}"),
        ({"__proto__": ["bird"], "b": ["mammal"]}, "/__proto__", "wrong_type", "JavaScript"),
        (["a", 3], "/1", "wrong_type", "[A-Za-z0-9_.-]{1,40}"),
        ("ann", "", "wrong_type", "an object of names and their animals, or a list"),
    ],
)
def test_players(client: Client, players: object, pointer: str, code: str, said: str) -> None:
    found = one_error(client.post("/v1/games", json={"players": players}))
    assert found[:2] == ("/players" + pointer, code)
    assert said in found[2]


def test_the_turn_limit_is_a_rule(client: Client) -> None:
    game: Json = {"players": ["ann", "bob"]}
    for more in ({"turn_limit": 3}, {"rules": {"turn_limit": 3}}):
        state = client.post("/v1/games", json={**game, **more}).json["state"]
        assert state["rules"]["turn_limit"] == 3
    both = {**game, "turn_limit": 3, "rules": {"turn_limit": 3}}
    assert client.post("/v1/games", json=both).status_code == 201
    found = one_error(client.post("/v1/games", json={**both, "turn_limit": 4}))
    assert found[0] == "/turn_limit"
    again = client.post("/v1/games", json={**game, "rules": state["rules"]})
    assert again.status_code == 201  # the rules of a state can be posted


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"turn_limit": 0}, "/turn_limit: Must be greater than or equal to 1"),
        ({"chance": {}}, "/chance/mode: Missing data for required field."),
    ],
)
def test_the_detail_of_a_problem_says_of_what_it_speaks(
    client: Client, change: Json, detail: str
) -> None:
    answer = client.post("/v1/games", json={"players": ["ann", "bob"], **change})
    assert answer.status_code == 422
    assert answer.json["detail"].startswith(detail)
    waited = client.get("/v1/ai/moves/x?wait=soon")
    assert waited.json["detail"] == "wait: Not a valid number."


def test_levels(client: Client, new_game: NewGame) -> None:
    body = {"state": new_game()["state"], "levels": {"dragon": "greedy", "mammal": "x"}}
    errors = client.post("/v1/ai/moves", json=body).json["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [
        ("/levels/dragon", "unknown_name"),
        ("/levels/mammal", "unknown_name"),
    ]


def test_an_unknown_field_is_told_those_there_are(client: Client, new_game: NewGame) -> None:
    body = {"state": new_game()["state"], "inclued": []}
    found = one_error(client.post("/v1/legal-moves", json=body))
    assert found == ("/inclued", "unknown_key", "Unknown field; known: include, state.")


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("wait=-1", 422, "out_of_range"),
        ("wait=x", 422, "wrong_type"),
        ("wiat=1", 422, "unknown_key"),
        ("wait=1&wait=2", 400, "given_twice"),
    ],
)
def test_parameters_have_no_pointer(client: Client, query: str, status: int, code: str) -> None:
    answer = client.get(f"/v1/ai/moves/{'a' * 32}?{query}")
    assert answer.status_code == status
    [error] = answer.json["errors"]
    assert error["parameter"] == query.partition("=")[0]
    assert error["code"] == code
    assert "pointer" not in error
