"""Matches between levels: intervals, rotated seats, and results that are taken up again."""

from collections import Counter
from pathlib import Path

import pytest

from service.rules.tables import ANIMALS
from workers.arena import (
    Match,
    Outcome,
    Seat,
    play_match_game,
    read_outcomes,
    results,
    wilson,
    write_outcome,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (130, 200, 0.5816, 0.7127),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    """Wilson (1927) with z = 1.96, by hand."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=2e-4)


def test_seats_and_animals_rotate() -> None:
    """In four games the tested level sits once on each seat; all six animals come to play."""
    match = Match(("greedy", "random", "random", "random"), {}, 3)
    outcomes = [play_match_game(match, game) for game in range(4)]
    seats = [[seat.level for seat in outcome.seats].index("greedy") for outcome in outcomes]
    assert sorted(seats) == [0, 1, 2, 3]
    for outcome in outcomes:
        assert sorted(seat.place for seat in outcome.seats) == [0, 1, 2, 3]
        assert outcome.seats == sorted(outcome.seats, key=lambda s: ANIMALS.index(s.animal))
    assert play_match_game(match, 2)._replace(seats=[]) == outcomes[2]._replace(seats=[])


def test_results_are_taken_up_again(tmp_path: Path) -> None:
    """A line that was cut off, and the games of other matches, are left out."""
    match = Match(("hard", "greedy"), {"hard": {"simulations": 9}, "greedy": None}, 1)
    other = match._replace(seed=2)
    seats = [Seat("hard", "mammal", 0, 90, 70, 1.5), Seat("greedy", "bird", 1, 60, 65, 0.1)]
    outcome = Outcome(4, seats, 8, True)
    path = tmp_path / "results"
    lines = [write_outcome(match, outcome), write_outcome(other, outcome), '{"match": {"lev']
    path.write_text("\n".join(lines), encoding="utf-8")
    assert list(read_outcomes(path, match)) == [outcome]
    assert list(read_outcomes(tmp_path / "none", match)) == []


def test_results_count_wins_by_level() -> None:
    """Of two games hard won one; greedy has three seats and won the other."""
    match = Match(("hard", "greedy", "greedy", "greedy"), {}, 1)
    outcomes = []
    for game, order in enumerate(((0, 1, 2, 3), (2, 0, 1, 3))):
        levels = ("hard", "greedy", "greedy", "greedy")
        outcomes.append(
            Outcome(
                game,
                [
                    Seat(level, animal, place, 100 - place, 10, 0.5)
                    for level, animal, place in zip(levels, ANIMALS, order, strict=False)
                ],
                7,
                True,
            )
        )
    hard, greedy = results(match, outcomes)
    assert (hard["level"], hard["wins"], hard["games"]) == ("hard", 1, 2)
    assert (greedy["level"], greedy["wins"], greedy["games"]) == ("greedy", 1, 2)
    assert hard["mean_points"] == 99  # 100 and 98
    assert hard["seconds_per_decision"] == pytest.approx(0.05)
    assert Counter(entry["seats"] for entry in (hard, greedy)) == {1: 1, 3: 1}
