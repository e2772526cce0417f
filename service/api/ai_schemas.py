"""What clients send to the AI's calls, and what these answer, as marshmallow schemas."""

from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service import queue
from service.api.answer_schemas import StateAnswer
from service.api.answers import INCLUDES
from service.api.body import Strict
from service.api.fields import DocumentField, StateField, StrictInteger, TableField
from service.documents.names import INDEX
from service.documents.shape import MAX_INT
from service.levels import (
    BUDGET_CAPS,
    DEFAULT_LEVEL,
    LEVEL_NAMES,
    MAX_DECISIONS,
    MAX_MINUTES,
    MAX_PARALLEL,
)
from service.rules.tables import ANIMALS

_ANIMAL: Final = validate.OneOf(tuple(INDEX["animal"]))
_LEVEL: Final = validate.OneOf(LEVEL_NAMES)


class Budget(Strict):
    """How much a search may think about each decision: one of the two."""

    milliseconds = StrictInteger(validate=validate.Range(1, BUDGET_CAPS["milliseconds"]))
    simulations = StrictInteger(validate=validate.Range(1, BUDGET_CAPS["simulations"]))

    @validates_schema(skip_on_field_errors=True)
    def _just_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ValidationError("Give either milliseconds or simulations.")


class Until(Strict):
    """Play on until one of these animals, or nature, is to decide."""

    turn_over_to = fields.List(
        fields.String(validate=_ANIMAL), required=True, validate=validate.Length(max=6)
    )


class SearchRequest(Strict):
    """A search to carry out."""

    state = StateField(required=True)
    level = fields.String(validate=_LEVEL, load_default=DEFAULT_LEVEL)
    budget = fields.Nested(
        Budget,
        metadata={
            "description": "Per decision; without it, that of the level. A level whose budget in"
            " /v1/ai/levels is null uses none, and then this changes nothing."
        },
    )
    seed = StrictInteger(
        validate=validate.Range(0, MAX_INT),
        metadata={
            "description": "Same position, level, budget in simulations, seed and parallel: same"
            " answer. Without it, the seed is made from the position, so asking again gives the"
            " same answer too."
        },
    )
    until = fields.Nested(Until)
    levels = TableField(
        keys=fields.String(validate=_ANIMAL),
        values=fields.String(validate=_LEVEL),
        metadata={"description": "Levels of single animals, where they differ from level."},
    )
    parallel = StrictInteger(
        validate=validate.Range(1, MAX_PARALLEL),
        load_default=1,
        metadata={
            "description": "Into how many parts each decision's search is split at most, for as"
            " many workers as are free. They share a budget of simulations, so that it takes less"
            " time (few simulations make fewer parts), and have one of milliseconds each, so that"
            " more is searched. Levels that use no budget have nothing to split."
        },
    )
    include = fields.List(
        fields.String(validate=validate.OneOf(INCLUDES)),
        validate=validate.Length(max=8),
        metadata={"description": "What the result shows of its state besides."},
    )


class WaitQuery(Strict):
    """How long an answer may take."""

    wait = fields.Float(
        validate=validate.Range(min=0),
        metadata={"description": "Seconds to wait for the job's end; bounded by the server."},
    )


class PreferHeader(Schema):
    """How long an answer may take, as a header."""

    prefer = fields.String(
        data_key="Prefer",
        load_default="",
        metadata={"description": "`wait=N`: wait up to N seconds for the job's end (RFC 7240)."},
    )


class LastEventHeader(Schema):
    """Where a stream that broke off is taken up again."""

    last_event = fields.String(
        data_key="Last-Event-ID",
        load_default="",
        metadata={"description": "The id of the last event received, which is not told again."},
    )


class StreamQuery(Strict):
    """What happens when the stream is closed."""

    cancel_on_close = fields.String(
        validate=validate.OneOf(("0", "1")),
        metadata={"description": "1: give the job up when the connection ends before the job."},
    )


class Progress(Schema):
    """How far a search has come; empty before it starts, told anew a few times a second."""

    decisions = fields.Integer(metadata={"description": "Made so far, with until."})
    simulations = fields.Integer(metadata={"description": "Made so far, in all decisions."})
    milliseconds = fields.Integer(metadata={"description": "Since the search started."})
    best = fields.String(metadata={"description": "Id of the best move so far."})
    value = fields.Float(metadata={"description": "What it is worth to its animal, in VP."})


def _by_animal(description: str) -> fields.Dict:
    """A number for each animal in play."""
    return fields.Dict(
        keys=fields.String(validate=validate.OneOf(ANIMALS)),
        values=fields.Float(),
        metadata={"description": description},
    )


class ConsideredMove(Schema):
    """A move that was considered."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    value = fields.Float(
        metadata={
            "description": "To the animal that decides, in VP of lead; not known of a move that a"
            " search did not play out."
        }
    )
    visits = fields.Integer(metadata={"description": "Playouts after it, by a search."})
    prior = fields.Float(
        metadata={
            "description": "What it seemed worth before that; tells only which of the candidates"
            " seemed better."
        }
    )
    expected_points = _by_animal("Final VP that each animal can expect after it.")


class Analysis(Schema):
    """What the search looked at."""

    level = fields.String(required=True, metadata={"description": "Of the last decision."})
    seed = fields.Integer(required=True)
    simulations = fields.Integer(required=True)
    milliseconds = fields.Integer(required=True)
    decisions = fields.Integer(required=True)
    candidates = fields.List(
        fields.Nested(ConsideredMove),
        required=True,
        metadata={"description": "Of the last decision thought about, the best first."},
    )
    variation = fields.List(
        fields.String(),
        metadata={
            "description": "Ids of its move and of the rest of the action, as planned; in Planning"
            " also of the placements expected after it, those of other animals among them."
        },
    )
    expected_points = _by_animal("Final VP that each animal can expect.")
    win_probability = _by_animal("How likely each animal's player is to win, 0 to 1.")
    depth = fields.Integer(
        metadata={
            "description": "How many decisions it looked ahead, draws too: those of the action, and"
            " those of a playout after it, in the mean."
        }
    )
    why = fields.String(metadata={"description": "The reason for the move in one sentence."})


class Result(StateAnswer):
    """What a search found: its moves, and what the call for making moves would answer to them."""

    moves = fields.List(DocumentField("Move"), required=True)
    stopped = fields.String(
        required=True,
        validate=validate.OneOf(("move", "animal", "nature", "finished", "limit", "canceled")),
        metadata={
            "description": "Why it stopped: the move was made, one of until's animals or nature is"
            f" to decide, the game is over, {MAX_DECISIONS} decisions or {MAX_MINUTES} minutes"
            " are reached, or nobody waited any more."
        },
    )
    analysis = fields.Nested(Analysis, required=True)


class Job(Schema):
    """A search as its client sees it."""

    id = fields.String(
        required=True,
        metadata={"description": "Unguessable: whoever knows it may read and cancel the job."},
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(queue.STATUSES),
        metadata={
            "description": "finished, failed and canceled are final. A search that was given up"
            " while it ran is canceled when it has stopped and left its best answer so far."
        },
    )
    ahead = fields.Integer(
        metadata={"description": "While queued: how many searches are started before this one."}
    )
    progress = fields.Nested(Progress, required=True)
    result = fields.Nested(Result, required=True, allow_none=True)
    error = fields.String(metadata={"description": "Why it failed."})


class LevelEntry(Schema):
    """A level of play."""

    name = fields.String(required=True)
    description = fields.String(required=True)
    budget = fields.Nested(
        Budget,
        required=True,
        allow_none=True,
        metadata={"description": "Per decision, unless asked for another; null: it uses none."},
    )
    turns = fields.Integer(
        required=True,
        metadata={
            "description": "How many turns it plays out at most, the current one among them;"
            " from a placement in Planning one fewer, but at least that one."
        },
    )


class BudgetCaps(Schema):
    """The most that a budget may be."""

    milliseconds = fields.Integer(required=True)
    simulations = fields.Integer(required=True)


class Levels(Schema):
    """What the AI can be asked for."""

    levels = fields.List(fields.Nested(LevelEntry), required=True)
    default = fields.String(required=True)
    budget_caps = fields.Nested(BudgetCaps, required=True)
    max_parallel = fields.Integer(
        required=True, metadata={"description": "The most parts of a search."}
    )
    max_decisions = fields.Integer(required=True)
    max_minutes = fields.Integer(required=True)
