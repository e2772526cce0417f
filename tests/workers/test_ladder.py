"""The ladder: what counts for it, what is missing, when a match may end, and its page."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.conftest import ROOT
from workers.arena import ladder, matches
from workers.arena.files import append_outcome, read_by_match
from workers.arena.intervals import Hypotheses, Verdict
from workers.arena.ladder import LADDER, Entry, Standing, minutes_left, par, standings
from workers.arena.ladder_page import page
from workers.arena.matches import Forecast, Outcome, Seat, match_name, match_of
from workers.cli import cli
from workers.search.weights import weights

HARD = next(entry for entry in LADDER if entry.name == "hard-greedy")
UCT = next(entry for entry in LADDER if entry.name == "hard-uct")
HARD_NAME = "hard=400,greedy,greedy,greedy seed=1 weights=w"


def outcome(game: int, won: bool = True, seconds: float = 5.0, other: str = "greedy") -> Outcome:
    """A game of hard against three, of 100 decisions each, in the CPU time of one seat.

    Every fourth game is ended by the turn limit.
    """
    seats = [Seat("hard", "mammal", 0 if won else 3, 90, 100, seconds)]
    for place, animal in enumerate(("reptile", "bird", "insect"), 1 if won else 0):
        seats.append(Seat(other, animal, place, 60, 100, 0.1))
    return Outcome(game, seats, 8, game % 4 > 0, [Forecast(1, 1, 0, [400, 300, 200, 100])])


def standing(games: int, *, won: int, seconds: float = 5.0) -> Standing:
    """Of so many games of hard against greedy the first are won."""
    match = match_of(HARD.levels, HARD.budgets, 1)
    return Standing(HARD, match, [outcome(game, game < won, seconds) for game in range(games)])


def test_the_matches_of_the_ladder() -> None:
    """Budgets, seats and targets of each match, and what its sequential test decides between."""
    promised = {
        "greedy-random": (("greedy", "random", 3), 0.95),
        "easy-greedy": (("easy=25", "greedy", 3), 0.35),
        "medium-greedy": (("medium=100", "greedy", 3), 0.5),
        "hard-greedy": (("hard=400", "greedy", 3), 0.65),
        "expert-hard": (("expert=1200", "hard=400", 3), 0.32),
        "hard-uct": (("hard=400", "uct", 3), 0.65),
        "hard-greedy-2": (("hard=400", "greedy", 1), None),
        "hard-greedy-6": (("hard=400", "greedy", 5), None),
        "medium-easy": (("medium=100", "easy=25", 3), None),
        "hard-medium": (("hard=400", "medium=100", 3), None),
    }
    found = {}
    for entry in LADDER:
        first, *others = entry.levels
        assert len(set(others)) == 1
        names = [matches.player_name(one, entry.budgets.get(one)) for one in (first, others[0])]
        if entry.name.endswith("-clock"):
            assert (entry.games, entry.target, entry.between) == (20, None, None)
            assert "ms" in names[0]
            continue
        found[entry.name] = ((*names, len(others)), entry.target)
        assert entry.games == 200
        assert entry.between is not None
        if entry.target is None:
            assert entry.between.low == par(entry)
        else:
            assert entry.between.low < entry.target < entry.between.high
    assert found == promised
    assert sum(entry.name.endswith("-clock") for entry in LADDER) == 4


def by_name(games: dict[str, list[Outcome]], version: str = "w") -> dict[str, Standing]:
    return {one.entry.name: one for one in standings(games, version)}


def test_games_of_other_settings_or_weights_do_not_count() -> None:
    games = {
        HARD_NAME: [outcome(3), outcome(1), outcome(3), outcome(200)],
        HARD_NAME.replace("400", "300"): [outcome(5)],
        HARD_NAME.replace("seed=1", "seed=2"): [outcome(6)],
    }
    assert [one.game for one in by_name(games)["hard-greedy"].outcomes] == [1, 3]
    assert by_name(games)["hard-greedy"].missing() == [0, 2, *range(4, 200)]
    assert by_name(games, "other")["hard-greedy"].outcomes == []


def test_uct_has_the_time_that_hard_took() -> None:
    """5 s for 100 decisions are 50 ms; what it was first given stays, though the mean moves."""
    assert by_name({HARD_NAME: [outcome(game) for game in range(3)]})["hard-uct"].match is None
    games = {HARD_NAME: [outcome(game) for game in range(4)]}
    match = by_name(games)["hard-uct"].match
    assert match is not None
    assert match.budgets["uct"] == {"milliseconds": 50}
    games[match_name(match)] = [outcome(0, other="uct")]
    games[HARD_NAME] = [outcome(game, seconds=7) for game in range(20)]
    after = by_name(games)["hard-uct"]
    assert after.match == match
    assert [one.game for one in after.outcomes] == [0]
    assert by_name(games, "other")["hard-uct"].match is None


def test_only_long_matches_end_early() -> None:
    """Of 200 games in 40 minutes on two cores each takes 24 s of CPU time; others have 0.3 s.

    Each win counts ln(0.72 / 0.58) = 0.216, each loss ln(0.28 / 0.42) = -0.405; bounds +-2.944.
    """
    assert standing(60, won=50, seconds=23.6).missing() == list(range(60, 200))
    assert standing(60, won=50, seconds=23.8).missing() == []  # 50 * 0.216 - 10 * 0.405 = 6.8
    assert standing(60, won=30, seconds=23.8).missing() == []  # 30 * 0.216 - 30 * 0.405 = -5.7
    assert standing(60, won=39, seconds=23.8).missing() != []  # 39 * 0.216 - 21 * 0.405 = -0.1
    assert standing(59, won=59, seconds=23.8).missing() != []


def test_the_verdict_is_on_games_without_a_gap() -> None:
    """Otherwise games that end soon would be heard first."""
    whole = standing(64, won=64)
    assert whole.verdict() == Verdict(True, 60)
    assert whole._replace(outcomes=whole.outcomes[:20] + whole.outcomes[21:]).verdict() is None


def test_the_time_left() -> None:
    """Three games of 5.3 s took place: 197 more on two cores are 522 s."""
    minutes, unknown = minutes_left([standing(3, won=1), Standing(UCT, None, [])], 2)
    assert minutes == pytest.approx(197 * 5.3 / 2 / 60)
    assert unknown == ["hard-uct"]


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the page's first table by their match."""
    table = text.split("| match | wins |")[1].split("\n\n")[0]
    cells = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    return {row[0]: row for row in cells}


def test_the_page_tells_what_was_played_and_what_was_not() -> None:
    text = page([standing(80, won=60, seconds=24), Standing(UCT, None, [])], "w")
    found = rows(text)
    # Wilson: (0.75 + 1.92 / 80 -+ 1.96 * sqrt(0.75 * 0.25 / 80 + 0.96 / 6400)) / (1 + 3.84 / 80)
    assert found["hard=400 against 3 greedy"][1:] == [
        *("60", "80", "75.0%", "64.5% to 83.2%", "25%", "65%", "met"),
        *("58%, 72%: the higher after 60", "240.0, 1.0", "25%"),
    ]
    assert "not played" in found["hard=400 against 3 uct"]
    assert "Played on weights w." in text
    assert "| hard=400 against 3 greedy | 80 | 320 | " in text  # forecasts
    short = page([standing(80, won=51)], "w")  # so that all 200 are to be played
    assert rows(short)["hard=400 against 3 greedy"][7] == "missed so far"
    whole = page([standing(200, won=129)], "w")
    assert rows(whole)["hard=400 against 3 greedy"][7] == "missed"
    few = rows(page([standing(59, won=51)], "w"))["hard=400 against 3 greedy"]
    assert few[7] == "too few games"


def test_the_page_in_the_documentation_is_fresh() -> None:
    """It is what its results file gives, for the weights that it names."""
    text = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    [version] = re.findall(r"^Played on weights (.+)\.$", text, re.MULTILINE)
    assert text == page(standings(read_by_match(ROOT / "docs" / "ladder.jsonl"), version), version)


SMALL = (
    Entry("greedy-random", ("greedy", "random"), {}, 0.95, Hypotheses(0.92, 0.98), 3),
    Entry("random-random", ("random", "random"), {}, None, None, 2),
)


def run(path: Path, *arguments: str) -> Result:
    files = ["--results", str(path / "l.jsonl"), "--page", str(path / "l.md"), "--jobs", "1"]
    return CliRunner().invoke(cli, ["ladder", *files, *arguments])


def test_the_command_plays_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "TURN_LIMIT", 1)
    for module in ("workers.arena.ladder", "workers.arena.ladder_command"):
        monkeypatch.setattr(f"{module}.LADDER", SMALL)
    done = run(tmp_path, "--minutes", "0")
    assert done.exit_code == 0, done.output
    assert "without greedy-random, random-random (not begun)" in done.stdout
    assert (tmp_path / "l.md").read_text(encoding="utf-8").count("not played") == 2
    match = match_of(SMALL[0].levels, {}, ladder.SEED)
    append_outcome(tmp_path / "l.jsonl", match, outcome(1))
    done = run(tmp_path, "--only", "greedy-random")
    assert done.exit_code == 0, done.output
    games = read_by_match(tmp_path / "l.jsonl")
    assert {name: [one.game for one in found] for name, found in games.items()} == {
        match_name(match): [1, 0, 2]
    }
    done = run(tmp_path)
    assert "About 0 minutes are left on 1 core." in done.stdout
    assert sum(map(len, read_by_match(tmp_path / "l.jsonl").values())) == 5
    text = (tmp_path / "l.md").read_text(encoding="utf-8")
    assert "not played" not in text
    assert f"Played on weights {weights().version}." in text


def test_an_entry_that_waits_for_another_says_so(tmp_path: Path) -> None:
    done = run(tmp_path, "--only", "hard-uct")
    assert done.exit_code == 0, done.output
    assert "hard-uct waits for a few games of hard-greedy" in done.stdout
