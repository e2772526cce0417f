"""docs/operations.md names a test for each promise, and each of them exists."""

import ast
import re

from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(?:(tests/\S+\.py)::)?(test_\w+)`")
PROMISES = TEXT.partition("## What is promised")[2].partition("\n## ")[0]


def tests_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_a_test() -> None:
    rows = [line for line in PROMISES.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    for row in rows:
        assert NAMED.search(row), row


def test_every_named_test_exists() -> None:
    path = ""
    named = []
    for line in PROMISES.splitlines():
        for file, test in NAMED.findall(line):
            path = file or path  # a row's further tests are in the file that it named last
            named.append((path, test))
    assert len(named) > 15
    for file, test in named:
        assert test in tests_in(file), f"{file}::{test}"
