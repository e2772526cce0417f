"""The published JSON Schema says what the level ``syntax`` of the validation says."""

import copy
from random import Random as Chooser
from typing import Any

import jsonschema_rs
import pytest

from service.documents.canonical import dumps
from service.documents.read import violations
from service.documents.schema import state_schema
from service.documents.write import write_state
from service.rules.kinds import KINDS
from tests.documents.games import SETTINGS, Document, games, pose

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 50, 2**53 - 1, "", "sun", "mammal", "nature", "0,0", "0,0,E",
    "adaptation.1", "draw_tile", "x" * 41, "é", [], [1], ["sun", "sun"], ["mammal"], {}, {"sun": 1},
    {"mammal": 2}, {"kind": "adapt"}, "planning", "finished", "manual", "tundra",
)  # fmt: skip


@pytest.fixture(scope="module")
def schema() -> Any:
    return jsonschema_rs.validator_for(state_schema())


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of the document with each of its keys or positions."""
    found: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        found.append((value, key))
        if isinstance(item, dict | list):
            found += places(item)
    return found


def mutate(document: Document, chooser: Chooser) -> None:
    """One slip of any kind, somewhere."""
    container, key = chooser.choice(places(document))
    action = chooser.randrange(6)
    if action == 0:
        del container[key]
    elif action == 1 and isinstance(container, dict):
        container[chooser.choice(["extra", "0,0", "sun", "mammal", "hex", "moved"])] = (
            chooser.choice(JUNK)
        )
    elif action == 2 and isinstance(container, dict):
        container[str(chooser.choice(JUNK))[:10]] = container.pop(key)
    elif action == 3 and isinstance(container, list):
        container.append(copy.deepcopy(container[key]))
    elif action == 4 and isinstance(container[key], int):
        container[key] += chooser.choice([-1, 1, 10, 1000])
    else:
        container[key] = copy.deepcopy(chooser.choice(JUNK))


def syntax(document: Document) -> list[str]:
    return [f"{v.pointer} {v.code}" for v in violations(document) if v.level == "syntax"]


def test_documents_of_games_fit(schema: Any) -> None:
    for setting in range(len(SETTINGS)):
        for game in games(setting, 3)[::10]:
            schema.validate(write_state(game))


def test_schema_and_syntax_agree_on_mutated_documents(schema: Any) -> None:
    """Two thousand documents with one to three slips each, judged by both alike."""
    chooser = Chooser(5)
    bases = [game for setting in range(len(SETTINGS)) for game in games(setting, 8)[::30]]
    bases += [games(setting, 8)[-1] for setting in range(len(SETTINGS))]
    refused = 0
    for _ in range(2000):
        if chooser.random() < 0.5:
            document = copy.deepcopy(write_state(chooser.choice(bases)))
        else:
            document = pose(chooser.choice(bases), chooser.randrange(len(KINDS)), chooser)
        for _ in range(chooser.choice([1, 1, 3])):
            mutate(document, chooser)
        found = syntax(document)
        refused += bool(found)
        assert schema.is_valid(document) == (not found), (
            found,
            [error.message for error in schema.iter_errors(document)][:3],
            dumps(document),
        )
    assert 1000 < refused < 1950


def test_the_schema_is_whole() -> None:
    """Every kind of decision has its definition, and nothing points outside."""
    schema = state_schema()
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    assert {f"decision_{kind}" for kind in KINDS} <= set(definitions)
    text = dumps(schema).decode()
    references = {part.split('"')[0] for part in text.split('"$ref":"')[1:]}
    assert references == {f"#/$defs/{name}" for name in definitions}
