"""The schemas of answers that several resources share; they document, and check nothing."""

from marshmallow import Schema, fields, validate

from service.api.fields import DocumentField, StateField
from service.api.problems import KINDS
from service.documents.problems import LEVELS, MAX_VIOLATION_BYTES, MAX_VIOLATIONS


class LegalMove(Schema):
    """A move that can be made now."""

    id = fields.String(
        required=True, metadata={"description": "Stable and unique within the decision."}
    )
    label = fields.String(required=True, metadata={"description": "A short text for people."})
    move = DocumentField("Move", required=True)
    probability = fields.Float(
        metadata={"description": "How likely the draw is, where nature decides."}
    )


class Versions(Schema):
    """What made the answer."""

    engine = fields.String(required=True, metadata={"description": "Version of the service."})
    rulings = fields.String(
        required=True,
        metadata={"description": "Version of the rulings: equal means the same answers."},
    )


class Movable(Schema):
    """What can be done in a state."""

    legal_moves = fields.List(
        fields.Nested(LegalMove),
        metadata={"description": "Every legal move of the pending decision, in a fixed order."},
    )
    interjections = fields.List(
        fields.Nested(LegalMove),
        metadata={"description": "Claims and call-offs, possible before any move (R4.3)."},
    )


class RestingAnswer(Movable, Versions):
    """A state, and what is to be decided."""

    state = StateField(required=True)
    hash = fields.String(
        required=True, metadata={"description": "SHA-256 of the state's canonical form."}
    )
    position = fields.String(
        required=True,
        metadata={"description": "The hash without game, players and chance."},
    )
    decision = DocumentField(
        "Decision", required=True, allow_none=True, metadata={"description": "null at the end."}
    )
    scoring = DocumentField("Scoring")


class StateAnswer(RestingAnswer):
    """A state, how it came about, and what is to be decided."""

    events = fields.List(
        DocumentField("Event"),
        required=True,
        metadata={"description": "What happened, in order."},
    )


class Fault(Schema):
    """What every fault is told by."""

    pointer = fields.String(
        metadata={"description": "JSON pointer into the request's body, if the fault is there."}
    )
    parameter = fields.String(
        metadata={"description": "Name of the query's parameter, if the fault is there."}
    )
    code = fields.String(required=True, metadata={"description": "Stable, for programs."})
    detail = fields.String(required=True, metadata={"description": "A sentence for people."})
    rule = fields.String(metadata={"description": "Id of the rule that is broken."})
    rule_url = fields.String(metadata={"description": "Where the rule can be read."})
    level = fields.String(
        validate=validate.OneOf(LEVELS),
        metadata={"description": "Of a state's violation: what kind of check found it."},
    )
    value = fields.Raw(
        metadata={
            "description": "The offending value: any JSON; a long one as its beginning or its kind;"
            " of a fault of the text where it is."
        }
    )
    expected = fields.Raw(
        metadata={
            "description": "What was expected there, where it is one thing: a value, a list of"
            " values, a type, or an object: of bounds, or `absent` where nothing ought to stand."
        }
    )


class LeftOut(Schema):
    """How much of a list of faults was left out."""

    more = fields.Integer(
        validate=validate.Range(min=1),
        metadata={
            "description": "How many faults were found besides those listed. Only there where the"
            f" list was cut: at {MAX_VIOLATIONS} faults or {MAX_VIOLATION_BYTES // 1024} KiB (of a"
            " replay's text at 100 faults)."
        },
    )


class ErrorEntry(Fault):
    """One thing that is wrong."""

    line = fields.Integer(metadata={"description": "The line of a replay's text, from 1."})


class ViolationEntry(Fault):
    """One violation of a state."""

    level = fields.String(
        required=True,
        validate=validate.OneOf(LEVELS),
        metadata={
            "description": "syntax: JSON, keys, types, names; structure: counts, conservation,"
            " geometry, spaces; consistency: the pending decision and the turn's memory against"
            " everything else."
        },
    )
    rule_url = fields.String(
        required=True,
        metadata={"description": "Where the rule, or the schema of the document, can be read."},
    )


class Checks(Schema):
    """What was looked at to tell whether the service is ready."""

    rules = fields.String(required=True)
    queue = fields.String(required=True)
    searches_waiting = fields.Integer(metadata={"description": "For a worker."})
    workers = fields.Integer(
        metadata={"description": "That serve the queue; with none, AI moves wait until one comes."}
    )


class ProblemDocument(LeftOut):
    """A problem (RFC 9457)."""

    type = fields.String(required=True, metadata={"description": "/problems/ and the code."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True, validate=validate.OneOf(sorted(KINDS)))
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(ErrorEntry), required=True)
    index = fields.Integer(metadata={"description": "Which of the moves, counted from 0."})
    rule = fields.String()
    rule_url = fields.String()
    reason = fields.String(metadata={"description": "Why the move is not legal."})
    decision = DocumentField("Decision", allow_none=True)
    checks = fields.Nested(Checks, metadata={"description": "Of /readyz alone."})
    state = StateField(metadata={"description": "Of a replay: the state before the bad move."})
    hash = fields.String(metadata={"description": "Of that state."})
    position = fields.String(metadata={"description": "Of that state."})
