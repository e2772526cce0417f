"""Searches that are split over the real workers of a running service."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service import queue
from service.documents.game import Chance, GameState
from service.documents.moves import move_object
from service.documents.names import decider_name
from service.documents.read import read_state
from service.documents.write import write_state
from service.rules.engine import play
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import CURSOR
from service.rules.steps import FINISHED
from tests.api.conftest import RedisServer
from tests.conftest import Answer, Service, eventually
from tests.ops.processes import FOUR, children, finisher, running, searches_at_work, started_by
from workers.jobs import decision_seed
from workers.search.levels import Follower, decide
from workers.search.policies import decider

RETRY_SECONDS = 30  # the promise: with a worker killed, the answer is still there by then
SEED = 5
SPLIT = {"level": "hard", "budget": {"simulations": 500}, "seed": SEED, "parallel": 2}

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


@pytest.fixture(scope="module")
def store() -> Iterator[RedisServer]:
    with tempfile.TemporaryDirectory(prefix="ds-") as folder:  # a short path, as sockets need
        server = RedisServer(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture(scope="module")
def service(store: RedisServer) -> Iterator[Service]:
    running_service = Service(WORKERS="2", REDIS_URL=store.url)
    yield running_service
    running_service.stop()


@pytest.fixture
def connection(service: Service, store: RedisServer) -> Iterator[Redis]:
    """The queue's Redis, while two workers are idle and nothing is left of other searches."""
    connection = queue.connect(store.url)
    eventually(lambda: queue.worker_count(connection) >= 2)
    eventually(lambda: not searches_at_work(connection))
    for key in connection.keys("ds:equal:*") + connection.keys("ds:split:*"):
        connection.delete(key)
    yield connection
    connection.close()


@cache
def expected_move() -> dict[str, object]:
    """What SPLIT answers at the start of a game, as one process finds it out."""
    state = read_state(first_state()).state
    seed = decision_seed(SEED, 0)
    answer = decide(state, "hard", SPLIT["budget"], seed, parallel=2)  # type: ignore[arg-type]
    return {
        "move": {**move_object(answer.move), "animal": decider_name(decider(state))},
        "simulations": answer.simulations,
        "values": [one.value and round(one.value, 3) for one in answer.candidates],
        "visits": [one.visits for one in answer.candidates],
    }


@cache
def first_state() -> dict[str, Any]:
    random = Random(11)
    state = new_game([[0], [1], [2], [3]], random=random)
    return write_state(GameState("game", tuple(FOUR), Chance("seeded", "1"), state))


def told(result: dict[str, Any]) -> dict[str, object]:
    """The same of a job's result."""
    analysis = result["analysis"]
    return {
        "move": result["moves"][0],
        "simulations": analysis["simulations"],
        "values": [one["value"] for one in analysis["candidates"]],
        "visits": [one["visits"] for one in analysis["candidates"]],
    }


def post(service: Service, **request: Any) -> Answer:
    posted = service.call("POST", "/v1/ai/moves", {"state": first_state(), **request})
    assert posted.status == 202, posted
    return posted


def at_work(connection: Redis) -> tuple[str, str]:
    """The jobs of a search and of its partner, when both have begun their parts."""
    eventually(lambda: connection.keys("ds:split:*:made:*"))
    partner = next(job for job in searches_at_work(connection) if "-" in job)
    search = next(job for job in searches_at_work(connection) if "-" not in job)
    return search, partner


def kill(connection: Redis, job: str) -> list[int]:
    """Kill the worker that is at a job and the process that it forked for it."""
    worker = finisher(connection, job)
    killed = [worker, *children(worker)]
    assert len(killed) == 2
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    return killed


def test_the_answer_is_that_of_one_process(service: Service, connection: Redis) -> None:
    posted = post(service, **SPLIT)
    at_work(connection)  # so it was split in fact
    assert told(service.finish(posted)) == expected_move()


def test_more_parts_than_workers_are_carried_out_too(service: Service, connection: Redis) -> None:
    state = read_state(first_state()).state
    budget = {"simulations": 240}  # five parts
    answer = decide(state, "easy", budget, decision_seed(SEED, 0), parallel=16)
    found = service.finish(post(service, level="easy", budget=budget, seed=SEED, parallel=16))
    assert found["analysis"]["simulations"] == answer.simulations
    assert [one["visits"] for one in found["analysis"]["candidates"]] == [
        one.visits for one in answer.candidates
    ]


@pytest.mark.parametrize("killed", ["the search's", "the partner's"])
def test_a_killed_worker_changes_nothing_of_the_answer(
    service: Service, connection: Redis, killed: str
) -> None:
    """The worker of a part, or that of the search itself: in time, and the same as ever."""
    expected = expected_move()
    posted = post(service, **SPLIT)
    search, partner = at_work(connection)
    kill(connection, search if killed == "the search's" else partner)
    begun = time.monotonic()
    assert told(service.finish(posted, timeout=RETRY_SECONDS)) == expected
    assert time.monotonic() - begun < RETRY_SECONDS


def test_a_cancel_stops_every_part(service: Service, connection: Redis) -> None:
    budget = {"simulations": 100_000}
    posted = post(service, level="hard", budget=budget, parallel=2)
    at_work(connection)
    horses = [pid for worker in started_by(service, "worker") for pid in children(worker)]
    assert len(horses) == 2
    found = service.call("DELETE", posted.headers["Location"]).body
    eventually(lambda: not any(running(pid) for pid in horses), seconds=1)
    assert found["status"] == "canceled"
    assert found["result"]["stopped"] == "canceled"
    assert len(found["result"]["moves"]) == 1
    assert 0 < found["result"]["analysis"]["simulations"] < 100_000


def test_progress_is_that_of_all_parts(service: Service, connection: Redis) -> None:
    posted = post(service, level="hard", budget={"milliseconds": 3000}, parallel=2)
    at_work(connection)
    reported: list[dict[str, Any]] = []
    while True:
        job = service.call("GET", posted.headers["Location"]).body
        if job["status"] == "finished":
            break
        if job["progress"] and job["progress"] not in reported:
            reported.append(job["progress"])
        time.sleep(0.05)
    counts = [one["simulations"] for one in reported]
    assert counts == sorted(counts)
    assert len(reported) >= 5
    assert counts[-1] <= job["result"]["analysis"]["simulations"]
    times = [one["milliseconds"] for one in reported]
    gaps = sorted(b - a for a, b in pairwise(times))
    assert gaps[len(gaps) // 2] <= 500  # half of them at least; the machine may be busy


def mid_game(every: int, most: int) -> Iterator[dict[str, Any]]:
    """Positions from a game between quick searches, so many decisions apart, with a choice."""
    random = Random(2)
    state = new_game([[0], [2], [3], [5]], random=random, turn_limit=8)
    state.random = random
    follower = Follower()
    since = 0
    for number in count():
        if state.slots[CURSOR] == FINISHED or not most:
            return
        answer = follower.decide(state, "easy", {"simulations": 12}, number)
        since += 1
        if since >= every and len(answer.candidates) == 3:  # as many as so few can compare
            yield write_state(GameState("game", tuple(FOUR), Chance("seeded", "1"), state))
            most -= 1
            since = 0
        play(state, answer.move)


@pytest.mark.proof
def test_two_workers_search_at_least_1_7_times_as_much(service: Service, connection: Redis) -> None:
    """In the same time, 2,000 ms, over ten positions; each beside what one worker does.

    The machine may be busy with others, so two searches of one part each, at the same time on the
    same two workers, tell how much one worker searches there and then.
    """
    alone = split = 0
    for state in mid_game(23, 10):
        common = {"state": state, "level": "hard", "budget": {"milliseconds": 2000}}
        both = [
            service.call("POST", "/v1/ai/moves", {**common, "seed": seed, "parallel": 1})
            for seed in (1, 2)
        ]
        one = sum(service.finish(posted)["analysis"]["simulations"] for posted in both) / 2
        two = service.ai(**common, seed=1, parallel=2)["analysis"]["simulations"]
        print(f"one part {one:.0f}, two parts {two}: {two / one:.2f}")
        alone += one
        split += two
    print(f"together {split / alone:.3f}")
    assert split / alone >= 1.7
