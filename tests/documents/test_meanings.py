"""The sentences and names for people."""

from service.documents.components import components_object
from service.documents.meanings import EVENTS, MOVES, STATE_KEYS, space_title, step_title, title
from service.documents.schema import state_schema
from service.rules import events
from service.rules.moves import VERBS
from service.rules.steps import STEPS


def test_every_move_event_and_key_has_a_meaning() -> None:
    assert list(MOVES) == [verb[0] for verb in VERBS]
    assert list(EVENTS) == [name for name, _ in events.EVENTS]
    properties = state_schema()["properties"]
    assert isinstance(properties, dict)
    assert set(STATE_KEYS) == set(properties)
    assert all(properties[key]["description"] for key in properties)
    for text in (*MOVES.values(), *EVENTS.values(), *STATE_KEYS.values()):
        assert text[0].isupper()
        assert text.endswith(".")


def test_titles() -> None:
    assert title("ice_sheet") == "Ice Sheet"
    assert space_title("domination.3") == "Domination, third space"
    assert space_title("migration.7") == "Migration of 7 species"
    assert space_title("speciation.meat") == "Speciation, meat"
    assert space_title("competition.sea-jungle") == "Competition, sea and jungle"
    assert [space_title(f"{name}.1") for name in ("initiative", "wasteland", "depletion")] == [
        "Initiative",
        "Wasteland",
        "Depletion",
    ]
    titles = components_object()["titles"]
    assert isinstance(titles, dict)
    assert len(titles["spaces"]) == len(set(titles["spaces"].values())) == 41
    assert len(titles["cards"]) == 26


def test_titles_of_steps() -> None:
    titles = [step_title(step) for step in STEPS]
    assert len(set(titles)) == len(STEPS)
    assert not [shown for shown in titles if "." in shown or "_" in shown]
    assert step_title("domination.2") == "Domination, second space"
    assert step_title("glaciation") == "Glaciation"
    assert step_title("reset.extinction") == "Extinction"
    assert step_title("planning") == "Planning"
