"""What is expected where a space or a step is wrong, or where nothing ought to stand."""

import pytest

from service.documents.problems import ABSENT
from service.documents.read import violations
from tests.documents.slips import Document, Slip, at, drop, put, several, slipped
from tests.documents.tables import dominated, finished, regression, speciating, table
from tests.positions import build


def glaciating(space: str, waiting: str) -> Document:
    """A Glaciation pawn acts while another waits."""
    return build(
        {
            "animals": ["mammal", "bird"],
            "pawns": {waiting: "mammal"},
            "at": "glaciation",
            "pending": [{"kind": "glaciate", "animal": "bird", "space": space}],
        }
    )


REGRESSION = several(put("/execution/at", "regression.free"), put("/pending/0/animal", "reptile"))
CASES: dict[str, tuple[Document, Slip, str, object]] = {
    # base, slip, code, expected
    "another space than the step's": (
        speciating(), put("/pending/0/space", "speciation.sun"), "wrong_space", "speciation.seed",
    ),
    "not the left-most Glaciation pawn": (
        glaciating("glaciation.1", "glaciation.3"),
        put("/pending/0/space", "glaciation.4"),
        "wrong_space", ["glaciation.1", "glaciation.2"],
    ),
    "the only space left of a waiting Glaciation pawn": (
        glaciating("glaciation.1", "glaciation.2"),
        put("/pending/0/space", "glaciation.4"), "wrong_space", "glaciation.1",
    ),
    "no Glaciation pawn": (
        glaciating("glaciation.1", "glaciation.3"), put("/pending/0/space", "migration.2"),
        "wrong_space", ["glaciation.1", "glaciation.2"],
    ),
    "a pawn where none acts": (regression(), REGRESSION, "wrong_space", ABSENT),
    "a pawn inside a Domination": (
        dominated(),
        put("/pending/1", {"kind": "glaciate", "animal": "insect", "space": "glaciation.1"}),
        "wrong_space", ABSENT,
    ),
    "a step of another phase": (
        table(), put("/phase", "reset"), "wrong_step",
        ["reset.extinction", "reset.cards", "reset.boxes", "reset.adaptation", "reset.abundance",
         "reset.wanderlust", "reset.tiles"],
    ),
    "a step where there are none": (table(), put("/phase", "planning"), "wrong_step", ABSENT),
    "a seed where all is drawn by hand": (
        table(), put("/chance/seed", "x"), "unknown_key", ABSENT,
    ),
    "a decision after the end": (
        finished(), put("/pending", [{"kind": "place_pawn", "animal": "bird"}]),
        "pending_at_end", [],
    ),
    "an animal that nobody plays": (
        table(), put("/pending/0/animal", "arachnid"), "wrong_decider",
        ["mammal", "reptile", "bird", "insect"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_expected(name: str) -> None:
    base, slip, code, expected = CASES[name]
    document = slipped(base, slip)
    found = [v for v in violations(document) if v.code == code]
    assert [v.expected for v in found] == [expected]
    assert [v.value for v in found] == [at(document, v.pointer) for v in found]


def test_no_step_expects_one_of_the_phase() -> None:
    document = table()
    drop("/execution/at")(document)
    [violation] = violations(document)
    assert isinstance(violation.expected, list)
    # 41 spaces with one step for the four of Glaciation, and the five steps that need no pawn
    assert len(violation.expected) == 41 - 3 + 5
    assert "migration.7" in violation.expected
    assert "reset.cards" not in violation.expected
