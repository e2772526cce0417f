"""The canonical form of a document (RFC 8785) and the hashes made from it."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final

# What does not belong to the position: who plays, in which game, and where chance comes from.
_NOT_POSITION: Final = ("game", "players", "chance")


def dumps(value: object) -> bytes:
    """RFC 8785 JSON of a value whose keys are ASCII and whose numbers are integers below 2^53.

    For such values sorted keys and no white space are all that the RFC asks for.
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def state_hash(document: Mapping[str, object]) -> str:
    """SHA-256 of the canonical form, in hexadecimal."""
    return hashlib.sha256(dumps(document)).hexdigest()


def position_hash(document: Mapping[str, object]) -> str:
    """The hash without ``game``, ``players`` and ``chance``: equal for equal positions."""
    position = {key: value for key, value in document.items() if key not in _NOT_POSITION}
    return hashlib.sha256(dumps(position)).hexdigest()
