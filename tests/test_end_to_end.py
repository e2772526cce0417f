"""Whole games through gunicorn, Redis and a real worker process."""

from typing import Any

from tests.conftest import Service

FOUR = {"ann": ["mammal"], "bob": ["bird"], "cy": ["amphibian"], "dee": ["insect"]}


def new_game(service: Service, **fields: Any) -> dict[str, Any]:
    answer = service.call("POST", "/v1/games", {"players": FOUR, **fields})
    assert answer.status == 201, answer
    state: dict[str, Any] = answer.body["state"]
    return state


def test_a_whole_game_every_move_from_the_ai(service: Service) -> None:
    """Each move is searched by a worker and then made through /v1/moves, to the ranking."""
    state = new_game(service, chance={"mode": "seeded", "seed": "e2e"}, turn_limit=3)
    moves = 0
    while state["phase"] != "finished":
        result = service.ai({"state": state, "level": "greedy", "seed": moves})
        assert result["moves"]
        answer = service.call("POST", "/v1/moves", {"state": state, "moves": result["moves"]})
        assert answer.status == 200, answer
        # The same draws: the worker's state is the one that the API computes.
        assert answer.body["state"] == result["state"]
        assert answer.body["hash"] == result["hash"]
        state = answer.body["state"]
        moves += 1
    assert moves > 60
    ranking = state["ranking"]["animals"]
    assert sorted(ranking) == ["amphibian", "bird", "insect", "mammal"]
    points = [state["animals"][animal].get("victory_points", 0) for animal in ranking]
    assert points == sorted(points, reverse=True)
    over = service.call("POST", "/v1/moves", {"state": state, "moves": ["done"]})
    assert over.status == 422
    assert over.body["type"].endswith("game_over")


def test_one_call_plays_all_other_animals(service: Service) -> None:
    """`until` stops when the person's animal has to decide; the game goes on to its end."""
    state = new_game(service, chance={"mode": "seeded", "seed": "until"}, turn_limit=2)
    stops = set()
    while state["phase"] != "finished":
        result = service.ai(
            {"state": state, "level": "random", "until": {"turn_over_to": ["mammal"]}}
        )
        state = result["state"]
        stops.add(result["stopped"])
        if result["stopped"] == "animal":
            assert state["pending"][-1]["animal"] == "mammal"
            legal = service.call("POST", "/v1/legal-moves", {"state": state}).body["legal_moves"]
            assert len(legal) >= 2
            move = legal[len(legal) // 2]["id"]
            answer = service.call("POST", "/v1/moves", {"state": state, "moves": [move]})
            assert answer.status == 200, answer
            state = answer.body["state"]
        else:
            assert result["stopped"] == "finished"
    assert "animal" in stops
    assert state["ranking"]["animals"]


def test_until_stops_at_a_draw(service: Service) -> None:
    """Under manual chance a person draws: `stopped` is `nature`."""
    state = new_game(service, chance={"mode": "manual"})
    assert state["phase"] == "setup"
    result = service.ai({"state": state, "level": "random", "until": {"turn_over_to": ["bird"]}})
    assert result["stopped"] == "nature"
    assert result["moves"] == []
