"""docs/operations.md names a test for each promise, and each of them exists."""

import ast
import re
from collections.abc import Iterator

from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PROMISES = TEXT.partition("## What is promised")[2].partition("\n## ")[0]
ROWS = [line for line in PROMISES.splitlines() if line.startswith("| ")][1:]
NAMES = re.compile(r"`((?:\w+/)*test_\w+(?:\.py)?)`")


def named_tests(row: str) -> Iterator[tuple[str, str]]:
    """File and name of each test in a row; a file stands before its tests."""
    path = ""
    for name in NAMES.findall(row.split("|")[3]):
        if name.endswith(".py"):
            path = name if "/" in name else f"tests/ops/{name}"
        else:
            yield path, name


def defined_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_a_test() -> None:
    assert len(ROWS) > 20
    for row in ROWS:
        assert list(named_tests(row)), row


def test_every_named_test_exists() -> None:
    for row in ROWS:
        for path, test in named_tests(row):
            assert test in defined_in(path), f"{path}::{test}"
