"""The rulings: every file in tests/cases is a position, what is done, and what must come of it.

tests/cases/README.md tells how a case reads. Everything that a case does not mention must stay as
it was.
"""

import re
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
from service.rules.errors import SetupError
from tests.case_layout import CASES, PARTS, layout, load
from tests.following import listed, untold
from tests.positions import KEYS, STOP, build, stop_animal

# Told by ``decision`` as a whole; and how often a seeded game has drawn, which is no component.
ELSEWHERE = ("pending", "chance/draws")
Facts = dict[str, Any]


def difference(before: Facts, after: Facts) -> Facts:
    """Everything that changed, by its path; lists are compared whole."""
    return {
        path: after.get(path)
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path) and not path.startswith(ELSEWHERE)
    }


def count(document: dict[str, Any], path: str) -> int:
    """How many things a place of the document holds: a list's, or by the numbers of a map."""
    value: Any = document
    for key in path.split("/"):
        value = value.get(key, {})
    things = value.values() if isinstance(value, dict) else value
    return sum(1 if isinstance(thing, str) else thing or 0 for thing in things)


def offered(game: GameState) -> set[str]:
    """The ids of all that can be done, claims and call-offs among them."""
    return {move_id(m) for m in (*legal_moves(game.state), *interjections(game.state))}


def decision(game: GameState) -> Facts | None:
    """The pending decision without its rule and question."""
    found = decision_object(game.state)
    return found and {key: value for key, value in found.items() if key not in ("rule", "question")}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = load(path)
    _check_form(case, path.read_text(encoding="utf-8"))
    if "start" in case and "error" in case:
        with pytest.raises(SetupError) as refused:
            start(**case["start"])
        assert refused.value.rule == case["error"]
        return
    game = start(**case["start"])[0] if "start" in case else read_state(build(case["given"]))
    before = {} if "start" in case else listed(write_state(game))
    _check_legal(case, game)
    if "error" in case:
        _check_refused(case, game)
        return
    game, events = make_moves(game, case.get("moves", []))
    document = write_state(game)
    after = listed(document)
    assert read_state(document).state.slots == game.state.slots, "what the engine notes is true"
    _check_outcome(case, game, difference(before, after))
    for where, value in case.get("values", {}).items():
        assert after.get(where) == value, where
    for where, number in case.get("counts", {}).items():
        assert count(document, where) == number, where
    scoring = listed(score_object(game))
    for where, value in case.get("score", {}).items():
        assert scoring.get(where) == value, where
    told = [event_object(event) for event in events]
    for event in case.get("events", []):
        assert event in told
    if "given" in case:
        _check_told(write_state(read_state(build(case["given"]))), told, write_state(game))
    if decision(game) is None:
        assert not offered(game), "a finished game takes no claims either"


def _check_form(case: Facts, text: str) -> None:
    """A case that could not fail is no case."""
    assert set(case) <= set(PARTS), f"unknown parts: {set(case) - set(PARTS)}"
    assert text == layout(case), "run `python -m tests.case_layout`"
    assert case["why"], "a case says why"
    assert case["rules"], "a case names its rules"
    assert set(case["rules"]) <= set(rule_ids()), "its rules are rules"
    assert ("start" in case) != ("given" in case)
    assert set(case.get("given", {})) <= KEYS
    assert set(case) - {"why", "rules", "start", "given", "moves"}, "a case expects something"
    if "error" in case:
        assert "expect" not in case, "nothing changes then"
    elif "given" in case and "moves" in case:
        assert "expect" in case, "a move from a position has its whole outcome told"


def _check_told(before: Facts, told: list[Facts], after: Facts) -> None:
    """The events alone tell what has changed, and each one names a rule."""
    assert untold(before, told, after) == {}
    assert {event["rule"] for event in told} <= {rule.id for rule in rules()}


def _check_legal(case: Facts, game: GameState) -> None:
    found = offered(game)
    if "legal" in case:
        assert found == set(case["legal"])
    assert set(case.get("allows", [])) <= found
    assert not set(case.get("forbids", [])) & found


def _check_refused(case: Facts, game: GameState) -> None:
    """The last move is refused, by the rule that the case names, and nothing has changed."""
    before = write_state(game)
    with pytest.raises(MoveRejected) as caught:
        make_moves(game, case["moves"])
    assert caught.value.error.rule == case["error"]
    assert caught.value.index == len(case["moves"]) - 1
    assert write_state(game) == before


def _check_outcome(case: Facts, game: GameState, changed: Facts) -> None:
    """All that changed, and who decides what now.

    Without ``decision`` the turn must have come to the pawn on the last Domination space, which
    stands there for that; its coming off is then expected without being mentioned.
    """
    if "expect" not in case:
        assert "decision" not in case or decision(game) == case["decision"]
        return
    expected: Facts = {}
    given = case.get("given", {})
    reached = {"kind": "dominate", "animal": stop_animal(given)}
    reached = case.get("decision", reached)
    if reached and reached["kind"] == "dominate" and reached.get("space", STOP) == STOP:
        reached = {**reached, "space": STOP}
        if given.get("at", STOP) != STOP:
            expected = {"execution/at": STOP, f"action_display/pawns/{STOP}": None}
    assert changed == expected | case["expect"]
    assert decision(game) == reached


def rule_ids() -> list[str]:
    """Every rule; a section is one where it says something itself."""
    return [rule.id for rule in rules() if rule.text]


@pytest.mark.parametrize("rule", rule_ids())
def test_every_rule_has_a_case(rule: str) -> None:
    assert any(rule in load(path)["rules"] for path in CASES)


def test_there_are_cases() -> None:
    assert len(CASES) >= 300
    assert len(rule_ids()) >= 43 + 26


def test_no_case_stands_twice() -> None:
    """Two files never make the same moves in the same position."""
    seen: dict[str, str] = {}
    for path in CASES:
        case = load(path)
        scene = repr([case.get(part) for part in ("start", "given", "moves")])
        if "moves" in case:
            assert seen.setdefault(scene, path.stem) == path.stem


def test_the_guide_shows_a_real_case_and_names_every_part() -> None:
    guide = (CASES[0].parent / "README.md").read_text(encoding="utf-8")
    example = guide.partition("```json\n")[2].partition("```")[0]
    assert example in [path.read_text(encoding="utf-8") for path in CASES]
    assert {*PARTS, *KEYS} <= set(re.findall(r"`(\w+)`", guide))
