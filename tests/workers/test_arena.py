"""Matches between levels: intervals, rotated seats, and results that are taken up again."""

import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner, Result

from service.rules.rng import Random
from service.rules.tables import ANIMALS
from workers.arena import match_command, matches
from workers.arena.calibration import Prediction, bins, brier, brier_by_phase, predictions
from workers.arena.charts import calibration_chart, results_chart
from workers.arena.files import append_outcome, read_all, read_outcomes
from workers.arena.intervals import Hypotheses, Verdict, sequential_test, wilson
from workers.arena.matches import (
    Forecast,
    Outcome,
    Seat,
    match_name,
    match_of,
    play_match_game,
    results,
    seconds_per_decision,
    share_by_limit,
)
from workers.cli import cli
from workers.job_option import jobs_option
from workers.search.weights import weights


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


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of two turns."""
    monkeypatch.setattr(matches, "TURN_LIMIT", 2)


@pytest.mark.usefixtures("short")
def test_seats_and_animals_rotate() -> None:
    """In four games the tested level sits once on each seat; then the next four animals play."""
    match = match_of(["greedy", "random", "random", "random"], {}, 3)
    outcomes = [play_match_game(match, game) for game in range(4)]
    seats = [[seat.level for seat in outcome.seats].index("greedy") for outcome in outcomes]
    assert sorted(seats) == [0, 1, 2, 3]
    for outcome in outcomes:
        assert sorted(seat.place for seat in outcome.seats) == [0, 1, 2, 3]
        assert [seat.animal for seat in outcome.seats] == list(ANIMALS[:4])
    later = [play_match_game(match, game).seats for game in (4, 8, 12, 20)]
    assert [[ANIMALS.index(seat.animal) for seat in four] for four in later] == [
        [1, 2, 3, 4], [2, 3, 4, 5], [0, 3, 4, 5], [0, 1, 2, 5],
    ]  # fmt: skip
    assert play_match_game(match, 2)._replace(seats=[]) == outcomes[2]._replace(seats=[])


def a_game(game: int, place: int = 0, chances: tuple[int, int] = (700, 300)) -> Outcome:
    """A game of hard against greedy, in which hard came to that place and forecast so once."""
    seats = [
        Seat("hard", "mammal", place, 90, 70, 1.4),
        Seat("greedy", "bird", 1 - place, 60, 60, 0.3),
    ]
    return Outcome(game, seats, 8, game % 2 == 0, [Forecast(1, 1, 0, list(chances))])


def test_a_match_is_named_by_all_that_matters() -> None:
    """Levels, budgets (the levels' own where none is given), seed and weights."""
    match = match_of(["hard", "uct", "greedy"], {"uct": {"milliseconds": 90}}, 7)
    assert match_name(match) == f"hard=400,uct=90ms,greedy seed=7 weights={weights().version}"
    assert match_name(match_of(["easy", "uct"], {}, 1)).startswith("easy=25,uct=100 ")


def test_results_are_taken_up_again(tmp_path: Path) -> None:
    """A line that was cut off, and the games of other matches, are left out."""
    match = match_of(["hard", "greedy"], {"hard": {"simulations": 9}}, 1)
    path = tmp_path / "results"
    assert read_outcomes(path, match) == []
    append_outcome(path, match, a_game(4))
    append_outcome(path, match._replace(seed=2), a_game(5))
    append_outcome(path, match._replace(weights="other"), a_game(6))
    with path.open("a", encoding="utf-8") as lines:
        lines.write('{"match": {"lev')
    append_outcome(path, match, a_game(1))
    append_outcome(path, match, a_game(1))
    assert read_outcomes(path, match) == [a_game(1), a_game(4)]
    assert len(list(read_all(path))) == 5


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text('{"game": 1}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        list(read_all(path))
    done = run("--levels", "random,random", "--results", str(path))
    assert (done.exit_code, "line 1" in done.stderr) == (1, True)


def test_results_count_wins_by_level() -> None:
    """Of two games hard won one; greedy has three seats and won the other."""
    match = match_of(["hard", "greedy", "greedy", "greedy"], {}, 1)
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
                [],
            )
        )
    hard, greedy = results(match, outcomes)
    assert (hard["level"], hard["wins"], hard["games"]) == ("hard", 1, 2)
    assert (greedy["level"], greedy["wins"], greedy["games"]) == ("greedy", 1, 2)
    assert hard["mean_points"] == 99  # 100 and 98
    assert hard["seconds_per_decision"] == pytest.approx(0.05)
    assert Counter(entry["seats"] for entry in (hard, greedy)) == {1: 1, 3: 1}
    assert seconds_per_decision(outcomes, "greedy") == pytest.approx(0.05)
    assert share_by_limit([a_game(0), a_game(1), a_game(3)]) == pytest.approx(2 / 3)


BETWEEN = Hypotheses(0.4, 0.6)


def test_the_sequential_test_stops_where_wald_says() -> None:
    """Each win counts ln 1.5 = 0.405, each loss as much less; the bound is ln 19 = 2.944.

    So eight more wins than losses decide, or losses than wins, from game 60 on, at every fourth.
    """
    even = [True, False] * 40
    assert sequential_test(even, BETWEEN, 4) is None
    assert sequential_test([True] * 59, BETWEEN, 4) is None
    assert sequential_test([True] * 60, BETWEEN, 4) == Verdict(True, 60)
    assert sequential_test([*even, *[True] * 7], BETWEEN, 4) is None
    assert sequential_test([*even, *[True] * 8, True], BETWEEN, 4) == Verdict(True, 88)
    assert sequential_test([*even, *[False] * 12], BETWEEN, 4) == Verdict(False, 88)
    assert sequential_test([], BETWEEN, 4) is None


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    """With the lower hypothesis true, at most some 5% of 400 matches are decided for the higher."""
    random = Random(1)
    wrong = 0
    for _ in range(400):
        won = [random.below(100) < 40 for _ in range(400)]
        verdict = sequential_test(won, BETWEEN, 4)
        assert verdict is not None
        wrong += verdict.high
    assert wrong <= 20 + 2 * 4.4  # two standard deviations


def test_calibration_of_a_few_games() -> None:
    """Two games, each forecast 70% and 30%: the first came out so, the second the other way."""
    found = predictions([a_game(0), a_game(9, place=1)])
    assert found == [
        Prediction(0, 1, 0.7, 0.5, True),
        Prediction(0, 1, 0.3, 0.5, False),
        Prediction(1, 1, 0.7, 0.5, False),
        Prediction(1, 1, 0.3, 0.5, True),
    ]
    score = brier(found)  # errors of 0.3, 0.3, 0.7 and 0.7
    assert score.predictions == 4
    assert score.score == pytest.approx((0.09 + 0.49) / 2)
    assert score.base == pytest.approx(0.25)
    assert brier_by_phase(found) == {"planning": score}
    low, high = bins(found)
    assert (low.predictions, low.share) == (high.predictions, high.share) == (2, 0.5)
    assert (low.chance, high.chance) == pytest.approx((0.3, 0.7))
    assert bins([]) == []


def test_nothing_predicted_has_no_score(tmp_path: Path) -> None:
    """A score of 0 were perfect foresight."""
    with pytest.raises(ValueError, match="no predictions"):
        brier([])
    assert brier_by_phase([]) == {}
    path, picture = tmp_path / "results", tmp_path / "calibration.svg"
    match = match_of(["hard", "greedy"], {"hard": {"simulations": 9}}, 1)
    append_outcome(path, match, a_game(0)._replace(forecasts=[]))
    arguments = ["--levels", "hard,greedy", "--budget", "hard=9", "--games", "1"]
    arguments += ["--results", str(path), "--calibration", str(picture)]
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    assert "Brier score: none, for nothing was predicted" in done.stdout
    assert "Brier score: none; no predictions" in words(picture.read_text(encoding="utf-8"))
    found = json.loads(run(*arguments, "--json").stdout)["calibration"]
    assert found == {"brier": None, "phases": {}, "bins": []}


def test_predictions_of_one_game_count_as_one() -> None:
    """Ten times the same forecast in each of 20 games is as sure as once in each of them."""
    once = [Prediction(game, 1, 0.55, 0.5, game < 10) for game in range(20)]
    [few] = bins(once)
    [many] = bins([one for one in once for _ in range(10)])
    assert (few.predictions, many.predictions) == (20, 200)
    assert (few.low, few.high) == pytest.approx((many.low, many.high), abs=1e-9)
    # As for 19 independent ones: n - 1 of n, for the mean is estimated too.
    assert (few.low, few.high) == pytest.approx(wilson(9.5, 19))
    [sure] = bins([one for one in once[:10] for _ in range(10)])
    assert (sure.low, sure.high) == pytest.approx(wilson(10, 10))


def test_the_pictures_show_the_figures() -> None:
    outcomes = [a_game(0), a_game(1, place=1), a_game(2)]
    found = predictions(outcomes)
    drawn = calibration_chart(bins(found), brier(found), "hard & greedy")
    assert len(list(shapes(drawn, "circle"))) == 2
    assert f"Brier score {brier(found).score:.4f}, base rate 0.2500" in words(drawn)
    assert "hard & greedy" in words(drawn)
    match = match_of(["hard", "greedy"], {}, 1)
    drawn = results_chart(results(match, outcomes), match_name(match))
    hard, greedy = (float(circle.get("cx", "")) for circle in shapes(drawn, "circle"))
    assert hard - 170 == pytest.approx(400 * 2 / 3, abs=0.1)
    assert greedy - 170 == pytest.approx(400 / 3, abs=0.1)
    assert "2 of 3" in words(drawn)


def shapes(picture: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter(f"{{http://www.w3.org/2000/svg}}{name}"))


def words(picture: str) -> str:
    return " ".join(text.text or "" for text in shapes(picture, "text"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["arena", *arguments])


@pytest.mark.usefixtures("short")
def test_the_command_plays_goes_on_and_draws(tmp_path: Path) -> None:
    """Games of a file are not played again; forecasts outlast it too."""
    path, plot, calibration = (str(tmp_path / name) for name in ("results", "a.svg", "b.svg"))
    arguments = ["--levels", "easy,random", "--budget", "easy=4", "--results", path]
    one = run(*arguments, "--games", "1", "--jobs", "1")
    assert one.exit_code == 0, one.output
    assert "ended by the turn limit of 40" in one.stdout
    before = Path(path).read_text(encoding="utf-8")
    done = run(*arguments, "--games", "1", "--plot", plot, "--calibration", calibration, "--json")
    assert done.exit_code == 0, done.output
    assert Path(path).read_text(encoding="utf-8") == before
    summary = json.loads(done.stdout)
    easy, random = summary["results"]
    assert (easy["level"], easy["budget"], easy["games"]) == ("easy", {"simulations": 4}, 1)
    assert easy["wins"] + random["wins"] == 1
    assert summary["calibration"]["phases"].keys() >= {"planning", "execution"}
    assert shapes(Path(plot).read_text(encoding="utf-8"), "circle")
    assert shapes(Path(calibration).read_text(encoding="utf-8"), "circle")
    assert (
        "Brier score, all phases" in run(*arguments, "--games", "1", "--calibration", plot).stdout
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--levels", "random,best"], "no level 'best'"),
        (["--levels", "random"], "two to six"),
        (["--levels", "random,random", "--budget", "best=3"], "best=3"),
        (["--levels", "random,random", "--budget", "hard=0"], "hard=0"),
        (["--levels", "random,greedy", "--budget", "greedy=3"], "it uses no budget"),
        (["--levels", "random,easy", "--budget", "hard=3"], "'hard' changes nothing: it does not"),
        (["--levels", "random,random", "--plot", "/none/a.svg"], "cannot be written"),
        (["--levels", "random,random", "--results", "/none/a"], "cannot be written"),
        (["--levels", "random,uct", "--calibration", "c.svg"], "none of these"),
    ],
)
def test_what_makes_no_sense_is_told_before_a_game_is_played(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delattr(match_command, "play_games")
    done = run(*arguments)
    assert done.exit_code == 2
    assert told in done.stderr


@pytest.mark.usefixtures("short")
def test_uct_plays_in_a_match() -> None:
    outcome = play_match_game(match_of(["uct", "random"], {"uct": {"simulations": 1}}, 1), 0)
    assert sorted(seat.level for seat in outcome.seats) == ["random", "uct"]
    assert outcome.forecasts == []


def test_a_match_takes_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the process may use, unless told otherwise."""
    found: list[int] = []

    @click.command()
    @jobs_option
    def command(jobs: int) -> None:
        found.append(jobs)

    for cores in (3, 1000):
        monkeypatch.setattr("os.sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert CliRunner().invoke(command).exit_code == 0
    assert CliRunner().invoke(command, ["--jobs", "2"]).exit_code == 0
    assert found == [3, 256, 2]
    for own in ("arena", "ladder"):
        told = CliRunner().invoke(cli, [own, "--help"]).stdout
        assert "one for each core" in " ".join(told.split())
