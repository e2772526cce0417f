"""The rules by id: every id that anything cites is one of them."""

import ast
import re
from pathlib import Path

import pytest

from service.documents.rulebook import CARD_RULES, rules, rules_text
from service.rules.kinds import KIND_RULES
from service.rules.tables import CARDS
from tests.conftest import ROOT

SOURCES = sorted((ROOT / "service").rglob("*.py")) + sorted((ROOT / "workers").rglob("*.py"))
ID = re.compile(r"\bR\d+(?:\.\w+)?\b")
KNOWN = {rule.id for rule in rules()}


def test_the_published_text_is_the_one_in_the_package() -> None:
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == rules_text()


def test_sections_and_rules_stand_in_order() -> None:
    sections = [rule.id for rule in rules() if rule.id == rule.section]
    assert sections == [f"R{number}" for number in range(11)]
    assert len(KNOWN) == len(rules()), "no id stands twice"
    for rule in rules():
        assert rule.id.split(".")[0] == rule.section
    wanderlust = next(rule for rule in rules() if rule.id == "R7.9")
    assert wanderlust.title == "Wanderlust"
    assert wanderlust.text.startswith("Take a face-up tile")
    options = next(rule for rule in rules() if rule.id == "R0")
    assert "`mammal_save`" in options.text
    assert next(rule for rule in rules() if rule.id == "R7").text.startswith("Sections top to")


def test_no_line_of_a_section_is_lost() -> None:
    """Every line of the text between two headings is in exactly one rule."""
    text = "\n".join(rule.text for rule in rules())
    inside = rules_text().partition("## R0")[2].partition("\n## Mistakes")[0].splitlines()[1:]
    for line in inside:
        if not line.startswith("## "):
            assert re.sub(r"^- \*\*[^*]+\*\* ", "", line) in text


def test_each_card_is_a_rule() -> None:
    cards = {rule.id.removeprefix("R8.") for rule in rules() if rule.section == "R8"}
    assert cards - {"R8", "0"} == set(CARDS)
    titles = {rule.id: rule.title for rule in rules()}
    assert titles["R8.ice_sheet"] == "Ice Sheet"
    assert titles["R8.blight"] == "Blight"
    assert all(titles[rule] for rule in CARD_RULES.values())
    assert titles["R8.0"] == ""  # no card
    assert set(CARD_RULES) == set(CARDS)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "-".join(path.parts[-2:]))
def test_every_id_in_the_code_is_a_rule(path: Path) -> None:
    """In errors, events and docstrings alike."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert set(ID.findall(node.value)) <= KNOWN, node.value


def test_every_kind_of_decision_has_its_rule() -> None:
    assert set(KIND_RULES) <= KNOWN


def test_every_mention_in_the_text_is_a_rule() -> None:
    assert set(ID.findall(rules_text())) <= KNOWN


def test_every_id_in_the_openapi_document_is_a_rule() -> None:
    text = (ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8")
    assert set(ID.findall(text)) <= KNOWN
