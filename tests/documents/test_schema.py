"""The published JSON Schema says what the level ``syntax`` of the validation says."""

import copy
from random import Random as Chooser
from typing import Any

import jsonschema_rs
import pytest

from service.documents.canonical import dumps
from service.documents.names import NAMES
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


# Just within and just beyond every bound that a number of a document has, and other kinds of
# value: a name of each kind, one of none, empty and filled containers.
BOUNDS = (
    -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 21, 24, 25, 54, 55,
    1000, 1001, 1_000_000, 1_000_001, 2**53 - 1, 2**53,
)  # fmt: skip
EVERY: tuple[Any, ...] = (
    *BOUNDS, *JUNK, *NAMES["animal"], "s" * 200, "s" * 201, "feature", "sea", "aquatic",
    "migration.7", "dominate",
    "seeded", "claimed", "any", ["sea", None, None], ["sea", "sea", None], [0, 0, 0], [8, 8, 9],
    {"0,0": 1}, {"0,0": {"terrain": "sea"}}, {"0,0,E": "sun"}, {"adaptation": {"sun": 4}},
    {"a": ["mammal"], "b": ["bird"]}, {"mammal": ["sun"]}, {"mammal": {"0,0": 5}},
    [{"kind": "place_pawn", "animal": "bird"}], [None], ["0,0"], ["aquatic"],
)  # fmt: skip


def judged_alike(schema: Any, document: Document) -> bool:
    """Whether schema and level ``syntax`` agree; answers what they say."""
    found = syntax(document)
    assert schema.is_valid(document) == (not found), (
        found,
        [error.message for error in schema.iter_errors(document)][:3],
        dumps(document),
    )
    return not found


def replaced(schema: Any, document: Document, pick: Any) -> tuple[int, int]:
    """Every value that is picked, replaced by every other kind of value, and left out.

    Answers how many documents were good and how many were bad.
    """
    good = bad = 0
    for container, key in places(document):
        old = container[key]
        if not pick(container, key):
            continue
        for value in EVERY:
            container[key] = copy.deepcopy(value)
            good, bad = (good + 1, bad) if judged_alike(schema, document) else (good, bad + 1)
        container[key] = old
        if isinstance(container, dict):
            rest = {name: item for name, item in container.items() if name != key}
            whole = dict(container)
            container.clear()
            container.update(rest)
            good, bad = (good + 1, bad) if judged_alike(schema, document) else (good, bad + 1)
            container.clear()
            container.update(whole)
    return good, bad


def test_every_field_of_every_decision(schema: Any) -> None:
    """Each field of each kind of frame, with every kind of value in its place."""
    chooser = Chooser(6)
    game = games(3, 8)[60]
    for kind, name in enumerate(KINDS):
        document = pose(game, kind, chooser)
        frames = document["pending"]
        good, bad = replaced(schema, document, lambda c, _, fs=frames: any(c is f for f in fs))
        assert good, name
        assert bad > 100, name


@pytest.mark.proof
def test_every_value_of_whole_documents(schema: Any) -> None:
    """Every value of documents of all settings, with every kind of value in its place."""
    for setting in range(len(SETTINGS)):
        found = games(setting, 9)
        for game in (found[0], found[len(found) // 2], found[-1]):
            good, bad = replaced(schema, write_state(game), lambda c, _: True)
            assert good > 500
            assert bad > 5000


def test_the_values_at_the_top(schema: Any) -> None:
    """Every key of the document and of its options, with every kind of value in its place."""
    document: Document = dict(write_state(games(1, 8)[40]))
    document["survival"] = "bird"
    document["execution"] = {"at": "migration.7", "hibernating": {"bird": {"0,0": 1}}}
    document["ranking"] = {"animals": [], "players": []}
    parts = [document[key] for key in ("rules", "chance", "execution", "tiles", "cards", "ranking")]
    tops = [document, *parts]
    good, bad = replaced(schema, document, lambda c, _: any(c is part for part in tops))
    assert good > 100
    assert bad > 1000


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
        refused += not judged_alike(schema, document)
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
