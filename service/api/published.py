"""The documents' schemas as the OpenAPI document publishes them: unions with discriminators."""

import copy
from collections.abc import Mapping
from typing import Any, Final

from service.api.reference_schemas import reference_schemas
from service.api.schema_parts import REFERENCES, Schema, closed, reference
from service.documents import meanings
from service.documents.names import NAMES, NATURE_NAME
from service.documents.schema import state_schema
from service.documents.shape import NAME
from service.rules.events import EVENTS
from service.rules.kinds import KIND_RULES, KINDS
from service.rules.moves import VERBS
from service.rules.tables import MAX_PLAYERS, STACKS

_DECIDER: Final = {
    "type": "string",
    "description": "A guard: who must be the one to decide, or the move is refused. For a claim"
    " it is the claiming animal, for call_off any animal in play.",
    "enum": [*NAMES["animal"], NATURE_NAME],
}


def document_schemas() -> dict[str, Schema]:
    """Every schema of a document, by its name under ``#/components/schemas``."""
    state = _moved(state_schema())
    definitions = state.pop("$defs")
    state.pop("$schema")
    found = {f"state_{name}": schema for name, schema in definitions.items()}
    kinds = {kind: f"state_decision_{kind}" for kind in KINDS}
    state["properties"]["pending"]["items"] = _union("kind", kinds)
    chances = {
        schema["properties"]["mode"]["const"]: schema
        for schema in state["properties"]["chance"]["oneOf"]
    }
    found |= {f"state_chance_{mode}": schema for mode, schema in chances.items()}
    state["properties"]["chance"] |= _union(
        "mode", {mode: f"state_chance_{mode}" for mode in chances}
    )
    found["State"] = state
    for kind, rule in zip(KINDS, KIND_RULES, strict=True):
        found[f"decision_{kind}"] = _decision(definitions[f"decision_{kind}"], rule)
    found["Decision"] = _union("kind", {kind: f"decision_{kind}" for kind in KINDS})
    found |= _moves() | _events()
    found["Players"] = _players()
    found |= reference_schemas()
    return found


def _moved(schema: Any) -> Any:
    """The schema with its references turned to where OpenAPI keeps schemas."""
    if isinstance(schema, Mapping):
        return {
            key: value.replace("#/$defs/", f"{REFERENCES}state_")
            if key == "$ref"
            else _moved(value)
            for key, value in schema.items()
        }
    return [_moved(item) for item in schema] if isinstance(schema, list) else schema


def _union(tag: str, names: Mapping[str, str]) -> Schema:
    return {
        "oneOf": [reference(name) for name in names.values()],
        "discriminator": {
            "propertyName": tag,
            "mapping": {value: REFERENCES + name for value, name in names.items()},
        },
    }


def _value(kind: str) -> Schema:
    if kind == "int":
        return {"type": "integer"}
    if kind == "stack":
        return {"type": "integer", "minimum": 1, "maximum": STACKS}
    return reference(f"state_{kind}")


def _decision(frame: Schema, rule: str) -> Schema:
    schema = copy.deepcopy(frame)
    schema["properties"] |= {"rule": {"const": rule}, "question": {"type": "string"}}
    schema["required"] = [*schema["required"], "rule", "question"]
    return schema


def _moves() -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for name, subject, target, counted in VERBS:
        fields = {part[0]: _value(part[1]) for part in (subject, target) if part is not None}
        if counted:
            fields["count"] = {"type": "integer", "minimum": 1}
        found[f"move_{name}"] = closed(
            {"type": {"const": name}, **fields, "animal": _DECIDER},
            ("type", *fields),
            meanings.MOVES[name],
        )
    names = {verb[0]: f"move_{verb[0]}" for verb in VERBS}
    found["Move"] = _union("type", names)
    counts = {
        "type": "object",
        "propertyNames": reference("state_element"),
        "additionalProperties": {"type": "integer", "minimum": 0},
    }
    found["move_draw"] = {
        **closed(
            {
                "type": {"const": "draw"},
                "elements": counts,
                "cards": {"type": "array", "items": reference("state_card"), "minItems": 1},
                "animal": _DECIDER,
            },
            ("type",),
            "Several draws of the pending decision in one move, with chance manual: all that it"
            " draws, in any order, or a part of it. Disks of symbiotic are drawn one by one.",
        ),
        "oneOf": [{"properties": {name: {}}, "required": [name]} for name in ("elements", "cards")],
    }
    found["PostedMove"] = _union("type", {**names, "draw": "move_draw"})
    found["MoveOrId"] = {
        "anyOf": [{"type": "string", "description": "A move's id."}, reference("PostedMove")]
    }
    return found


def _events() -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for name, fields in EVENTS:
        values = {field: _value(kind) for field, kind in fields}
        found[f"event_{name}"] = closed(
            {"event": {"const": name}, "rule": {"type": "string"}, **values},
            ("event", "rule", *values),
            meanings.EVENTS[name],
        )
    found["Event"] = _union("event", {name: f"event_{name}" for name, _ in EVENTS})
    return found


def _players() -> Schema:
    name = {"type": "string", "pattern": f"^{NAME.pattern}$"}
    return {
        "anyOf": [
            {
                "type": "object",
                "propertyNames": name,
                "additionalProperties": {
                    "type": "array",
                    "items": reference("state_animal"),
                    "minItems": 1,
                },
                "maxProperties": MAX_PLAYERS,
            },
            {"type": "array", "items": name, "maxItems": MAX_PLAYERS},
        ]
    }
