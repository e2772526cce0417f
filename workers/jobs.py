"""The functions that jobs name: searching moves for animals."""

import contextlib
import time
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from rq.job import Job

from service import levels as level_table
from service import queue
from service.documents.canonical import state_hash
from service.documents.chance import ServerKey
from service.documents.events import event_object
from service.documents.game import GameState
from service.documents.moves import move_id, move_label, move_object
from service.documents.names import NATURE_NAME, decider_name
from service.documents.play import make_move
from service.documents.read import read_state
from service.documents.write import write_state
from service.rules.errors import RulesError
from service.rules.events import Event
from service.rules.slots import CURSOR
from service.rules.steps import FINISHED
from service.rules.tables import ANIMALS, NATURE
from service.settings import Settings
from workers.connection import connect
from workers.search.levels import Answer, Candidate, Follower
from workers.search.policies import decider
from workers.search.watching import Standing
from workers.splitting import Split

REPORT_SECONDS: Final = 0.25  # between two looks at whether somebody still waits
_MASK: Final = (1 << 64) - 1


def decision_seed(seed: int, number: int) -> int:
    """The seed of each decision, numbered from 0, of a search with this seed."""
    return (seed + 0x9E3779B97F4A7C15 * (number + 1)) & _MASK


class _Search:
    """One search in progress: what has been decided, and what clients are told of it."""

    def __init__(
        self, connection: Redis, search: str, payload: dict[str, Any], split: Split
    ) -> None:
        self.connection = connection
        self.search = search
        self.split = split
        self.level: str = payload["level"]
        self.levels: dict[str, str] = payload.get("levels") or {}
        self.budget: dict[str, int] | None = payload.get("budget")
        self.seed: int = payload["seed"]
        self.parallel: int = payload["parallel"]
        self.game: GameState = read_state(payload["state"])
        self.key: ServerKey | None = Settings.from_environment().server_key()
        self.until: dict[str, Any] | None = payload.get("until")
        self.moves: list[dict[str, object]] = []
        self.events: list[Event] = []
        self.decisions = 0
        self.simulations = 0
        self.told = 0  # simulations: never fewer, though those of a lost part may not count
        self.follower = Follower()
        self.last: Answer | None = None  # the last that was thought about, not just followed
        self.last_level = self.level
        self.started = time.monotonic()
        self.deadline = self.started + 60 * level_table.MAX_MINUTES
        self.looked = 0.0
        self.stopped = ""  # why the search was told to stop, once it was

    def over(self) -> bool:
        return self.game.state.slots[CURSOR] == FINISHED

    def told_to_stop(self, standing: Standing | None = None) -> str:
        """``limit`` or ``canceled`` once the search has to stop, else an empty text.

        Called often, it reports progress and asks whether somebody still waits just a few times
        a second.
        """
        now = time.monotonic()
        if self.stopped or now - self.looked < REPORT_SECONDS:
            return self.stopped
        self.looked = now
        self.split.keep()
        with contextlib.suppress(queue.ContendedError):  # the next one tells more anyway
            queue.report(self.connection, self.search, self.progress(standing))
        if queue.canceled(self.connection, self.search):
            self.stopped = "canceled"
        elif now > self.deadline:
            self.stopped = "limit"
        return self.stopped

    def progress(self, standing: Standing | None = None) -> dict[str, Any]:
        """What clients see: of the decision at hand if there is a standing, else of the last."""
        at_hand = 0 if standing is None else standing.simulations
        self.told = max(self.told, self.simulations + at_hand)
        found: dict[str, Any] = {
            "decisions": self.decisions,
            "simulations": self.told,
            "milliseconds": self.milliseconds(),
        }
        if standing is not None:
            found["best"] = move_id(standing.best)
            found["value"] = round(standing.value, 3)
        elif self.last is not None:
            found["best"] = move_id(self.last.move)
            if self.last.candidates and (value := self.last.candidates[0].value) is not None:
                found["value"] = round(value, 3)
        return found

    def milliseconds(self) -> int:
        return int((time.monotonic() - self.started) * 1000)

    def decide(self) -> None:
        """Let the animal whose turn it is claim what it can, and move."""
        state = self.game.state
        animal = decider(state)
        self.last_level = self.levels.get(decider_name(animal), self.level)
        answer = self.follower.decide(
            state,
            self.last_level,
            self.budget,
            decision_seed(self.seed, self.decisions),
            watcher=lambda standing: not self.told_to_stop(standing),
            parallel=self.parallel,
            carry_out=self.split.carry_out,
        )
        for claim in answer.claims:
            self._make(claim, move_object(claim))
        self._make(answer.move, {**move_object(answer.move), "animal": decider_name(animal)})
        self.decisions += 1
        self.simulations += answer.simulations
        if self.last is None or answer.candidates:
            self.last = answer

    def _make(self, move: int, shown: dict[str, object]) -> None:
        self.game = make_move(self.game, move, self.key, self.events)
        self.moves.append(shown)

    def result(self, stopped: str) -> dict[str, Any]:
        document = write_state(self.game)
        return {
            "moves": self.moves,
            "events": [event_object(event) for event in self.events],
            "state": document,
            "hash": state_hash(document),
            "stopped": stopped,
            "analysis": {
                "level": self.last_level,
                "seed": self.seed,
                "simulations": self.simulations,
                "milliseconds": self.milliseconds(),
                "decisions": self.decisions,
                **(_thoughts(self.last) if self.last else {"candidates": []}),
            },
        }


def _thoughts(answer: Answer) -> dict[str, Any]:
    """What the analysis tells of one decision."""
    found: dict[str, Any] = {
        "candidates": [_candidate(candidate) for candidate in answer.candidates]
    }
    if answer.points is not None and answer.win is not None:
        line = (answer.move, *answer.plan, *answer.replies)
        found["variation"] = [move_id(move) for move in line]
        found["expected_points"] = _by_animal(answer.points, 1)
        found["win_probability"] = _by_animal(answer.win, 3)
        found["depth"] = answer.depth
    if len(answer.candidates) > 1:
        found["why"] = why(answer)
    return found


def _candidate(candidate: Candidate) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": move_id(candidate.move),
        "label": move_label(candidate.move),
    }
    if candidate.value is not None:
        found["value"] = round(candidate.value, 3)
    if candidate.prior is not None:
        found["visits"] = candidate.visits
        found["prior"] = round(candidate.prior, 3)
    if candidate.points is not None:
        found["expected_points"] = _by_animal(candidate.points, 1)
    return found


def _by_animal(values: dict[int, float], digits: int) -> dict[str, float]:
    return {ANIMALS[animal]: round(value, digits) for animal, value in values.items()}


def why(answer: Answer) -> str:
    """One sentence for people: what speaks for the move of an answer with two or more candidates.

    Of a search the next best may have had fewer playouts, and then a higher value after them.
    """
    best, second = answer.candidates[:2]
    if best.value is None or second.value is None:
        return "This seemed best at once; the budget was too small to play out any other move."
    rival = f"“{move_label(second.move)}”"
    lead = round(best.value - second.value, 1)
    if lead > 0:
        standing = f"{lead} VP ahead of {rival}"
    elif lead < 0:
        standing = f"though {rival} looked better by {-lead} VP in fewer playouts"
    else:
        standing = f"level with {rival}"
    if best.prior is None:
        return f"Of {answer.simulations} moves looked at, this one stands best, {standing}."
    playouts = "playout" if best.visits == 1 else "playouts"
    return f"Over {best.visits} {playouts}, this went best, {standing}."


def search_moves(search: str) -> None:
    """Carry out a search of the queue and write its result, once."""
    connection = connect()
    payload = queue.start(connection, search)
    if payload is None:
        return
    try:
        with contextlib.closing(Split(connection, search)) as split:
            work = _Search(connection, search, payload, split)
            stopped = _run_until(work) if work.until is not None else _run_once(work)
    except RulesError as error:
        queue.fail(connection, search, error.reason)
        return
    with contextlib.suppress(queue.ContendedError):
        queue.report(connection, search, work.progress())
    queue.finish(connection, search, work.result(stopped))


def _run_once(work: _Search) -> str:
    """Decide the pending decision; told to stop meanwhile, with the best move found by then."""
    if not work.told_to_stop():
        work.decide()
    return work.stopped or ("finished" if work.over() else "move")


def _run_until(work: _Search) -> str:
    """Decide for every animal until one of those asked for has to, or the search must stop."""
    until = work.until or {}
    waiting = set(until.get("turn_over_to", ()))
    while not work.over():
        animal = decider(work.game.state)
        if animal == NATURE:
            return NATURE_NAME
        if decider_name(animal) in waiting:
            return "animal"
        if work.decisions >= level_table.MAX_DECISIONS:
            return "limit"
        if work.told_to_stop():
            return work.stopped
        work.decide()
    return "finished"


def search_failed(
    job: Job, connection: Redis, kind: type[BaseException], value: BaseException, trace: object
) -> None:
    """Called by RQ when an attempt failed: with no attempt left, clients are told."""
    if not job.retries_left:
        try:
            queue.fail(connection, job.id, f"the search failed ({kind.__name__})")
        except (RedisError, queue.ContendedError):
            return  # the API finds the failed job by itself
