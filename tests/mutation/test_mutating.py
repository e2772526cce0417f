"""The mutants are different programs, and the runner tells which of them the tests notice."""

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.mutation.mutating import mutants
from tests.mutation.run import Stage, every_mutant, run_tests, sample


def changes(source: str) -> set[tuple[str, str]]:
    return {(mutant.before, mutant.after) for mutant in mutants(source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = b < 4", {("b < 4", "b <= 4"), ("4", "5")}),
        ("a = b + c", {("b + c", "b - c")}),
        ("a[b] += c", {("a[b] += c", "a[b] -= c"), ("a[b] += c", "pass")}),
        ("a = b and not c", {("b and (not c)", "b or not c"), ("not c", "c")}),
        ("a = True", {("True", "False")}),
        ("a(b)", {("a(b)", "pass")}),
        ("a = b if c else d", {("b if c else d", "d if c else b")}),
        ("while a:\n    break", {("a", "not a"), ("break", "pass")}),
        ("if a == b:\n    c()", {("a == b", "not a == b"), ("a == b", "a != b"), ("c()", "pass")}),
        ("from a import b\na: int = b\n\"words\"\nraise a(1)", set()),
    ],
)  # fmt: skip
def test_what_is_changed(source: str, expected: set[tuple[str, str]]) -> None:
    assert changes(source) == expected


def test_each_mutant_is_another_program_that_parses() -> None:
    for path in (ROOT / "service" / "rules").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        original = ast.dump(ast.parse(source))
        for mutant in mutants(source)[::10]:
            assert ast.dump(ast.parse(mutant.source)) != original


def test_a_mutant_keeps_the_rest_of_the_source() -> None:
    source = "def a(b: int = 3) -> int:\n    # “Why.”\n    return b * 2  # twice\n"
    (mutant,) = (found for found in mutants(source) if found.before == "b * 2")
    assert mutant.line == 3
    assert mutant.source == source.replace("b * 2", "(b // 2)")


def test_the_sample_is_seeded_and_reaches_every_module() -> None:
    found = every_mutant(ROOT)
    chosen = sample(found, 100, 7)
    assert chosen == sample(found, 100, 7)
    assert chosen != sample(found, 100, 8)
    assert len(chosen) == len(set(chosen)) == 100
    assert {task.module for task in chosen} == {module for module, m in found.items() if m}


def test_the_runner_tells_a_mutant_from_the_original(tmp_path: Path) -> None:
    test = tmp_path / "test_it.py"
    source = "def test_it():\n    assert len([1]) == a\n\na = 1\n"
    test.write_text(source)
    assert run_tests(tmp_path, [Stage(["test_it.py"], 30)]) == ("survived", "")
    (mutant,) = mutants(source)
    assert (mutant.before, mutant.after) == ("1", "2")
    test.write_text(mutant.source)
    assert run_tests(tmp_path, [Stage(["test_it.py"], 30)]) == (
        "killed",
        "FAILED test_it.py::test_it",
    )


def test_an_endless_loop_is_ended(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it():\n    while True:\n        pass\n")
    fate = run_tests(tmp_path, [Stage(["test_it.py"], 2)])
    assert fate == ("slow", "more than 2 s of test_it.py")
