"""The few shapes that schemas written by hand are made of."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

Schema = dict[str, Any]
REFERENCES: Final = "#/components/schemas/"

INTEGER: Final[Schema] = {"type": "integer"}
NUMBER: Final[Schema] = {"type": "number"}
TEXT: Final[Schema] = {"type": "string"}


def reference(name: str) -> Schema:
    """The schema that the OpenAPI document holds under this name."""
    return {"$ref": REFERENCES + name}


def closed(properties: Schema, required: Iterable[str] = (), description: str = "") -> Schema:
    """An object with these properties and no others."""
    found: Schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    if description:
        found["description"] = description
    return found


def whole(properties: Schema, description: str = "") -> Schema:
    """An object that has all of these properties and no others."""
    return closed(properties, properties, description)


def table(keys: Schema, values: Schema, description: str = "") -> Schema:
    """An object as a table: any of these keys, each with such a value."""
    found: Schema = {"type": "object", "propertyNames": keys, "additionalProperties": values}
    if description:
        found["description"] = description
    return found


def array(items: Schema, description: str = "") -> Schema:
    """A list of such items."""
    found: Schema = {"type": "array", "items": items}
    if description:
        found["description"] = description
    return found


def nullable(schema: Mapping[str, Any], description: str = "") -> Schema:
    """The schema, or null."""
    found: Schema = {"anyOf": [dict(schema), {"type": "null"}]}
    if description:
        found["description"] = description
    return found
