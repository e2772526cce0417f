"""The golden games still come out as they are written down."""

import re
from itertools import zip_longest
from typing import Any

import pytest

from service.documents.canonical import state_hash
from service.documents.replay import Outcome, ReplayFailed, run
from service.documents.replay_text import read_replay
from service.documents.write import write_state
from tests.golden.record import FOLDER, GAMES, Golden, path, text
from tests.oracle.conservation import faults
from tests.oracle.tables import CARDS

MAX_BYTES = 300_000


def replayed(golden: Golden) -> Outcome:
    """Carry a golden game out again, with everything in it checked."""
    return run(read_replay(path(golden).read_bytes()))


def documents() -> dict[str, dict[str, Any]]:
    """The last state of each golden game, by name."""
    return {golden.name: write_state(replayed(golden).game) for golden in GAMES}


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_game_comes_out_as_written(golden: Golden) -> None:
    """A difference is right only if a rule was to change; then `make golden` and read what did."""
    written = path(golden).read_text(encoding="utf-8")
    played = text(golden)
    for number, (old, new) in enumerate(
        zip_longest(written.splitlines(), played.splitlines(), fillvalue="(the end)"), 1
    ):
        assert new == old, f"the first difference is in line {number}"


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_game_can_be_read_by_the_service(golden: Golden) -> None:
    """Every move has its decision, number of legal moves, points, hash and events; the end too."""
    written = path(golden).read_text(encoding="utf-8")
    outcome = replayed(golden)
    for what in ("decision", "legal"):
        assert len(re.findall(rf"^= {what} ", written, re.MULTILINE)) == outcome.moves
    for what in ("points", "hash"):
        assert len(re.findall(rf"^= {what} ", written, re.MULTILINE)) == outcome.moves + 1
    document: dict[str, Any] = write_state(outcome.game)
    assert document["phase"] == "finished"
    assert written.endswith(f"= hash {state_hash(document)}\n")
    assert faults(document) == []
    assert len(written.encode("utf-8")) < MAX_BYTES


def test_a_change_is_noticed() -> None:
    """The first points of a game, one more than they were."""
    written = path(GAMES[0]).read_bytes()
    changed = re.sub(rb"points=(\d+)", lambda found: b"points=1" + found.group(1), written, count=1)
    assert changed != written
    with pytest.raises(ReplayFailed, match="what happened here is: points"):
        run(read_replay(changed))


def test_the_folder_holds_the_listed_games() -> None:
    assert len(GAMES) >= 12
    assert {found.name for found in FOLDER.iterdir()} == {path(golden).name for golden in GAMES}


def test_the_games_cover_players_options_and_cards() -> None:
    found = documents()
    taken = {card for document in found.values() for card in document["cards"].get("taken", [])}
    assert taken == set(CARDS)
    seats = {(len(d["players"]), len(d["animals"])) for d in found.values()}
    assert seats >= {(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (2, 6), (3, 6)}
    for option, values in {
        "dominance": {"automatic", "claimed"},
        "mammal_save": {"mammals", "any"},
        "initiative_return": {True, False},
    }.items():
        assert {document["rules"][option] for document in found.values()} == values
    assert {document["chance"]["mode"] for document in found.values()} == {"seeded", "manual"}


def test_games_end_with_the_ice_age_and_by_the_turn_limit() -> None:
    found = documents()
    by_the_limit = 0
    for golden in GAMES:
        document = found[golden.name]
        assert document["last_turn"] == ("ice_age" in document["cards"]["taken"])
        if not document["last_turn"]:
            assert document["turn"] == golden.turn_limit
            by_the_limit += 1
    assert 3 <= by_the_limit <= len(GAMES) - 3
