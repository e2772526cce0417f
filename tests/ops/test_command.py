"""The console command, but for `serve`."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.api.problems import violation_entry
from service.documents.canonical import dumps
from service.documents.play import start
from service.documents.verdict import judge
from service.documents.write import write_state
from workers.cli import cli


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, input=text)


@pytest.fixture
def document() -> dict[str, Any]:
    chance = {"mode": "seeded", "seed": "1"}
    game, _ = start({"ann": ["mammal"], "bob": ["bird"]}, chance=chance, game="g")
    return write_state(game)


def test_simulate_answers_the_same_for_the_same_seed() -> None:
    arguments = ["simulate", "--players", "3", "--games", "4", "--seed", "5", "--json"]
    first, second = (json.loads(run(*arguments).stdout) for _ in range(2))
    for figures in (first, second):
        figures.pop("decisions_per_second")
    assert first == second
    assert first["games"] == 4
    assert sum(first["wins_by_animal"].values()) == 4
    assert first["decisions_per_game"] > 100


def test_simulate_prints_the_share_of_games_that_the_turn_limit_ended() -> None:
    arguments = ["simulate", "--games", "3", "--turn-limit", "2"]
    assert json.loads(run(*arguments, "--json").stdout)["ended_by_turn_limit"] == 1
    table = run(*arguments).stdout
    assert "ended by turn limit" in table
    assert "1.00" in table


def test_simulate_takes_one_level_or_one_per_seat() -> None:
    both = ("--level", "greedy", "--level", "random")
    arguments = ("simulate", "--players", "2", "--games", "2", "--turn-limit", "1", *both)
    assert json.loads(run(*arguments, "--json").stdout)["levels"] == ["greedy", "random"]
    wrong = run("simulate", "--players", "3", *both)
    assert wrong.exit_code == 2
    assert "give --level once, or 3 times" in wrong.output


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulated_games_are_recorded_for_replay(tmp_path: Path, jobs: str) -> None:
    """The record is of the very games that are counted: the same with it and without."""
    arguments = ["simulate", "--players", "3", "--games", "3", "--turn-limit", "3", "--claimed"]
    arguments += ["--level", "random", "--level", "greedy", "--level", "random", "--jobs", jobs]
    done = run(*arguments, "--record", str(tmp_path / "games"), "--json")
    assert done.exit_code == 0, done.output
    plain, recorded = json.loads(run(*arguments, "--json").stdout), json.loads(done.stdout)
    for figures in (plain, recorded):
        figures.pop("decisions_per_second")
    assert plain == recorded
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["game-1.txt", "game-2.txt", "game-3.txt"]
    winners = []
    for file in files:
        held = run("replay", str(file), "--state", str(tmp_path / "last.json"))
        assert held.exit_code == 0, held.output
        assert "hold; turn 3, finished" in held.stdout
        last = json.loads((tmp_path / "last.json").read_text())
        winners.append(last["ranking"]["animals"][0])
        assert run("validate", str(tmp_path / "last.json")).exit_code == 0
    for animal, wins in recorded["wins_by_animal"].items():
        assert winners.count(animal) == wins


def test_one_simulated_game_is_recorded_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ["simulate", "--players", "2", "--games", "1", "--turn-limit", "1"]
    assert run(*arguments, "--record", str(file)).exit_code == 0
    text = file.read_text()
    assert "# Simulated; levels: mammal random, reptile random." in text
    assert run("replay", text=text).exit_code == 0
    assert run(*arguments, "--record", str(tmp_path)).exit_code == 0
    assert (tmp_path / "game-1.txt").read_text() == text


REPLAY = """\
dominant-species-replay/1
player ann mammal
player bob bird
chance seeded 42
bird place_pawn:initiative.1
mammal place_pawn:domination.5
= points mammal 0, bird 0
"""


def test_replay_prints_how_the_animals_stand(tmp_path: Path) -> None:
    held = run("replay", "--state", str(tmp_path / "state.json"), text=REPLAY)
    assert held.exit_code == 0
    assert "2 moves and 1 checks hold; turn 1, planning" in held.stdout
    for word in ("mammal", "ann", "bird", "bob"):
        assert word in held.stdout
    state = json.loads((tmp_path / "state.json").read_text())
    assert state["action_display"]["pawns"] == {"initiative.1": "bird", "domination.5": "mammal"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("domination.5", "initiative.1", "line 6: there is a pawn on that space already (R6.1)"),
        ("bird 0", "bird 7", "line 7: what holds here is: points mammal 0, bird 0"),
        ("seeded 42", "dice", "line 4: chance is seeded, server, manual (R1.7)"),
        ("bob bird", "bob mammal", "line 3: two players cannot both have the mammal (R1.1)"),
        (
            "seeded 42",
            "server",
            "line 4: the first draws of a game with server chance depend on its id",
        ),
        ("player bob bird\n", "", "line 2: a game has 2 to 6 players (R1.1)"),
    ],
)
def test_replay_tells_the_line_and_the_reason(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    failed = run("replay", "--state", str(tmp_path / "s"), text=REPLAY.replace(old, new))
    assert failed.exit_code == 1
    assert failed.stdout.startswith(told)
    assert not (tmp_path / "s").exists()


UNWRITABLE = {
    "x/y/z": "there is no folder",
    "folder": "it is a folder",
    "file/z": "there is no folder",
    "full": "No space left on device",
}


def unwritable(tmp_path: Path, name: str) -> str:
    """A path where nothing can be written; that ``full`` is full shows only on writing."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "full").symlink_to("/dev/full")
    return str(tmp_path / name)


@pytest.mark.parametrize("name", UNWRITABLE)
def test_replay_tells_that_the_state_cannot_be_written(tmp_path: Path, name: str) -> None:
    path = unwritable(tmp_path, name)
    done = run("replay", "--state", path, text=REPLAY)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {path} cannot be written: {UNWRITABLE[name]}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "games"), [("x/y/z", 1), ("file/z", 1), ("file/z", 2), ("file", 2), ("full", 1)]
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_tells_that_a_game_cannot_be_written(
    tmp_path: Path, name: str, games: int, jobs: str
) -> None:
    arguments = ["--games", str(games), "--turn-limit", "1", "--jobs", jobs]
    path = unwritable(tmp_path, name)
    done = run("simulate", *arguments, "--record", path, "--json")
    assert done.exit_code == 2
    assert done.stdout == ""
    sentence = done.stderr[done.stderr.index("Error: ") :]
    assert sentence.startswith(f"Error: {path} cannot be written: ")
    assert sentence.count("\n") == 1
    if name != "full":
        assert "games" not in done.stderr.partition("Error: ")[0], "told before any is played"


def test_simulate_tells_before_it_plays_that_one_of_the_files_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "game-2.txt").mkdir()
    done = run("simulate", "--games", "2", "--turn-limit", "1", "--record", str(tmp_path))
    assert done.exit_code == 2
    assert "game-2.txt cannot be written: it is a folder" in done.stderr
    assert not (tmp_path / "game-1.txt").exists()


def into_a_closed_pipe(*arguments: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run the command with nobody to read what it prints."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [sys.executable, "-c", "from workers.cli import main; main()", *arguments],
            input=text,
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writer)


def test_a_reader_who_goes_away_changes_nothing(tmp_path: Path, document: dict[str, Any]) -> None:
    state = tmp_path / "state.json"
    held = into_a_closed_pipe("replay", "--state", str(state), text=REPLAY.encode())
    assert (held.returncode, held.stderr) == (0, b"")
    assert json.loads(state.read_text())["turn"] == 1
    wrong = into_a_closed_pipe("replay", text=REPLAY.replace("bird 0", "bird 7").encode())
    assert (wrong.returncode, wrong.stderr) == (1, b"")
    valid = into_a_closed_pipe("validate", text=dumps(document))
    assert (valid.returncode, valid.stderr) == (0, b"")
    document["bag"]["sun"] += 1
    invalid = into_a_closed_pipe("validate", text=dumps(document))
    assert (invalid.returncode, invalid.stderr) == (1, b"")


def test_replay_of_server_chance_takes_the_key_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = REPLAY.replace("seeded 42", "server").replace("player ann", "game g\nplayer ann")
    assert run("replay", text=text).exit_code == 1
    assert run("key", str(tmp_path / "key")).exit_code == 0
    monkeypatch.setenv("SERVER_KEY_FILE", str(tmp_path / "key"))
    assert run("replay", text=text).exit_code == 0


def test_validate_says_valid(document: dict[str, Any]) -> None:
    done = run("validate", text=dumps(document))
    assert done.exit_code == 0
    assert done.stdout == "valid\n"


def test_validate_prints_each_violation_with_its_line(
    document: dict[str, Any], tmp_path: Path
) -> None:
    document["bag"]["sun"] += 1
    document["animals"]["mammal"]["gene_pool"] -= 1
    file = tmp_path / "state.json"
    text = json.dumps(document, indent=2)
    file.write_text(text)
    done = run("validate", str(file))
    assert done.exit_code == 1
    lines = text.splitlines()
    pool = next(i for i, line in enumerate(lines, 1) if '"gene_pool"' in line)
    assert f"line {pool}  /animals/mammal/gene_pool  structure" in done.stdout
    bag = lines.index('  "bag": {')
    sun = next(i for i, line in enumerate(lines, 1) if '"sun": ' in line and i > bag)
    assert f"line {sun}  /bag/sun  structure disk_count (R1.4)" in done.stdout
    assert "    see /v1/rules#R1.4\n" in done.stdout
    assert done.stdout.endswith("2 violations\n")


def test_validate_prints_what_the_api_answers(document: dict[str, Any]) -> None:
    """Every violation with its level, code, rule, value, what is expected, and its sentence."""
    document["bag"]["sun"] += 1
    document["turn"] = "two"
    document["pending"][0]["animal"] = "insect"
    text = json.dumps({"state": document})
    done = run("validate", text=text)
    entries = [violation_entry(v) for v in judge(text.encode(), limit=2**20).violations]
    assert {entry["level"] for entry in entries} == {"syntax", "structure", "consistency"}
    for entry in entries:
        for part in (
            f"{entry['pointer']}  {entry['level']} {entry['code']} ({entry['rule']})",
            entry["detail"],
            f"found: {json.dumps(entry['value'])}",
            f"see {entry['rule_url']}",
        ):
            assert part in done.stdout
        if "expected" in entry:
            assert f"expected: {json.dumps(entry['expected'])}" in done.stdout
    assert done.stdout.endswith(f"{len(entries)} violations\n")


def test_validate_is_coloured_by_level(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run("validate", text=dumps(document)).stdout == "\x1b[1;32mvalid\x1b[0m\n"
    document["bag"]["sun"] += 1
    document["turn"] = "two"
    document["pending"][0]["animal"] = "insect"
    shown = run("validate", text=dumps(document)).stdout
    for colour, level in ((31, "syntax"), (33, "structure"), (35, "consistency")):
        assert f"\x1b[{colour}m  {level}\x1b[0m" in shown


def test_validate_tells_the_line_where_the_text_breaks() -> None:
    assert "line 3  /  syntax not_json" in run("validate", text='{\n "turn": 1,\n oops}').stdout
    assert "line 2  /  syntax not_utf8" in run("validate", text=b'{\n "a\xff"}').stdout


@pytest.mark.parametrize("text", [b"", b"\xff", b"[1,}", b"[" * 100_000, b"NaN", b"{}"])
def test_validate_takes_any_bytes(text: bytes) -> None:
    done = run("validate", text=text)
    assert done.exit_code == 1
    assert "violation" in done.stdout


def test_the_openapi_file_is_fresh_and_a_stale_one_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run("openapi", "--check").exit_code == 0
    other = tmp_path / "openapi" / "openapi.json"
    monkeypatch.setattr("service.cli.OPENAPI_FILE", other)
    assert "is stale" in run("openapi", "--check").output
    assert run("openapi", "--write").exit_code == 0
    assert other.read_text() == run("openapi").stdout
    assert run("openapi", "--check").exit_code == 0


def test_key_makes_a_key_once(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert run("key", str(path)).exit_code == 0
    secret = path.read_text()
    assert run("key", str(path)).exit_code == 0
    assert path.read_text() == secret


def test_key_tells_what_it_did(tmp_path: Path) -> None:
    path = tmp_path / "server-key"
    assert run("key", str(path)).stdout == f"A new key: {path}\n"
    assert run("key", str(path)).stdout == f"There is a key already: {path}\n"
    refused = run("key", str(path / "deeper"))
    assert refused.exit_code == 1
    assert "cannot be written" in refused.stderr


def test_validate_takes_several_files(document: dict[str, Any], tmp_path: Path) -> None:
    good, bad, whole = tmp_path / "good", tmp_path / "bad", tmp_path / "whole"
    good.write_bytes(dumps(document))
    whole.write_bytes(dumps({"state": document, "hash": "x"}))
    done = run("validate", str(good), str(whole))
    assert done.exit_code == 0
    assert done.stdout == f"{good}:\nvalid\n{whole}:\nvalid\n"
    document["bag"]["sun"] += 1
    bad.write_bytes(dumps(document))
    done = run("validate", str(bad), str(good))
    assert done.exit_code == 1
    assert done.stdout.startswith(f"{bad}:\n")
    assert "/bag/sun" in done.stdout
    assert done.stdout.endswith(f"1 violation\n{good}:\nvalid\n")
