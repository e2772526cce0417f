"""What is wrong with a document."""

from enum import Enum
from typing import Final, NamedTuple

LEVELS: Final = ("syntax", "structure", "consistency")


class Nothing(Enum):
    """Stands for an offending value where there is none; ``null`` can be one."""

    NOTHING = "nothing"


NOTHING: Final = Nothing.NOTHING


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


class InvalidDocument(ValueError):
    """A document with violations; ``violations`` lists every one that was found."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(f"{v.pointer}: {v.detail}" for v in violations[:5]))
        self.violations = violations
