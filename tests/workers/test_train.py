"""Learning prices: the arithmetic, on samples whose answer is known, and real games."""

import json
from pathlib import Path

import pytest

from workers.search.figures import FIGURE_COUNT
from workers.search.selfplay import Sample
from workers.search.weights import read_weights, weights
from workers.train import (
    Played,
    fit,
    play_training_game,
    read_games,
    solve,
    weights_document,
    write_game,
)


def test_solve() -> None:
    """2x + y = 5 and x + 3y = 10 hold for x = 1, y = 3; rows are exchanged for a zero pivot."""
    assert solve([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1, 3])
    assert solve([[0.0, 2.0], [4.0, 1.0]], [6.0, 7.0]) == pytest.approx([1, 3])


def described(**values: float) -> list[float]:
    figures = [0.0] * FIGURE_COUNT
    figures[4] = values.get("species", 0.0)
    figures[12] = values.get("tundra", 0.0)
    return figures


def test_prices_are_found_again() -> None:
    """Each cube brings 5 VP and each on tundra costs 3, all through the game, beside 20 for all."""
    games = []
    for game in range(600):
        turn = []
        points = [0] * 6
        for animal in (0, 2, 3):
            species = (game * 7 + animal * 5) % 11
            tundra = (game * 3 + animal) % 4
            share = (game % 10) / 10
            turn.append(Sample(share, animal, 7, described(species=species, tundra=tundra)))
            points[animal] = 7 + 20 + 5 * species - 3 * tundra
        games.append(Played(game, points, turn))
    found = fit(games, weights())
    for prices in found.figures:
        assert prices[4] == pytest.approx(5, abs=1.5)
        assert prices[12] == pytest.approx(-3, abs=1.5)
    assert found.explained > 0.9 > found.explained_before
    assert found.samples == 1800


def test_nothing_is_learned_from_last_turns() -> None:
    """At the end there is nothing left to expect, and without a sample there is no answer."""
    samples = [Sample(1.0, animal, 5, described()) for animal in (0, 1)]
    with pytest.raises(ValueError, match="no sample"):
        fit([Played(0, [9, 5, 0, 0, 0, 0], samples)], weights())


def test_games_are_the_same_again_and_outlast_a_file(tmp_path: Path) -> None:
    played = play_training_game(1, 1)
    assert played == play_training_game(1, 1)
    assert played != play_training_game(2, 1)
    assert len({sample.animal for sample in played.samples}) == 2
    path = tmp_path / "games"
    path.write_text(write_game(played) + "\n" + write_game(played)[:40], encoding="utf-8")
    [again] = read_games(path)
    assert again.points == played.points
    assert [s.figures for s in again.samples] == [s.figures for s in played.samples]
    assert list(read_games(tmp_path / "none")) == []


def test_the_weights_file_can_be_read_again() -> None:
    samples = [Sample(0.2, animal, 5, described(species=animal)) for animal in (0, 1)]
    found = fit([Played(0, [9, 5, 0, 0, 0, 0], samples)], weights())
    text = json.dumps(weights_document(weights(), "next", "a test", figures=found.figures))
    again = read_weights(text)
    assert again.version == "next"
    assert again.policy == weights().policy
    assert again.figures[0] == pytest.approx(found.figures[0], abs=1e-3)
