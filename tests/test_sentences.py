"""The sentences of problems, violations and labels are English, and call things by their names.

They are gathered from the slips of the other tests, from every part of a state replaced by what
does not belong there, from moves and texts that cannot be read, and from the recorded answers.
"""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from service.api.worked_examples import FOLDER
from service.documents.decisions import KIND_TABLE
from service.documents.moves import move_label, parse_id, parse_object
from service.documents.names import NAMES
from service.documents.play import MoveRejected, make_moves
from service.documents.problems import InvalidDocument
from service.documents.read import read_state, violations
from service.documents.reader import read_json
from service.documents.wording import are, counted, definite, indefinite, listed
from service.rules.errors import IllegalMove
from service.rules.kinds import KINDS
from service.rules.moves import VERBS, pack
from service.rules.steps import STEPS
from tests.documents import one_slip, tables, test_follow_ups, typical_slips
from tests.documents.slips import Slip
from tests.rules.test_reasons import TRUTHS

Document = dict[str, Any]
STRANGERS: tuple[Any, ...] = (None, True, -1, "x", "tundra", "nature", [], ["x"], {}, {"x": 1}, 1)
TEXTS = (
    "", "nul", "[1,", '{"a" 1}', '{"a": 1,}', '"\x01"', '"abc', '"\\x"', "[1 2]", "1.5", "NaN",
    '{"a": 1, "a": 2}', '"\\ud800"', "9" * 30, "[" * 50, "{'a': 1}", "1 2", '{"a"}', '"\\u12"',
)  # fmt: skip
MOVES: tuple[Any, ...] = (
    "", "fly", "adapt", "adapt:x", "done:1", "migrate:0,0x1", "migrate:0,0>1,0", "claim:0,0",
    "x" * 90, "place_pawn:x", "lay_tile:9@0,0", "migrate:0,0>1,0x99", {},
    {"type": "fly"}, {"type": None},
    {"type": "adapt"}, {"type": "adapt", "element": 3}, {"type": "adapt", "hex": "0,0"},
    {"type": "migrate", "from": "0,0", "to": "1,0", "count": 0}, {"type": "draw"}, 3, None, [],
    {"type": "draw", "elements": {}}, {"type": "draw", "cards": ["x"]},
)  # fmt: skip


def slips() -> Iterator[Document]:
    """The documents of all tables of slips."""
    for row in one_slip.ON_TABLE.values():
        yield slipped(tables.table(), row[0])
    for base, slip, *_ in one_slip.ELSEWHERE.values():
        yield slipped(base, slip)
    for base, slip, *_ in test_follow_ups.FOLLOWED.values():
        yield slipped(base, slip)
    for slip, *_ in typical_slips.ON_TABLE:
        yield slipped(tables.table(), slip)
    for slip, *_ in typical_slips.ON_DOMINATION:
        yield slipped(tables.dominated(), slip)
    for base, *_ in typical_slips.ON_CARDS:
        yield base
    for base, slip, *_ in typical_slips.IN_RESET:
        yield slipped(base, slip)


def slipped(base: Document, slip: Slip) -> Document:
    document = copy.deepcopy(base)
    slip(document)
    return document


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a value with each of its keys."""
    entries = list(value.items() if isinstance(value, dict) else enumerate(value))
    for key, item in entries:
        yield value, key
        if isinstance(item, dict | list):
            yield from places(item)


def replaced() -> Iterator[Document]:
    """A table with a stranger in the place of each value, one after the other."""
    for document in (tables.table(), tables.dominated(), tables.new_tile()):
        document["rules"]["turn_limit"] = 9
        for number, (container, key) in enumerate(list(places(document))):
            kept = container[key]
            for stranger in (STRANGERS[number % len(STRANGERS)], STRANGERS[(number + 5) % 11]):
                container[key] = stranger
                yield document
            container[key] = kept


def of_moves() -> Iterator[str]:
    game = read_state(tables.table())
    by_hand = read_state(
        tables.reset("reset.cards", {"kind": "draw_cards", "animal": "nature", "remaining": 5})
        | {"cards": {}}
    )
    legal = {"type": "adapt", "element": "sun", "animal": "mammal"}
    for move in (*MOVES, legal):
        for state in (game, by_hand):
            with pytest.raises(MoveRejected) as caught:
                make_moves(state, [move])
            yield caught.value.error.reason
    for move in MOVES:
        if isinstance(move, str | dict):
            with pytest.raises(IllegalMove) as refused:
                parse_id(move) if isinstance(move, str) else parse_object(move)
            yield refused.value.reason


def of_texts() -> Iterator[str]:
    for text in TEXTS:
        with pytest.raises(InvalidDocument) as caught:
            read_json(text.encode("utf-8", "surrogatepass"), limit=1000)
        yield from (violation.detail for violation in caught.value.violations)


def recorded(value: Any) -> Iterator[str]:
    """Every ``detail``, ``reason``, ``label`` and ``why`` in recorded answers."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("detail", "reason", "label", "why") and isinstance(item, str):
                yield item
            else:
                yield from recorded(item)
    elif isinstance(value, list):
        for item in value:
            yield from recorded(item)


def labels() -> Iterator[str]:
    for verb, (_, subject, target, _) in enumerate(VERBS):
        sizes = [len(NAMES[part[1]]) if part else 1 for part in (subject, target)]
        for number in range(max(sizes)):
            yield move_label(pack(verb, number % sizes[0], number % sizes[1], 1 + number % 2))


def sentences() -> set[str]:
    found = {v.detail for document in slips() for v in violations(document)}
    found |= {v.detail for document in replaced() for v in violations(document)}
    found |= {*of_moves(), *of_texts(), *labels()}
    found |= {row.question for row in KIND_TABLE}
    for truth in TRUTHS:
        found.add(re.sub(r"\(?\\d\+?\)?", "2", truth))
    for file in FOLDER.glob("*.json"):
        found |= set(recorded(json.loads(file.read_text(encoding="utf-8"))))
    return found


SENTENCES = sorted(sentences())
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
# Ids of what has another name for people, or that are words of the document: those are quoted.
IDS = {name for kind in ("space", "card") for name in NAMES[kind]} | {*STEPS, *KINDS}
IDS = {name for name in IDS | {verb[0] for verb in VERBS} if re.search(r"[._]", name)}
FAULTS = {
    "a word twice": re.compile(r"\b([a-zA-Z]+) \1\b"),
    "a before a vowel": re.compile(r"\b[aA] [aeiou]"),
    "an before a consonant": re.compile(r"\b[aA]n [^aeiou'\"]"),
    "an article before nature": re.compile(r"\bthe nature\b"),
    "one with a plural": re.compile(
        r"(?<![,\d])1 (action |face-down )?"
        r"(pawns|tiles|disks|cubes|cards|requests|seconds|turns|elements|moves|are|have)\b"
    ),
    "a Python value": re.compile(r"\b(None|True|False|NOTHING)\b"),
    "spaces": re.compile(r"  |^ | $| [,.;:]|\n"),
    "an open field": re.compile(r"[{}]|%s"),
    "among nothing named": re.compile(r"among (it|them)\b"),
    "a list with one": re.compile(r"\b(is|are) (not|none)$"),
}


def test_there_are_sentences() -> None:
    assert len(SENTENCES) > 700


@pytest.mark.parametrize("fault", FAULTS)
def test_sentences_are_english(fault: str) -> None:
    assert [one for one in SENTENCES if FAULTS[fault].search(QUOTED.sub("''", one))] == []


def test_things_are_called_by_their_names() -> None:
    """No id where there is a title; words that a document or a move is written with are quoted."""
    found = []
    for sentence in SENTENCES:
        words = set(re.findall(r"[a-z]+(?:[._][a-z0-9-]+)+", QUOTED.sub("''", sentence)))
        if words & IDS:
            found.append(sentence)
    assert found == []


def test_articles_numbers_and_lists() -> None:
    nouns = ("animal", "element", "hex", "corner", "space", "card", "tile", "index")
    assert [indefinite(noun) for noun in nouns] == [
        "an animal", "an element", "a hex", "a corner", "a space", "a card", "a tile", "an index",
    ]  # fmt: skip
    assert (definite("bird"), definite("nature")) == ("the bird", "nature")
    assert [counted(n, "pawn") for n in (0, 1, 2)] == ["0 pawns", "1 pawn", "2 pawns"]
    assert listed([]) == "none"
    assert listed(["0,0", "1,0"]) == "0,0 and 1,0"
    assert (are(["sun"]), are(["sun", "water"]), are([])) == ("is", "are", "are")
