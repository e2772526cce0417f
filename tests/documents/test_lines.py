"""Lines of a text, for the values in it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.documents.lines import line_of, lines
from service.documents.problems import Violation


def at(text: str, pointer: str, value: object = None) -> int:
    violation = Violation("syntax", pointer, "code", "", "detail", value)
    return line_of(lines(text), violation)


def test_the_line_of_a_pointer() -> None:
    text = '{\n "a": {\n  "b": 1},\n "c/d": {\n  "b": 2}}'
    assert [at(text, p) for p in ("/a", "/a/b", "/c~1d/b", "", "/x")] == [2, 3, 5, 0, 0]


def test_what_is_not_there_stands_where_it_would_be() -> None:
    text = '{\n "earth": {\n  "0,0": {\n   "tundra": true\n  }\n }\n}'
    assert at(text, "/earth/0,0/terrain") == 3
    assert at(text, "/earth/1,0/terrain") == 2


def test_the_same_key_elsewhere_is_not_taken_for_it() -> None:
    text = '{\n "x": {"bag": 1},\n "y": "bag: {",\n "bag": {\n  "sun": 3\n }\n}'
    assert at(text, "/bag") == 4
    assert at(text, "/bag/sun") == 5


def test_entries_of_lists() -> None:
    text = '{"pending": [\n {"kind": "dominate"},\n {"kind":\n "x"}],\n "initiative": ["a",\n "b"]}'
    assert at(text, "/pending/0/kind") == 2
    assert at(text, "/pending/1/kind") == 3
    assert at(text, "/initiative/1") == 6


def test_of_keys_that_stand_twice_the_last_counts() -> None:
    assert at('{"a": 1,\n "a": 2}', "/a") == 2


def test_keys_as_they_are_written() -> None:
    assert at('{\n "\\u0061\\"b": 1}', '/a"b') == 2


def test_a_fault_of_the_text_has_its_own_line() -> None:
    assert at("{\n\n!", "", {"offset": 3, "line": 3}) == 3


@pytest.mark.parametrize(
    "text", ["", "]]]", "[" * 100_000, '{"a": ', '{"a": "', "a b,,:}{", '{,"a":1}']
)
def test_text_that_is_no_json(text: str) -> None:
    assert at(text, "/a/0/b") in (0, 1)


values = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


def pointers(value: Any, pointer: str = "") -> list[str]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[str] = []
    for key, item in items:
        where = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
        found.append(where)
        if isinstance(item, dict | list):
            found += pointers(item, where)
    return found


@given(st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=3), values, max_size=3))
def test_every_value_has_a_line(value: Any) -> None:
    """Written one value a line, the lines of the pointers rise in the order of the document."""
    found = lines(json.dumps(value, indent=1))
    listed = pointers(value)
    assert set(listed) == set(found)
    ordered = [found[pointer] for pointer in listed]
    assert ordered == sorted(set(ordered))
