"""Learning prices: the arithmetic, on samples whose answer is known, and real games."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workers import tune
from workers.cli import cli
from workers.search.figures import FIGURE_COUNT
from workers.search.selfplay import Sample
from workers.search.weights import read_weights, weights
from workers.train import (
    Played,
    append_game,
    fit,
    play_training_game,
    read_games,
    solve,
    weights_document,
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
    for share in (0, 1):
        assert found.common[3][share] == pytest.approx(20, abs=8)
    assert {**found.common, 3: weights().common[3]} == weights().common
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
    append_game(path, 1, played)
    append_game(path, 2, play_training_game(2, 1))
    [again] = read_games(path, 1)
    assert again.points == played.points
    assert [s.figures for s in again.samples] == [s.figures for s in played.samples]
    assert list(read_games(tmp_path / "none", 1)) == []


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for line in ('{"match": "a"}', "5", '["seed=1", 0, [], [[]]]'):
        path.write_text(f"{line}\n", encoding="utf-8")
        with pytest.raises(ValueError, match="line 1"):
            list(read_games(path, 1))


def run(path: Path, kind: str, *arguments: str) -> Result:
    files = ["--results", str(path / kind), "--out", str(path / "weights.json")]
    return CliRunner().invoke(cli, ["train", kind, *files, "--version", "next", *arguments])


def test_figures_are_learned_again_and_from_where_a_file_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three games at once, and two of them before the command was stopped in the third."""
    monkeypatch.setattr("workers.train._PLAYERS", (2,))
    monkeypatch.setattr("workers.search.selfplay.TURN_LIMIT", 2)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    assert run(whole, "figures", "--games", "3", "--jobs", "1").exit_code == 0
    assert run(parts, "figures", "--games", "2", "--jobs", "2").exit_code == 0
    with (parts / "figures").open("ab") as lines:
        lines.write((whole / "figures").read_bytes().splitlines()[2][:100])
    assert run(parts, "figures", "--games", "1", "--seed", "2").exit_code == 0  # another's game
    assert run(parts, "figures", "--games", "3").exit_code == 0
    assert len((parts / "figures").read_bytes().splitlines()) == 5
    learned = [(path / "weights.json").read_text(encoding="utf-8") for path in (whole, parts)]
    assert learned[0] == learned[1]
    found = read_weights(learned[0])
    assert found.version == "next"
    assert found.made_by == (
        f"{weights().made_by}; dominant-species train figures --games 3 --seed 1"
    )
    assert found.figures != weights().figures


def test_a_policy_is_tuned_and_told_by_how_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file's header names all iterations: it is not made from more than were asked for."""
    monkeypatch.setattr(tune, "GAMES", 2)
    monkeypatch.setattr("workers.search.selfplay.TURN_LIMIT", 2)
    assert run(tmp_path, "policy", "--iterations", "1", "--jobs", "1").exit_code == 0
    assert run(tmp_path, "policy", "--iterations", "2", "--jobs", "1").exit_code == 0
    text = (tmp_path / "weights.json").read_text(encoding="utf-8")
    made_by = f"{weights().made_by}; dominant-species train policy --iterations 2 --seed 1"
    assert read_weights(text).made_by == made_by
    assert read_weights(text).policy != weights().policy
    done = run(tmp_path, "policy", "--iterations", "1")
    assert (done.exit_code, "2 iterations already" in done.stderr) == (1, True)
    other = run(tmp_path, "policy", "--seed", "2")
    assert (other.exit_code, "belongs to a tuning" in other.stderr) == (1, True)


@pytest.mark.parametrize("kind", ["figures", "policy"])
def test_nothing_is_played_for_a_file_that_cannot_be_written(tmp_path: Path, kind: str) -> None:
    done = run(tmp_path / "none", kind)
    assert (done.exit_code, "there is no folder" in done.stderr) == (2, True)


def test_the_weights_file_can_be_read_again() -> None:
    samples = [Sample(0.2, animal, 5, described(species=animal)) for animal in (0, 1)]
    found = fit([Played(0, [9, 5, 0, 0, 0, 0], samples)], weights())
    text = json.dumps(weights_document(weights(), "next", "a test", figures=found.figures))
    again = read_weights(text)
    assert again.version == "next"
    assert again.policy == weights().policy
    assert again.figures[0] == pytest.approx(found.figures[0], abs=1e-3)
