"""One slip, one message; and several slips, each with its own, whatever their levels.

``one_slip`` has them all.
"""

import copy
import itertools
import json
import re
from pathlib import Path

import pytest

from service.documents.problems import LEVELS, NOTHING, InvalidDocument, Violation
from service.documents.read import read_state, violations
from service.documents.reader import parse
from tests.documents.one_slip import ELSEWHERE, ON_TABLE
from tests.documents.slips import Document, at, slipped
from tests.documents.tables import table

RULES = (Path(__file__).parent.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")


def only(document: Document) -> Violation:
    """The one violation there is, with everything that explains it."""
    listed = violations(document)
    assert len(listed) == 1, [(v.pointer, v.code, v.detail) for v in listed]
    explained(listed[0], document)
    return listed[0]


def explained(violation: Violation, document: Document) -> None:
    """The violation has its level, a rule of the published rules, a value and a sentence."""
    assert violation.level in LEVELS
    assert re.fullmatch(r"[a-z_]+", violation.code)
    assert len(violation.detail.split()) > 3
    if violation.rule:
        assert re.search(rf"(\*\*|## ){re.escape(violation.rule)}\b", RULES), violation.rule
    else:
        assert violation.pointer.count("/") <= 1
    if stands(document, violation.pointer):
        assert violation.value is not NOTHING, violation
    json.dumps([v for v in violation if v is not NOTHING])


def stands(document: Document, pointer: str) -> bool:
    """Whether there is something at the pointer."""
    try:
        at(document, pointer)
    except KeyError:
        return False
    return True


@pytest.mark.parametrize("name", ON_TABLE)
def test_one_slip_one_message(name: str) -> None:
    slip, level, pointer, code, rule, words = ON_TABLE[name]
    document = table()
    slip(document)
    violation = only(document)
    assert violation[:4] == (level, pointer, code, rule)
    assert words in violation.detail


@pytest.mark.parametrize("name", ELSEWHERE)
def test_one_slip_one_message_elsewhere(name: str) -> None:
    base, slip, level, pointer, code, rule, words = ELSEWHERE[name]
    document = slipped(base, slip)
    violation = only(document)
    assert violation[:4] == (level, pointer, code, rule)
    assert words in violation.detail


# Where the turn is and who plays: much that else would be wrong cannot be known without.
GROUND = {"phase", "turn", "execution", "players", "animals", "pending"}
STACKS = ("/tiles/face_down", "face_down_count")
DEPENDENT = (
    "disk_count", "cube_count", "tile_count", "face_down_count",
    "corner_off_earth", "cone_not_claimed", "cone_of_absent_animal", "last_turn",
)  # fmt: skip


def touched(name: str) -> set[str]:
    """The keys of the document that the slip changes."""
    document, slipped = table(), table()
    ON_TABLE[name][0](slipped)
    keys = {*document, *slipped}
    return {key for key in keys if document.get(key, ...) != slipped.get(key, ...)}


def reported(*names: str) -> set[tuple[str, str]]:
    """Pointers and codes of what is reported after these slips."""
    document = table()
    for name in names:
        ON_TABLE[name][0](document)
    return {(violation.pointer, violation.code) for violation in violations(document)}


def own(name: str) -> tuple[str, str]:
    return ON_TABLE[name][2:4]


def test_two_slips_two_messages() -> None:
    """Slips in different parts are both reported, and nothing else.

    Only a sum, a corner or a cone is left out where the other slip hides what it depends on, or
    spoils all such sums; unseen tiles that do not add up may still be too many for the stacks.
    """
    pairs = 0
    for one, other in itertools.combinations(ON_TABLE, 2):
        keys, others = touched(one), touched(other)
        if keys & others or keys & GROUND or others & GROUND:
            continue
        pairs += 1
        listed = reported(one, other)
        instead = {STACKS} if own(one)[1] == "tile_count" and own(one) not in listed else set()
        assert listed <= {own(one), own(other)} | instead, (one, other)
        for lost in {own(one), own(other)} - listed:
            assert lost[1] in DEPENDENT, (one, other)
            hider = other if lost == own(one) else one
            assert (
                ON_TABLE[hider][1] == "syntax"
                or own(hider)[1].startswith("too_many")
                or own(hider)[0] in ("/bag", "/tiles/unseen", "/cards")
            ), (one, other)
    assert pairs > 700


@pytest.mark.parametrize(
    "names",
    [
        (
            "another version of the format", "a misspelt element", "points below 0",
            "a cube too many in the pool", "an isolated tile", "a stack counted wrongly",
            "a pawn of an animal that nobody plays", "too few moves left",
            "the last turn without Ice Age", "dominated before Domination",
        ),
        (
            "a remark", "no turn", "a cube too many in the pool",
            "a card on offer and taken", "tundra apart from the rest",
            "the acting pawn still on its space", "an animal that nobody plays decides",
            "a disk is lost", "an animal forgotten on the initiative track",
        ),
        (
            "a phase that the step is not in", "a number as text", "two pawns too many",
            "a start tile of another terrain", "a tile unseen that is laid", "no seed",
            "Survival held by an animal that nobody plays", "moved to where nobody is",
        ),
        (
            "a misspelt kind", "a species of an animal that nobody plays", "six cards face up",
            "a cone though nobody claims", "a turn after the last", "four stacks",
            "no tundra in the centre", "a name with a space", "protected after Regression",
        ),
    ],
)  # fmt: skip
def test_many_slips_of_all_levels(names: tuple[str, ...]) -> None:
    assert len({ON_TABLE[name][1] for name in names}) == 3
    assert reported(*names) == {own(name) for name in names}


def test_levels_come_in_order() -> None:
    document = table()
    for name in ("too few moves left", "21 disks of one element", "a remark"):
        ON_TABLE[name][0](document)
    assert [v.level for v in violations(document)] == list(LEVELS)


def test_more_slips_than_can_be_told_apart() -> None:
    """Of a document that is wrong everywhere only the syntax is judged, in bounded time."""
    document = table()
    document["earth"] = {f"{i},x": {"terrain": "see", "species": {"x": i}} for i in range(199)}
    document["elements"] = {f"{i},y": "z" for i in range(199)}
    listed = violations(document)
    assert len(listed) > 600
    assert {violation.level for violation in listed} == {"syntax"}


@pytest.mark.parametrize(
    ("old", "new", "pointer", "code"),
    [
        ('"sun": 14', '"sun": 14.5', "/bag/sun", "not_an_integer"),
        ('"sun": 14', '"sun": 1e400', "/bag/sun", "not_an_integer"),
        ('"sun": 14', '"sun": NaN', "/bag/sun", "not_a_number"),
        ('"sun": 14', f'"sun": {"9" * 400}', "/bag/sun", "integer_out_of_range"),
        ('"sun": 14', '"sun": 14, "sun": 14', "/bag/sun", "duplicate_key"),
        ('"bird": 1', '"bird": 1, "bird": 1', "/earth/0,1/species/bird", "duplicate_key"),
        ('"at": "migration.7"', '"at": "\\ud800"', "/execution/at", "lone_surrogate"),
    ],
)
def test_faults_of_the_text_do_not_end_the_reading(
    old: str, new: str, pointer: str, code: str
) -> None:
    """A number that is none is one slip, and the others are found all the same."""
    document = table()
    ON_TABLE["a card on offer and taken"][0](document)
    document["bag"]["grass"] += 1
    text = json.dumps(document)
    assert old in text
    value, found = parse(text.replace(old, new, 1).encode(), limit=2**20)
    with pytest.raises(InvalidDocument) as caught:
        read_state(value, found)
    assert [(v.pointer, v.code) for v in caught.value.violations] == [
        (pointer, code), ("/bag/grass", "disk_count"), ("/cards/taken", "card_twice"),
    ]  # fmt: skip


def test_every_slip_has_its_own_sentence() -> None:
    """No two slips share a message, but for those that are one slip on two places."""
    told: dict[str, str] = {}
    for name, row in ON_TABLE.items():
        document = table()
        row[0](document)
        told[name] = violations(document)[0].detail
    for name, elsewhere in ELSEWHERE.items():
        document = copy.deepcopy(elsewhere[0])
        elsewhere[1](document)
        told[name] = violations(document)[0].detail
    assert len(told) >= 100
    assert len(set(told.values())) >= len(told) - 6
