"""Learning how sure a lead is in the last turn: the arithmetic, and real games of one turn."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from workers import endings
from workers.cli import cli
from workers.endings import Ending, append_ending, fit_ending, play_ending, read_endings
from workers.search.weights import read_weights, weights


def test_the_spread_is_found_again() -> None:
    """A lead of 2 VP that wins 731 times in 1,000: the odds are e to 1, so the spread is 2."""
    won = [Ending(game, [[20.0, 22.0]], 1) for game in range(731)]
    lost = [Ending(game, [[20.0, 22.0]], 0) for game in range(269)]
    assert fit_ending(won + lost) == 2
    # Of three, one 3 VP behind both others wins once for each e squared times that either does.
    level = [Ending(0, [[9.0, 9.0, 6.0]], winner) for winner in [0] * 468 + [1] * 468 + [2] * 64]
    assert fit_ending(level) == 1.5
    with pytest.raises(ValueError, match="no sample"):
        fit_ending([Ending(0, [], 1)])


def test_games_tell_of_their_last_turn_and_outlast_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game of one turn (R0) the last turn is the first."""
    monkeypatch.setattr(endings, "LIMIT", 1)
    ending = play_ending(1, 1)  # of two animals
    assert len(ending.expected) > 10
    assert {len(points) for points in ending.expected} == {2}
    # At the end of the turn it is known what comes out.
    last = ending.expected[-1]
    assert last.index(max(last)) == ending.winner
    path = tmp_path / "endings"
    append_ending(path, 1, ending)
    append_ending(path, 2, ending)
    assert list(read_endings(path, 1)) == [ending]


def test_the_command_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    path, out = tmp_path / "endings", tmp_path / "weights.json"
    for game in range(3):
        append_ending(path, 5, Ending(game, [[40.0, 31.0]] * 2, 0))
    with path.open("a") as lines:
        lines.write('["easy seed=5')  # cut off
    arguments = ["train", "ending", "--games", "3", "--seed", "5", "--results", str(path)]
    told = CliRunner().invoke(cli, [*arguments, "--out", str(out), "--version", "x"])
    assert told.exit_code == 0, told.output
    assert told.output.endswith("6 decisions of 3 last turns.\n")
    made = read_weights(out.read_text())
    assert made.made_by.endswith("; dominant-species train ending --games 3 --seed 5")
    assert made.ending == 0.1  # who leads by 9 has always won, so the least that is tried
    assert made._replace(version="", made_by="", ending=0) == weights()._replace(
        version="", made_by="", ending=0
    )
    path.write_text(json.dumps(["easy", 1, [["x"]], 0]) + "\n")
    told = CliRunner().invoke(cli, [*arguments, "--out", str(out), "--version", "x"])
    assert told.exit_code == 1
    assert "line 1: no game to learn from" in told.output
