"""Events as JSON objects."""

from service.documents.names import value_of
from service.rules.events import EVENTS, Event


def event_object(event: Event) -> dict[str, object]:
    """``{"event", "rule", …}`` with the fields that ``rules.events.EVENTS`` lists."""
    name, fields = EVENTS[event.kind]
    found: dict[str, object] = {"event": name, "rule": event.rule}
    for (field, kind), number in zip(fields, event.values, strict=True):
        found[field] = value_of(kind, number)
    return found
