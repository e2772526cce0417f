"""The benchmark reports what it promises; how fast things are is not tested here."""

import io
import json
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console
from werkzeug.test import Client

from service.build import find_build
from service.rules.engine import legal_moves
from service.rules.slots import CURSOR, DEPTH, IN_PLAY, OCCUPIED, TURN
from service.rules.steps import FINISHED
from workers.bench import peers, record_decisions, server
from workers.bench.bodies import CALLS, bodies
from workers.bench.decisions import MEASURED, measure, place_of, stored_decisions
from workers.bench.engine import random_game
from workers.bench.positions import COUNT, mid_game
from workers.bench.run import show
from workers.cli import cli

COSTS = ("copy", "legal_moves", "apply", "score", "read", "write", "hash")


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    done = CliRunner().invoke(cli, ["bench", "--seconds", "0.1", "--simulations", "8", "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_figure_is_there(figures: dict[str, Any]) -> None:
    assert set(figures) == {"compiled", "pure", "search", "http", "peers"}
    assert (figures["compiled"] is None) == (figures["search"] is None) == (find_build() is None)
    for build in filter(None, (figures["pure"], figures["compiled"])):
        assert set(build) == {"random_games", *(f"{cost}_microseconds" for cost in COSTS)}
        assert set(build["random_games"]) == {"2", "4", "6"}
        for row in build["random_games"].values():
            assert set(row) == {"decisions_per_second", "games_per_second"}
            assert row["decisions_per_second"] > 100 * row["games_per_second"] > 0
        assert all(build[f"{cost}_microseconds"] > 0 for cost in COSTS)
    assert set(figures["http"]) == {"moves", "legal_moves"}
    for row in figures["http"].values():
        assert set(row) == {"median_ms", "floor_ms", "ratio_to_floor", "typed_echo_ms"}
        assert row["ratio_to_floor"] == row["median_ms"] / row["floor_ms"]
        assert row["typed_echo_ms"] > row["floor_ms"] > 0
    for row in figures["peers"].values():
        assert row["actions_per_second"] > row["games_per_second"] > 0


def test_the_search_is_timed_on_every_stored_decision() -> None:
    found = measure(6)
    assert found["simulations"] == 6
    assert MEASURED == {1: "medium", 2: "hard", 3: "expert"}
    assert {level: row["turns"] for level, row in found["levels"].items()} == {
        "medium": 1,
        "hard": 2,
        "expert": 3,
    }
    for whole in found["levels"].values():
        parts = whole["places"].values()
        assert sum(row["decisions"] for row in parts) == whole["decisions"] == 40
        for row in (whole, *parts):  # each decision has as many playouts as it is given
            assert row["simulations_per_second"] == pytest.approx(6 * row["decisions_per_second"])
            assert row["decisions_per_second"] > 0


def test_stored_decisions_are_spread_over_the_phases_of_the_middle_game() -> None:
    states = stored_decisions()
    assert Counter(place_of(state) for state in states) == record_decisions.QUOTAS
    assert sum(record_decisions.QUOTAS.values()) == 40
    assert all(3 <= state.slots[TURN] <= 5 for state in states)
    assert all(len(legal_moves(state)) > 1 for state in states)
    placed = {
        state.slots[OCCUPIED].bit_count() for state in states if place_of(state) == "planning"
    }
    assert len(placed) >= 7  # of the 20 pawns that four animals place in a turn
    assert len({state.slots[IN_PLAY] for state in states}) == 6


def test_decisions_are_recorded_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_decisions, "_TURNS", range(1, 2))
    monkeypatch.setattr(record_decisions, "_BUDGET", {"easy": {"simulations": 2}})
    one, other = (record_decisions.record(7, {"planning": 1}) for _ in range(2))
    assert [game.state.slots for game in one] == [game.state.slots for game in other]
    assert place_of(one[0].state) == "planning"
    monkeypatch.setattr(record_decisions, "_MOST_GAMES", 1)
    with pytest.raises(ValueError, match=r"too few decisions in \['reset'\]"):
        record_decisions.record(7, {"planning": 1, "reset": 9})


def shown(figures: dict[str, Any]) -> str:
    text = io.StringIO()
    show(figures, Console(file=text, width=120))
    return text.getvalue()


def test_the_table_shows_ratios(figures: dict[str, Any]) -> None:
    costs = {f"{cost}_microseconds": 8.0 for cost in COSTS}
    rows = {n: {"decisions_per_second": 1000.0, "games_per_second": 4.0} for n in ("2", "4", "6")}
    slow = {"random_games": rows, **costs}
    twice = {n: {key: 2.5 * value for key, value in row.items()} for n, row in rows.items()}
    quick = {"random_games": twice, **{key: value / 4 for key, value in costs.items()}}
    rate = {"decisions": 40, "simulations_per_second": 1600.0, "decisions_per_second": 4.0}
    part = {**rate, "decisions": 14, "decisions_per_second": 3.25}
    quicker = {**rate, "turns": 1, "simulations_per_second": 2600.0, "places": {}}
    hard = {**rate, "turns": 2, "places": {"planning": part}}
    search = {"simulations": 400, "levels": {"medium": quicker, "hard": hard}}
    peer = {"go": {"actions_per_second": 500.0, "games_per_second": 2.0, "ratio": 5.0}}
    table = shown({**figures, "compiled": quick, "pure": slow, "search": search, "peers": peer})
    lines = [line.strip("│ \n").split("│") for line in table.splitlines()]
    cells = [[cell.strip() for cell in line] for line in lines]
    assert ["4 animals: decisions/s", "2,500", "1,000", "2.5"] in cells
    assert ["copy of a state, µs", "2.00", "8.00", "4.0"] in cells
    assert ["go", "500", "2.0", "5.0"] in cells
    assert ["planning", "14", "1,600", "3.2"] in cells
    assert ["all", "40", "2,600", "4.0"] in cells
    assert ["all", "40", "1,600", "4.0"] in cells
    assert "medium, 400 playouts of 1 turn " in table
    assert "hard, 400 playouts of up to 2 turns " in table
    alone = shown({**figures, "compiled": None, "pure": slow, "search": None, "peers": {}})
    assert "No comparable engine is installed" in alone
    assert "The engine has not been compiled" in alone
    assert "not been compiled" not in table
    assert "1,000" in alone


@pytest.mark.parametrize("call", CALLS)
def test_the_floor_answers_the_same_and_the_echo_the_state(call: str) -> None:
    """So the sizes of all three kinds of calls are those of the real one."""
    client = Client(server.create())
    for number, body in enumerate(bodies(call)):
        real, floor, echo = (
            client.post(path, data=body, content_type="application/json")
            for path in (CALLS[call], f"/floor/{call}/{number}", f"/echo/{call}")
        )
        assert real.status_code == floor.status_code == echo.status_code == 200
        assert len(floor.data) == len(real.data)
        assert floor.json == real.json
        assert echo.json == json.loads(body)


def test_positions_are_resting_ones_of_the_middle_game() -> None:
    games = mid_game()
    assert len(games) == COUNT
    for game in games:
        assert game.state.slots[DEPTH] > 0
        assert game.state.slots[CURSOR] != FINISHED
    assert [game.state.slots for game in games] == [game.state.slots for game in mid_game()]


def test_a_game_has_as_many_decisions_each_time() -> None:
    assert random_game(2, 5) == random_game(2, 5) > 100


def test_peers_that_are_not_installed_are_left_out() -> None:
    assert set(peers.measure(0.01)) <= {"catanatron", "backgammon"}
