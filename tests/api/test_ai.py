"""AI jobs over HTTP, with the queue's worker side played by the test."""

import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from service import queue
from service.api import ai
from service.levels import DEFAULT_LEVEL
from service.settings import Settings
from tests.api.conftest import Client, RedisServer, client_of
from tests.positions import build

Json = dict[str, Any]
NewGame = Callable[..., Json]


@pytest.fixture
def connection(settings: Settings) -> Redis:
    return queue.connect(settings.redis_url)


def post(client: Client, state: Json, **more: Any) -> Json:
    response = client.post("/v1/ai/moves", json={"state": state, "level": "greedy", **more})
    job: Json = response.json
    over = job["status"] in (queue.FINISHED, queue.FAILED, queue.CANCELED)
    assert response.status_code == (200 if over else 202), response.json
    assert response.headers["Location"] == f"/v1/ai/moves/{job['id']}"
    assert response.headers["Cache-Control"] == "no-store"
    return job


def waiting(connection: Redis) -> list[str]:
    """The searches in RQ's queues, the next one first."""
    return [
        search
        for name in queue.QUEUES
        for search in Queue(name, connection=connection, serializer=JSONSerializer).job_ids
    ]


def result_of(client: Client, payload: Json) -> Json:
    """What a worker would write: the first legal move, made."""
    state = payload["state"]
    listed = client.post("/v1/legal-moves", json={"state": state}).json
    move = listed["legal_moves"][0]["move"]
    after = client.post("/v1/moves", json={"state": state, "moves": [move]}).json
    return {
        "moves": [move],
        **{name: after[name] for name in ("events", "state", "hash")},
        "stopped": "move",
        "analysis": {"simulations": 1},
    }


def test_the_life_of_a_job(client: Client, new_game: NewGame, connection: Redis) -> None:
    state = new_game()["state"]
    job = post(client, state)
    assert re.fullmatch(r"[A-Za-z0-9_-]{32}", job["id"])
    waits = {"status": "queued", "ahead": 0, "progress": {}, "result": None}
    assert job == {"id": job["id"], **waits}
    [search] = waiting(connection)
    payload = queue.start(connection, search)
    assert payload is not None
    assert payload["state"] == state
    assert payload["level"] == "greedy"
    assert payload["until"] is None
    assert payload["seed"] < 2**53
    queue.report(connection, search, {"decisions": 0, "best": "done"})
    seen = client.get(f"/v1/ai/moves/{job['id']}")
    assert seen.json["status"] == "started"
    assert "ahead" not in seen.json
    assert seen.json["progress"] == {"decisions": 0, "best": "done"}
    assert seen.headers["Retry-After"] == "1"
    result = result_of(client, payload)
    assert queue.finish(connection, search, result)
    assert not queue.finish(connection, search, {"moves": []})
    done = client.get(f"/v1/ai/moves/{job['id']}")
    assert done.json["status"] == "finished"
    made = client.post("/v1/moves", json={"state": state, "moves": result["moves"]}).json
    assert done.json["result"] == {**made, **result}
    assert "Retry-After" not in done.headers
    assert client.delete(f"/v1/ai/moves/{job['id']}").json["status"] == "finished"
    assert queue.start(connection, search) is None


def test_until_goes_to_the_other_queue(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    post(client, new_game()["state"], until={"turn_over_to": ["bird"]}, levels={"insect": "random"})
    [search] = Queue(queue.BATCH, connection=connection).job_ids
    payload = queue.start(connection, search)
    assert payload is not None
    assert payload["until"] == {"turn_over_to": ["bird"]}
    assert payload["levels"] == {"insect": "random"}


def test_equal_requests_share_a_search(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    first = new_game()["state"]
    second = {**first, "game": "another", "chance": {"mode": "seeded", "seed": "x", "draws": 1}}
    jobs = [post(client, first), post(client, first), post(client, second)]
    assert len({job["id"] for job in jobs}) == 3
    [search] = waiting(connection)
    post(client, first, level="random")
    post(client, first, seed=1)
    assert len(waiting(connection)) == 3
    post(client, first, budget={"simulations": 5})  # which the greedy player has no use for
    post(client, first, levels={})
    assert len(waiting(connection)) == 3
    payload = queue.start(connection, search)
    assert payload is not None
    queue.finish(connection, search, result_of(client, payload))
    results = [client.get(f"/v1/ai/moves/{job['id']}").json["result"] for job in jobs]
    assert results[0] == results[1]
    assert results[2]["moves"] == results[0]["moves"]
    assert results[2]["state"]["game"] == "another"
    assert results[2]["hash"] != results[0]["hash"]
    assert post(client, first)["status"] == "finished"


def test_searches_in_as_many_parts_are_equal(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    """The default is one part; other parts find other things, except where nothing is searched."""
    state = new_game()["state"]
    for parallel in (1, 2, 16, 2):
        post(client, state, level="easy", parallel=parallel)
    post(client, state, level="easy")
    payloads = [queue.start(connection, search) for search in waiting(connection)]
    assert sorted(payload["parallel"] for payload in payloads if payload) == [1, 2, 16]
    post(client, state, level="greedy")
    post(client, state, level="greedy", parallel=2)
    assert len(waiting(connection)) == 4
    post(client, state, level="greedy", parallel=2, levels={"bird": "easy"})
    assert len(waiting(connection)) == 5
    assert client.get("/v1/ai/levels").json["max_parallel"] == 16


@pytest.mark.parametrize("first", ["seeded", "manual"])
def test_a_shared_search_stops_for_each_game_as_that_game_does(
    client: Client, connection: Redis, first: str
) -> None:
    """Symbiotic draws from the bag (R8), here in the last decision of the last turn (R10.1).

    From a seed that happens at once and the game is over; by hand the draw is still to be made.
    """
    position: Json = {
        "animals": ["bird", "amphibian"],
        "rules": {"turn_limit": 2},
        "turn": 2,
        "at": "domination.5",
        "pawns": {},
        "execution": {"dominated": ["-1,1"]},
        "cards": ["symbiotic", "omnivore"],
        "pending": [
            {"kind": "dominate", "animal": "bird", "space": "domination.5", "hex": "-1,1"},
            {"kind": "take_card", "animal": "bird"},
        ],
    }
    chances: Json = {"seeded": {"mode": "seeded", "seed": "1"}, "manual": {"mode": "manual"}}
    second = next(mode for mode in chances if mode != first)
    states = {mode: build({**position, "chance": chances[mode]}) for mode in (first, second)}
    tickets = {mode: post(client, states[mode])["id"] for mode in states}
    [search] = waiting(connection)
    payload = queue.start(connection, search)
    assert payload is not None
    assert payload["state"]["chance"]["mode"] == first
    body = {"state": payload["state"], "moves": ["take_card:symbiotic"]}
    after = client.post("/v1/moves", json=body).json
    assert (after["decision"] is None) == (first == "seeded")
    stopped = "finished" if first == "seeded" else "move"
    result: Json = {"moves": [{"type": "take_card", "card": "symbiotic"}], "stopped": stopped}
    result |= {name: after[name] for name in ("events", "state", "hash")}
    queue.finish(connection, search, result)
    for mode, (reason, phase) in {
        "seeded": ("finished", "finished"),
        "manual": ("move", "execution"),
    }.items():
        found = client.get(f"/v1/ai/moves/{tickets[mode]}").json["result"]
        assert (found["stopped"], found["state"]["phase"]) == (reason, phase)


def test_budgets_part_the_searches_of_levels_that_use_them(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    """A level's own budget is the same, asked for or not; random uses none; two keep their own."""
    state = new_game()["state"]
    budgets = []
    for more, searches in (
        ({"level": "easy"}, 1),
        ({"level": "easy", "budget": {"simulations": 25}}, 1),
        ({"level": "easy", "budget": {"simulations": 60}}, 2),
        ({"level": "random", "levels": {"insect": "easy"}}, 3),
        ({"level": "random", "budget": {"milliseconds": 9}}, 4),
        ({"level": "random"}, 4),
        ({"level": "easy", "levels": {"insect": "hard"}}, 5),
    ):
        job = post(client, state, **more)["id"]
        assert len(waiting(connection)) == searches
        found = queue.view(connection, job)
        assert found is not None
        budgets.append(found.payload["budget"])
    own, sixty = {"simulations": 25}, {"simulations": 60}
    assert budgets == [own, own, sixty, own, None, None, None]


def test_the_hands_of_players_part_searches(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    """R1.5: in one position with the same animals, who helps whom is another question."""
    hands = [
        {"ann": ["mammal", "bird", "arachnid"], "bob": ["reptile", "amphibian", "insect"]},
        {"ann": ["mammal", "reptile", "bird"], "bob": ["amphibian", "arachnid", "insect"]},
        {"eve": ["amphibian", "arachnid", "insect"], "zoe": ["mammal", "reptile", "bird"]},
    ]
    chance = {"mode": "seeded", "seed": "1"}
    for players, searches in zip(hands, (1, 2, 2), strict=True):
        body = {"players": players, "chance": chance}
        state = client.post("/v1/games", json=body).json["state"]
        post(client, state)
        assert len(waiting(connection)) == searches


def test_playing_on_shares_by_the_whole_state(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    first = new_game()["state"]
    until = {"turn_over_to": ["mammal"]}
    post(client, first, until=until)
    post(client, first, until=until)
    post(client, {**first, "game": "another"}, until=until)
    assert len(waiting(connection)) == 2


def test_the_last_to_leave_cancels(client: Client, new_game: NewGame, connection: Redis) -> None:
    state = new_game()["state"]
    first, second = post(client, state), post(client, state)
    [search] = waiting(connection)
    assert client.delete(f"/v1/ai/moves/{first['id']}").json["status"] == "canceled"
    assert waiting(connection) == [search]
    assert client.get(f"/v1/ai/moves/{second['id']}").json["status"] == "queued"
    assert client.delete(f"/v1/ai/moves/{second['id']}").json["status"] == "canceled"
    assert waiting(connection) == []
    assert queue.start(connection, search) is None
    assert client.delete(f"/v1/ai/moves/{second['id']}").json["status"] == "canceled"
    third = post(client, state)
    assert third["status"] == "queued"
    assert waiting(connection) != [search]


def test_a_running_search_keeps_its_best_answer(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    job = post(client, new_game()["state"])
    [search] = waiting(connection)
    payload = queue.start(connection, search)
    assert payload is not None
    assert not queue.canceled(connection, search)
    best = {**result_of(client, payload), "stopped": "canceled"}

    def stop() -> None:
        while not queue.canceled(connection, search):
            time.sleep(0.01)
        time.sleep(0.3)
        queue.finish(connection, search, best)

    worker = threading.Thread(target=stop)
    worker.start()
    canceled = client.delete(f"/v1/ai/moves/{job['id']}")
    worker.join()
    assert "Retry-After" not in canceled.headers
    assert canceled.json["status"] == "canceled"
    assert canceled.json["result"]["moves"] == best["moves"]
    assert client.get(f"/v1/ai/moves/{job['id']}").json == canceled.json


def test_a_search_is_not_canceled_before_it_has_stopped(
    client: Client, new_game: NewGame, connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ai, "SETTLE_SECONDS", 0.2)
    job = post(client, new_game()["state"])
    [search] = waiting(connection)
    assert queue.start(connection, search) is not None
    stopping = client.delete(f"/v1/ai/moves/{job['id']}")
    assert stopping.json["status"] == "started"
    assert stopping.headers["Retry-After"]
    assert queue.start(connection, search) is None  # its worker died, and another finds it
    assert client.get(f"/v1/ai/moves/{job['id']}").json["status"] == "canceled"


def test_how_many_wait_before(client: Client, new_game: NewGame) -> None:
    state = new_game()["state"]
    on = {"until": {"turn_over_to": ["bird"]}}
    jobs = [post(client, state, seed=seed) for seed in (1, 2)] + [post(client, state, **on)]
    assert [job["ahead"] for job in jobs] == [0, 1, 2]
    assert post(client, state, seed=3)["ahead"] == 2  # a single move goes before playing on
    assert client.get(f"/v1/ai/moves/{jobs[2]['id']}").json["ahead"] == 3


def test_what_a_result_includes(client: Client, new_game: NewGame, connection: Redis) -> None:
    state = new_game()["state"]
    plain, full = post(client, state), post(client, state, include=["legal_moves", "scoring"])
    [search] = waiting(connection)  # they share it
    payload = queue.start(connection, search)
    assert payload is not None
    result = result_of(client, payload)
    queue.finish(connection, search, result)
    for job, include in ((plain, []), (full, ["legal_moves", "scoring"])):
        request = {"state": state, "moves": result["moves"], "include": include}
        made = client.post("/v1/moves", json=request).json
        assert client.get(f"/v1/ai/moves/{job['id']}").json["result"] == {**made, **result}


def test_waiting_for_the_end_when_posting(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    body = {"state": new_game()["state"]}
    waits = client.post("/v1/ai/moves", json=body, headers={"Prefer": "wait=0"})
    assert waits.status_code == 202
    [search] = waiting(connection)
    payload = queue.start(connection, search)
    assert payload is not None
    timer = threading.Timer(0.3, queue.finish, (connection, search, result_of(client, payload)))
    timer.start()
    over = client.post("/v1/ai/moves", json=body, headers={"Prefer": "wait=5"})
    timer.join()
    assert over.status_code == 200
    assert over.json["status"] == "finished"
    assert over.headers["Location"] == f"/v1/ai/moves/{over.json['id']}"
    assert "Retry-After" not in over.headers


def test_failure(client: Client, new_game: NewGame, connection: Redis) -> None:
    state = new_game()["state"]
    job = post(client, state)
    [search] = waiting(connection)
    queue.start(connection, search)
    assert queue.fail(connection, search, "it broke")
    failed = client.get(f"/v1/ai/moves/{job['id']}").json
    assert (failed["status"], failed["error"], failed["result"]) == ("failed", "it broke", None)
    assert post(client, state)["status"] == "queued"


def test_a_search_that_rq_gave_up_has_failed(
    client: Client, new_game: NewGame, connection: Redis
) -> None:
    job = post(client, new_game()["state"])
    [search] = waiting(connection)
    connection.hset(f"rq:job:{search}", "status", "failed")
    assert client.get(f"/v1/ai/moves/{job['id']}").json["status"] == "failed"


def test_long_poll(client: Client, new_game: NewGame, connection: Redis) -> None:
    job = post(client, new_game()["state"])
    [search] = waiting(connection)
    payload = queue.start(connection, search)
    assert payload is not None
    result = result_of(client, payload)
    path = f"/v1/ai/moves/{job['id']}"
    begun = time.monotonic()
    assert client.get(f"{path}?wait=0.2").json["status"] == "started"
    assert 0.2 <= time.monotonic() - begun < 2
    timer = threading.Timer(0.2, queue.finish, (connection, search, result))
    timer.start()
    begun = time.monotonic()
    answer = client.get(path, headers={"Prefer": "respond-async, wait=5"})
    timer.join()
    assert answer.json["status"] == "finished"
    assert answer.headers["Preference-Applied"] == "wait=5"
    answer = client.get(f"{path}?wait=0.3", headers={"Prefer": "respond-async"})
    assert "Preference-Applied" not in answer.headers  # the query asked for it
    assert time.monotonic() - begun < 3
    assert client.get(f"{path}?wait=86400").json["status"] == "finished"


def test_long_polls_hold_half_the_threads(
    settings: Settings, client: Client, new_game: NewGame
) -> None:
    second = client_of(replace(settings, api_threads=2))
    path = f"/v1/ai/moves/{post(client, new_game()['state'])['id']}"
    first = threading.Thread(target=lambda: second.application.test_client().get(f"{path}?wait=2"))
    first.start()
    time.sleep(0.5)
    begun = time.monotonic()
    assert second.get(f"{path}?wait=5").json["status"] == "queued"
    answer = second.get(path, headers={"Prefer": "wait=5"})
    assert time.monotonic() - begun < 1
    assert "Preference-Applied" not in answer.headers
    first.join()


@pytest.mark.parametrize("wait", ["-1", "x", "nan", "inf", "1e400", "9" * 500, ""])
def test_no_such_wait(client: Client, wait: str) -> None:
    response = client.get(f"/v1/ai/moves/{'a' * 32}?wait={wait}")
    assert response.status_code == 422
    assert response.json["errors"][0]["parameter"] == "wait"


@pytest.mark.parametrize("job", ["a", "a" * 32, "a" * 3000, "%00", "ds:search:x", "ä" * 32])
def test_no_such_job(client: Client, job: str) -> None:
    for method in ("GET", "DELETE"):
        response = client.open(f"/v1/ai/moves/{job}", method=method)
        assert response.status_code == 404
        assert response.json["code"] == "job_unknown"


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"level": None}, "/level", "wrong_type"),
        ({"level": "godlike"}, "/level", "unknown_name"),
        ({"level": ["greedy"]}, "/level", "wrong_type"),
        ({"budget": {}}, "/budget", "invalid_value"),
        ({"budget": {"milliseconds": 1, "simulations": 1}}, "/budget", "invalid_value"),
        ({"budget": {"milliseconds": 10**9}}, "/budget/milliseconds", "out_of_range"),
        ({"budget": {"simulations": 0}}, "/budget/simulations", "out_of_range"),
        ({"budget": {"simulations": True}}, "/budget/simulations", "wrong_type"),
        ({"seed": -1}, "/seed", "out_of_range"),
        ({"seed": "1"}, "/seed", "wrong_type"),
        ({"parallel": 0}, "/parallel", "out_of_range"),
        ({"parallel": 17}, "/parallel", "out_of_range"),
        ({"parallel": "2"}, "/parallel", "wrong_type"),
        ({"parallel": True}, "/parallel", "wrong_type"),
        ({"parallel": None}, "/parallel", "wrong_type"),
        ({"until": {}}, "/until/turn_over_to", "missing"),
        ({"until": {"turn_over_to": ["cat"]}}, "/until/turn_over_to/0", "unknown_name"),
        ({"until": {"turn_over_to": ["bird"] * 7}}, "/until/turn_over_to", "invalid_value"),
        ({"until": {"turn_over_to": ["reptile"]}}, "/until/turn_over_to/0", "animal_not_in_play"),
        ({"levels": {"reptile": "greedy"}}, "/levels/reptile", "animal_not_in_play"),
        ({"levels": {"bird": "godlike"}}, "/levels/bird", "unknown_name"),
        ({"style": "bold"}, "/style", "unknown_key"),
    ],
)
def test_no_such_search(
    client: Client, new_game: NewGame, change: Json, pointer: str, code: str
) -> None:
    body = {"state": new_game()["state"], "level": "greedy", **change}
    response = client.post("/v1/ai/moves", json=body)
    assert response.status_code == 422
    assert (pointer, code) in [(e["pointer"], e["code"]) for e in response.json["errors"]]


def test_only_the_state_is_needed(client: Client, new_game: NewGame, connection: Redis) -> None:
    state = new_game()["state"]
    assert client.post("/v1/ai/moves", json={"state": state}).status_code == 202
    named = {"state": state, "level": DEFAULT_LEVEL}
    assert client.post("/v1/ai/moves", json=named).status_code == 202
    [search] = waiting(connection)  # the same for both
    payload = queue.start(connection, search)
    assert payload is not None
    assert payload["level"] == client.get("/v1/ai/levels").json["default"] == "medium"


def test_nature_has_no_level(client: Client, new_game: NewGame) -> None:
    state = new_game(chance={"mode": "manual"})["state"]
    response = client.post("/v1/ai/moves", json={"state": state, "level": "greedy"})
    assert response.status_code == 422
    assert response.json["code"] == "nature_decides"
    post(client, state, until={"turn_over_to": []})


def test_server_chance_of_another_server(
    settings: Settings, client: Client, new_game: NewGame
) -> None:
    state = new_game(chance={"mode": "server"})["state"]
    post(client, state)
    keyless = client_of(replace(settings, server_key_file=None))
    response = keyless.post("/v1/ai/moves", json={"state": state, "level": "greedy"})
    assert response.status_code == 422
    assert response.json["code"] == "chance_unavailable"


def test_a_shared_result_whose_draws_another_server_makes(
    settings: Settings, client: Client, new_game: NewGame, connection: Redis
) -> None:
    """Posted to a server that has the key, looked at and given up on one that has not."""
    seeded = new_game()["state"]
    own = new_game(chance={"mode": "server"})["state"]["chance"]
    post(client, seeded)
    path = f"/v1/ai/moves/{post(client, {**seeded, 'chance': own})['id']}"
    [search] = waiting(connection)
    payload = queue.start(connection, search)
    assert payload is not None
    assert payload["state"] == seeded
    keyless = client_of(replace(settings, server_key_file=None))
    stream = keyless.get(f"{path}/events?cancel_on_close=1").iter_encoded()
    assert next(stream).startswith(b"retry: ")
    assert next(stream).startswith(b"event: progress\n")
    assert queue.finish(connection, search, result_of(client, payload))
    assert list(stream) == []  # who comes back is told why, as follows
    answers = [
        keyless.get(path),
        keyless.get(f"{path}?wait=1"),
        keyless.get(f"{path}/events"),
        keyless.delete(path),
    ]
    for answer in answers:
        assert answer.status_code == 422
        assert answer.json["code"] == "chance_unavailable"
        [entry] = answer.json["errors"]
        assert (entry["pointer"], entry["rule"]) == ("/state/chance/kid", "R1.7")
    assert client.get(path).json["result"]["state"]["chance"]["mode"] == "server"


def test_a_full_queue(settings: Settings, client: Client, new_game: NewGame) -> None:
    small = client_of(replace(settings, queue_limit=1))
    state = new_game()["state"]
    post(small, state)
    response = small.post("/v1/ai/moves", json={"state": state, "level": "greedy", "seed": 3})
    assert response.status_code == 503
    assert response.json["code"] == "queue_full"
    assert response.headers["Retry-After"]
    assert post(small, state)["status"] == "queued"  # shares a search, so nothing more waits


def test_redis_goes_away_and_comes_back(
    client: Client, new_game: NewGame, redis_server: RedisServer
) -> None:
    game = new_game()
    state = game["state"]
    job = post(client, state)
    assert client.get("/readyz").status_code == 200
    redis_server.stop()
    try:
        for method, path, body in (
            ("POST", "/v1/ai/moves", {"state": state, "level": "greedy"}),
            ("GET", f"/v1/ai/moves/{job['id']}", None),
            ("GET", f"/v1/ai/moves/{job['id']}?wait=3", None),
            ("DELETE", f"/v1/ai/moves/{job['id']}", None),
            ("GET", "/readyz", None),
        ):
            begun = time.monotonic()
            response = client.open(path, method=method, json=body)
            assert response.status_code == 503
            assert response.json["code"] == "queue_unavailable"
            assert response.headers["Retry-After"]
            assert time.monotonic() - begun < 2
        assert client.get("/healthz").status_code == 200
        assert b"ds_queue_up 0.0" in client.get("/metrics").data
        move = game["legal_moves"][0]["id"]
        made = client.post("/v1/moves", json={"state": state, "moves": [move]})
        assert made.status_code == 200
    finally:
        redis_server.start()
    assert client.get("/readyz").status_code == 200
    assert client.get(f"/v1/ai/moves/{job['id']}").json["code"] == "job_unknown"
    assert post(client, state)["status"] == "queued"


def test_levels(client: Client) -> None:
    answer = client.get("/v1/ai/levels").json
    assert [level["name"] for level in answer["levels"]][:2] == ["random", "greedy"]
    assert answer["default"] in [level["name"] for level in answer["levels"]]
