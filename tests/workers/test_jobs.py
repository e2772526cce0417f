"""What a worker does with a search, carried out in this process on a real Redis."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service import levels, queue
from service.documents.game import Chance, GameState
from service.documents.moves import move_id, parse_id
from service.documents.play import start
from service.documents.read import read_state
from service.documents.write import write_state
from service.rules.engine import legal_moves
from service.settings import Settings
from tests.positions import build
from workers import jobs
from workers.search.levels import Answer, Candidate, decide
from workers.search.watching import Standing

Json = dict[str, Any]
THREE = {"ann": ["mammal"], "bob": ["bird"], "cy": ["insect"]}


@pytest.fixture
def connection(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Redis:
    monkeypatch.setenv("REDIS_URL", settings.redis_url)
    return queue.connect(settings.redis_url)


def new_game(mode: str = "seeded") -> GameState:
    chance = {"mode": mode, "seed": "42"} if mode == "seeded" else {"mode": mode}
    return start(THREE, None, chance, 2, None)[0]


@pytest.mark.parametrize(
    ("values", "visits", "sentence"),
    [
        (
            (11.5, 9.0),
            0,
            "Of 30 moves looked at, this one stands best, 2.5 VP ahead of “Take Ice Sheet”.",
        ),
        (
            (11.24, 11.21),
            0,
            "Of 30 moves looked at, this one stands best, level with “Take Ice Sheet”.",
        ),
        (
            (3.0, 1.5),
            1,
            "Over 1 playout, this went best, 1.5 VP ahead of “Take Ice Sheet”.",
        ),
        (
            (3.0, 3.0),
            40,
            "Over 40 playouts, this went best, level with “Take Ice Sheet”.",
        ),
        (
            (3.0, 3.5),
            40,
            "Over 40 playouts, this went best, though “Take Ice Sheet” looked better by"
            " 0.5 VP in fewer playouts.",
        ),
        (
            (-3.0, None),
            1,
            "This seemed best at once; the budget was too small to play out any other move.",
        ),
    ],
)
def test_why_a_move_is_chosen(
    values: tuple[float, float | None], visits: int, sentence: str
) -> None:
    moves = (parse_id("take_card:blight"), parse_id("take_card:ice_sheet"))
    prior = 1.0 if visits else None
    shown = [
        Candidate(move, value, visits, prior) for move, value in zip(moves, values, strict=True)
    ]
    assert jobs.why(Answer([], moves[0], shown, 30, [])) == sentence


def test_a_move_that_was_not_played_out_has_no_value(connection: Redis) -> None:
    """What it seemed worth is on another scale than the lead after playouts."""
    ticket, search = submit(connection, new_game(), level="easy", budget={"simulations": 1})
    jobs.search_moves(search)
    result = seen(connection, ticket).result
    assert result is not None
    first, second = result["analysis"]["candidates"]
    assert (first["visits"], second["visits"]) == (1, 0)
    assert {*first} - {*second} == {"value", "expected_points"}
    assert {"id", "label", "prior"} < {*second}
    assert "too small to play out" in result["analysis"]["why"]


@pytest.mark.parametrize("level", ["random", "greedy", "easy"])
def test_neither_the_games_chance_nor_its_names_change_an_answer(
    connection: Redis, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, level: str
) -> None:
    """R1.7: the worker knows the seed, or the key, by which the card that it takes may draw."""
    game = read_state(
        build(
            {
                "animals": ["mammal", "bird", "insect"],
                "at": "domination.1",
                "execution": {"dominated": ["-1,1"]},
                "cards": ["symbiotic", "omnivore", "habitat"],
                "pending": [
                    {"kind": "dominate", "animal": "bird", "space": "domination.1", "hex": "-1,1"},
                    {"kind": "take_card", "animal": "bird"},
                ],
            }
        )
    )
    budget = {"simulations": 20} if level == "easy" else None
    answers = []
    for number, mode in enumerate(("seeded", "seeded", "server", "server", "manual")):
        secret = tmp_path / f"key-{number}"
        secret.write_text(f"{number} is a secret of more than 32 bytes", encoding="utf-8")
        monkeypatch.setenv("SERVER_KEY_FILE", str(secret))
        key = Settings.from_environment().server_key()
        assert key is not None
        chance = Chance(mode, f"seed {number}", number) if mode == "seeded" else Chance(mode)
        other = replace(
            game,
            game=f"game-{number}",
            players=tuple(f"{name}-{number}" for name in game.players),
            chance=replace(chance, kid=key.kid) if mode == "server" else chance,
        )
        ticket, search = submit(connection, other, level=level, budget=budget, number=number)
        jobs.search_moves(search)
        result = seen(connection, ticket).result
        assert result is not None
        result["analysis"].pop("milliseconds")
        answers.append((result["moves"], result["analysis"]))
    assert answers == [answers[0]] * 5


def submit(connection: Redis, game: GameState, **more: Any) -> tuple[str, str]:
    """Post a search as the API does; its ticket and its id in the queue."""
    document = write_state(game)
    payload = {"state": document, "level": "greedy", "budget": None, "seed": 1, "until": None}
    payload |= {"levels": {}, "parallel": 1, **more}
    ticket, _ = queue.submit(connection, repr(more), queue.INTERACTIVE, payload, document)
    found = queue.view(connection, ticket)
    assert found is not None
    return ticket, found.payload["search"]


def seen(connection: Redis, ticket: str) -> queue.View:
    found = queue.view(connection, ticket)
    assert found is not None
    return found


def test_the_watcher_sees_every_move_and_the_best_so_far() -> None:
    state = new_game().state
    standings: list[Standing] = []

    def watcher(standing: Standing) -> bool:
        standings.append(standing)
        return True

    answer = decide(state, "greedy", None, 5, watcher)
    assert answer == decide(state, "greedy", None, 5)
    assert [one.simulations for one in standings] == list(range(1, len(legal_moves(state)) + 1))
    values = [one.value for one in standings]
    assert values == sorted(values)  # the best so far never gets worse
    assert (standings[-1].best, values[-1]) == (answer.move, answer.candidates[0].value)


def test_a_search_that_is_stopped_answers_with_its_best_move() -> None:
    state = new_game().state
    answer = decide(state, "greedy", None, 5, lambda standing: standing.simulations < 3)
    assert answer.simulations == 3
    assert answer.move in legal_moves(state)[:3]


def test_progress_tells_the_best_move_before_the_end(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "REPORT_SECONDS", 0.0)
    game = new_game()
    told: list[Json] = []
    monkeypatch.setattr(queue, "report", lambda _c, _s, progress: told.append(dict(progress)))
    ticket, search = submit(connection, game)
    jobs.search_moves(search)
    moves = legal_moves(game.state)
    assert [one["simulations"] for one in told] == [*range(len(moves) + 1), len(moves)]
    assert [one["decisions"] for one in told] == [0] * (len(moves) + 1) + [1]
    assert all(one["best"] in {move_id(move) for move in moves} for one in told[1:])
    assert all(isinstance(one["value"], float) for one in told[1:])
    result = seen(connection, ticket).result
    assert result is not None
    assert result["analysis"]["candidates"][0]["id"] == told[-1]["best"]


def test_a_cancel_in_mid_decision_keeps_the_best_move(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "REPORT_SECONDS", 0.0)
    ticket, search = submit(connection, new_game())
    report: Callable[..., None] = queue.report

    def report_then_cancel(*arguments: Any) -> None:
        report(*arguments)
        if arguments[2]["simulations"] == 4:
            queue.detach(connection, ticket)

    monkeypatch.setattr(queue, "report", report_then_cancel)
    jobs.search_moves(search)
    found = seen(connection, ticket)
    assert found.status == "canceled"
    assert found.settled
    assert found.result is not None
    assert found.result["stopped"] == "canceled"
    assert found.result["analysis"]["simulations"] == 4
    assert len(found.result["moves"]) == 1


def test_ten_minutes_are_the_limit(connection: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(levels, "MAX_MINUTES", -1)  # over before it begins
    ticket, search = submit(connection, new_game(), until={"turn_over_to": []})
    jobs.search_moves(search)
    result = seen(connection, ticket).result
    assert result is not None
    assert (result["stopped"], result["moves"]) == ("limit", [])


def test_so_many_decisions_are_the_limit(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "MAX_DECISIONS", 5)
    ticket, search = submit(connection, new_game(), level="random", until={"turn_over_to": []})
    jobs.search_moves(search)
    result = seen(connection, ticket).result
    assert result is not None
    assert (result["stopped"], result["analysis"]["decisions"]) == ("limit", 5)


@pytest.mark.parametrize(
    ("mode", "turn_over_to", "stopped"),
    [
        ("seeded", ["mammal"], "animal"),
        ("seeded", [], "finished"),
        ("manual", ["mammal"], "nature"),
    ],
)
def test_the_stops_of_until(
    connection: Redis, mode: str, turn_over_to: list[str], stopped: str
) -> None:
    ticket, search = submit(
        connection, new_game(mode), level="random", until={"turn_over_to": turn_over_to}
    )
    jobs.search_moves(search)
    result = seen(connection, ticket).result
    assert result is not None
    assert result["stopped"] == stopped
    pending = result["state"].get("pending", [])
    decider = pending[-1]["animal"] if pending else None
    assert decider == {"animal": "mammal", "finished": None, "nature": "nature"}[stopped]


def test_a_canceled_search_whose_worker_died_is_not_begun_again(connection: Redis) -> None:
    ticket, search = submit(connection, new_game())
    assert queue.start(connection, search) is not None
    queue.detach(connection, ticket)
    assert not seen(connection, ticket).settled
    jobs.search_moves(search)  # what another worker does with the job it took over
    found = seen(connection, ticket)
    assert (found.status, found.result, found.settled) == ("canceled", None, True)


def test_results_and_failures_expire(connection: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "RESULT_TTL", 1)
    done, search = submit(connection, new_game(), level="random")
    jobs.search_moves(search)
    lost, broken = submit(connection, new_game(), seed=2)
    queue.start(connection, broken)
    queue.fail(connection, broken, "it broke")
    assert seen(connection, done).status == "finished"
    assert seen(connection, lost).status == "failed"
    time.sleep(1.3)
    assert queue.view(connection, done) is None
    assert queue.view(connection, lost) is None
    assert not connection.keys("ds:search:*")
    assert not connection.keys("ds:equal:*")


def test_everything_of_a_job_expires(connection: Redis) -> None:
    """Nothing of ours stays in Redis for ever, whatever becomes of the job."""
    waiting, search = submit(connection, new_game())
    queue.start(connection, search)
    queue.report(connection, search, {"decisions": 0})
    done, other = submit(connection, new_game(), level="random")
    jobs.search_moves(other)
    keys = connection.keys("ds:*")
    assert len(keys) >= 8
    for key in keys:
        left = connection.ttl(key)
        assert 0 < left <= queue.PENDING_TTL + queue.RESULT_TTL, key
    for ticket, most in ((waiting, queue.PENDING_TTL), (done, queue.RESULT_TTL)):
        payload = seen(connection, ticket).payload
        assert 0 < connection.ttl(f"ds:search:{payload['search']}") <= most


def test_a_second_attempt_tells_nothing_once_the_first_is_done(connection: Redis) -> None:
    """A worker that was believed dead goes on while another has finished its job."""
    ticket, search = submit(connection, new_game())
    assert queue.start(connection, search) is not None
    jobs.search_moves(search)
    before = seen(connection, ticket)
    assert before.progress["decisions"] == 1
    assert queue.canceled(connection, search)
    queue.report(connection, search, {"decisions": 0, "simulations": 1})
    assert not queue.finish(connection, search, {"moves": []})
    assert not queue.fail(connection, search, "too late")
    assert seen(connection, ticket) == before
