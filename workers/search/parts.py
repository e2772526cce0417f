"""A search split into parts that know nothing of each other, and what they found put together.

Every part looks at the same candidates, for these are found before the first playout, but plays
them out with a seed of its own and halves them by itself. Which parts there are depends on the
request alone, so where all of them are carried out the answer is the same whoever does it, in
whatever order.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from service.rules.state import State
from workers.search.watching import Standing, Watcher

# Of a part: with fewer a search compares fewer candidates (``levels.WIDTH``, ``search.search``),
# and many small parts would all leave out the same ones.
LEAST_SIMULATIONS: Final = 48
_SEED_STEP: Final = 0xD1342543DE82EF95  # far from the steps between the seeds of two playouts
_SEED_MASK: Final = (1 << 64) - 1


class Part(NamedTuple):
    """A share of a search: its seed, and its simulations or its deadline as ``search.search``.

    ``turns`` is how many turns its playouts go through.
    """

    seed: int
    simulations: int
    deadline: float
    turns: int


class Tried(NamedTuple):
    """What a search found about a candidate, as in ``candidates.Action``.

    ``replies`` are the placements that its tree expects next.
    """

    moves: list[int]
    prior: float
    visits: int
    total: float
    rounds: int
    points: list[float]
    steps: int
    ended: int
    replies: list[int]

    def mean(self) -> float:
        """The animal's mean lead; the worst there is without a playout."""
        return self.total / self.visits if self.visits else -1.0e9

    def share_ended(self) -> float:
        """The share of its playouts in which the game ended with the turn under way."""
        return self.ended / self.visits if self.visits else 0.0

    def depth(self) -> int:
        """How many decisions were looked ahead: its own, and those of a playout in the mean."""
        return len(self.moves) + (round(self.steps / self.visits) if self.visits else 0)


class Found(NamedTuple):
    """What a part, or all of them together, found: the candidates, and which is the best."""

    best: int
    candidates: list[Tried]

    def simulations(self) -> int:
        """The playouts made."""
        return sum(candidate.visits for candidate in self.candidates)


CarryOut = Callable[[State, Sequence[Part], Watcher], list[Found]]


def parts_of(seed: int, simulations: int, deadline: float, turns: int, count: int) -> list[Part]:
    """At most ``count`` parts of a search.

    They share the simulations, LEAST_SIMULATIONS or more each, or have all of the time each. The
    first has the seed of the whole.
    """
    if simulations:
        count = max(1, min(count, simulations // LEAST_SIMULATIONS))
    return [
        Part(
            (seed + _SEED_STEP * number) & _SEED_MASK,
            simulations // count + (number < simulations % count),
            deadline,
            turns,
        )
        for number in range(count)
    ]


def merge(found: Sequence[Found]) -> Found:
    """What several parts found, given in their order, as of one search.

    Playouts of the same candidate are added up. The best is the one with the best mean of those
    with at least half as many playouts as any has. Each part gives most of its playouts to the
    few that it likes, so this takes the word of any part that a candidate is worth a closer look,
    and of all playouts together which of them is the best; a lucky few do not count.
    """
    if len(found) == 1:
        return found[0]
    together: dict[int, Tried] = {}
    for part in found:
        for one in part.candidates:
            known = together.get(one.moves[0])
            together[one.moves[0]] = one if known is None else _sum(known, one)
    candidates = list(together.values())
    enough = max(one.visits for one in candidates) / 2
    means = [one.mean() if one.visits >= enough else float("-inf") for one in candidates]
    return Found(means.index(max(means)), candidates)


def _sum(one: Tried, other: Tried) -> Tried:
    return one._replace(
        visits=one.visits + other.visits,
        total=one.total + other.total,
        rounds=one.rounds + other.rounds,
        points=[a + b for a, b in zip(one.points, other.points, strict=True)],
        steps=one.steps + other.steps,
        ended=one.ended + other.ended,
        replies=one.replies or other.replies,
    )


class Tally:
    """Tells a watcher of all parts as of one search.

    The simulations are those of all parts, the best move so far is the first part's. ``stopped``
    tells whether the watcher wants the search to stop.
    """

    def __init__(self, watcher: Watcher) -> None:
        self.stopped = False
        self._watcher = watcher
        self._made: dict[int, int] = {}
        self._first: Standing | None = None

    def note(self, number: int, simulations: int) -> None:
        """A part has made so many simulations; of what is told of it, the most counts."""
        self._made[number] = max(simulations, self._made.get(number, 0))

    def finish(self, number: int, found: Found) -> None:
        """A part is done."""
        self.note(number, found.simulations())
        if number == 0:
            best = found.candidates[found.best]
            self._first = Standing(0, best.moves[0], best.mean())

    def watch(self, number: int) -> Watcher:
        """The watcher of one part."""

        def watch(standing: Standing) -> bool:
            self.note(number, standing.simulations)
            if number == 0:
                self._first = standing
            return self.tell()

        return watch

    def tell(self) -> bool:
        """Tell the watcher how it stands, once the first part has begun; whether to go on."""
        if self._first is not None and not self.stopped:
            standing = self._first._replace(simulations=sum(self._made.values()))
            self.stopped = not self._watcher(standing)
        return not self.stopped
