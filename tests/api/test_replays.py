"""POST /v1/replays: whole games again, as JSON and as text."""

import json
import random
import time
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest

from service.documents.chance import ServerKey
from service.documents.moves import move_id
from service.documents.play import make_move
from service.documents.replay import Setup, begin
from service.documents.replay_record import record
from service.rules.engine import legal_moves
from service.rules.moves import FORFEIT
from service.settings import Settings
from tests.api.conftest import Client, Json

NewGame = Callable[..., Json]
PLAYERS = {"ann": ["mammal"], "bob": ["bird"], "cy": ["insect"]}
SEEDED = {"mode": "seeded", "seed": "42"}
SETUP: Json = {"players": PLAYERS, "chance": SEEDED, "turn_limit": 2}


def played(client: Client, setup: Json, seed: int = 1) -> tuple[list[Json], list[Json]]:
    """The first answer and one for each move of a random game, and the moves, as objects."""
    chooser = random.Random(seed)
    answer = client.post("/v1/games", json={**setup, "include": ["legal_moves"]}).json
    answers, moves = [answer], []
    while answer["decision"] is not None:
        entry = chooser.choice(answer["legal_moves"] + answer["interjections"])
        moves.append(entry["move"])
        answer = client.post(
            "/v1/moves",
            json={"state": answer["state"], "moves": moves[-1:], "include": ["legal_moves"]},
        ).json
        answers.append(answer)
    return answers, moves


@pytest.mark.parametrize("chance", [SEEDED, {"mode": "server"}, {"mode": "manual"}])
def test_a_game_is_replayed_from_its_setup(client: Client, chance: Json) -> None:
    setup = {**SETUP, "chance": chance, "rules": {"dominance": "claimed"}}
    answers, moves = played(client, setup)
    last = answers[-1]
    replayed = client.post(
        "/v1/replays",
        json={
            "setup": {**setup, "game": last["state"]["game"]},
            "moves": moves,
            "include": ["scoring", "legal_moves", "text"],
        },
    )
    assert replayed.status_code == 200
    for key in ("state", "hash", "position", "decision"):
        assert replayed.json[key] == last[key]
    assert (replayed.json["moves"], replayed.json["checks"]) == (len(moves), 0)
    assert replayed.json["legal_moves"] == []
    assert replayed.json["scoring"]["animals"]
    [line] = [line for line in replayed.json["text"].splitlines() if line.startswith("chance ")]
    began = answers[0]["state"]["chance"]
    assert line.split() == [
        "chance",
        *(began[key] for key in ("mode", "seed", "kid") if key in began),
    ]
    text = client.post("/v1/replays", data=replayed.json["text"], content_type="text/plain")
    assert text.status_code == 200
    assert text.json["hash"] == last["hash"]
    assert text.json["moves"] == len(moves)
    assert text.json["checks"] > len(moves)


def test_a_game_with_dealt_hands_is_replayed(client: Client) -> None:
    setup = {"players": ["ann", "bob"], "animals_per_player": 3, "chance": SEEDED}
    state = client.post("/v1/games", json=setup).json["state"]
    body = {"setup": {**setup, "game": state["game"]}, "moves": [], "include": ["text"]}
    replayed = client.post("/v1/replays", json=body).json
    assert replayed["state"] == state
    text = client.post("/v1/replays", data=replayed["text"], content_type="text/plain")
    assert text.json["state"] == state
    wrong = client.post("/v1/replays", json={**body, "setup": {**setup, "animals_per_player": 2}})
    assert wrong.status_code == 422
    assert wrong.json["errors"][0]["pointer"] == "/setup/animals_per_player"


def test_a_game_is_replayed_from_a_state(client: Client) -> None:
    answers, moves = played(client, {**SETUP, "chance": {"mode": "server"}})
    for index in (0, len(moves) // 2, len(moves)):
        body = {"state": answers[index]["state"], "moves": moves[index:]}
        assert client.post("/v1/replays", json=body).json["hash"] == answers[-1]["hash"]


def test_the_id_of_the_game_is_not_in_the_position(client: Client) -> None:
    answers, moves = played(client, SETUP)
    replayed = client.post("/v1/replays", json={"setup": SETUP, "moves": moves}).json
    assert replayed["position"] == answers[-1]["position"]
    assert replayed["hash"] != answers[-1]["hash"]
    assert replayed["state"]["game"] == "replay"


def test_the_first_illegal_move(client: Client) -> None:
    answers, moves = played(client, SETUP)
    index = len(moves) // 2
    broken: list[Any] = [*moves[:index], "glaciate:0,0", *moves[index:]]
    game = {"setup": {**SETUP, "game": answers[0]["state"]["game"]}, "moves": broken}
    refused = client.post("/v1/replays", json=game)
    assert refused.status_code == 422
    problem = refused.json
    assert problem["code"] == "illegal_move"
    assert problem["index"] == index
    assert problem["state"] == answers[index]["state"]
    assert problem["hash"] == answers[index]["hash"]
    assert problem["decision"] == answers[index]["decision"]
    assert problem["rule"] == answers[index]["decision"]["rule"]
    assert problem["rule_url"] == f"/v1/rules#{problem['rule']}"
    assert problem["reason"]
    assert [entry["pointer"] for entry in problem["errors"]] == [f"/moves/{index}"]
    over = client.post("/v1/replays", json={**game, "moves": [*moves, {"type": "done"}]})
    assert over.status_code == 422
    assert (over.json["code"], over.json["index"]) == ("game_over", len(moves))
    assert over.json["hash"] == answers[-1]["hash"]


def test_the_first_line_that_is_wrong(client: Client) -> None:
    text = (
        "dominant-species-replay/1\nplayer ann mammal\nplayer bob bird\nchance seeded 42\n"
        "bird place_pawn:initiative.1\n= points mammal 0, bird 0\nmammal place_pawn:domination.5\n"
    )

    def post(old: str = "", new: str = "") -> Any:
        data = text.replace(old, new)
        return client.post("/v1/replays", data=data, content_type="text/plain; charset=utf-8")

    assert post().status_code == 200
    illegal = post("domination.5", "initiative.1")
    assert illegal.status_code == 422
    assert illegal.json["code"] == "illegal_move"
    assert illegal.json["detail"] == "line 7: there is a pawn on that space already"
    [entry] = illegal.json["errors"]
    assert (entry["line"], entry["pointer"], entry["rule"]) == (7, "", "R6.1")
    differs = post("bird 0", "bird 1")
    assert differs.json["code"] == "replay_differs"
    assert differs.json["errors"][0]["line"] == 6
    assert differs.json["index"] == 1
    assert differs.json["state"]["action_display"]["pawns"] == {"initiative.1": "bird"}
    unreadable = post("chance seeded 42", "chance dice")
    assert unreadable.json["code"] == "invalid_request"
    [entry] = unreadable.json["errors"]
    assert (entry["line"], entry["code"], entry["rule"]) == (4, "unreadable_line", "R1.7")
    setup = post("player bob bird\n")
    assert setup.json["code"] == "invalid_setup"


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"moves": None}, "/moves", "wrong_type"),
        ({"moves": "done"}, "/moves", "wrong_type"),
        ({"moves": [1]}, "/moves/0", "wrong_type"),
        ({"moves": ["done"] * 10_001}, "/moves", "out_of_range"),
        ({"include": ["events"]}, "/include/0", "unknown_name"),
        ({"setup": {**SETUP, "include": ["text"]}}, "/setup/include", "unknown_key"),
        ({"setup": {**SETUP, "chance": {"mode": "dice"}}}, "/setup/chance/mode", "unknown_name"),
        ({"setup": {**SETUP, "game": "a b"}}, "/setup/game", "wrong_type"),
        ({"setup": {**SETUP, "game": "a\n"}}, "/setup/game", "wrong_type"),
        ({"setup": {"players": PLAYERS}}, "/setup/chance", "invalid_setup"),
        (
            {"setup": {"players": PLAYERS, "chance": {"mode": "seeded"}}},
            "/setup/chance/seed",
            "invalid_setup",
        ),
        (
            {"setup": {"players": PLAYERS, "chance": {"mode": "server"}}},
            "/setup/game",
            "invalid_setup",
        ),
        (
            {"setup": {**SETUP, "chance": {**SEEDED, "kid": "k"}}},
            "/setup/chance/kid",
            "invalid_value",
        ),
        (
            {"setup": {**SETUP, "game": "g", "chance": {"mode": "server", "kid": "other"}}},
            "/setup/chance/kid",
            "chance_unavailable",
        ),
        ({"setup": {**SETUP, "players": {"ann": ["bird"]}}}, "/setup/players", "invalid_setup"),
        ({"state": {}, "setup": SETUP}, "/state/format", "missing"),
    ],
)
def test_requests_that_are_not_valid(client: Client, change: Json, pointer: str, code: str) -> None:
    response = client.post("/v1/replays", json={"setup": SETUP, "moves": [], **change})
    assert response.status_code == 422
    assert (pointer, code) in [(e["pointer"], e["code"]) for e in response.json["errors"]]


def test_either_a_setup_or_a_state(client: Client, new_game: NewGame) -> None:
    state = new_game()["state"]
    both = client.post("/v1/replays", json={"setup": SETUP, "state": state, "moves": []})
    neither = client.post("/v1/replays", json={"moves": []})
    for response in (both, neither):
        assert response.status_code == 422
        [entry] = response.json["errors"]
        assert "Either setup or state" in entry["detail"]
    alone = client.post("/v1/replays", json={"state": state, "moves": []})
    assert alone.json["state"] == state


def test_server_chance_without_its_key(client: Client, lone_client: Client) -> None:
    answers, moves = played(client, {**SETUP, "chance": {"mode": "server"}})
    setup = {**SETUP, "chance": {"mode": "server"}, "game": answers[0]["state"]["game"]}
    for body in ({"setup": setup}, {"state": answers[3]["state"]}):
        response = lone_client.post("/v1/replays", json={**body, "moves": moves[3:4]})
        assert response.status_code == 422
        assert response.json["code"] == "chance_unavailable"
        [entry] = response.json["errors"]
        assert entry["rule_url"] == "/v1/rules#R1.7"


def endless(key: ServerKey) -> tuple[Setup, list[str]]:
    """The first 10,000 moves of a game in which every action is forfeited: it never ends."""
    animals = ("mammal", "reptile", "bird", "amphibian", "arachnid", "insect")
    setup = Setup({name: [name] for name in animals}, {}, {"mode": "server"}, None, "endless")
    game = begin(setup, key)[0]
    chooser = random.Random(3)
    moves: list[str] = []
    while len(moves) < 10_000:
        offered = legal_moves(game.state)
        forfeit = FORFEIT << 7
        move = forfeit if forfeit in offered else chooser.choice(offered)
        moves.append(move_id(move))
        game = make_move(game, move, key)
    return setup, moves


def test_ten_thousand_moves(client: Client, settings: Settings) -> None:
    """The longest replay is answered in time, with server chance and with all it can tell."""
    key = settings.server_key()
    assert key is not None
    setup, moves = endless(key)
    body = {
        "setup": {
            "players": setup.players,
            "chance": {"mode": "server", "kid": key.kid},
            "game": setup.game,
        },
        "moves": moves,
    }
    started = time.process_time()
    response = client.post("/v1/replays", json=body)
    assert response.status_code == 200
    assert response.json["moves"] == 10_000
    assert time.process_time() - started < 15
    text = record(setup, moves, key)
    assert 1 << 20 < len(text) < 4 << 20, "more than other calls take"
    started = time.process_time()
    response = client.post("/v1/replays", data=text, content_type="text/plain")
    assert response.json["moves"] == 10_000
    assert time.process_time() - started < 15


@pytest.mark.parametrize("item", ["1", '""', "{}", '"done"'])
def test_a_list_of_very_many_moves_is_refused_at_once(client: Client, item: str) -> None:
    data = ('{"moves": [' + ",".join([item] * 800_000) + "]}").encode()[: 4 << 20]
    started = time.process_time()
    response = client.post("/v1/replays", data=data, content_type="application/json")
    assert response.status_code in (400, 422)
    assert time.process_time() - started < 15
    small = {"state": {}, "moves": json.loads(f"[{item}]") * 201}
    refused = client.post("/v1/moves", json=small)
    errors = refused.json["errors"]
    assert ("/moves", "out_of_range") in [(e["pointer"], e["code"]) for e in errors]


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("text/plain", 422),
        ("text/plain; charset=utf-8", 422),
        ("text/plain; charset=latin-1", 415),
        ("text/html", 415),
        ("application/octet-stream", 415),
    ],
)
def test_types_of_body(client: Client, content_type: str, status: int) -> None:
    response = client.post("/v1/replays", data=b"{}", content_type=content_type)
    assert response.status_code == status
    large = client.post("/v1/replays", data=b"#" * (4 << 20) + b"##", content_type="text/plain")
    assert (large.status_code, large.json["code"]) == (413, "too_large")
    encoded = client.post(
        "/v1/replays", data=b"{}", content_type="text/plain", headers={"Content-Encoding": "gzip"}
    )
    assert encoded.status_code == 415


def test_answers_fit_what_is_published(client: Client) -> None:
    document = client.get("/openapi.json").json
    operation = document["paths"]["/v1/replays"]["post"]

    def fits(schema: Json, value: object) -> None:
        jsonschema_rs.validate({**schema, "components": document["components"]}, value)

    answers, moves = played(client, SETUP)
    include = ["scoring", "legal_moves", "text"]
    body = {"setup": SETUP, "moves": moves, "include": include}
    fits(operation["requestBody"]["content"]["application/json"]["schema"], body)
    response = client.post("/v1/replays", json=body)
    fits(operation["responses"]["200"]["content"]["application/json"]["schema"], response.json)
    problem = operation["responses"]["422"]["content"]
    schema = problem["application/problem+json"]["schema"]
    fits(schema, client.post("/v1/replays", json={**body, "moves": ["done"]}).json)
    text = response.json["text"].replace("= hash", "= points", 1)
    differs = client.post("/v1/replays", data=text, content_type="text/plain").json
    assert differs["code"] == "replay_differs"
    fits(schema, differs)
    assert answers[-1]["position"] == response.json["position"]


@pytest.mark.parametrize(
    ("header", "code", "line"),
    [
        ("player ann mammal\nchance seeded 42", "invalid_setup", 2),
        ("player ann mammal\nplayer bob bird insect\nchance seeded 42", "invalid_setup", 3),
        ("player ann mammal\nplayer bob bird\nturn_limit 2", "invalid_setup", 4),
        (
            "game g\nplayer ann mammal\nchance server nobodys\nplayer bob bird",
            "chance_unavailable",
            4,
        ),
        ("player ann mammal\nplayer bob mammal\nchance seeded 42", "unreadable_line", 3),
    ],
)
def test_a_text_that_cannot_begin_is_told_with_its_line(
    client: Client, header: str, code: str, line: int
) -> None:
    text = f"dominant-species-replay/1\n{header}\n"
    answer = client.post("/v1/replays", data=text, content_type="text/plain")
    assert answer.status_code == 422
    (entry,) = answer.json["errors"]
    assert (entry["code"], entry["line"], entry["pointer"]) == (code, line, "")
    assert answer.json["detail"].startswith(f"line {line}: ")
