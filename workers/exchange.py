"""What passes through Redis between a search that is split and the partners that help with it.

Each attempt at a search has an exchange of its own, so that two at once do not get in each
other's way. By Redis's clock alone its signs of life expire within seconds of the last one, and its
lists after the longest that a job may take:

* ``ds:split:ID``  the number of the decision at hand, 0 between two; gone when the exchange is
  closed, or its search has given no sign of life for LIFE_SECONDS
* ``ds:split:ID:parts``  list of the parts that nobody has begun; an empty text just wakes a partner
* ``ds:split:ID:made:DECISION:PART``  the simulations that a partner has made; gone when it has
  given no sign of life for LIFE_SECONDS
* ``ds:split:ID:found``  list of what partners have found
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from redis import Redis

from service.entries import text
from service.rq_jobs import JOB_TIMEOUT
from service.rules.state import State
from workers.search.parts import Found, Part, Tried

# Of these keys and messages. It is part of what tells partners whether they search in the same
# way, so to change them take the next number: partners of another format then stay away.
FORMAT: Final = 3
LIFE_SECONDS: Final = 3  # both sides give a sign of life a few times a second
_LIST_SECONDS: Final = JOB_TIMEOUT
_WAKE_SECONDS: Final = 5  # by then each partner has looked by itself


class Task(NamedTuple):
    """A part as a partner takes it: of which decision, which of its parts, and the position."""

    decision: int
    number: int
    state: State
    part: Part


class Exchange:
    """The exchange of one split. Every method may raise redis.exceptions.RedisError."""

    def __init__(self, connection: Redis, split: str) -> None:
        self._redis = connection
        self._current = f"ds:split:{split}"
        self._parts = f"ds:split:{split}:parts"
        self._found = f"ds:split:{split}:found"

    def _made(self, decision: int, number: int) -> str:
        return f"{self._current}:made:{decision}:{number}"

    # The side of the search

    def offer(self, decision: int, root: State, parts: Sequence[Part]) -> bool:
        """Begin a decision, and offer all its parts but the first; False if it was closed before.

        Then no partner is about: they left, or have yet to be invited.
        """
        now, before = self._clock()
        offered = []
        for number, part in enumerate(parts[1:], start=1):
            seconds = part.deadline - time.monotonic() if part.deadline else 0.0
            task = [decision, number, root.slots, part.seed, part.simulations, part.turns]
            offered.append(json.dumps([*task, seconds, now]))
        with self._redis.pipeline() as pipe:
            pipe.set(self._current, decision, ex=LIFE_SECONDS)
            pipe.delete(self._parts, self._found)
            pipe.rpush(self._parts, *offered)
            pipe.expire(self._parts, _LIST_SECONDS)
            pipe.execute()
        return before

    def _clock(self) -> tuple[float, bool]:
        """Redis's time in seconds, and whether the exchange is open."""
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.time()
            pipe.exists(self._current)
            (seconds, microseconds), exists = pipe.execute()
        return seconds + microseconds / 1e6, bool(exists)

    def keep(self) -> None:
        """Give a sign of life, if the exchange is open."""
        self._redis.expire(self._current, LIFE_SECONDS)

    def withdraw(self) -> int | None:
        """Take a part back that nobody has begun, and answer its number; None if there is none."""
        raw = self._redis.rpop(self._parts)
        return int(json.loads(raw)[1]) if isinstance(raw, bytes | str) else None

    def made(self, decision: int, numbers: Iterable[int]) -> dict[int, int]:
        """The simulations of those of the parts whose partners give signs of life."""
        asked = list(numbers)
        found = self._redis.mget([self._made(decision, number) for number in asked])
        return {n: int(raw) for n, raw in zip(asked, found, strict=True) if raw is not None}

    def collect(self, decision: int) -> Iterator[tuple[int, bool, Found]]:
        """What partners have found since the last time, for this decision.

        By part, with whether the part was carried out to its end.
        """
        with self._redis.pipeline() as pipe:
            pipe.lrange(self._found, 0, -1)
            pipe.delete(self._found)
            raws, _ = pipe.execute()
        for raw in raws:
            of, number, whole, best, candidates = json.loads(raw)
            if of == decision:
                yield number, whole, Found(best, [Tried(*one) for one in candidates])

    def rest(self) -> None:
        """End a decision: partners that are still at it stop and tell what they have found."""
        with self._redis.pipeline() as pipe:
            pipe.set(self._current, 0, ex=LIFE_SECONDS)
            pipe.delete(self._parts)
            pipe.execute()

    def close(self, partners: int) -> None:
        """Let so many partners go."""
        with self._redis.pipeline() as pipe:
            pipe.delete(self._current, self._parts, self._found)
            pipe.rpush(self._parts, *[""] * partners)
            pipe.expire(self._parts, _WAKE_SECONDS)
            pipe.execute()

    # The side of a partner

    def is_open(self) -> bool:
        """Whether there is anything to wait for."""
        return bool(self._redis.exists(self._current))

    def take(self, seconds: int) -> Task | None:
        """Begin a part; None if there has been none for so long, or none in the end."""
        popped = self._redis.blpop([self._parts], timeout=seconds)
        if not isinstance(popped, list | tuple) or not popped[1]:
            return None
        decision, number, slots, seed, simulations, turns, left, posted = json.loads(popped[1])
        self.tell(decision, number, 0)
        deadline = time.monotonic() + left + posted - self._clock()[0] if left else 0.0
        return Task(decision, number, State(slots), Part(seed, simulations, deadline, turns))

    def tell(self, decision: int, number: int, simulations: int) -> bool:
        """Give a sign of life from a part; whether it is still wanted."""
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.set(self._made(decision, number), simulations, ex=LIFE_SECONDS)
            pipe.get(self._current)
            _, raw = pipe.execute()
        return raw is not None and text(raw) == str(decision)

    def give(self, decision: int, number: int, found: Found, whole: bool) -> None:
        """Hand over what a part has found, and whether it was carried out to its end."""
        message = [decision, number, whole, found.best, found.candidates]
        with self._redis.pipeline() as pipe:
            pipe.rpush(self._found, json.dumps(message))
            pipe.expire(self._found, _LIST_SECONDS)
            pipe.execute()
