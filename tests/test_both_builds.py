"""The compiled engine plays as its sources do. `make proof` compares many more games."""

import json
import os
import subprocess
import sys

import pytest

from service.compiling import CannotCompile, ensure_build, what_is_missing
from tests.both_builds import Difference, check_same, compare
from tests.conftest import ROOT


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    try:
        ensure_build()
    except CannotCompile:
        if what_is_missing() is None:
            raise
        pytest.skip("nothing to compare: the engine cannot be compiled here")


def test_they_agree_after_every_move_of_100_games() -> None:
    assert compare("moves", 0, 100) > 100 * 300


def test_they_agree_after_every_turn_of_1000_games() -> None:
    assert compare("turns", 10_000, 1_000) > 1_000 * 3


def test_the_reference_player_chooses_the_same_moves() -> None:
    """A turn of each number of animals, 2 to 6; each has 14 to 18 pawns to place (R1.1)."""
    assert compare("uct", 0, 5) > 14 + 18 + 20 + 20 + 18


def test_expert_finds_the_same() -> None:
    """All that an answer tells, in games of 2 to 6 animals."""
    assert compare("expert", 0, 5) > 25


@pytest.mark.parametrize("level", ["greedy", "easy"])
def test_they_choose_the_same_moves(level: str) -> None:
    """The search's compiled modules against their sources; a turn is some 70 decisions."""
    arguments = ["simulate", "--games", "1", "--turn-limit", "1", "--level", level, "--json"]
    outcomes = []
    for pure in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-m", "workers", *arguments],
            cwd=ROOT,
            env={**os.environ, "DOMINANT_SPECIES_PURE": pure},
            stdout=subprocess.PIPE,
            check=True,
        )
        outcomes.append(json.loads(done.stdout))
        assert outcomes[-1].pop("decisions_per_second") > 0
    assert outcomes[0] == outcomes[1]
    assert outcomes[0]["decisions_per_game"] > 20


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (["a", "b", "c"], ["a", "x", "c"], "game 3, moves: digest 1, b or x"),
        (["a", "b"], ["a"], "digest 1, b or None"),
        ([], ["a"], "digest 0, None or a"),
        ([], [], "no build played game 3"),
    ],
)
def test_a_difference_is_found(one: list[str], other: list[str], told: str) -> None:
    with pytest.raises(Difference, match=told):
        check_same("game 3", "moves", one, other)
