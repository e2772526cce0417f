"""The kinds of decision: a constant for each, whose number is the place of its row."""

from service.rules import kinds
from service.rules.decisions import DECISIONS


def test_each_kind_has_a_constant_of_its_name() -> None:
    numbers = {name.lower(): number for name, number in vars(kinds).items() if type(number) is int}
    assert numbers == {name: number for number, name in enumerate(kinds.KINDS)}
    assert len(DECISIONS) == len(kinds.KINDS)
