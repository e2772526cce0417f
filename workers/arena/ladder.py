"""The ladder: which matches say how strong the levels are, and how far each has come."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from workers.arena.intervals import Hypotheses, Verdict, sequential_test
from workers.arena.matches import Match, Outcome, match_name, match_of, seconds_per_decision
from workers.games import UCT, Budget

SEED: Final = 1
GAMES: Final = 200
SPOT_GAMES: Final = 20  # of a check by the clock
CORES: Final = 2  # of the machine that the limit of time is meant for
LONG_MINUTES: Final = 40  # a match that takes longer may be ended early
TIMED_BY: Final = "hard-greedy"  # the entry that tells how much time `hard` takes
_TIMED_GAMES: Final = 4  # of it, before that counts


class Entry(NamedTuple):
    """A match of the ladder: who plays, on what budgets, and the share of wins aimed at.

    ``between`` are the hypotheses of the sequential test that may end it early, if any may.
    Where UCT plays without a budget, it has the time that ``hard`` takes.
    """

    name: str
    levels: tuple[str, ...]
    budgets: Mapping[str, Budget]
    target: float | None
    between: Hypotheses | None
    games: int = GAMES


def _simulations(**numbers: int) -> dict[str, Budget]:
    return {level: {"simulations": number} for level, number in numbers.items()}


def _clock(**milliseconds: int) -> dict[str, Budget]:
    return {level: {"milliseconds": number} for level, number in milliseconds.items()}


def _against(level: str, others: str, count: int = 3) -> tuple[str, ...]:
    return (level, *[others] * count)


def _around(target: float, off: float = 0.07) -> Hypotheses:
    return Hypotheses(target - off, target + off)


LADDER: Final = (
    Entry("greedy-random", _against("greedy", "random"), {}, 0.95, _around(0.95, 0.03)),
    Entry("easy-greedy", _against("easy", "greedy"), _simulations(easy=25), 0.35, _around(0.35)),
    Entry(
        "medium-greedy",
        _against("medium", "greedy"),
        _simulations(medium=100),
        0.5,
        _around(0.5),
    ),
    Entry(TIMED_BY, _against("hard", "greedy"), _simulations(hard=400), 0.65, _around(0.65)),
    Entry(
        "expert-hard",
        _against("expert", "hard"),
        _simulations(expert=1200, hard=400),
        0.32,
        _around(0.32),
    ),
    Entry("hard-uct", _against("hard", UCT), _simulations(hard=400), 0.65, _around(0.65)),
    Entry(
        "hard-greedy-2",
        _against("hard", "greedy", 1),
        _simulations(hard=400),
        None,
        Hypotheses(0.5, 0.7),
    ),
    Entry(
        "hard-greedy-6",
        _against("hard", "greedy", 5),
        _simulations(hard=400),
        None,
        Hypotheses(1 / 6, 0.35),
    ),
    # Nothing was promised of these, but that each level beats the one below.
    Entry(
        "medium-easy",
        _against("medium", "easy"),
        _simulations(medium=100, easy=25),
        None,
        Hypotheses(0.25, 0.39),
    ),
    Entry(
        "hard-medium",
        _against("hard", "medium"),
        _simulations(hard=400, medium=100),
        None,
        Hypotheses(0.25, 0.39),
    ),
    # As long as the simulations above would take at 1,500 a second.
    Entry("easy-clock", _against("easy", "greedy"), _clock(easy=17), None, None, SPOT_GAMES),
    Entry("medium-clock", _against("medium", "greedy"), _clock(medium=67), None, None, SPOT_GAMES),
    Entry("hard-clock", _against("hard", "greedy"), _clock(hard=267), None, None, SPOT_GAMES),
    Entry(
        "expert-clock",
        _against("expert", "hard"),
        _clock(expert=800, hard=267),
        None,
        None,
        SPOT_GAMES,
    ),
)


class Standing(NamedTuple):
    """How far an entry has come: its match, and its games in order.

    ``match`` is None while it is not known yet how much time UCT is to have.
    """

    entry: Entry
    match: Match | None
    outcomes: list[Outcome]

    def verdict(self) -> Verdict | None:
        """What the sequential test says of the games from the first without a gap."""
        if self.entry.between is None:
            return None
        row = [one for number, one in enumerate(self.outcomes) if one.game == number]
        won = (_tested_won(self.entry, one) for one in row)
        return sequential_test(won, self.entry.between, len(self.entry.levels))

    def seconds(self) -> float | None:
        """The mean CPU time of a game; None before the first."""
        if not self.outcomes:
            return None
        return sum(seat.seconds for one in self.outcomes for seat in one.seats) / len(self.outcomes)

    def is_long(self) -> bool:
        """Whether all its games would take more than LONG_MINUTES on CORES."""
        seconds = self.seconds() or 0.0
        return seconds * self.entry.games > 60 * LONG_MINUTES * CORES

    def missing(self) -> list[int]:
        """The games still to be played: none once a long match has been decided."""
        if self.is_long() and self.verdict() is not None:
            return []
        played = {one.game for one in self.outcomes}
        return [game for game in range(self.entry.games) if game not in played]


def _tested_won(entry: Entry, outcome: Outcome) -> bool:
    return any(seat.place == 0 and seat.level == entry.levels[0] for seat in outcome.seats)


def par(entry: Entry) -> float:
    """The share of wins of the tested level if it played like the others."""
    return 1 / len(entry.levels)


def standings(games: Mapping[str, Sequence[Outcome]], weights: str) -> list[Standing]:
    """Every entry with its games on these weights, of those given by the name of their match."""
    found: list[Standing] = []
    for entry in LADDER:
        match = _match(entry, games, weights, found)
        outcomes = games.get(match_name(match), ()) if match else ()
        once = {one.game: one for one in outcomes if one.game < entry.games}
        found.append(Standing(entry, match, [once[game] for game in sorted(once)]))
    return found


def _match(
    entry: Entry,
    games: Mapping[str, Sequence[Outcome]],
    weights: str,
    before: Sequence[Standing],
) -> Match | None:
    budgets = dict(entry.budgets)
    if UCT in entry.levels:
        milliseconds = _time_given(entry, games, weights) or _time_taken(before)
        if milliseconds is None:
            return None
        budgets[UCT] = {"milliseconds": milliseconds}
    return match_of(entry.levels, budgets, SEED)._replace(weights=weights)


def _time_given(entry: Entry, games: Mapping[str, Sequence[Outcome]], weights: str) -> int | None:
    """The milliseconds that UCT has had in this entry, where it has been played most."""
    some = match_of(entry.levels, {**entry.budgets, UCT: {"milliseconds": 0}}, SEED)
    name = re.escape(match_name(some._replace(weights=weights)))
    pattern = re.compile(name.replace("=0ms", r"=(\d+)ms"))
    found = [(len(games[one]), int(hit[1])) for one in games if (hit := pattern.fullmatch(one))]
    return max(found)[1] if found else None


def _time_taken(standings: Sequence[Standing]) -> int | None:
    """The milliseconds that `hard` takes for a decision in the mean, once some games tell."""
    for standing in standings:
        if standing.entry.name == TIMED_BY and len(standing.outcomes) >= _TIMED_GAMES:
            return max(1, round(1000 * seconds_per_decision(standing.outcomes, "hard")))
    return None


def minutes_left(standings: Sequence[Standing], jobs: int) -> tuple[float, list[str]]:
    """How long the missing games of the entries take, as far as games so far tell.

    With it the names of the entries of which none has been played.
    """
    seconds = 0.0
    unknown = []
    for standing in standings:
        each = standing.seconds()
        if each is None:
            unknown.append(standing.entry.name)
        else:
            seconds += each * len(standing.missing())
    return seconds / jobs / 60, unknown
