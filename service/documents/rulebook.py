"""The rules by id, as ``rules.md`` beside this module states them (docs/rules.md is a link to it).

A section is a heading, ``## R7 Execution``, and what stands under it; a rule is one line of it,
``- **R7.9 Wanderlust** ...``. A card's rule is ``R8.`` and the card's name.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from service.documents.meanings import title
from service.rules.tables import CARDS

_FILE: Final = Path(__file__).with_name("rules.md")
_HEADING: Final = re.compile(r"^## (.*)$", re.MULTILINE)
_SECTION: Final = re.compile(r"(R\d+) (.+)")
_RULE: Final = re.compile(r"^- \*\*(R\d+\.\w+)(?: ([^*]+))?\*\* (.+)\n?", re.MULTILINE)

CARD_RULES: Final = {card: f"R8.{card}" for card in CARDS}
_CARD_TITLES: Final = {rule: title(card) for card, rule in CARD_RULES.items()}


class Rule(NamedTuple):
    """A rule: its id, the id of its section, a title (often empty), and its text in Markdown.

    A section itself is a rule too, with what it says before its rules.
    """

    id: str
    section: str
    title: str
    text: str


def rules_text() -> str:
    """The whole text in Markdown, with the introduction and the notes that have no id."""
    return _FILE.read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Every section and rule, in the order of the text."""
    parts = _HEADING.split(rules_text())
    found: list[Rule] = []
    for line, body in zip(parts[1::2], parts[2::2], strict=True):
        match = _SECTION.fullmatch(line)
        if match is None:
            continue  # notes without an id
        section, heading = match.groups()
        found.append(Rule(section, section, heading, _RULE.sub("", body).strip()))
        found += [
            Rule(rule, section, name or _CARD_TITLES.get(rule, ""), text)
            for rule, name, text in _RULE.findall(body)
        ]
    return tuple(found)
