"""A search that is split: its parts are offered to partners, and what they find is gathered.

The search does the first part itself, then those that nobody has begun, so it never waits for a
worker that does not come. Then it waits for partners that give signs of life. With a budget in
simulations a part whose partner has died is done again, here, so that the answer is the same as
ever; with a deadline it is left out.
"""

import contextlib
import time
import uuid
from collections.abc import Sequence
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from service import rq_jobs
from service.build import fingerprint
from service.levels import WEIGHTS_VERSION
from service.rules.state import State
from workers.exchange import FORMAT, Exchange
from workers.search.levels import carry_out_part, in_turn
from workers.search.parts import Found, Part, Tally
from workers.search.watching import Standing, Watcher

LOOK_SECONDS: Final = 0.2  # between two looks at how far partners have come
BEGIN_SECONDS: Final = 1.0  # that may pass until the first sign of life of who took a part
STOP_SECONDS: Final = 0.6  # that partners get to hand over what they have, when told to stop
LATE_SHARE: Final = 0.05  # of its time that a decision waits, after its deadline,
LATE_SECONDS: Final = 0.03  # and so long besides
_FIRST_PAUSE: Final = 0.001  # seconds between two looks at what partners have found, growing
_LAST_PAUSE: Final = 0.02

# Only workers that search in the same way are partners of each other: with the same sources, the
# same weights, and the same messages between them.
SEARCH_VERSION: Final = f"{FORMAT}-{fingerprint()}-{WEIGHTS_VERSION}"


class Split:
    """The partners of one search, one decision after the other."""

    def __init__(self, connection: Redis, search: str) -> None:
        self._connection = connection
        self._search = search
        self._id = uuid.uuid4().hex
        self._exchange = Exchange(connection, self._id)
        self._decision = 0
        self._invited = 0

    def keep(self) -> None:
        """Keep the partners there, if there are any; asked for a few times a second."""
        if self._invited:
            self._exchange.keep()

    def carry_out(self, root: State, parts: Sequence[Part], watcher: Watcher) -> list[Found]:
        """What the parts of a decision find (a ``parts.CarryOut``)."""
        if len(parts) == 1:
            return in_turn(root, parts, watcher)
        self._decision += 1
        if not self._exchange.offer(self._decision, root, parts):
            self._invited = 0
        while self._invited < len(parts) - 1:
            rq_jobs.invite(self._connection, self._id, self._search, SEARCH_VERSION)
            self._invited += 1
        deciding = _Deciding(self._exchange, self._decision, root, parts, watcher)
        try:
            return deciding.found_by_all()
        finally:
            self._exchange.rest()

    def close(self) -> None:
        """Let the partners go; where Redis cannot be told they soon find out by themselves."""
        if self._invited:
            with contextlib.suppress(RedisError):
                self._exchange.close(self._invited)
                rq_jobs.uninvite(self._connection, self._id)


class _Deciding:
    """One decision: which of its parts somebody is at, and what the others have found."""

    def __init__(
        self,
        exchange: Exchange,
        decision: int,
        root: State,
        parts: Sequence[Part],
        watcher: Watcher,
    ) -> None:
        self._exchange = exchange
        self._decision = decision
        self._root = root
        self._parts = parts
        self._deadline = parts[0].deadline
        self._tally = Tally(watcher)
        self._found: dict[int, Found] = {}
        self._elsewhere = set(range(1, len(parts)))  # parts that partners may be at
        self._started = self._looked = time.monotonic()

    def found_by_all(self) -> list[Found]:
        """What the parts have found, in their order."""
        self._do(0)
        if len(self._found[0].candidates) > 1:  # else there is nothing to choose from
            self._do_what_nobody_began()
            self._wait()
        return [self._found[number] for number in sorted(self._found)]

    def _do(self, number: int) -> None:
        """Carry out a part here."""
        watch = self._tally.watch(number)

        def look_too(standing: Standing) -> bool:
            self._look()
            return watch(standing)

        self._elsewhere.discard(number)
        self._finish(number, carry_out_part(self._root, self._parts[number], look_too))

    def _finish(self, number: int, found: Found) -> None:
        self._found[number] = found
        self._tally.finish(number, found)

    def _only_what_there_is(self) -> bool:
        """Whether to take what has been found by now, rather than all that could be."""
        return self._tally.stopped or bool(self._deadline)

    def _do_what_nobody_began(self) -> None:
        while (number := self._exchange.withdraw()) is not None:
            self._elsewhere.discard(number)
            if not self._only_what_there_is():
                self._do(number)

    def _wait(self) -> None:
        """Gather what partners find, as long as they are alive and there is time."""
        now = since = time.monotonic()
        end = float("inf")
        if self._deadline:
            late = LATE_SHARE * (self._deadline - self._started) + LATE_SECONDS
            end = self._deadline + late
        stopping = False
        pause = _FIRST_PAUSE
        while True:
            for number, whole, found in self._exchange.collect(self._decision):
                if number in self._elsewhere and (whole or self._only_what_there_is()):
                    self._elsewhere.discard(number)
                    self._finish(number, found)
                elif number in self._elsewhere:  # it took this search for dead
                    self._replace({number})
            if not self._elsewhere or now > end:
                return
            if not stopping and not self._tally.tell():
                stopping = True
                self._exchange.rest()
                end = min(end, now + STOP_SECONDS)
            alive = self._look()
            if now - since > BEGIN_SECONDS:
                self._replace(self._elsewhere - alive)
            time.sleep(pause)
            pause = min(1.5 * pause, _LAST_PAUSE)
            now = time.monotonic()

    def _replace(self, lost: set[int]) -> None:
        """Do the parts whose partners have fallen silent, unless what there is will do."""
        for number in sorted(lost):
            self._elsewhere.discard(number)
            if not self._only_what_there_is():
                self._do(number)

    def _look(self) -> set[int]:
        """Note, a few times a second, how far partners are; the parts that are in good hands."""
        now = time.monotonic()
        if now - self._looked < LOOK_SECONDS or not self._elsewhere:
            return self._elsewhere.copy()
        self._looked = now
        made = self._exchange.made(self._decision, sorted(self._elsewhere))
        for number, simulations in made.items():
            self._tally.note(number, simulations)
        return set(made)
