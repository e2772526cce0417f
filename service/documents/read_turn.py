"""Where the turn is, from the document into slots: the step, its memory, the pending stack."""

from typing import Final

from service.documents.decisions import KIND_TABLE, Field
from service.documents.meanings import step_title
from service.documents.names import INDEX
from service.documents.problems import ABSENT, NOTHING
from service.documents.shape import Shape
from service.documents.unknown import STEP
from service.documents.wording import definite
from service.rules.kinds import KIND_RULES, KINDS, MIGRATE
from service.rules.slots import (
    ANIMAL,
    COUNT,
    CURSOR,
    DEPTH,
    DOMINATED,
    FRAME_SIZE,
    FRAMES,
    HIBERNATING,
    HIBERNATOR,
    KIND,
    MAX_DEPTH,
    MOVED,
    PLACE,
    PROTECTED,
    SPACE_OF,
    TURN,
)
from service.rules.state import NONE
from service.rules.steps import FINISHED, PLANNING, STEP_INDEX, STEPS
from service.rules.tables import HIBERNATION_LIMIT, NATURE

# The steps that a document names: Planning and the end are phases of one step.
NAMED_STEPS: Final = tuple(step for step in STEPS if step not in ("planning", "finished"))
MAX_REMAINING: Final = 12
MAX_MOVED: Final = 7  # R7.10: the largest Migration


def _steps_of(phase: str) -> tuple[str, ...]:
    """The steps that a phase with steps can be at; Extinction is no part of set-up (R1.4)."""
    if phase == "execution":
        return tuple(step for step in NAMED_STEPS if not step.startswith("reset."))
    resets = tuple(step for step in NAMED_STEPS if step.startswith("reset."))
    return resets if phase == "reset" else resets[1:]


def _misplaced(
    shape: Shape, pointer: str, detail: str, value: object = NOTHING, expected: object = None
) -> None:
    """The phase, the step and the turn do not fit: where the turn is, is not known any more."""
    shape.fault(
        pointer, "wrong_step", detail, value, expected, "R5", level="consistency", hides=False
    )
    shape.unknown.add(STEP)


def read_execution(shape: Shape, slots: list[int], value: object, phase: str) -> None:
    """The document's ``execution``, and the cursor, which ``phase`` and it give together.

    An empty ``phase`` is one that could not be read: then the step alone tells where the turn is.
    """
    where = "/execution"
    fields = shape.fields(value, where, (), ("at", "dominated", "protected", "hibernating"))
    _read_step(shape, slots, fields.get("at", NOTHING), phase)
    for hex_ in shape.names(fields.get("dominated", []), f"{where}/dominated", "hex"):
        slots[DOMINATED] |= 1 << hex_
    for animal, item, pointer in shape.entries(
        fields.get("protected", {}), f"{where}/protected", "animal"
    ):
        for element in shape.names(item, pointer, "element"):
            if animal >= 0:
                slots[PROTECTED + animal] |= 1 << element
    sleepers = fields.get("hibernating", {})
    if isinstance(sleepers, dict) and len(sleepers) > 1:
        detail = "one animal hibernates at most"
        shape.fault(f"{where}/hibernating", "too_many", detail, len(sleepers), 1, "R8")
    for animal, item, pointer in shape.entries(sleepers, f"{where}/hibernating", "animal"):
        for hex_, count in shape.counts(item, pointer, "hex", HIBERNATION_LIMIT).items():
            if animal >= 0:
                slots[HIBERNATOR] = animal + 1
                slots[HIBERNATING + hex_] = count


def _read_step(shape: Shape, slots: list[int], value: object, phase: str) -> None:
    """The cursor, from the phase and the step that ``execution.at`` names (R5)."""
    where = "/execution/at"
    stepping = phase in ("setup", "execution", "reset")
    slots[CURSOR] = FINISHED if phase == "finished" else PLANNING
    at = -1 if value is NOTHING else shape.choice(value, where, NAMED_STEPS, "step", "R5")
    if at >= 0:
        slots[CURSOR] = STEP_INDEX[NAMED_STEPS[at]]
        if phase and not stepping:
            _misplaced(shape, where, f"the phase {phase} has no steps", value, ABSENT)
        elif phase and NAMED_STEPS[at] not in _steps_of(phase):
            detail = f"{step_title(NAMED_STEPS[at])} is no step of the phase {phase}"
            _misplaced(shape, where, detail, value, list(_steps_of(phase)))
    elif not phase or not shape.knows(where):
        shape.unknown.add(STEP)
    elif stepping:
        detail = f"the phase {phase} is at a step, which is named here"
        _misplaced(shape, where, detail, expected=list(_steps_of(phase)))
    if phase and shape.knows("/turn") and (phase == "setup") != (slots[TURN] == 0):
        _misplaced(
            shape,
            "/turn",
            "set-up is turn 0, and only set-up is",
            slots[TURN],
            0 if phase == "setup" else {"minimum": 1},
        )


def read_pending(shape: Shape, slots: list[int], value: object) -> None:
    """The document's ``pending``, outermost decision first."""
    frames = shape.sequence(value, "/pending")
    if len(frames) > MAX_DEPTH:
        detail = "decisions do not nest so deep"
        shape.fault("/pending", "too_many", detail, len(frames), {"maximum": MAX_DEPTH})
        return
    for depth, item in enumerate(frames):
        _read_frame(shape, slots, item, depth, outer=depth < len(frames) - 1)
    slots[DEPTH] = len(frames)


def _read_kind(shape: Shape, value: object, where: str) -> int:
    """The kind of a frame, or -1; then nothing of the frame is known."""
    kind = -1
    if not isinstance(value, dict):
        shape.mapping(value, where)
    elif "kind" not in value:
        shape.fault(f"{where}/kind", "missing", "a decision says of which kind it is")
    else:
        kind = shape.choice(value["kind"], f"{where}/kind", KINDS, "kind of decision")
    if kind < 0:
        shape.unknown.add(where)
    return kind


def _read_frame(shape: Shape, slots: list[int], value: object, depth: int, *, outer: bool) -> None:
    where = f"/pending/{depth}"
    top = FRAMES + FRAME_SIZE * depth
    slots[top + SPACE_OF] = NONE
    slots[top + PLACE] = NONE
    kind = _read_kind(shape, value, where)
    if kind < 0:
        return
    row = KIND_TABLE[kind]
    required = ["kind", "animal", *(field.name for field in row.fields)]
    optional = ["moved"] if kind == MIGRATE else []
    if row.pawn == "always":
        required.append("space")
    elif row.pawn == "sometimes":
        optional.append("space")
    fields: tuple[Field, ...] = row.fields
    if row.outer is not None:
        fields = (*fields, row.outer)
        optional.append(row.outer.name)
    found = shape.fields(value, where, required, optional)
    if row.outer is not None and outer != (row.outer.name in found):
        detail = (
            f"with a decision on top of it, {KINDS[kind]!r} names its {row.outer.name}"
            if outer
            else f"{KINDS[kind]!r} has no {row.outer.name} yet: nothing lies on top of it"
        )
        if shape.knows(f"{where}/{row.outer.name}"):
            shape.fault(
                f"{where}/{row.outer.name}",
                "wrong_context",
                detail,
                found.get(row.outer.name, NOTHING),
                rule=KIND_RULES[kind],
                level="consistency",
            )
    slots[top + KIND] = kind
    if "animal" in found:
        slots[top + ANIMAL] = _decider(
            shape, found["animal"], f"{where}/animal", row.decider, KIND_RULES[kind]
        )
    if "space" in found:
        slots[top + SPACE_OF] = shape.name(found["space"], f"{where}/space", "space")
    for field in fields:
        if field.name in found:
            _read_field(shape, slots, top, field, found[field.name], f"{where}/{field.name}")
    if "moved" in found:
        for hex_, count in shape.counts(found["moved"], f"{where}/moved", "hex", MAX_MOVED).items():
            slots[MOVED + hex_] = count


def _decider(shape: Shape, value: object, pointer: str, decider: str, rule: str) -> int:
    """The one who decides, an index; ``decider`` is as in the table of decisions."""
    given = shape.name(value, pointer, "decider")
    fixed = INDEX["decider"].get(decider, -1)
    if given < 0 or given == fixed or (fixed < 0 and given != NATURE):
        return max(0, given, fixed)
    who = f"{definite(decider)} decides" + (": it is a draw" if fixed == NATURE else "")
    detail = f"here {who}" if fixed >= 0 else "nature only draws, and this is no draw"
    expected = decider if fixed >= 0 else None
    shape.fault(pointer, "wrong_decider", detail, value, expected, rule, level="consistency")
    return max(0, fixed)


def _read_field(
    shape: Shape, slots: list[int], top: int, field: Field, value: object, pointer: str
) -> None:
    if field.many:
        for number in shape.names(value, pointer, field.kind):
            slots[top + field.slot] |= 1 << number
    elif field.kind == "int":
        slots[top + COUNT] = shape.integer(value, pointer, 0, MAX_REMAINING)
    else:
        slots[top + field.slot] = shape.name(value, pointer, field.kind)
