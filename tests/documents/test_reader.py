"""The one JSON reader, with every hostile shape, and the canonical form."""

import hashlib
import json
import time
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.documents import reader
from service.documents.canonical import dumps, position_hash, state_hash
from service.documents.problems import (
    MAX_VIOLATION_BYTES,
    MAX_VIOLATIONS,
    NOTHING,
    InvalidDocument,
    Violation,
)
from service.documents.read import read_state, violations
from service.documents.reader import MAX_DEPTH, read_json
from service.documents.shape import MAX_INT
from service.documents.write import write_state
from tests.documents.games import games

LIMIT = 1024 * 1024

values = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_INT, MAX_INT) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def faults(data: bytes) -> list[tuple[str, str]]:
    """Pointer and code of every fault."""
    with pytest.raises(InvalidDocument) as caught:
        read_json(data, limit=LIMIT)
    assert all(v.level == "syntax" and v.detail for v in caught.value.violations)
    return [(v.pointer, v.code) for v in caught.value.violations]


@pytest.mark.parametrize(
    ("data", "pointer", "code"),
    [
        (b"", "", "empty_body"),
        (b" \r\n\t", "", "empty_body"),
        (b"\xff", "", "not_utf8"),
        ("{}".encode("utf-16"), "", "not_utf8"),
        ("{}".encode("utf-16-le"), "", "not_json"),
        (b"\xef\xbb\xbf{}", "", "byte_order_mark"),
        (b"[" * 50_000, "", "too_deep"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "", "too_deep"),
        (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "", "too_deep"),
        (b"]" * 50_000, "", "not_json"),
        (b"1 2", "", "not_json"),
        (b"{'a': 1}", "", "not_json"),
        (b'{"a": 01}', "", "not_json"),
        (b'"\x01"', "", "not_json"),
        (b'"\\x"', "", "not_json"),
        (b"9" * 20_000, "", "integer_out_of_range"),
        (b'{"a": [9007199254740992]}', "/a/0", "integer_out_of_range"),
        (b'{"a": -9007199254740992}', "/a", "integer_out_of_range"),
        (b'{"a": 1.0}', "/a", "not_an_integer"),
        (b'{"a": 1e400}', "/a", "not_an_integer"),
        (b'{"a": NaN}', "/a", "not_a_number"),
        (b"[1, -Infinity]", "/1", "not_a_number"),
        (b'{"a": 1, "a": 1}', "/a", "duplicate_key"),
        (b'{"x/y": {"~": 1, "~": 1}}', "/x~1y/~0", "duplicate_key"),
        (b'{"a": "\\ud83d"}', "/a", "lone_surrogate"),
        (b'{"\\ude00": 1}', "", "lone_surrogate"),
        (b" " * (LIMIT + 1), "", "too_large"),
    ],
)
def test_hostile_texts(data: bytes, pointer: str, code: str) -> None:
    start = time.monotonic()
    assert faults(data) == [(pointer, code)]
    assert time.monotonic() - start < 2


def test_every_fault_is_reported_with_its_place() -> None:
    data = b'{"a": {"b": 1, "b": [NaN, "\\ud800"]}, "c": 1e5, "d": 99999999999999999999}'
    assert faults(data) == [
        ("/a/b", "duplicate_key"),
        ("/a/b/0", "not_a_number"),
        ("/a/b/1", "lone_surrogate"),
        ("/c", "not_an_integer"),
        ("/d", "integer_out_of_range"),
    ]
    assert faults(b'{"\\ud800": 1, "\\ud800": 2}')[0][1] == "duplicate_key"


def test_what_is_beyond_the_number_of_faults_is_counted() -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_json(b"[" + b"1.5," * 5000 + b'{"a": 1, "a": 2.5}]', limit=LIMIT)
    assert len(caught.value.violations) == MAX_VIOLATIONS
    assert caught.value.more == 5000 + 2 - MAX_VIOLATIONS
    assert caught.value.violations[-1].pointer == f"/{MAX_VIOLATIONS - 1}"


def test_what_is_beyond_the_bytes_of_faults_is_counted() -> None:
    # A key of 40 characters of four bytes each is 480 bytes in a pointer of an answer.
    keys = [chr(0x1F600 + i) * 40 for i in range(50)]
    found = verdict_on({"earth": {outer: dict.fromkeys(keys, 0) for outer in keys}})
    assert 100 < len(found.violations) < 500
    assert len(found.violations) + found.more > 50 * 50
    shown = [v._replace(value=None) if v.value is NOTHING else v for v in found.violations]
    assert len(json.dumps(shown)) < MAX_VIOLATION_BYTES * 1.1


def test_texts_that_are_fine() -> None:
    deep: Any = read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, limit=LIMIT)
    assert deep
    assert read_json(b'"[[[[[[[[[[[[[[[[[[[[[["', limit=LIMIT) == "[" * 22
    assert read_json(b'"\\\\\\"[[[[[[[[[[[[[[[[["', limit=LIMIT) == '\\"' + "[" * 17
    assert read_json(b'"\\ud83d\\ude00"', limit=LIMIT) == "\N{GRINNING FACE}"
    assert read_json(str(MAX_INT).encode(), limit=LIMIT) == MAX_INT
    assert read_json(str(-MAX_INT).encode(), limit=LIMIT) == -MAX_INT
    assert read_json(b" {} ", limit=4) == {}


def test_brackets_of_an_ordinary_text_with_escapes_are_not_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That would take four times as long, and one escape in a megabyte is enough for it."""
    monkeypatch.setattr(reader, "_BRACKETS", None)
    assert read_json(b'{"\\"[":["\\\\",[{}],"]"]}', limit=LIMIT) == {'"[': ["\\", [{}], "]"]}


@settings(deadline=None)
@given(st.binary(max_size=60))
@example(b'{"":"\\ud800"}')
def test_any_bytes_get_a_value_or_a_verdict(data: bytes) -> None:
    found: list[Violation] = []
    try:
        value = read_json(data, limit=50)
    except InvalidDocument as error:
        found = error.violations
    if found:
        json.dumps(found).encode()
    else:
        assert read_json(dumps(value), limit=LIMIT) == value


@settings(deadline=None)
@given(values)
def test_canonical_form_is_read_back(value: object) -> None:
    assert read_json(dumps(value), limit=LIMIT) == value


def verdict_on(value: object) -> InvalidDocument:
    with pytest.raises(InvalidDocument) as caught:
        read_state(value)
    return caught.value


def test_keys_that_are_there_are_not_missing_among_too_many() -> None:
    document = write_state(games(0, 1)[0])
    document |= {f"key{i}": 0 for i in range(300)}
    found = verdict_on(document).violations
    assert {v.code for v in found} == {"too_many"}


@settings(deadline=None)
@given(values)
def test_any_value_gets_a_verdict(value: object) -> None:
    found = violations(value)
    assert found
    json.dumps([v._replace(value=None) if v.value is NOTHING else v for v in found]).encode()


def test_canonical_form() -> None:
    assert dumps({"b": [1, None, True], "a": "é/\n"}) == '{"a":"é/\\n","b":[1,null,true]}'.encode()
    first, second = (write_state(game) for game in games(0, 1)[:2])
    assert state_hash(first) == hashlib.sha256(dumps(first)).hexdigest()
    assert state_hash(first) != state_hash(second)
    renamed = {
        **first,
        "game": "other",
        "chance": {"mode": "manual"},
        "players": {"x": ["mammal"], "y": ["reptile"]},
    }
    assert state_hash(renamed) != state_hash(first)
    assert position_hash(renamed) == position_hash(first)
    assert position_hash(second) != position_hash(first)


@given(st.integers(0, 2 * MAX_DEPTH), st.sampled_from(["", '"["', '"\\"["', '"]"', '"\\\\"', "1"]))
def test_depth_is_counted_outside_strings_only(depth: int, inside: str) -> None:
    text = ("[" * depth + inside + "]" * depth).encode()
    if depth > MAX_DEPTH:
        assert faults(text) == [("", "too_deep")]
    elif depth or inside:
        assert read_json(text, limit=LIMIT) == json.loads(text)
    else:
        assert faults(text) == [("", "empty_body")]


@given(st.text(alphabet='[]{}",\\a', max_size=2 * MAX_DEPTH - 1))
def test_texts_of_brackets_and_quotes_are_read_as_the_parser_does(text: str) -> None:
    try:
        expected = json.loads(text)
    except json.JSONDecodeError:
        assert faults(text.encode())
    else:
        assert read_json(text.encode(), limit=LIMIT) == expected
