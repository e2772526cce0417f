"""The JSON Schema (2020-12) of the state document, made from the tables of names and decisions.

It says what level ``syntax`` of the validation says, as far as a schema can.
"""

from typing import Final

from service.documents.decisions import KIND_TABLE, Field
from service.documents.meanings import STATE_KEYS
from service.documents.names import NAMES
from service.documents.read import (
    CHANCE_MODES,
    DOMINANCE,
    MAMMAL_SAVE,
    MAX_SEED,
    REQUIRED,
)
from service.documents.read_board import MAX_ADDED, MAX_CUBES, MAX_UNSEEN
from service.documents.read_turn import MAX_MOVED, MAX_REMAINING, NAMED_STEPS
from service.documents.shape import MAX_INT, MAX_ITEMS, NAME
from service.documents.write import FORMAT
from service.rules.kinds import KIND_RULES, KINDS
from service.rules.slots import MAX_DEPTH
from service.rules.tables import (
    DISKS_PER_ELEMENT,
    HIBERNATION_LIMIT,
    MAX_ACTION_PAWNS,
    MAX_PLAYERS,
    MAX_TURN,
    MAX_TURN_LIMIT,
    MAX_VP,
    MIN_PLAYERS,
    SECTION_DISKS,
    STACK_SIZE,
    STACKS,
)

_Schema = dict[str, object]
_NAME: Final[_Schema] = {"type": "string", "pattern": f"^{NAME.pattern}$"}


def _integer(low: int, high: int) -> _Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _enum(names: tuple[str, ...]) -> _Schema:
    return {"type": "string", "enum": list(names)}


def _ref(kind: str) -> _Schema:
    return {"$ref": f"#/$defs/{kind}"}


def _map(kind: str, value: _Schema) -> _Schema:
    return {"type": "object", "propertyNames": _ref(kind), "additionalProperties": value}


def _set(kind: str) -> _Schema:
    return {"type": "array", "items": _ref(kind), "uniqueItems": True}


def _object(
    properties: dict[str, _Schema], required: tuple[str, ...] = (), description: str = ""
) -> _Schema:
    found: _Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        found["required"] = list(required)
    if description:
        found["description"] = description
    return found


def _field(field: Field) -> _Schema:
    if field.many:
        return _set(field.kind)
    if field.kind == "int":
        return _integer(0, MAX_REMAINING)
    if field.kind == "stack":
        return _integer(1, STACKS)
    return _ref(field.kind)


def _frame(kind: int) -> _Schema:
    row = KIND_TABLE[kind]
    properties: dict[str, _Schema] = {"kind": {"const": KINDS[kind]}, "animal": _ref("decider")}
    required = ["kind", "animal"]
    if row.pawn != "never":
        properties["space"] = _ref("space")
        if row.pawn == "always":
            required.append("space")
    for field in row.fields:
        properties[field.name] = _field(field)
        required.append(field.name)
    if row.outer is not None:
        properties[row.outer.name] = _field(row.outer)
    if KINDS[kind] == "migrate":
        properties["moved"] = _map("hex", _integer(0, MAX_MOVED))
    return _object(properties, tuple(required), f"{row.question} ({KIND_RULES[kind]})")


def _chance() -> _Schema:
    seed: _Schema = {"type": "string", "maxLength": MAX_SEED}
    by_mode: dict[str, tuple[dict[str, _Schema], tuple[str, ...]]] = {
        "seeded": ({"seed": seed, "draws": _integer(0, MAX_INT)}, ("seed",)),
        "server": ({"kid": _NAME}, ("kid",)),
        "manual": ({}, ()),
    }
    return {
        "oneOf": [
            _object({"mode": {"const": mode}, **by_mode[mode][0]}, ("mode", *by_mode[mode][1]))
            for mode in CHANCE_MODES
        ]
    }


def _properties() -> dict[str, _Schema]:
    cubes = _integer(0, MAX_CUBES)
    large_tile = _ref("tile")
    return {
        "format": {"const": FORMAT},
        "game": _NAME,
        "rules": _object(
            {
                "dominance": _enum(DOMINANCE),
                "mammal_save": _enum(MAMMAL_SAVE),
                "initiative_return": {"type": "boolean"},
                "turn_limit": {"anyOf": [_integer(1, MAX_TURN_LIMIT), {"type": "null"}]},
            },
            description="The options fixed at setup (R0)",
        ),
        "chance": _chance(),
        "turn": _integer(0, MAX_TURN),
        "phase": _ref("phase"),
        "last_turn": {"type": "boolean"},
        "players": {
            "type": "object",
            "propertyNames": _NAME,
            "additionalProperties": _set("animal"),
            "minProperties": MIN_PLAYERS,
            "maxProperties": MAX_PLAYERS,
        },
        "animals": _map(
            "animal",
            _object(
                {
                    "added_elements": _map("element", _integer(0, MAX_ADDED)),
                    "gene_pool": cubes,
                    "eliminated": cubes,
                    "action_pawns": _integer(0, MAX_ACTION_PAWNS),
                    "victory_points": _integer(0, MAX_VP),
                }
            ),
        ),
        "initiative": _set("animal"),
        "earth": _map(
            "hex",
            _object(
                {
                    "terrain": large_tile,
                    "tundra": {"type": "boolean"},
                    "species": _map("animal", cubes),
                    "cone": {"anyOf": [_ref("animal"), {"type": "null"}]},
                }
            ),
        ),
        "elements": _map("corner", _ref("element")),
        "action_display": _object(
            {
                "pawns": _map("space", _ref("animal")),
                "elements": _map("box", _map("element", _integer(0, SECTION_DISKS))),
            }
        ),
        "bag": _map("element", _integer(0, DISKS_PER_ELEMENT)),
        "tiles": _object(
            {
                "face_up": {
                    "type": "array",
                    "items": {"anyOf": [large_tile, {"type": "null"}]},
                    "minItems": STACKS,
                    "maxItems": STACKS,
                },
                "face_down": {
                    "type": "array",
                    "items": _integer(0, STACK_SIZE),
                    "minItems": STACKS,
                    "maxItems": STACKS,
                },
                "unseen": {
                    "type": "object",
                    "propertyNames": large_tile,
                    "additionalProperties": _integer(0, MAX_UNSEEN),
                },
            },
            ("face_up", "face_down"),
        ),
        "cards": _object({"available": _set("card"), "taken": _set("card")}),
        "survival": {"anyOf": [_ref("animal"), {"type": "null"}]},
        "execution": _object(
            {
                "at": _enum(NAMED_STEPS),
                "dominated": _set("hex"),
                "protected": _map("animal", _set("element")),
                "hibernating": {
                    **_map("animal", _map("hex", _integer(0, HIBERNATION_LIMIT))),
                    "maxProperties": 1,
                },
            }
        ),
        "pending": {
            "type": "array",
            "maxItems": MAX_DEPTH,
            "items": {"oneOf": [_ref(f"decision_{kind}") for kind in KINDS]},
        },
        "ranking": _object(
            {
                "animals": _set("animal"),
                "players": {"type": "array", "items": _NAME, "maxItems": MAX_ITEMS},
            },
            ("animals", "players"),
        ),
    }


def state_schema() -> dict[str, object]:
    """The schema, whole in itself: every name it uses stands in its ``$defs``."""
    definitions: dict[str, object] = {
        kind: _enum(names) for kind, names in NAMES.items() if kind != "stack"
    }
    for kind, name in enumerate(KINDS):
        definitions[f"decision_{name}"] = _frame(kind)
    properties = _properties()
    for key, meaning in STATE_KEYS.items():
        properties[key] = {"description": meaning, **properties[key]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "A complete state of a game of Dominant Species",
        "$defs": definitions,
        **_object(properties, REQUIRED),
    }
