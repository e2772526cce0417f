"""The sentences and names for people."""

from service.documents.components import components_object
from service.documents.meanings import EVENTS, MOVES, STATE_KEYS, space_title, title
from service.documents.schema import state_schema
from service.rules import events
from service.rules.moves import VERBS


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
    titles = components_object()["titles"]
    assert isinstance(titles, dict)
    assert len(titles["spaces"]) == len(set(titles["spaces"].values())) == 41
    assert len(titles["cards"]) == 26
