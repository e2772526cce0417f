"""POST /v1/games: the first state of a new game."""

from typing import Any, Final

from flask import Response
from marshmallow import ValidationError, fields, post_load, validate, validates_schema

from service.api.answer_schemas import StateAnswer
from service.api.answers import INCLUDES, state_answer
from service.api.blueprint import Blueprint
from service.api.body import Strict
from service.api.context import context
from service.api.fields import PlayersField, StrictBoolean, StrictInteger
from service.api.moving import chance_unavailable
from service.api.problems import Problem, error_entry
from service.api.rendering import json_response
from service.documents.chance import ChanceUnavailable
from service.documents.play import start
from service.documents.read import CHANCE_MODES, DOMINANCE, MAMMAL_SAVE, MAX_SEED
from service.rules.errors import SetupError
from service.rules.tables import MAX_TURN_LIMIT

games: Final = Blueprint("games", __name__, description="New games.")


class Rules(Strict):
    """The options of R0."""

    dominance = fields.String(validate=validate.OneOf(DOMINANCE))
    mammal_save = fields.String(validate=validate.OneOf(MAMMAL_SAVE))
    initiative_return = StrictBoolean()
    turn_limit = StrictInteger(
        validate=validate.Range(1, MAX_TURN_LIMIT),
        metadata={"description": "The game ends as R10.2 after so many turns."},
    )


class ChanceChoice(Strict):
    """Where the game's draws come from."""

    mode = fields.String(required=True, validate=validate.OneOf(CHANCE_MODES))
    seed = fields.String(
        validate=validate.Length(min=1, max=MAX_SEED),
        metadata={"description": "For seeded chance; made up if not given."},
    )

    @validates_schema
    def _seed_of_seeded(self, data: dict[str, Any], **_: Any) -> None:
        if "seed" in data and data.get("mode") != "seeded":
            raise ValidationError("Only seeded chance has a seed.", "seed")


class NewGame(Strict):
    """A game to set up."""

    players = PlayersField(required=True)
    animals_per_player = StrictInteger(
        validate=validate.Range(1, 3),
        metadata={
            "description": "With a list of names: how many animals each is dealt. 1 if not given;"
            " 3 with two players or 2 with three players (R1.5)."
        },
    )
    rules = fields.Nested(Rules)
    chance = fields.Nested(
        ChanceChoice,
        metadata={
            "description": "Without it: server where this service has a key (as under `serve`),"
            " else seeded with a seed that is made up."
        },
    )
    turn_limit = StrictInteger(
        validate=validate.Range(1, MAX_TURN_LIMIT),
        metadata={"description": "The same as rules.turn_limit."},
    )
    include = fields.List(
        fields.String(validate=validate.OneOf(INCLUDES)), validate=validate.Length(max=8)
    )

    @validates_schema
    def _one_turn_limit(self, data: dict[str, Any], **_: Any) -> None:
        limits = {data.get("turn_limit"), data.get("rules", {}).get("turn_limit")}
        if len(limits - {None}) > 1:
            raise ValidationError("Must be the same as rules.turn_limit.", "turn_limit")

    @post_load
    def _turn_limit_in_one_place(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Whichever way it was spelled, the limit stands at ``turn_limit`` and nowhere else."""
        rules = dict(data.get("rules", {}))
        if "turn_limit" in rules:
            data = {**data, "turn_limit": rules.pop("turn_limit"), "rules": rules}
        return data


@games.route("/v1/games", methods=["POST"])
@games.arguments(NewGame)
@games.answers(201, StateAnswer, "The first state.")
@games.problems(400, 413, 415, 422)
def new_game(body: dict[str, Any]) -> Response:
    """Set up a game.

    `players` maps names to animals, or lists names to whom one animal each is dealt at random, or
    `animals_per_player` of them. A name has 1 to 40 characters of `A-Z a-z 0-9 _ . -`; keep longer
    ones in your own client.
    Nothing is stored: keep the state, and post it with each move.
    """
    try:
        game, events = start(
            body["players"],
            body.get("rules"),
            body.get("chance"),
            body.get("turn_limit"),
            context().key,
            animals_per_player=body.get("animals_per_player"),
        )
    except ChanceUnavailable as error:
        raise chance_unavailable(error) from error
    except SetupError as error:
        entry = error_entry(f"/{error.field}", "invalid_setup", error.reason, rule=error.rule)
        raise Problem("invalid_setup", error.reason, errors=[entry]) from error
    return json_response(state_answer(game, events, body.get("include", ())), 201)
