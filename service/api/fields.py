"""Marshmallow fields: those that stand for documents, and those that coerce nothing."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from service.documents.game import GameState
from service.documents.moves import MAX_ID_LENGTH
from service.documents.names import INDEX
from service.documents.problems import InvalidDocument
from service.documents.read import read_state
from service.documents.shape import NAME
from service.documents.verdict import holds_state
from service.rules.tables import MAX_PLAYERS

Move = str | dict[str, Any]


class DocumentField(fields.Field[Any]):
    """A value that the OpenAPI document describes under this name; for answers."""

    def __init__(self, document: str, **options: Any) -> None:
        super().__init__(**options)
        self.document = document


class StateField(fields.Field[GameState]):
    """A state document; ``service.documents`` reads it and says what is wrong with it."""

    document = "State"

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> GameState:
        if holds_state(value):
            raise ValidationError(
                "Not a valid state: this is a whole answer; send the value of its `state`."
            )
        try:
            return read_state(value)
        except InvalidDocument as error:
            raise ValidationError([error]) from None


class MoveField(fields.Field[Move]):
    """A move, as its id or its object; what it means is decided when it is made."""

    document = "MoveOrId"

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Move:
        if isinstance(value, str):
            if len(value) > MAX_ID_LENGTH:
                raise ValidationError(f"A move's id has at most {MAX_ID_LENGTH} characters.")
            return value
        if isinstance(value, dict):
            return value
        raise ValidationError("Not a valid move: a move is an id (a string) or an object.")


class MovesField(fields.List[Any]):
    """A list of moves, whose length is checked before anything else."""

    def __init__(self, maximum: int, *, description: str, **options: Any) -> None:
        described = {"description": description, "maxItems": maximum}
        super().__init__(MoveField(), metadata=described, **options)
        self.maximum = maximum

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> list[Any]:
        if isinstance(value, list) and len(value) > self.maximum:
            raise ValidationError(f"Must be at most {self.maximum} moves.")
        return super()._deserialize(value, attr, data, **kwargs)


class NameField(fields.String):
    """A name or an id of a document."""

    def __init__(self, *, description: str, **options: Any) -> None:
        described = {"description": description, "pattern": f"^{NAME.pattern}$"}
        super().__init__(metadata=described, **options)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> str:
        name: str = super()._deserialize(value, attr, data, **kwargs)
        if not NAME.fullmatch(name):
            raise ValidationError(f"Not a valid name: {NAME.pattern} is expected.")
        return name


class StrictInteger(fields.Integer):
    """An integer that is written as one: no text, no fraction, no boolean."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class StrictBoolean(fields.Boolean):
    """``true`` or ``false``, and nothing that could mean them."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class PlayersField(fields.Field[dict[str, list[str]] | list[str]]):
    """Who plays: names with their animals, or a list of names to deal animals to (R1.1)."""

    document = "Players"

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, list[str]] | list[str]:
        if isinstance(value, list):
            _check_names({str(i): name for i, name in enumerate(value)})
            return value
        if not isinstance(value, dict):
            raise ValidationError(
                "Not a valid choice of players: an object of names and their animals, or a list"
                " of names."
            )
        _check_names({name: name for name in value})
        errors = {
            name: found
            for name, animals in value.items()
            if (found := _faults_of_animals(animals)) is not None
        }
        if errors:
            raise ValidationError(errors)
        return value


def _faults_of_animals(animals: object) -> list[str] | dict[int, list[str]] | None:
    """What is wrong with a player's animals, by place in the list where it is one of them."""
    if not isinstance(animals, list) or not animals:
        return ['Not a valid list of animals, such as ["bird"].']
    found = {
        place: [f"Must be one of: {', '.join(INDEX['animal'])}."]
        for place, animal in enumerate(animals)
        if not (isinstance(animal, str) and animal in INDEX["animal"])
    }
    return found or None


class TableField(fields.Dict):
    """An object as a table, whose faults stand at its keys."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            found = {
                key: [text for texts in messages.values() for text in texts]
                for key, messages in error.messages.items()
            }
            raise ValidationError(found) from None


def _check_names(names: Mapping[str, object]) -> None:
    if len(names) > MAX_PLAYERS:
        raise ValidationError(f"A game has at most {MAX_PLAYERS} players.")
    errors = {
        at: ["Not a valid name: no object of JavaScript can have it."]
        for at, name in names.items()
        if name == "__proto__"
    } | {
        at: [f"Not a valid name: {NAME.pattern} is expected."]
        for at, name in names.items()
        if not (isinstance(name, str) and NAME.fullmatch(name))
    }
    if errors:
        raise ValidationError(errors)
