"""New games, moves and legal moves over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Client, Json

NewGame = Callable[..., dict[str, Any]]
TWO = {"ann": ["mammal"], "bob": ["bird"]}


def test_a_new_game_answers_its_first_state(new_game: NewGame) -> None:
    answer = new_game(include=["legal_moves", "scoring"])
    assert answer["state"]["format"] == "dominant-species/1"
    assert answer["state"]["players"] == {"ann": ["mammal"], "bob": ["bird"], "cy": ["insect"]}
    assert len(answer["hash"]) == len(answer["position"]) == 64
    assert answer["decision"]["kind"] == "place_pawn"
    assert answer["decision"]["rule"] == "R6.1"
    assert {entry["id"] for entry in answer["legal_moves"]} > {"place_pawn:initiative.1"}
    assert answer["interjections"] == []
    assert set(answer["scoring"]["animals"]) == {"mammal", "bird", "insect"}
    assert {"engine", "rulings"} <= set(answer)


def test_the_same_seed_gives_the_same_position(new_game: NewGame) -> None:
    assert new_game()["position"] == new_game()["position"]
    other = new_game(chance={"mode": "seeded", "seed": "43"})
    assert other["position"] != new_game()["position"]


def test_names_alone_are_dealt_animals(client: Client) -> None:
    answer = client.post("/v1/games", json={"players": ["ann", "bob"]})
    assert answer.status_code == 201
    assert answer.json["state"]["chance"]["mode"] == "server"
    assert all(len(own) == 1 for own in answer.json["state"]["players"].values())


def test_names_alone_are_dealt_all_six_animals(client: Client) -> None:
    names = ["ann", "bob", "cy"]
    answer = client.post("/v1/games", json={"players": names, "animals_per_player": 2})
    assert answer.status_code == 201
    hands = answer.json["state"]["players"]
    assert [len(hands[name]) for name in names] == [2, 2, 2]
    assert len(answer.json["state"]["animals"]) == 6


def test_without_a_key_chance_is_seeded(lone_client: Client) -> None:
    answer = lone_client.post("/v1/games", json={"players": TWO})
    assert answer.json["state"]["chance"]["mode"] == "seeded"


def test_every_option_is_kept(new_game: NewGame) -> None:
    rules = {"dominance": "claimed", "mammal_save": "any", "initiative_return": False}
    answer = new_game(rules=rules, turn_limit=9)
    assert answer["state"]["rules"] == {**rules, "turn_limit": 9}


@pytest.mark.parametrize(
    "spelled",
    [
        {"turn_limit": 2},
        {"rules": {"turn_limit": 2}},
        {"rules": {"turn_limit": 2}, "turn_limit": 2},
        {"rules": {"turn_limit": 2, "dominance": "automatic"}},
    ],
)
def test_both_spellings_of_the_turn_limit_set_up_the_same_game_in_both_calls(
    client: Client, spelled: Json
) -> None:
    setup = {"players": TWO, "chance": {"mode": "seeded", "seed": "7"}, **spelled}
    game = client.post("/v1/games", json=setup).json["state"]
    assert game["rules"]["turn_limit"] == 2
    body = {"setup": {**setup, "game": game["game"]}, "moves": [], "include": ["text"]}
    replayed = client.post("/v1/replays", json=body)
    assert replayed.status_code == 200
    assert replayed.json["state"] == game
    lines = [line for line in replayed.json["text"].splitlines() if "turn_limit" in line]
    assert lines == ["turn_limit 2"]
    again = client.post("/v1/replays", data=replayed.json["text"], content_type="text/plain")
    assert again.status_code == 200
    assert again.json["state"] == game


def test_two_different_turn_limits_are_refused_in_both_calls(client: Client) -> None:
    setup = {
        "players": TWO,
        "chance": {"mode": "seeded", "seed": "7"},
        "rules": {"turn_limit": 2},
        "turn_limit": 3,
    }
    for path, body, at in (
        ("/v1/games", setup, ""),
        ("/v1/replays", {"setup": setup, "moves": []}, "/setup"),
    ):
        refused = client.post(path, json=body)
        assert refused.status_code == 422
        assert [(e["pointer"], e["code"]) for e in refused.json["errors"]] == [
            (f"{at}/turn_limit", "out_of_range")
        ]
        assert "rules.turn_limit" in refused.json["detail"]


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"players": None}, "/players", "wrong_type"),
        ({"players": 3}, "/players", "wrong_type"),
        ({"players": {"ann": ["cat"], "bob": ["bird"]}}, "/players/ann/0", "unknown_name"),
        ({"players": {"a b": ["mammal"], "bob": ["bird"]}}, "/players/a b", "wrong_type"),
        ({"players": {"ann": ["bird"], "bob": ["bird"]}}, "/players", "invalid_setup"),
        ({"players": {"ann": ["bird"]}}, "/players", "invalid_setup"),
        ({"players": {}}, "/players", "invalid_setup"),
        ({"players": []}, "/players", "invalid_setup"),
        ({"players": ["ann", "ann"]}, "/players", "invalid_setup"),
        ({"players": [str(i) for i in range(9)]}, "/players", "invalid_value"),
        ({"animals_per_player": 1}, "/animals_per_player", "invalid_setup"),
        ({"animals_per_player": 4}, "/animals_per_player", "out_of_range"),
        ({"animals_per_player": "2"}, "/animals_per_player", "wrong_type"),
        (
            {"players": ["ann", "bob"], "animals_per_player": 2},
            "/animals_per_player",
            "invalid_setup",
        ),
        ({"rules": {"dominance": "maybe"}}, "/rules/dominance", "unknown_name"),
        ({"rules": {"initiative_return": 1}}, "/rules/initiative_return", "wrong_type"),
        ({"rules": []}, "/rules", "wrong_type"),
        ({"rules": {"luck": True}}, "/rules/luck", "unknown_key"),
        ({"chance": {"mode": "dice"}}, "/chance/mode", "unknown_name"),
        ({"chance": {"mode": "manual", "seed": "1"}}, "/chance/seed", "invalid_value"),
        ({"chance": {}}, "/chance/mode", "missing"),
        ({"turn_limit": True}, "/turn_limit", "wrong_type"),
        ({"turn_limit": "9"}, "/turn_limit", "wrong_type"),
        ({"turn_limit": 0}, "/turn_limit", "out_of_range"),
        ({"include": ["everything"]}, "/include/0", "unknown_name"),
        ({"colour": "red"}, "/colour", "unknown_key"),
    ],
)
def test_a_game_that_cannot_be_set_up(
    client: Client, change: dict[str, Any], pointer: str, code: str
) -> None:
    response = client.post("/v1/games", json={"players": TWO, **change})
    assert response.status_code == 422
    assert response.content_type == "application/problem+json"
    assert (pointer, code) in [(e["pointer"], e["code"]) for e in response.json["errors"]]


def test_a_move_by_id_or_object(client: Client, new_game: NewGame) -> None:
    game = new_game()
    entry = game["legal_moves"][0]
    animal = game["decision"]["animal"]
    forms = [entry["id"], entry["move"], {**entry["move"], "animal": animal}]
    answers = [
        client.post("/v1/moves", json={"state": game["state"], "moves": [form]}) for form in forms
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert len({answer.json["hash"] for answer in answers}) == 1
    assert answers[0].json["events"][0]["event"] == "pawn_placed"


def test_a_batch_equals_single_moves(client: Client, new_game: NewGame) -> None:
    answer = new_game(chance={"mode": "server"})
    first = answer["state"]
    made = []
    for _ in range(40):
        made.append(answer["legal_moves"][-1]["id"])
        answer = client.post(
            "/v1/moves",
            json={"state": answer["state"], "moves": made[-1:], "include": ["legal_moves"]},
        ).json
    batch = client.post("/v1/moves", json={"state": first, "moves": made}).json
    assert batch["hash"] == answer["hash"]


def test_all_moves_or_none(client: Client, new_game: NewGame) -> None:
    game = new_game()
    first = game["legal_moves"][0]["id"]
    response = client.post("/v1/moves", json={"state": game["state"], "moves": [first, first]})
    assert response.status_code == 422
    problem = response.json
    assert problem["code"] == "illegal_move"
    assert problem["type"] == "/problems/illegal_move"
    assert problem["index"] == 1
    assert problem["rule"] == "R6.1"
    assert problem["decision"]["kind"] == "place_pawn"
    assert problem["reason"]
    assert problem["errors"][0]["pointer"] == "/moves/1"
    assert problem["errors"][0]["rule_url"].endswith("#R6.1")


@pytest.mark.parametrize(
    "move",
    [
        "",
        "fly",
        "place_pawn",
        "place_pawn:",
        "place_pawn:speciation.gold",
        "migrate:0,0>1,0x",
        "migrate:0,0>1,0x99",
        "x" * 80,
        "\u0000",
        {},
        {"type": None},
        {"type": "place_pawn"},
        {"type": "place_pawn", "space": 3},
        {"type": "place_pawn", "space": "initiative.1", "count": 1},
        {"type": "place_pawn", "space": "initiative.1", "animal": "reptile"},
        {"type": "place_pawn", "space": "initiative.1", "animal": {"a": []}},
        {"type": "migrate", "from": "0,0", "to": "1,0", "count": -1},
        {"type": "migrate", "from": "0,0", "to": "1,0", "count": 10**15},
        {"type": "draw", "elements": {"sun": 10**9}},
        {"type": "draw", "cards": []},
    ],
)
def test_no_such_move(client: Client, new_game: NewGame, move: object) -> None:
    body = {"state": new_game()["state"], "moves": [move]}
    response = client.post("/v1/moves", json=body)
    assert response.status_code == 422
    assert response.json["code"] == "illegal_move"
    assert response.json["index"] == 0
    assert response.json["decision"]["kind"] == "place_pawn"


@pytest.mark.parametrize(
    ("moves", "pointer"),
    [
        ([], "/moves"),
        (["done"] * 201, "/moves"),
        ("done", "/moves"),
        (None, "/moves"),
        ([3], "/moves/0"),
        ([["done"]], "/moves/0"),
        (["done", None], "/moves/1"),
        (["x" * 81], "/moves/0"),
    ],
)
def test_no_list_of_moves(client: Client, new_game: NewGame, moves: object, pointer: str) -> None:
    response = client.post("/v1/moves", json={"state": new_game()["state"], "moves": moves})
    assert response.status_code == 422
    assert response.json["code"] == "invalid_request"
    assert response.json["errors"][0]["pointer"] == pointer


def test_a_state_that_is_not_valid(client: Client, new_game: NewGame) -> None:
    state = new_game()["state"]
    state["bag"]["sun"] += 1
    for call, more in (("moves", {"moves": ["done"]}), ("legal-moves", {}), ("states/score", {})):
        response = client.post(f"/v1/{call}", json={"state": state, **more})
        assert response.status_code == 422
        assert response.json["code"] == "invalid_state"
        error = response.json["errors"][0]
        assert error["pointer"].startswith("/state/bag")
        assert error["rule"] == "R1.4"


def test_the_moves_of_a_finished_game(client: Client, new_game: NewGame) -> None:
    answer = new_game(turn_limit=1)
    for _ in range(2000):
        if answer["decision"] is None:
            break
        move = answer["legal_moves"][0]["id"]
        answer = client.post(
            "/v1/moves",
            json={"state": answer["state"], "moves": [move], "include": ["legal_moves"]},
        ).json
    assert answer["state"]["phase"] == "finished"
    assert answer["legal_moves"] == []
    assert answer["state"]["ranking"]
    response = client.post("/v1/moves", json={"state": answer["state"], "moves": ["done"]})
    assert response.status_code == 422
    assert response.json["code"] == "game_over"
    assert response.json["index"] == 0
    search = client.post("/v1/ai/moves", json={"state": answer["state"], "level": "greedy"})
    assert search.status_code == 422
    assert search.json["code"] == "game_over"


def test_legal_moves_are_whole_and_sorted(client: Client, new_game: NewGame) -> None:
    game = new_game()
    response = client.post("/v1/legal-moves", json={"state": game["state"]})
    assert response.status_code == 200
    assert response.json["legal_moves"] == game["legal_moves"]
    assert response.json["hash"] == game["hash"]
    assert response.json["decision"] == game["decision"]


def test_draws_have_probabilities(client: Client, new_game: NewGame) -> None:
    game = new_game(chance={"mode": "manual"})
    assert game["decision"]["animal"] == "nature"
    chances = [entry["probability"] for entry in game["legal_moves"]]
    assert sum(chances) == pytest.approx(1)


def test_interjections_stand_apart(client: Client, new_game: NewGame) -> None:
    state = new_game(rules={"dominance": "claimed"})["state"]
    state["turn"] = 2  # in the first Planning no cone can be missing
    at, tile = next((at, tile) for at, tile in state["earth"].items() if "cone" in tile)
    claim = f"claim:{tile.pop('cone')}@{at}"
    listed = client.post("/v1/legal-moves", json={"state": state}).json
    assert [entry["id"] for entry in listed["interjections"]] == [claim]
    assert claim not in [entry["id"] for entry in listed["legal_moves"]]
    after = client.post("/v1/moves", json={"state": state, "moves": [claim]})
    assert after.status_code == 200
    assert after.json["decision"] == listed["decision"]
    assert after.json["events"][0]["event"] == "cone_placed"


def test_an_animal_claims_out_of_turn(client: Client, new_game: NewGame) -> None:
    state = new_game(rules={"dominance": "claimed"})["state"]
    assert state["pending"][-1]["animal"] == "insect"
    state["turn"] = 2  # in the first Planning no cone can be missing
    assert state["earth"]["0,1"].pop("cone") == "mammal"
    claim = {"type": "claim", "species": "mammal", "hex": "0,1"}
    after = client.post(
        "/v1/moves", json={"state": state, "moves": [{**claim, "animal": "mammal"}]}
    )
    assert after.status_code == 200
    problem = client.post(
        "/v1/moves", json={"state": state, "moves": [{**claim, "animal": "insect"}]}
    ).json
    assert problem["rule"] == "R4.3"
    assert problem["errors"][0]["pointer"] == "/moves/0/animal"


def test_server_chance_without_the_key(
    client: Client, lone_client: Client, new_game: NewGame
) -> None:
    started = lone_client.post("/v1/games", json={"players": TWO, "chance": {"mode": "server"}})
    assert started.status_code == 422
    assert started.json["code"] == "chance_unavailable"
    game = new_game(chance={"mode": "server"})
    move = game["legal_moves"][0]["id"]
    response = lone_client.post("/v1/moves", json={"state": game["state"], "moves": [move]})
    assert response.status_code == 422
    assert response.json["code"] == "chance_unavailable"
