"""The engine plays by the rules: in step with the second implementation in tests/oracle.

`make proof` plays thousands of such games.
"""

from typing import Any

import pytest

from service.documents.decisions import KIND_INDEX
from service.documents.game import GameState
from service.documents.play import start
from service.documents.write import write_state
from tests.following import untold
from tests.lockstep import NOTHING, PLAYERS, Difference, compare, play
from tests.oracle.conservation import faults
from tests.oracle.game import Game
from tests.oracle.playing import Playing
from tests.oracle.tables import CARDS, PLACES

SHORT = 8  # turns


@pytest.mark.parametrize("seed", range(3 * len(PLAYERS)))
def test_a_short_game(seed: int) -> None:
    assert play(seed, turn_limit=SHORT).states > 100


@pytest.mark.parametrize("seed", range(1000, 1000 + 3 * len(PLAYERS)))
def test_a_shocked_game(seed: int) -> None:
    assert play(seed, shocked=True, turn_limit=SHORT).states > 50


@pytest.mark.parametrize("seed", [2000, 2001, 2004, 2005])
def test_a_whole_game(seed: int) -> None:
    assert play(seed).states > 500


def test_few_games_meet_every_kind_of_decision_and_every_card() -> None:
    total = NOTHING
    for seed in range(3000, 3012):
        total += play(seed, shocked=seed % 2 == 1)
        if set(total.kinds) == set(KIND_INDEX) and set(total.cards) == set(CARDS):
            return
    pytest.fail(f"met only {total.kinds} and {total.cards}")


ANIMALS = ["mammal", "amphibian"]


def two() -> tuple[GameState, Playing]:
    """The same new game of two animals on both sides."""
    engine, _ = start({a: [a] for a in ANIMALS}, {}, {"mode": "manual"}, game="two")
    return engine, Playing.new(Game(ANIMALS))


def test_another_state_is_found() -> None:
    engine, playing = two()
    playing.game.points["mammal"] = 1
    with pytest.raises(Difference, match=r"document/animals/mammal/victory_points: .* None, .* 1"):
        compare(engine, playing, 1)


def test_another_list_of_moves_is_found() -> None:
    engine, playing = two()
    assert playing.decision is not None
    fewer = playing.decision.moves - {"draw_card:blight"}
    playing.decision = playing.decision._replace(moves=fewer)
    with pytest.raises(Difference, match=r"decision: .*draw_card:blight.*, expected was"):
        compare(engine, playing, 1)


def test_another_decider_is_found() -> None:
    engine, playing = two()
    assert playing.decision is not None
    playing.decision = playing.decision._replace(animal="mammal")
    with pytest.raises(Difference, match="decision"):
        compare(engine, playing, 1)


def test_another_scoring_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mammals are first on mountain, desert and forest: 3 + 4 + 5 points (R2.3)."""
    engine, playing = two()
    monkeypatch.setitem(PLACES, "mountain", (4, 2))
    found = r"scoring/animals/mammal/final_scoring: the engine has 12, expected was 13"
    with pytest.raises(Difference, match=found):
        compare(engine, playing, 0)


def test_an_event_that_is_not_told_is_found() -> None:
    engine, _ = two()
    before: dict[str, Any] = write_state(engine)
    after = {**before, "survival": "mammal"}
    told = {"event": "survival_awarded", "rule": "R9.2", "animal": "mammal"}
    assert untold(before, [told], after) == {}
    assert untold(before, [], after) == {"survival": (None, "mammal")}


def test_what_is_lost_is_found() -> None:
    engine, _ = two()
    document: dict[str, Any] = write_state(engine)
    assert faults(document) == []
    document["bag"]["sun"] -= 1
    document["animals"]["mammal"]["gene_pool"] += 1
    document["tiles"]["unseen"]["sea"] += 1
    assert faults(document) == [
        "19 disks of sun",
        "55 cubes of the mammal",
        "8 tiles of sea",
        "the face-down tiles are not the unseen ones",
    ]


def test_a_branch_begins_at_its_decision() -> None:
    """Two branches do not know of each other."""
    playing = Playing.new(Game(ANIMALS))
    one, other = playing.branch(), playing.branch()
    one.make("draw_card:blight")
    other.make("draw_card:habitat")
    assert playing.game.available == set()
    assert one.game.available == {"blight"}
    assert one.decision is not None
    assert "draw_card:habitat" in one.decision.moves
