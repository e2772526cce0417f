"""Whole games through gunicorn, Redis and a real worker process."""

from tests.conftest import Service

FOUR = {"ann": ["mammal"], "bob": ["bird"], "cy": ["amphibian"], "dee": ["insect"]}


def test_a_whole_game_every_move_from_the_ai(service: Service) -> None:
    """Each move is searched by a worker and then made through /v1/moves, to the ranking."""
    state = service.new_game(
        players=FOUR, chance={"mode": "seeded", "seed": "end to end"}, turn_limit=3
    )
    moves = 0
    while state["phase"] != "finished":
        result = service.ai(state=state, level="greedy", seed=moves)
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


def test_the_ai_plays_to_the_natural_end(service: Service) -> None:
    """Without a turn limit the game ends in the turn in which Ice Age is taken (R10.1)."""
    state = service.new_game(players=FOUR, chance={"mode": "seeded", "seed": "ice age"})
    moves = []
    ends: list[str] = []
    while state["phase"] != "finished":
        assert len(ends) < 10
        result = service.ai(state=state, level="greedy", until={"turn_over_to": []})
        state = result["state"]
        moves += result["moves"]
        ends.append(result["stopped"])
    assert ends == ["limit"] * (len(ends) - 1) + ["finished"]
    assert state["last_turn"]
    assert any(move["type"] == "take_card" and move["card"] == "ice_age" for move in moves)
    assert len(state["ranking"]["animals"]) == 4


def test_one_call_plays_all_other_animals(service: Service) -> None:
    """`until` stops when the person's animal has to decide; the game goes on to its end."""
    state = service.new_game(players=FOUR, chance={"mode": "seeded", "seed": "until"}, turn_limit=2)
    stops = set()
    while state["phase"] != "finished":
        result = service.ai(state=state, level="random", until={"turn_over_to": ["mammal"]})
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


def test_server_chance_is_the_same_in_the_api_and_in_a_worker(service: Service) -> None:
    """Both draw under the one key file that `serve` made (R1.7)."""
    state = service.new_game(players=FOUR, turn_limit=1)
    assert state["chance"]["mode"] == "server"
    result = service.ai(state=state, level="random", until={"turn_over_to": []})
    answer = service.call("POST", "/v1/moves", {"state": state, "moves": result["moves"]})
    assert answer.body["hash"] == result["hash"]


def test_until_stops_at_a_draw(service: Service) -> None:
    """Under manual chance a person draws: `stopped` is `nature`."""
    state = service.new_game(players=FOUR, chance={"mode": "manual"})
    assert state["phase"] == "setup"
    result = service.ai(state=state, level="random", until={"turn_over_to": ["bird"]})
    assert result["stopped"] == "nature"
    assert result["moves"] == []
