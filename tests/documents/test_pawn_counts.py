"""How many action pawns an animal can have after the cards that were taken (R1.1, R8).

Mammal, bird and amphibian begin with six pawns each.
"""

import itertools
from typing import Any

import pytest

from service.documents.problems import Violation
from service.documents.read import violations
from tests.positions import build

Counts = tuple[int, int, int]
CARDS = ("intelligence", "parasitism", "omnivore", "immigrants")


def found(taken: tuple[str, ...], counts: Counts) -> list[Violation]:
    """What is wrong at a Domination with these cards taken before and so many pawns."""
    given: dict[str, Any] = {
        "at": "domination.1",
        "pending": [{"kind": "dominate", "animal": "mammal", "space": "domination.1"}],
        "taken": list(taken),
        "action_pawns": dict(zip(("mammal", "bird", "amphibian"), counts, strict=True)),
    }
    return violations(build(given))


POSSIBLE: list[tuple[tuple[str, ...], set[Counts]]] = [
    ((), {(6, 6, 6)}),
    # You and all above you: the mammals whoever took it, the amphibians only themselves.
    (("intelligence",), {(7, 6, 6), (7, 7, 6), (7, 7, 7)}),
    # You and all below you.
    (("parasitism",), {(7, 7, 7), (6, 7, 7), (6, 6, 7)}),
    (("omnivore",), {(7, 6, 6), (6, 7, 6), (6, 6, 7)}),
    # Each of the three may have lost one.
    (("immigrants",), set(itertools.product((5, 6), (5, 6), (5, 6)))),
    (
        ("intelligence", "parasitism"),
        {
            (8, 7, 7), (7, 7, 7), (7, 6, 7),
            (8, 8, 7), (7, 8, 7),
            (8, 8, 8), (7, 8, 8), (7, 7, 8),
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("taken", "possible"), POSSIBLE)
def test_just_these_numbers_are_possible(taken: tuple[str, ...], possible: set[Counts]) -> None:
    every = itertools.product(range(4, 10), range(4, 10), range(4, 10))
    assert {counts for counts in every if not found(taken, counts)} == possible


def test_all_four_cards() -> None:
    # The mammals took the three that give, and nobody lost a pawn, or everybody one.
    assert found(CARDS, (9, 7, 7)) == []
    assert found(CARDS, (8, 6, 6)) == []
    # The amphibians took intelligence, the mammals parasitism; omnivore's pawn was lost again.
    assert found(CARDS, (8, 8, 8)) == []
    # Omnivore gives to one animal; and if the mammals gained all three, everybody gained one.
    assert [v.code for v in found(CARDS, (9, 9, 9))] == ["pawn_counts"]
    assert [v.code for v in found(CARDS, (9, 5, 7))] == ["pawn_counts"]


NONE_TAKEN = "the bird has 7 action pawns; it began with 6, and no card that changes that has been"
EXPLAIN = "do not explain the difference"
ALONE: list[tuple[tuple[str, ...], Counts, str, object, str]] = [
    ((), (6, 7, 6), "bird", 6, NONE_TAKEN),
    ((), (6, 5, 6), "bird", 6, "it began with 6"),
    (("omnivore",), (6, 8, 6), "bird", {"minimum": 6, "maximum": 7}, EXPLAIN),
    (("immigrants",), (4, 6, 6), "mammal", {"minimum": 5, "maximum": 6}, EXPLAIN),
    (("intelligence",), (6, 6, 6), "mammal", 7, EXPLAIN),
    (("parasitism",), (6, 6, 6), "amphibian", 7, EXPLAIN),
]


@pytest.mark.parametrize(("taken", "counts", "animal", "expected", "words"), ALONE)
def test_one_animal_alone_cannot_have_so_many(
    taken: tuple[str, ...], counts: Counts, animal: str, expected: object, words: str
) -> None:
    [violation] = found(taken, counts)
    assert (violation.level, violation.code, violation.rule) == ("structure", "pawn_count", "R1.1")
    assert violation.pointer == f"/animals/{animal}/action_pawns"
    assert violation.expected == expected
    assert words in violation.detail


def test_one_animal_alone_takes_omnivore() -> None:
    """Each of two could have gained the pawn, but not both, and somebody did."""
    for counts in ((7, 7, 6), (6, 6, 6)):
        [violation] = found(("omnivore",), counts)
        assert (violation.level, violation.code) == ("structure", "pawn_counts")
        assert (violation.pointer, violation.rule) == ("/animals", "R8")
        assert violation.value == dict(zip(("mammal", "bird", "amphibian"), counts, strict=True))
        assert "(omnivore) do not lead to these numbers from 6 for each" in violation.detail


def immigrants(decider: str, counts: Counts) -> list[Violation]:
    """Immigrants is carried out just now, and this animal chooses what to give up."""
    outer = {"kind": "dominate", "animal": "mammal", "space": "domination.1", "hex": "0,1"}
    given: dict[str, Any] = {
        "at": "domination.1",
        "execution": {"dominated": ["0,1"]},
        "pending": [outer, {"kind": "immigrants", "animal": decider}],
        "taken": ["immigrants"],
        "action_pawns": dict(zip(("mammal", "bird", "amphibian"), counts, strict=True)),
    }
    return violations(build(given))


def test_who_is_still_to_choose_has_not_lost_a_pawn() -> None:
    """They choose down the food chain (R8.immigrants, R5)."""
    assert immigrants("bird", (5, 6, 6)) == []
    assert immigrants("amphibian", (5, 5, 6)) == []
    [violation] = immigrants("bird", (6, 5, 6))
    assert violation.pointer == "/animals/bird/action_pawns"
    assert violation.expected == 6
    [violation] = immigrants("bird", (6, 6, 5))
    assert violation.pointer == "/animals/amphibian/action_pawns"


def test_cards_that_cannot_be_read_may_be_any() -> None:
    document = build({"action_pawns": {"bird": 9}})
    document["cards"]["taken"] = ["omnivor"]
    assert [v.code for v in violations(document)] == ["unknown_name"]
    document["animals"]["bird"]["action_pawns"] = 10
    [violation] = [v for v in violations(document) if v.code == "pawn_count"]
    assert violation.expected == {"minimum": 5, "maximum": 9}
    assert "cards give three more at most and take one" in violation.detail
