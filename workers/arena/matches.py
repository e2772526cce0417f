"""Matches between levels: their games, and what these add up to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.levels import own_budget
from service.rules.rng import Random
from service.rules.scoring import ranking
from service.rules.setup import new_game
from service.rules.slots import LAST_TURN, TURN, VP
from service.rules.steps import phase_of
from service.rules.tables import ANIMALS
from workers.arena.intervals import wilson
from workers.games import UCT, UCT_BUDGET, Budget, decisions, rotated
from workers.search.selfplay import TURN_LIMIT
from workers.search.weights import weights
from workers.seeds import entropy

_PER_MILLE: Final = 1000


class Match(NamedTuple):
    """Who plays: the level of each seat, the tested one first, and the budget of each level.

    ``weights`` is the version of the search's numbers: with others it is another match.
    """

    levels: tuple[str, ...]
    budgets: dict[str, Budget | None]
    seed: int
    weights: str


class Seat(NamedTuple):
    """How one seat did: its level and animal, place (0 won), VP, decisions and their CPU time."""

    level: str
    animal: str
    place: int
    points: int
    decisions: int
    seconds: float


class Forecast(NamedTuple):
    """What a search at a seat expected: of each seat the chance to win, per mille.

    ``phase`` is an index into ``steps.PHASES``.
    """

    turn: int
    phase: int
    seat: int
    chances: list[int]


class Outcome(NamedTuple):
    """A game of a match, seat by seat, and how long it took to end, by Ice Age or not.

    ``forecasts`` holds the first that a search made in each phase of each turn.
    """

    game: int
    seats: list[Seat]
    turns: int
    by_ice_age: bool
    forecasts: list[Forecast]


def match_of(levels: Sequence[str], budgets: Mapping[str, Budget], seed: int) -> Match:
    """A match on the weights in use; a level without a budget has its own."""
    used = {}
    for level in dict.fromkeys(levels):
        own = UCT_BUDGET if level == UCT else own_budget(level)
        used[level] = budgets.get(level, own) if own else None
    return Match(tuple(levels), used, seed, weights().version)


def player_name(level: str, budget: Budget | None) -> str:
    """A level with its budget, as the command's --budget takes it."""
    if not budget:
        return level
    if "milliseconds" in budget:
        return f"{level}={budget['milliseconds']}ms"
    return f"{level}={budget['simulations']}"


def match_name(match: Match) -> str:
    """What makes two games belong to one match, in a line."""
    players = ",".join(player_name(level, match.budgets.get(level)) for level in match.levels)
    return f"{players} seed={match.seed} weights={match.weights}"


def play_match_game(match: Match, game: int) -> Outcome:
    """Play one game of a match: the levels move on a seat a game, the animals by one a round."""
    count = len(match.levels)
    levels = rotated(match.levels, game)
    animals = sorted((game // count + seat) % len(ANIMALS) for seat in range(count))
    random = Random(entropy(match.seed, game))
    state = new_game([[animal] for animal in animals], random=random, turn_limit=TURN_LIMIT)
    state.random = random
    level_of = dict(zip(animals, levels, strict=True))
    made = [0] * count
    seconds = [0.0] * count
    forecasts: dict[tuple[int, int], Forecast] = {}
    choices = Random(entropy(match.seed, game, 1))
    for decision in decisions(state, level_of, match.budgets, choices):
        seat = animals.index(decision.animal)
        made[seat] += 1
        seconds[seat] += decision.seconds
        win = decision.answer.win
        phase = phase_of(decision.turn, decision.step)
        if win is not None and (decision.turn, phase) not in forecasts:
            chances = [round(_PER_MILLE * win[animal]) for animal in animals]
            forecasts[decision.turn, phase] = Forecast(decision.turn, phase, seat, chances)
    order = ranking(state)
    return Outcome(
        game,
        [
            Seat(
                levels[seat],
                ANIMALS[animal],
                order.index(animal),
                state.slots[VP + animal],
                made[seat],
                round(seconds[seat], 3),
            )
            for seat, animal in enumerate(animals)
        ],
        state.slots[TURN],
        bool(state.slots[LAST_TURN]),
        list(forecasts.values()),
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
        found.append(
            {
                "level": level,
                "budget": match.budgets.get(level),
                "seats": match.levels.count(level),
                "wins": wins,
                "games": len(outcomes),
                "share": wins / len(outcomes) if outcomes else 0.0,
                "low": low,
                "high": high,
                "mean_points": sum(seat.points for seat in seats) / max(1, len(seats)),
                "seconds_per_decision": seconds_per_decision(outcomes, level),
            }
        )
    return found


def seconds_per_decision(outcomes: Sequence[Outcome], level: str) -> float:
    """The mean CPU time of a level's decisions, with the steps that followed a plan."""
    seats = [seat for outcome in outcomes for seat in outcome.seats if seat.level == level]
    return sum(seat.seconds for seat in seats) / max(1, sum(seat.decisions for seat in seats))


def share_by_limit(outcomes: Sequence[Outcome]) -> float:
    """The share of games that the turn limit ended."""
    return sum(not outcome.by_ice_age for outcome in outcomes) / max(1, len(outcomes))
