"""What is wrong with a document."""

from typing import NamedTuple


class Violation(NamedTuple):
    """One defect: where (a JSON pointer), what (a stable code), and which rule it breaks.

    ``level`` is ``syntax`` (JSON, keys, types, names), ``structure`` (counts, conservation,
    geometry) or ``consistency`` (the pending decision against everything else). ``rule`` is empty
    for syntax that no rule speaks of.
    """

    level: str
    pointer: str
    code: str
    rule: str
    detail: str
    value: object = None
    expected: object = None


class InvalidDocument(ValueError):
    """A document with violations; ``violations`` lists every one that was found."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(f"{v.pointer}: {v.detail}" for v in violations[:5]))
        self.violations = violations
