"""Moves in JSON: a compact id, an object, and a label for people."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from service.documents import draws
from service.documents.game import GameState
from service.documents.meanings import space_title, title
from service.documents.names import INDEX, NAMES, decider_name, value_of
from service.documents.shape import pointer_part
from service.documents.wording import definite
from service.rules.errors import GameOver, IllegalMove
from service.rules.moves import (
    CALL_OFF,
    CLAIM,
    VERBS,
    count_of,
    pack,
    subject_of,
    target_of,
    verb_of,
)
from service.rules.slots import ANIMAL, DEPTH, IN_PLAY
from service.rules.state import State

MAX_ID_LENGTH: Final = 80
MAX_COUNT: Final = 63

_VERB_INDEX: Final = {verb[0]: i for i, verb in enumerate(VERBS)}
_CLAIM: Final = VERBS[CLAIM][0]
_CALL_OFF: Final = VERBS[CALL_OFF][0]
# Between the two parts of an id: ">" where something turns into or goes to something.
_ARROW_TARGETS: Final = ("to", "for")
_COUNT: Final = re.compile(r"(.*)x([1-9][0-9]?)", re.ASCII)

# What is called in a label by another name than its id.
_TITLES: Final[dict[str, Callable[[str], str]]] = {"space": space_title, "card": title}
_LABELS: Final[dict[str, str]] = {
    "forfeit": "Forfeit the action",
    "decline": "Decline",
    "done": "Done",
    "place_pawn": "Place a pawn on {space}",
    "swap": "Swap with the marker to the left",
    "adapt": "Take {element}",
    "protect": "Protect {element}",
    "place_element": "Place {element} on {corner}",
    "discard": "Take {element} out of Wasteland",
    "remove_element": "Remove the element on {corner}",
    "glaciate": "Lay tundra on {hex}",
    "speciate": "Speciate around {corner}",
    "place_species": "Place {count} species on {hex}",
    "lay_tile": "Lay the tile of stack {stack} on {hex}",
    "move_in": "Move {count} species in from {from}",
    "migrate": "Move {count} species from {from} to {to}",
    "eliminate": "Eliminate one {species} species on {hex}",
    "dominate": "Dominate {hex}",
    "take_card": "Take {card}",
    "choose_tile": "Choose {hex}",
    "keep_element": "Keep the element on {corner}",
    "keep_species": "Keep one {species} species",
    "lose_element": "Lose {element}",
    "lose_pawn": "Lose one action pawn",
    "keep_one_species": "Keep one species on each tile",
    "replace": "Replace one {species} species on {hex}",
    "move_out": "Move {count} {species} species out to {to}",
    "exchange": "Exchange {element} for {for}",
    "save": "Save one {species} species on {hex}",
    "draw_element": "Draw {element}",
    "draw_card": "Turn up {card}",
    "draw_tile": "Turn up a {terrain} tile",
    "claim": "The {species} claims {hex}",
    "call_off": "Call off the cone on {hex}",
}


def move_object(move: int) -> dict[str, object]:
    """The object form: ``type`` and the fields that the verb has."""
    name, subject, target, counted = VERBS[verb_of(move)]
    found: dict[str, object] = {"type": name}
    if subject is not None:
        found[subject[0]] = value_of(subject[1], subject_of(move))
    if target is not None:
        found[target[0]] = value_of(target[1], target_of(move))
    if counted:
        found["count"] = count_of(move)
    return found


def move_id(move: int) -> str:
    """The id: the verb, its parts and its count, such as ``migrate:0,0>1,0x2``."""
    name, subject, target, counted = VERBS[verb_of(move)]
    parts: list[str] = []
    if subject is not None:
        parts.append(NAMES[subject[1]][subject_of(move)])
    if target is not None:
        parts.append(NAMES[target[1]][target_of(move)])
        joiner = ">" if target[0] in _ARROW_TARGETS else "@"
        name += ":" + joiner.join(parts)
    return f"{name}x{count_of(move)}" if counted else name


def move_label(move: int) -> str:
    """A short English sentence for a button; spaces and cards are called by their titles."""
    fields = move_object(move)
    return _LABELS[str(fields["type"])].format_map(
        {key: _TITLES[key](str(fields[key])) if key in _TITLES else fields[key] for key in fields}
    )


def _illegal(field: str, reason: str) -> IllegalMove:
    return IllegalMove("", field, reason)


def parse_id(text: str) -> int:
    """The packed move of an id; raises IllegalMove if it names none (R4.3 for a claim)."""
    if len(text) > MAX_ID_LENGTH:
        raise _illegal("move", f"a move id has at most {MAX_ID_LENGTH} characters")
    name, colon, rest = text.partition(":")
    verb = _VERB_INDEX.get(name)
    if verb is None:
        raise _illegal("move", f"there is no move {name!r}")
    try:
        return _parse_parts(verb, colon, rest)
    except IllegalMove as error:
        raise _of_verb(error, verb) from None


def _of_verb(error: IllegalMove, verb: int) -> IllegalMove:
    """Claims and call-offs are no part of the pending decision: R4.3 is their rule."""
    return IllegalMove("R4.3", error.field, error.reason) if verb in (CLAIM, CALL_OFF) else error


def _parse_parts(verb: int, colon: str, rest: str) -> int:
    """The packed move of a verb and of what follows it in an id."""
    name, subject, target, counted = VERBS[verb]
    count = 0
    if counted:
        match = _COUNT.fullmatch(rest)
        if match is None:
            raise _illegal("count", f"the id of {name!r} ends in its count, such as x1")
        rest = match.group(1)
        count = int(match.group(2))
    numbers = [0, 0]
    texts = [rest]
    if subject is not None and target is not None:
        texts = rest.split(">" if target[0] in _ARROW_TARGETS else "@")
    parts = [(i, part) for i, part in ((0, subject), (1, target)) if part is not None]
    if bool(colon) != bool(parts) or (parts and len(texts) != len(parts)):
        raise _illegal("move", f"the id of {name!r} is written {id_form(verb)!r}")
    for (i, (field, kind)), part_text in zip(parts, texts, strict=False):
        numbers[i] = _number(field, kind, part_text)
    return _packed(verb, numbers[0], numbers[1], count)


def id_form(verb: int) -> str:
    """How the ids of a verb are written, such as ``claim:SPECIES@HEX``."""
    name, subject, target, counted = VERBS[verb]
    parts = [part[0].upper() for part in (subject, target) if part is not None]
    joiner = ">" if target is not None and target[0] in _ARROW_TARGETS else "@"
    return name + (":" + joiner.join(parts) if parts else "") + ("x1" if counted else "")


def _shown(value: object) -> str:
    """A JSON value within a sentence."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return repr(value[:40]) if isinstance(value, str) else json.dumps(value)[:40]


def _packed(verb: int, subject: int, target: int, count: int) -> int:
    if count > MAX_COUNT:
        raise _illegal("count", "no decision is about so many species")
    return pack(verb, subject, target, count)


def _number(field: str, kind: str, value: object) -> int:
    text = str(value) if kind == "stack" and type(value) is int else value
    number = INDEX[kind].get(text) if isinstance(text, str) else None
    if number is None:
        raise _illegal(field, f"{_shown(value)} names no {kind}")
    return number


def parse_object(fields: Mapping[str, object]) -> int:
    """The packed move of an object form (without ``animal``); raises IllegalMove."""
    if "type" not in fields:
        reason = "a move has a type; of an entry of 'legal_moves', send its id or its move"
        raise _illegal("type", reason)
    name = fields["type"]
    if not isinstance(name, str):
        raise _illegal("type", f"the type of a move is a name, not {_shown(name)}")
    verb = _VERB_INDEX.get(name)
    if verb is None:
        raise _illegal("type", f"there is no move {_shown(name)}")
    try:
        return _parse_fields(verb, fields)
    except IllegalMove as error:
        raise _of_verb(error, verb) from None


def _parse_fields(verb: int, fields: Mapping[str, object]) -> int:
    """The packed move of a verb and of all the fields of its object form."""
    name, subject, target, counted = VERBS[verb]
    wanted = {part[0]: part[1] for part in (subject, target) if part is not None}
    allowed = {"type", *wanted, *(("count",) if counted else ())}
    for key in fields:
        if key not in allowed:
            raise _illegal(key[:40], f"the move {name!r} has no field {key[:40]!r}")
    for key in sorted(allowed):
        if key not in fields:
            raise _illegal(key, f"the move {name!r} lacks its field {key!r}")
    count = 0
    if counted:
        given = fields["count"]
        if type(given) is not int or given < 1:
            raise _illegal("count", "the count is an integer of 1 or more")
        count = given
    return _packed(
        verb,
        _number(*subject, fields[subject[0]]) if subject is not None else 0,
        _number(*target, fields[target[0]]) if target is not None else 0,
        count,
    )


def parse_move(game: GameState, move: object) -> list[int]:
    """The packed moves of an id or an object: one, or several for a composite draw.

    An object may name ``animal`` as a guard: the one that is to decide, or that claims or calls
    off. Raises IllegalMove, or GameOver for a draw when the game has ended.
    """
    if isinstance(move, str):
        return [parse_id(move)]
    if not isinstance(move, dict):
        raise _illegal("move", "a move is an id (a string) or an object")
    fields = dict(move)
    if "animal" in fields:
        _check_guard(game.state, fields, fields.pop("animal"))
    if fields.get("type") == "draw":
        return _parse_draw(game.state, fields)
    return [parse_object(fields)]


def _check_guard(state: State, fields: Mapping[str, object], animal: object) -> None:
    """Raise IllegalMove if another animal than the guard's is the one to make the move."""
    slots = state.slots
    if not slots[DEPTH]:
        return
    shown = _shown(animal)
    if fields.get("type") == _CLAIM:
        claimant = fields.get("species")
        if animal != claimant and isinstance(claimant, str) and claimant in INDEX["animal"]:
            raise IllegalMove("R4.3", "animal", f"the {claimant} claims the tile, not {shown}")
    elif fields.get("type") == _CALL_OFF:
        number = INDEX["animal"].get(animal) if isinstance(animal, str) else None
        if number is None or not slots[IN_PLAY] >> number & 1:
            raise IllegalMove("R4.3", "animal", f"{shown} is no animal in play")
    else:
        decider = decider_name(slots[state.top() + ANIMAL])
        if animal != decider:
            raise _illegal("animal", f"{definite(decider)} decides now, not {shown}")


def _parse_draw(state: State, fields: Mapping[str, object]) -> list[int]:
    """``{"type": "draw", "elements": {…}}`` or ``"cards": […]`` as single draws."""
    elements = fields.get("elements")
    cards = fields.get("cards")
    counts: dict[int, int] = {}
    drawn: list[int] = []
    if set(fields) == {"type", "elements"} and isinstance(elements, dict):
        for name, count in elements.items():
            field = f"elements/{pointer_part(name)}"
            element = _number(field, "element", name)
            if type(count) is not int or count < 0:
                raise _illegal(field, "each count is an integer of 0 or more")
            if count:
                counts[element] = count
    elif set(fields) == {"type", "cards"} and isinstance(cards, list):
        drawn = [_number(f"cards/{i}", "card", name) for i, name in enumerate(cards)]
    else:
        given = [name for name in ("elements", "cards") if name in fields]
        others = sorted(set(fields) - {"type", "elements", "cards"})
        field = others[0][:40] if others else given[0] if len(given) == 1 else "move"
        raise _illegal(field, "a draw names either elements, with counts, or a list of cards")
    if not (counts or drawn):
        field = "cards" if "cards" in fields else "elements"
        raise _illegal(field, "a draw names at least one disk or card")
    if not state.slots[DEPTH]:
        raise GameOver
    return draws.disks(state, counts) if counts else draws.cards(state, drawn)
