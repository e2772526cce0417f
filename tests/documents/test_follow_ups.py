"""One slip in what is being decided, one message: nothing that only follows from it is told."""

import copy
from collections.abc import Iterator
from random import Random as Chooser

import pytest

from service.documents.decisions import KIND_TABLE
from service.documents.names import NAMES
from service.documents.read import violations
from service.documents.read_turn import NAMED_STEPS
from service.rules.kinds import KINDS
from tests.documents.games import SETTINGS, Document, games, pose
from tests.documents.slips import Slip, drop, put, several, slipped
from tests.documents.tables import card, dominated, new_tile, regression, speciating
from tests.positions import build

KINDS_OF_FIELDS = {
    "animal": "animal", "space": "space", "hex": "hex", "corner": "corner", "hexes": "hex",
    "animals": "animal", "terrains": "terrain", "section": "box",
}  # fmt: skip


def drawing() -> Document:
    """Reseed fills Adaptation, by hand."""
    return build(
        {
            "animals": ["mammal", "bird"],
            "chance": {"mode": "manual"},
            "at": "reset.adaptation",
            "pending": [
                {"kind": "draw_elements", "animal": "nature", "section": "adaptation",
                 "remaining": 4}
            ],
        }
    )  # fmt: skip


FOLLOWED: dict[str, tuple[Document, Slip, str, str]] = {
    # base, slip, pointer, code
    "species around a corner with another element": (
        speciating(), put("/pending/0/corner", "0,0,E"), "/pending/0/corner", "wrong_context",
    ),
    "species around a corner off the map's tiles": (
        speciating(),
        several(put("/pending/0/corner", "3,0,E"), drop("/elements/0,0,W"),
                put("/elements/3,0,E", "seed")),
        "/elements/3,0,E", "corner_off_earth",
    ),
    "the wrong animal of a card about tiles it shares": (
        card("predator", kind="predator", hexes=["1,-1", "1,0"]),
        put("/pending/1/animal", "bird"), "/pending/1/animal", "wrong_decider",
    ),
    "the wrong animal of a card about several tiles": (
        card("fecundity", kind="fecundity", hexes=["0,-1", "1,-1", "1,0"]),
        put("/pending/1/animal", "mammal"), "/pending/1/animal", "wrong_decider",
    ),
    "an animal that nobody plays takes the card": (
        dominated(), put("/pending/1/animal", "arachnid"), "/pending/1/animal", "wrong_decider",
    ),
    "another tile dominated than the one scored": (
        dominated(), put("/pending/0/hex", "0,1"), "/execution/dominated", "not_dominated",
    ),
    "a scored tile that is no tile": (
        dominated(), put("/execution/dominated", ["3,-3"]), "/execution/dominated",
        "not_dominated",
    ),
    "a start tile as the one just laid": (
        new_tile(), put("/pending/0/hex", "-1,0"), "/pending/0/hex", "wrong_context",
    ),
    "the new tile, twice where no tile is": (
        new_tile(), several(put("/pending/0/hex", "3,-3"), put("/pending/1/hex", "3,-3")),
        "/pending/0/hex", "no_tile",
    ),
    "another step than the pawn's": (
        regression(), put("/execution/at", "regression.1"), "/pending/0/space", "wrong_space",
    ),
    "protected from two types, one of them in vain": (
        regression(), put("/execution/protected/mammal", ["seed", "sun"]),
        "/execution/protected/mammal", "protected_in_vain",
    ),
    "another section than the step's": (
        drawing(), put("/execution/at", "reset.abundance"), "/pending/0/section", "wrong_context",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLLOWED)
def test_nothing_that_follows_is_told(name: str) -> None:
    base, slip, pointer, code = FOLLOWED[name]
    document = slipped(base, slip)
    assert [(v.pointer, v.code) for v in violations(document)] == [(pointer, code)]


def others(field: str, value: object, chooser: Chooser) -> list[object]:
    """Other values for a field of a decision, each of which can be read."""
    if isinstance(value, int):
        return [value + 1, max(0, value - 1)]
    if isinstance(value, dict):
        return [{chooser.choice(NAMES["hex"]): 1}]
    names = NAMES[KINDS_OF_FIELDS[field]]
    if not isinstance(value, list):
        return [*chooser.sample([name for name in names if name != value], 3)]
    strangers = [name for name in names if name not in value]
    more: list[object] = [value[1:], value[:-1]]
    if strangers:
        stranger = chooser.choice(strangers)
        more += [[*value, stranger], [stranger]]
    return more


def slips(document: Document, chooser: Chooser) -> Iterator[Document]:
    """The document with one other value in a pending decision, or in what the turn remembers."""
    for depth, frame in enumerate(document["pending"]):
        for field in frame.keys() - {"kind"}:
            for other in others(field, frame[field], chooser):
                changed = copy.deepcopy(document)
                changed["pending"][depth][field] = other
                yield changed
    memory = document.get("execution", {})
    changes: list[tuple[str, object]] = []
    if "at" in memory:
        changes += [("at", step) for step in chooser.sample(NAMED_STEPS, 3)]
    if "dominated" in memory:
        changes += [("dominated", []), ("dominated", [chooser.choice(NAMES["hex"])])]
    for key, other in changes:
        changed = copy.deepcopy(document)
        changed["execution"][key] = other
        yield changed


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_one_slip_in_any_decision_one_message_at_most(setting: int) -> None:
    """Some slips make another possible state; no slip is told twice."""
    chooser = Chooser(setting)
    played = games(setting, 7)
    told = 0
    for kind in range(len(KIND_TABLE)):
        posed = (pose(chooser.choice(played), kind, chooser) for _ in range(40))
        document = next((one for one in posed if not violations(one)), None)
        for changed in slips(document, chooser) if document else ():
            listed = violations(changed)
            assert len(listed) <= 1, (KINDS[kind], [(v.pointer, v.detail) for v in listed])
            told += len(listed)
    assert told > 100
