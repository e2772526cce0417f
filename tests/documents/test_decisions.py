"""Validation, schema and documentation of the decisions come from one table."""

from pathlib import Path

from service.documents.decision_page import decisions_page
from service.documents.decisions import KIND_TABLE
from service.documents.pending import outermost_at
from service.documents.schema import state_schema
from service.rules.kinds import KINDS
from service.rules.steps import STEPS
from service.rules.tables import CARDS, SPACES

PAGE = Path(__file__).parent.parent.parent / "docs" / "decisions.md"
# Where everything happens at once, or the game is over (R7.3, R7.5, R9.3).
SILENT = {"regression.losses", "wasteland.losses", "reset.boxes", "finished"}


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == decisions_page()


def test_every_step_has_its_decisions() -> None:
    for step in STEPS:
        assert bool(outermost_at(step)) == (step not in SILENT), step
    assert outermost_at("initiative.1") == ["swap_initiative", "place_initiative_pawn"]
    assert outermost_at("speciation.sun") == ["speciate", "place_species"]
    assert outermost_at("speciation.free") == ["insect_speciation"]
    assert outermost_at("competition.free") == ["arachnid_competition"]


def test_every_decision_is_asked_somewhere() -> None:
    sections = {space.split(".")[0] for space in SPACES}
    for kind, row in zip(KINDS, KIND_TABLE, strict=True):
        assert row.at or row.on, kind
        assert all(place in STEPS or place in sections for place in row.at), kind
        assert row.on in ("", "dominate", "lay_tile"), kind
        assert row.card in ("", *CARDS), kind
        assert (row.outer is not None) == (kind in ("dominate", "lay_tile"))
        assert not row.taker or row.on == "dominate", kind


def test_page_and_schema_name_the_same_fields() -> None:
    definitions = state_schema()["$defs"]
    assert isinstance(definitions, dict)
    page = decisions_page()
    for kind in KINDS:
        text = page.split(f"## {kind}\n")[1].split("\n## ")[0]
        line = next(line for line in text.splitlines() if line.startswith("- Fields: "))
        named = set(line.split("`")[1::2])
        assert named == set(definitions[f"decision_{kind}"]["properties"]) - {"kind", "animal"}
