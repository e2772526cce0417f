"""A split search and its partners, in this process on a real Redis."""

import contextlib
import json
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from redis import Redis
from rq.job import Job
from rq.serializers import JSONSerializer

from service import levels as level_table
from service import queue, rq_jobs
from service.build import fingerprint
from service.entries import text
from service.levels import WEIGHTS_VERSION
from service.rules.slots import CURSOR
from service.rules.state import State
from service.settings import Settings
from tests.conftest import eventually
from tests.workers.search.test_horizon import EXECUTION
from tests.workers.search.test_parts import small_parts as small_parts
from tests.workers.search.test_parts import some_positions
from tests.workers.search.test_search import state_of
from tests.workers.test_jobs import connection as connection
from tests.workers.test_jobs import new_game, seen, submit
from workers import exchange, jobs, partners, splitting
from workers.bench.decisions import stored_decisions
from workers.exchange import Exchange, Task
from workers.search.levels import Answer, carry_out_part, decide
from workers.search.parts import Found, Tried, parts_of
from workers.search.watching import Standing, Watcher, go_on
from workers.splitting import Split

Json = dict[str, Any]
SIMULATIONS = {"simulations": 60}
NONSENSE = Found(0, [Tried([1], 0.0, 99, 99.0, 9, [0.0] * 6, 0, 0, [])])
PARTNERS_QUEUE = "rq:queue:partners"

pytestmark = pytest.mark.usefixtures("small_parts")


def invitations(connection: Redis) -> list[Job]:
    """The partners' jobs that wait."""
    names = map(text, connection.lrange(PARTNERS_QUEUE, 0, -1))
    return [Job.fetch(name, connection=connection, serializer=JSONSerializer) for name in names]


def the_exchange(connection: Redis) -> Exchange:
    """That of the search which has asked for partners."""
    eventually(lambda: connection.llen(PARTNERS_QUEUE))
    return Exchange(connection, invitations(connection)[0].args[0])


class Aside(threading.Thread):
    """What a partner does meanwhile; its failure fails the test."""

    def __init__(self, does: Callable[[], None]) -> None:
        super().__init__()
        self._does = does
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self._does()
        except BaseException as error:
            self._error = error

    def __enter__(self) -> "Aside":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.join(30)
        assert self._error is None, self._error
        assert not self.is_alive()


def joining(connection: Redis) -> Callable[[], None]:
    """What a worker does: take a partner's job, and carry it out."""
    taken: list[str] = []

    def job_taken() -> bool:
        raw = connection.lpop(PARTNERS_QUEUE)
        if isinstance(raw, bytes | str):
            taken.append(text(raw))
        return bool(taken)

    def join() -> None:
        eventually(job_taken)
        job = Job.fetch(taken[0], connection=connection, serializer=JSONSerializer)
        partners.join(*job.args)

    return join


def once_begun(connection: Redis) -> Callable[[Standing], bool]:
    """A watcher that holds the search up until partners have begun all other parts."""

    def watch(standing: Standing) -> bool:
        eventually(lambda: not connection.keys("ds:split:*:parts"))
        return True

    return watch


def split_answer(
    connection: Redis,
    state: State,
    budget: Json,
    parallel: int = 3,
    watcher: Watcher = go_on,
    level: str = "easy",
) -> Answer:
    with contextlib.closing(Split(connection, "search")) as split:
        return decide(state, level, budget, 5, watcher, parallel, split.carry_out)


def found_of(task: Task) -> Found:
    return carry_out_part(task.state, task.part, go_on)


@pytest.fixture
def known(connection: Redis) -> None:
    """A search that is open, so that partners of ``search`` find it so."""
    connection.hset("ds:search:search", "status", queue.STARTED)


# The same answer


def test_alone_a_search_does_all_its_parts(connection: Redis) -> None:
    for state in some_positions():
        answer = split_answer(connection, state, SIMULATIONS)
        assert answer == decide(state, "easy", SIMULATIONS, 5, parallel=3)


@pytest.mark.usefixtures("known")
def test_partners_look_as_far_as_the_search(settings: Settings, connection: Redis) -> None:
    """Expert plays the next turns out too, whoever does it."""
    state = next(one for one in stored_decisions() if one.slots[CURSOR] >= EXECUTION)
    near = decide(state, "hard", SIMULATIONS, 5, parallel=3)
    expected = decide(state, "expert", SIMULATIONS, 5, parallel=3)
    own = queue.connect(settings.redis_url)
    with Aside(joining(connection)), Aside(joining(own)):
        watcher = once_begun(connection)
        answer = split_answer(connection, state, SIMULATIONS, watcher=watcher, level="expert")
    assert answer == expected
    assert answer.depth is not None
    assert near.depth is not None
    assert answer.depth > near.depth + 20


@pytest.mark.usefixtures("known")
def test_with_partners_the_answer_is_the_same(settings: Settings, connection: Redis) -> None:
    state = state_of()
    expected = decide(state, "easy", SIMULATIONS, 5, parallel=3)
    own = queue.connect(settings.redis_url)
    with Aside(joining(connection)), Aside(joining(own)):
        answer = split_answer(connection, state, SIMULATIONS, watcher=once_begun(connection))
    assert answer == expected
    assert answer.simulations > 40


def test_the_order_in_which_partners_finish_does_not_matter(connection: Redis) -> None:
    state = state_of()
    expected = decide(state, "easy", SIMULATIONS, 5, parallel=3)
    parts = parts_of(5, 60, 0.0, 1, 3)

    def last_first() -> None:
        there = the_exchange(connection)
        tasks = [there.take(5), there.take(5)]
        for task in reversed(tasks):
            assert task is not None
            assert task.state.slots == state.slots
            assert task.part == parts[task.number]
            there.give(task.decision, task.number, found_of(task), True)
            # What comes twice, or from a decision that is over, counts for nothing.
            there.give(task.decision - 1, 3 - task.number, NONSENSE, True)
            there.give(task.decision, task.number, NONSENSE, True)

    held = threading.Event()

    def hold(standing: Standing) -> bool:  # so that the partner gets both parts
        held.wait(30)
        return True

    def then_go_on() -> None:
        try:
            last_first()
        finally:
            held.set()

    with Aside(then_go_on), contextlib.closing(Split(connection, "search")) as split:
        answer = decide(state, "easy", SIMULATIONS, 5, hold, parallel=3, carry_out=split.carry_out)
    assert answer == expected


def test_a_game_is_the_same_with_a_partner(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several decisions, some at levels without parts: the partner stays and is fed."""
    monkeypatch.setattr(level_table, "MAX_DECISIONS", 12)
    game = new_game()
    more = {"level": "easy", "budget": {"simulations": 22}, "parallel": 2, "seed": 3}
    more |= {"levels": {"bird": "greedy"}, "until": {"turn_over_to": []}}
    results = []
    for partnered in (False, True):
        connection.delete("ds:equal:" + repr(more))
        ticket, search = submit(connection, game, **more)
        with Aside(joining(connection)) if partnered else contextlib.nullcontext():
            jobs.search_moves(search)
        result = seen(connection, ticket).result
        assert result is not None
        result["analysis"].pop("milliseconds")
        results.append(result)
        assert connection.llen(PARTNERS_QUEUE) == 0
    assert results[0] == results[1]
    assert len(results[0]["moves"]) == 12


# Partners that die or are late


def test_a_part_whose_partner_dies_is_done_again(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "LIFE_SECONDS", 1)
    state = state_of()
    expected = decide(state, "easy", SIMULATIONS, 5, parallel=3)
    taken: list[Task | None] = []
    with Aside(lambda: taken.append(the_exchange(connection).take(5))):
        assert split_answer(connection, state, SIMULATIONS) == expected
    assert taken != [None]


def test_a_partner_that_is_silent_and_comes_back_changes_nothing(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "LIFE_SECONDS", 1)
    state = state_of()
    late: list[tuple[Exchange, Task]] = []

    def take() -> None:
        there = the_exchange(connection)
        task = there.take(5)
        assert task is not None
        late.append((there, task))

    with contextlib.closing(Split(connection, "search")) as split:
        with Aside(take):
            decide(state, "easy", SIMULATIONS, 5, parallel=3, carry_out=split.carry_out)
        [(there, task)] = late
        assert not there.tell(task.decision, task.number, 1)  # it is not wanted any more
        there.give(task.decision, task.number, NONSENSE, True)
        again = decide(state, "easy", SIMULATIONS, 8, parallel=3, carry_out=split.carry_out)
    assert again == decide(state, "easy", SIMULATIONS, 8, parallel=3)


def test_a_part_that_was_broken_off_is_done_again(connection: Redis) -> None:
    """Its partner took the search for dead, which had only been held up for some seconds."""
    state = state_of()

    def break_off() -> None:
        there = the_exchange(connection)
        task = there.take(5)
        assert task is not None
        found = carry_out_part(task.state, task.part, lambda standing: False)
        assert 0 < found.simulations() < task.part.simulations / 2
        there.give(task.decision, task.number, found, False)

    with Aside(break_off):
        answer = split_answer(connection, state, SIMULATIONS, parallel=2)
    assert answer == decide(state, "easy", SIMULATIONS, 5, parallel=2)


def test_a_deadline_waits_for_nobody(connection: Redis) -> None:
    """One part is begun and then lost, the other not begun: the answer comes in time without."""
    state = state_of()
    decide(state, "easy", {"milliseconds": 1}, 1)
    taken: list[Task | None] = []
    with Aside(lambda: taken.append(the_exchange(connection).take(5))):
        started = time.monotonic()
        answer = split_answer(connection, state, {"milliseconds": 1500})
        # The machine may be busy. To wait for the lost part would take as long again and more.
        assert time.monotonic() - started < 1.5 + exchange.LIFE_SECONDS - 0.5
    assert answer.simulations > 1


def test_a_partner_has_the_time_that_is_left(connection: Redis) -> None:
    """It comes two seconds late, and is to end no later for that."""
    there = Exchange(connection, "split")
    deadline = time.monotonic() + 10
    there.offer(1, state_of(), parts_of(5, 0, deadline, 1, 2))
    time.sleep(2)
    task = there.take(5)
    assert task is not None
    assert abs(task.part.deadline - deadline) < 1


@pytest.mark.usefixtures("known")
def test_a_partner_adds_to_what_is_found_in_time(connection: Redis) -> None:
    alone: list[int] = []
    begun = once_begun(connection)

    def watch(standing: Standing) -> bool:
        if not alone:
            begun(standing)
            alone.append(standing.simulations)
        return True

    with Aside(joining(connection)):
        answer = split_answer(connection, state_of(), {"milliseconds": 2500}, 2, watch)
    assert answer.simulations > 2 * alone[0]


# The end


@pytest.mark.usefixtures("known")
def test_who_is_told_to_stop_hands_over_what_there_is(connection: Redis) -> None:
    state = state_of()
    stopped: list[float] = []

    def watch(standing: Standing) -> bool:
        if standing.simulations > 150:
            stopped.append(time.monotonic())
        return not stopped

    with (
        Aside(joining(connection)),
        contextlib.closing(Split(connection, "search")) as split,
    ):
        answer = decide(
            state, "easy", {"simulations": 100_000}, 5, watch, 2, carry_out=split.carry_out
        )
        assert time.monotonic() - stopped[0] < 2  # one, where the machine is not busy
    assert 150 < answer.simulations < 10_000
    assert sum(one.visits for one in answer.candidates) <= answer.simulations


def test_a_partner_of_a_canceled_search_stops_by_itself(connection: Redis) -> None:
    """Also where the search cannot tell it, because its worker has died."""
    ticket, search = submit(connection, new_game())
    queue.start(connection, search)
    there = Exchange(connection, "split")
    there.offer(1, state_of(), parts_of(5, 200_000, 0.0, 1, 2))
    with Aside(lambda: partners.join("split", search, splitting.SEARCH_VERSION)):
        eventually(lambda: there.made(1, [1]).get(1))
        queue.detach(connection, ticket)
        begun = time.monotonic()
        eventually(lambda: connection.llen("ds:split:split:found"), seconds=5)
        assert time.monotonic() - begun < 2  # one, where the machine is not busy
        there.close(1)


def test_partners_leave_when_the_search_falls_silent(
    connection: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "LIFE_SECONDS", 1)
    connection.hset("ds:search:search", "status", queue.STARTED)
    Exchange(connection, "split").offer(1, state_of(), parts_of(5, 200_000, 0.0, 1, 2))
    begun = time.monotonic()
    partners.join("split", "search", splitting.SEARCH_VERSION)
    assert time.monotonic() - begun < 5
    assert not invitations(connection)


def test_nothing_is_left_of_a_split(connection: Redis) -> None:
    split_answer(connection, state_of(), SIMULATIONS, parallel=4)
    assert not invitations(connection)
    assert not connection.keys("rq:job:*")
    for key in connection.keys("ds:split:*"):
        assert 0 < connection.ttl(key) <= 5, key


def test_everything_of_a_split_expires(connection: Redis) -> None:
    there = Exchange(connection, "split")
    there.offer(1, state_of(), parts_of(5, 60, 0.0, 1, 3))
    task = there.take(1)
    assert task is not None
    there.give(task.decision, task.number, found_of(task), True)
    rq_jobs.invite(connection, "split", "search", "version")
    keys = connection.keys("ds:split:*") + connection.keys("rq:job:*")
    assert len(keys) == 5
    for key in keys:
        assert 0 < connection.ttl(key) <= rq_jobs.JOB_TIMEOUT, key


# Partners among other jobs


def test_partners_are_no_searches(connection: Redis) -> None:
    """Neither does anybody wait behind them, nor are they looked for when they are lost."""
    rq_jobs.invite(connection, "split", "search", "version")
    assert queue.queue_length(connection) == 0
    ticket, search = submit(connection, new_game())
    assert seen(connection, ticket).ahead == 0
    assert rq_jobs.waiting(connection) == {search}
    connection.delete(PARTNERS_QUEUE)
    queue.rescue(connection)
    assert connection.llen(PARTNERS_QUEUE) == 0
    assert rq_jobs.SERVED[-1] == rq_jobs.PARTNERS  # so searches come first


@pytest.mark.usefixtures("known")
def test_partners_give_way_to_searches_that_wait(connection: Redis) -> None:
    there = Exchange(connection, "split")
    there.offer(1, state_of(), parts_of(5, 60, 0.0, 1, 3))
    submit(connection, new_game())
    partners.join("split", "search", splitting.SEARCH_VERSION)
    assert [(number, whole) for number, whole, _ in there.collect(1)] == [
        (1, True)
    ]  # the part it had begun
    [job] = invitations(connection)  # by which it comes back
    assert list(job.args) == ["split", "search", splitting.SEARCH_VERSION]
    there.close(1)
    partners.join("split", "search", splitting.SEARCH_VERSION)
    assert len(invitations(connection)) == 1


def test_the_messages_between_them_belong_to_their_format(connection: Redis) -> None:
    """What partners of format 3 read and write. Whoever changes it takes the next number.

    The number is part of what the invitation says, so that partners of another one stay away.
    """
    assert exchange.FORMAT == 3
    assert splitting.SEARCH_VERSION.split("-")[0] == "3"
    there = Exchange(connection, "split")
    root = state_of()
    there.offer(3, root, parts_of(5, 60, 0.0, 2, 2))
    assert connection.get("ds:split:split") == b"3"
    [offered] = connection.lrange("ds:split:split:parts", 0, -1)
    *message, posted = json.loads(offered)
    [_, second] = parts_of(5, 60, 0.0, 2, 2)
    assert message == [3, 1, root.slots, second.seed, 30, 2, 0.0]
    assert posted == pytest.approx(time.time(), abs=60)
    there.tell(3, 1, 17)
    assert connection.get("ds:split:split:made:3:1") == b"17"
    there.give(3, 1, Found(0, [Tried([70], 0.5, 9, 4.5, 2, [2.5, 0.5], 36, 4, [71])]), whole=True)
    [given] = connection.lrange("ds:split:split:found", 0, -1)
    assert json.loads(given) == [3, 1, True, 0, [[[70], 0.5, 9, 4.5, 2, [2.5, 0.5], 36, 4, [71]]]]


@pytest.mark.parametrize("part", range(3))
def test_a_partner_of_another_release_leaves_the_search_alone(connection: Redis, part: int) -> None:
    """One with other messages, other sources or other weights; the search does all by itself."""
    parts = splitting.SEARCH_VERSION.split("-")
    assert parts == [str(exchange.FORMAT), fingerprint(), WEIGHTS_VERSION]
    parts[part] += "0"
    there = Exchange(connection, "split")
    there.offer(1, state_of(), parts_of(5, 60, 0.0, 1, 2))
    partners.join("split", "search", "-".join(parts))
    assert connection.exists("ds:split:split:made:1:1") == 0
    assert there.withdraw() == 1


def test_partners_that_left_are_invited_again(connection: Redis) -> None:
    """A search that was held up for long finds its exchange closed."""
    with contextlib.closing(Split(connection, "search")) as split:
        for number in range(3):
            decide(
                state_of(),
                "easy",
                {"simulations": 20},
                number,
                parallel=2,
                carry_out=split.carry_out,
            )
            assert len(invitations(connection)) == (1 if number < 2 else 2)
            if number == 1:
                connection.delete(*connection.keys("ds:split:*"))


def test_progress_adds_up(connection: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all parts, told while a partner's is waited for too, and never fewer than before."""
    monkeypatch.setattr(jobs, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(splitting, "LOOK_SECONDS", 0.0)
    told: list[int] = []
    report = queue.report

    def note(connection: Redis, search: str, progress: Json) -> None:
        told.append(progress["simulations"])
        report(connection, search, progress)

    monkeypatch.setattr(queue, "report", note)
    game = new_game()
    ticket, search = submit(connection, game, level="easy", budget=SIMULATIONS, parallel=2)
    first = carry_out_part(game.state, parts_of(1, 60, 0.0, 1, 2)[0], go_on).simulations()

    def told_last(simulations: int) -> bool:
        return told[-1:] == [simulations]

    def slow_partner() -> None:
        there = the_exchange(connection)
        task = there.take(5)
        assert task is not None
        for made in (7, 19, 25):
            there.tell(task.decision, task.number, made)
            eventually(partial(told_last, first + made), seconds=10)
        there.give(task.decision, task.number, found_of(task), True)

    with Aside(slow_partner):
        jobs.search_moves(search)
    assert told == sorted(told)
    result = seen(connection, ticket).result
    assert result is not None
    assert told[-1] == result["analysis"]["simulations"] > 50
    assert json.dumps(seen(connection, ticket).progress["simulations"]) == str(told[-1])
