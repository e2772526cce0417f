"""The rulings: every file in tests/cases is a position, what is done, and what must come of it.

``expect`` lists everything in the state document that changes, as path -> new value (null: no
longer there), except the pending stack, the step, the counter of draws, and the pawn on
domination.5 at which the turn stops. ``decision`` says who decides what afterwards. ``legal`` is
the whole list of legal moves before the first move, in any order; ``allows`` and ``forbids`` name
some that must or must not be in it. ``error`` is the rule that the last move breaks; nothing
changes then. ``values`` checks single facts where a draw or the end of the game changes much.
``score`` checks single facts of the scoring afterwards, and ``events`` are some that must be told.
Instead of ``given`` a case may ``start`` a new game: players, rules, chance.
"""

from pathlib import Path
from typing import Any

import pytest

from service.documents.decisions import decision_object
from service.documents.events import event_object
from service.documents.game import GameState
from service.documents.moves import move_id
from service.documents.play import MoveRejected, make_moves, start
from service.documents.read import read_state
from service.documents.rulebook import rules
from service.documents.score import score_object
from service.documents.write import write_state
from service.rules.engine import interjections, legal_moves
from tests.positions import build, load

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))
FIELDS = {
    "why", "rules", "given", "moves", "expect", "decision", "legal", "allows", "forbids",
    "error", "values", "start", "score", "events",
}  # fmt: skip
IGNORED = ("pending", "execution/at", "chance/draws", "action_display/pawns/domination.5")


def difference(before: dict[str, object], after: dict[str, object]) -> dict[str, object]:
    """Everything that changed, but for the ignored paths; lists are compared whole."""
    old, new = _listed(before), _listed(after)
    return {
        path: new.get(path)
        for path in sorted({*old, *new})
        if old.get(path) != new.get(path) and not path.startswith(IGNORED)
    }


def _listed(document: dict[str, object], path: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in document.items():
        where = f"{path}/{key}" if path else key
        if isinstance(value, dict):
            found |= _listed(value, where)
        else:
            found[where] = value
    return found


def ids(game: GameState) -> set[str]:
    return {move_id(m) for m in (*legal_moves(game.state), *interjections(game.state))}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = load(path)
    assert set(case) <= FIELDS, f"unknown fields: {set(case) - FIELDS}"
    assert case["why"], "a case says why"
    assert case["rules"], "a case names its rules"
    assert set(case["rules"]) <= set(rule_ids()), "its rules are rules"
    game = start(**case["start"])[0] if "start" in case else read_state(build(case["given"]))
    before = write_state(game)
    _check_legal(case, game)
    moves = case.get("moves", [])
    if "error" in case:
        with pytest.raises(MoveRejected) as caught:
            make_moves(game, moves)
        assert caught.value.error.rule == case["error"]
        assert caught.value.index == len(moves) - 1
        assert write_state(game) == before
        return
    game, events = make_moves(game, moves)
    after = write_state(game)
    told = [event_object(event) for event in events]
    for event in case.get("events", []):
        assert event in told
    if "expect" in case:
        assert difference(before, after) == case["expect"]
    for where, value in case.get("values", {}).items():
        assert _listed(after).get(where) == value, where
    scoring = _listed(score_object(game))
    for where, value in case.get("score", {}).items():
        assert scoring.get(where) == value, where
    if "decision" in case:
        _check_decision(case["decision"], game)


def _check_legal(case: dict[str, Any], game: GameState) -> None:
    offered = ids(game)
    if "legal" in case:
        assert offered == set(case["legal"])
    assert set(case.get("allows", [])) <= offered
    assert not set(case.get("forbids", [])) & offered


def _check_decision(expected: dict[str, Any], game: GameState) -> None:
    decision = decision_object(game.state) or {}
    assert {key: decision.get(key) for key in expected} == expected


def rule_ids() -> list[str]:
    """Every rule; a section is one where it says something itself."""
    return [rule.id for rule in rules() if rule.text]


@pytest.mark.parametrize("rule", rule_ids())
def test_every_rule_has_a_case(rule: str) -> None:
    assert any(rule in load(path)["rules"] for path in CASES)


def test_there_are_cases() -> None:
    assert len(CASES) >= 200
    assert len(rule_ids()) >= 43 + 26
