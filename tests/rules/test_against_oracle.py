"""The engine against the second reading of the rules in tests/oracle, in random games."""

import copy
import itertools
from typing import Any

import pytest

from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.moves import move_id
from service.documents.play import make_moves
from service.documents.read import read_state
from service.documents.score import score_object
from service.documents.write import write_state
from service.rules.engine import legal_moves
from tests.oracle import board, reset, scores, totals
from tests.rules.test_random_games import SETTINGS, document, states

SEEDS = (2, 3, 4, 5, 6)
SCORED_EVERY = 5
RESET_EVERY = 23


def sampled(setting: int, every: int) -> list[dict[str, Any]]:
    """Documents of states of random games, every so many moves, and the last of each game."""
    found = []
    for seed in SEEDS:
        last = None
        for count, last in enumerate(states(setting, seed)):
            if count % every == 0:
                found.append(document(setting, last))
        assert last is not None
        found.append(document(setting, last))
    return found


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_every_component_is_somewhere(setting: int) -> None:
    """R1, after every single move."""
    for state in states(setting, SEEDS[0]):
        assert totals.faults(document(setting, state)) == []


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_matching_dominance_and_scoring(setting: int) -> None:
    """R2.3, R2.6, R4.1 to R4.3, R7.12, R9.2, R10.2, R10.3."""
    for found in sampled(setting, SCORED_EVERY):
        scoring: Any = score_object(read_state(found))
        for name, tile in scoring["tiles"].items():
            assert tile["terrain"] == board.terrain(found, name)
            assert tile["species"] == board.species(found, name)
            expected = {a: board.matches(found, a, name) for a in board.animals(found)}
            assert tile["matches"] == {a: count for a, count in expected.items() if count}
            assert tile["dominant"] == board.dominant(found, name)
            assert tile["cone"] == board.cone(found, name)
            assert tile["endangered"] == board.endangered(found, name)
            assert tile["payout"] == scores.payout(found, name)
        _check_animals(found, scoring["animals"])


def _check_animals(found: dict[str, Any], scoring: dict[str, Any]) -> None:
    over = found["phase"] == "finished"
    final = dict.fromkeys(scoring, 0) if over else scores.final(found)
    first = scores.survivor(found)
    projected = {
        animal: found["animals"][animal].get("victory_points", 0) + final[animal]
        for animal in scoring
    }
    order = scores.ranking(found, projected)
    for animal, entry in scoring.items():
        dominated = scores.tiles_dominated(found, animal)
        occupied = scores.on_tundra(found, animal)
        assert entry["tiles_dominated"] == dominated
        assert entry["ice_age_bonus"] == scores.bonus(dominated)
        assert entry["tundra_species"] == sum(occupied)
        assert entry["survival"] == (animal == first)
        assert entry["survival_bonus"] == (scores.bonus(len(occupied)) if animal == first else 0)
        assert entry["final_scoring"] == final[animal]
        assert entry["projected"] == projected[animal]
        assert entry["rank"] == order.index(animal) + 1


def at_the_last_pawn(found: dict[str, Any], *, ice_age: bool) -> dict[str, Any]:
    """The same position with one last Domination pawn to act, and draws made by hand.

    With ``ice_age`` every card is taken and this is the last turn (R10.1).
    """
    before = copy.deepcopy(found)
    if ice_age:
        before["cards"] = {"taken": list(reset.CARDS)}
        before["last_turn"] = True
    before["chance"] = {"mode": "manual"}
    before["phase"] = "execution"
    pawns = before.setdefault("action_display", {}).setdefault("pawns", {})
    pawns.pop("domination.5", None)
    placed = list(pawns.values())
    actor = next(
        (
            animal
            for animal in board.animals(before)
            if before["animals"][animal].get("action_pawns", 0) > placed.count(animal)
        ),
        None,
    )
    if actor is None:
        return {}
    sleeping = before.pop("execution", {}).get("hibernating")
    before["execution"] = {"at": "domination.5", **({"hibernating": sleeping} if sleeping else {})}
    before["pending"] = [{"kind": "dominate", "animal": actor, "space": "domination.5"}]
    return before


def plain(found: dict[str, Any]) -> dict[str, Any]:
    """The document without zeros and empties, and without what the oracle does not foresee."""
    return {
        key: _trimmed(value)
        for key, value in found.items()
        if key not in ("pending", "execution", "last_turn", "turn") and _trimmed(value)
    }


def _trimmed(value: Any) -> Any:
    if isinstance(value, dict):
        trimmed = {key: _trimmed(part) for key, part in value.items()}
        return {key: part for key, part in trimmed.items() if part not in ({}, [], 0, False)}
    return value


def _after_forfeit(before: dict[str, Any]) -> GameState:
    game, _ = make_moves(read_state(before), ["forfeit"])
    return game


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_reset_and_the_end(setting: int) -> None:
    """R9.1 to R9.4 and R10, from wherever random games have come to."""
    checked = 0
    for number, found in enumerate(sampled(setting, RESET_EVERY)):
        if found["phase"] in ("setup", "finished"):
            continue
        before = at_the_last_pawn(found, ice_age=number % 3 == 0)
        if not before:
            continue
        game = _after_forfeit(before)
        decision = decision_object(game.state) or {}
        candidates = reset.candidates(before)
        assert (decision.get("kind") == "save_species") == bool(candidates)
        if not candidates:
            assert plain(write_state(game)) == plain(reset.reset(before, None))
            checked += 1
            continue
        wanted = {f"save:{animal}@{name}": (animal, name) for animal, name in candidates}
        assert {move_id(move) for move in legal_moves(game.state)} == {*wanted, "decline"}
        for move, saved in itertools.chain(wanted.items(), [("decline", None)]):
            after, _ = make_moves(game, [move])
            assert plain(write_state(after)) == plain(reset.reset(before, saved))
            checked += 1
    assert checked > 20
