"""What is wrong with a document."""

import json
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple

LEVELS: Final = ("syntax", "structure", "consistency")
MAX_VIOLATIONS: Final = 1000  # of one document; one that is nearly right has far fewer
MAX_VIOLATION_BYTES: Final = 256 * 1024  # of them all, as they stand in an answer


class Nothing(Enum):
    """Stands for an offending value where there is none; ``null`` can be one."""

    NOTHING = "nothing"


NOTHING: Final = Nothing.NOTHING
ABSENT: Final = {"absent": True}  # what is expected where nothing ought to stand


def one_of(values: Sequence[object]) -> object:
    """What is expected where any of these may stand: the list, or the only one by itself."""
    return values[0] if len(values) == 1 else list(values)


class Violation(NamedTuple):
    """One defect: where (a JSON pointer), what (a stable code), and which rule it breaks.

    ``level`` is ``syntax`` (JSON, keys, types, names), ``structure`` (counts, conservation,
    geometry, spaces) or ``consistency`` (the pending decision and the turn's memory against
    everything else). ``rule`` is empty for faults of the JSON text and of the document's format,
    which no rule of the game speaks of. ``value`` is what stands there, or NOTHING; ``expected``
    is None where no one thing is expected.
    """

    level: str
    pointer: str
    code: str
    rule: str
    detail: str
    value: object = NOTHING
    expected: object = None


def _size(violation: Violation) -> int:
    """The bytes of a violation in an answer, nearly."""
    if violation.value is NOTHING:
        violation = violation._replace(value=None)
    return len(json.dumps(violation))


class Findings:
    """Violations as they are found: those that an answer has room for, and how many ``more``.

    A body of a megabyte can have a hundred thousand faults. The first that finds no room, and all
    after it, are counted and not kept.
    """

    __slots__ = ("_room", "kept", "more")

    def __init__(self, violations: Iterable[Violation] = ()) -> None:
        self.kept: list[Violation] = []
        self.more = 0
        self._room = MAX_VIOLATION_BYTES
        for violation in violations:
            self.add(violation)

    def __len__(self) -> int:
        """How many were found, kept or not."""
        return len(self.kept) + self.more

    def add(self, violation: Violation) -> None:
        """Keep a violation, or count it."""
        if not self.more and len(self.kept) < MAX_VIOLATIONS:
            self._room -= _size(violation)
            if self._room >= 0:
                self.kept.append(violation)
                return
        self.leave_out()

    def leave_out(self) -> None:
        """Count a violation and all after it without keeping them."""
        self.more += 1


class InvalidDocument(ValueError):
    """A document with violations: ``violations``, and ``more`` that were found and not kept."""

    def __init__(self, violations: list[Violation], more: int = 0) -> None:
        super().__init__("; ".join(f"{v.pointer}: {v.detail}" for v in violations[:5]))
        self.violations = violations
        self.more = more
