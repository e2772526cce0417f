"""The documents' schemas as the OpenAPI document publishes them: unions with discriminators."""

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Final

from service.documents.names import NAMES
from service.documents.schema import state_schema
from service.rules.events import EVENTS
from service.rules.kinds import KIND_RULES, KINDS
from service.rules.moves import VERBS
from service.rules.tables import STACKS

_Schema = dict[str, Any]
_REFERENCES: Final = "#/components/schemas/"
_STANDING: Final = ("victory_points", "tiles_dominated", "projected", "rank")
_DECIDER: Final = {
    "type": "string",
    "description": "A guard: who must be the one to decide, or the move is refused.",
    "enum": [*NAMES["animal"], "nature"],
}


def document_schemas() -> dict[str, _Schema]:
    """Every schema of a document, by its name under ``#/components/schemas``."""
    state = _moved(state_schema())
    definitions = state.pop("$defs")
    state.pop("$schema")
    found = {f"state_{name}": schema for name, schema in definitions.items()}
    kinds = {kind: f"state_decision_{kind}" for kind in KINDS}
    state["properties"]["pending"]["items"] = _union("kind", kinds)
    found["State"] = state
    for kind, rule in zip(KINDS, KIND_RULES, strict=True):
        found[f"decision_{kind}"] = _decision(definitions[f"decision_{kind}"], rule)
    found["Decision"] = _union("kind", {kind: f"decision_{kind}" for kind in KINDS})
    found |= _moves() | _events()
    found["Players"] = _players()
    found["Scoring"] = _scoring()
    return found


def _moved(schema: Any) -> Any:
    """The schema with its references turned to where OpenAPI keeps schemas."""
    if isinstance(schema, Mapping):
        return {
            key: value.replace("#/$defs/", f"{_REFERENCES}state_")
            if key == "$ref"
            else _moved(value)
            for key, value in schema.items()
        }
    return [_moved(item) for item in schema] if isinstance(schema, list) else schema


def _ref(name: str) -> _Schema:
    return {"$ref": _REFERENCES + name}


def _union(tag: str, names: Mapping[str, str]) -> _Schema:
    return {
        "oneOf": [_ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": tag,
            "mapping": {value: _REFERENCES + name for value, name in names.items()},
        },
    }


def _object(properties: _Schema, required: Iterable[str], description: str = "") -> _Schema:
    found: _Schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    if description:
        found["description"] = description
    return found


def _value(kind: str) -> _Schema:
    if kind == "int":
        return {"type": "integer"}
    if kind == "stack":
        return {"type": "integer", "minimum": 1, "maximum": STACKS}
    return _ref(f"state_{kind}")


def _decision(frame: _Schema, rule: str) -> _Schema:
    schema = copy.deepcopy(frame)
    schema["properties"] |= {"rule": {"const": rule}, "question": {"type": "string"}}
    schema["required"] = [*schema["required"], "rule", "question"]
    return schema


def _moves() -> dict[str, _Schema]:
    found: dict[str, _Schema] = {}
    for name, subject, target, counted in VERBS:
        fields = {part[0]: _value(part[1]) for part in (subject, target) if part is not None}
        if counted:
            fields["count"] = {"type": "integer", "minimum": 1}
        found[f"move_{name}"] = _object(
            {"type": {"const": name}, **fields, "animal": _DECIDER}, ("type", *fields)
        )
    names = {verb[0]: f"move_{verb[0]}" for verb in VERBS}
    found["Move"] = _union("type", names)
    counts = {
        "type": "object",
        "propertyNames": _ref("state_element"),
        "additionalProperties": {"type": "integer", "minimum": 0},
    }
    found["move_draw"] = {
        **_object(
            {
                "type": {"const": "draw"},
                "elements": counts,
                "cards": {"type": "array", "items": _ref("state_card"), "minItems": 1},
                "animal": _DECIDER,
            },
            ("type",),
            "Several draws of nature in one move, with chance manual.",
        ),
        "oneOf": [{"required": ["elements"]}, {"required": ["cards"]}],
    }
    found["PostedMove"] = _union("type", {**names, "draw": "move_draw"})
    found["MoveOrId"] = {
        "anyOf": [{"type": "string", "description": "A move's id."}, _ref("PostedMove")]
    }
    return found


def _events() -> dict[str, _Schema]:
    found: dict[str, _Schema] = {}
    for name, fields in EVENTS:
        values = {field: _value(kind) for field, kind in fields}
        found[f"event_{name}"] = _object(
            {"event": {"const": name}, "rule": {"type": "string"}, **values},
            ("event", "rule", *values),
        )
    found["Event"] = _union("event", {name: f"event_{name}" for name, _ in EVENTS})
    return found


def _players() -> _Schema:
    name = {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,40}$"}
    return {
        "anyOf": [
            {
                "type": "object",
                "propertyNames": name,
                "additionalProperties": {
                    "type": "array",
                    "items": _ref("state_animal"),
                    "minItems": 1,
                },
                "maxProperties": 6,
            },
            {"type": "array", "items": name, "maxItems": 6},
        ]
    }


def _scoring() -> _Schema:
    number = {"type": "integer"}
    animal = {"anyOf": [_ref("state_animal"), {"type": "null"}]}
    by_animal = {
        "type": "object",
        "propertyNames": _ref("state_animal"),
        "additionalProperties": number,
    }
    tile = {
        "type": "object",
        "description": "A tile: who is there, matches, who dominates, what it would pay.",
        "properties": {"dominant": animal, "cone": animal, "payout": by_animal},
    }
    standing = {
        "type": "object",
        "description": "An animal: its points now and as earth stands, and its rank.",
        "properties": dict.fromkeys(
            ("victory_points", "tiles_dominated", "projected", "rank"), number
        ),
        "required": ["victory_points", "projected", "rank"],
    }
    return {
        "type": "object",
        "properties": {
            "tiles": {
                "type": "object",
                "propertyNames": _ref("state_hex"),
                "additionalProperties": tile,
            },
            "animals": {
                "type": "object",
                "propertyNames": _ref("state_animal"),
                "additionalProperties": standing,
            },
        },
        "required": ["tiles", "animals"],
    }
