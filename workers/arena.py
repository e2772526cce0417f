"""Matches between levels: how often one wins, with what certainty, and at what cost."""

import json
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.rules.dominance import interject
from service.rules.engine import play
from service.rules.rng import Random
from service.rules.scoring import ranking
from service.rules.setup import new_game
from service.rules.slots import CURSOR, LAST_TURN, TURN, VP
from service.rules.steps import FINISHED
from service.rules.tables import ANIMALS
from workers.search.levels import Follower
from workers.search.policies import decider
from workers.seeds import entropy

TURN_LIMIT: Final = 40
_CERTAINTY: Final = 1.96  # standard deviations of a 95% interval
_SEED_BITS: Final = 1 << 28

Budget = dict[str, int]


class Match(NamedTuple):
    """Who plays: the level of each seat, the tested one first, and the budget of each level."""

    levels: tuple[str, ...]
    budgets: dict[str, Budget | None]
    seed: int


class Seat(NamedTuple):
    """How one seat did: its level and animal, place (0 won), VP, decisions and their seconds."""

    level: str
    animal: str
    place: int
    points: int
    decisions: int
    seconds: float


class Outcome(NamedTuple):
    """A game of a match, seat by seat, and how long it took to end, by Ice Age or not."""

    game: int
    seats: list[Seat]
    turns: int
    by_ice_age: bool


def play_match_game(match: Match, game: int) -> Outcome:
    """Play one game of a match; from game to game the seats rotate and the animals change."""
    count = len(match.levels)
    shift = game % count
    levels = match.levels[-shift:] + match.levels[:-shift] if shift else match.levels
    animals = sorted((game // count + seat) % len(ANIMALS) for seat in range(count))
    random = Random(entropy(match.seed, game))
    state = new_game([[animal] for animal in animals], random=random, turn_limit=TURN_LIMIT)
    state.random = random
    slots = state.slots
    follower = Follower()
    decisions = [0] * count
    seconds = [0.0] * count
    choices = Random(entropy(match.seed, game, 1))
    while slots[CURSOR] != FINISHED:
        seat = animals.index(decider(state))
        level = levels[seat]
        started = time.process_time()
        answer = follower.decide(state, level, match.budgets.get(level), choices.below(_SEED_BITS))
        seconds[seat] += time.process_time() - started
        decisions[seat] += 1
        for claim in answer.claims:
            interject(state, claim)
        play(state, answer.move)
    order = ranking(state)
    return Outcome(
        game,
        [
            Seat(
                levels[seat],
                ANIMALS[animal],
                order.index(animal),
                slots[VP + animal],
                decisions[seat],
                round(seconds[seat], 3),
            )
            for seat, animal in enumerate(animals)
        ],
        slots[TURN],
        bool(slots[LAST_TURN]),
    )


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The Wilson score interval of a share of wins, with 95% certainty."""
    if not games:
        return 0.0, 1.0
    z = _CERTAINTY
    share = wins / games
    middle = share + z * z / (2 * games)
    off = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - off) / scale), min(1.0, (middle + off) / scale)


def write_outcome(match: Match, outcome: Outcome) -> str:
    """A game as a line of a results file."""
    return json.dumps({"match": match_key(match), **outcome._asdict()}, separators=(",", ":"))


def match_key(match: Match) -> dict[str, Any]:
    """What makes two games belong to one match."""
    return {"levels": list(match.levels), "budgets": match.budgets, "seed": match.seed}


def read_outcomes(path: Path, match: Match) -> Iterator[Outcome]:
    """The games of a match in a results file; a last line that was cut off is left out."""
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if not line.endswith("\n"):
                return
            found = json.loads(line)
            if found["match"] == match_key(match):
                yield Outcome(
                    found["game"],
                    [Seat(*seat) for seat in found["seats"]],
                    found["turns"],
                    found["by_ice_age"],
                )


def results(match: Match, outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """One entry per level, the tested one first: games, wins with their interval, and costs.

    ``wins`` of ``games``: a game counts for every level that has a seat in it. ``low`` and
    ``high`` bound the share of wins; ``seconds_per_decision`` is CPU time, with the steps that
    followed a plan.
    """
    found = []
    for level in dict.fromkeys(match.levels):
        seats = [seat for outcome in outcomes for seat in outcome.seats if seat.level == level]
        wins = sum(seat.place == 0 for seat in seats)
        low, high = wilson(wins, len(outcomes))
        decisions = sum(seat.decisions for seat in seats)
        found.append(
            {
                "level": level,
                "seats": match.levels.count(level),
                "wins": wins,
                "games": len(outcomes),
                "share": wins / len(outcomes) if outcomes else 0.0,
                "low": low,
                "high": high,
                "mean_points": sum(seat.points for seat in seats) / max(1, len(seats)),
                "seconds_per_decision": sum(seat.seconds for seat in seats) / max(1, decisions),
            }
        )
    return found
