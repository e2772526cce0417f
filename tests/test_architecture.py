"""The arrows between the packages, as pyproject.toml draws them."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.conftest import ROOT

ENGINE = sorted((ROOT / "service" / "rules").rglob("*.py"))
ORACLE = sorted((ROOT / "tests" / "oracle").rglob("*.py"))


def test_the_import_contracts_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(cache_dir=None) == EXIT_STATUS_SUCCESS


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, all by absolute names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_the_engine_imports_the_standard_library_only(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "mypy_extensions", "service"}
    for name in imports(path):
        assert name.partition(".")[0] in allowed, name
        assert name.partition(".")[0] != "service" or name.startswith("service.rules"), name


@pytest.mark.parametrize("path", ORACLE, ids=lambda path: path.stem)
def test_the_second_implementation_knows_nothing_of_the_first(path: Path) -> None:
    for name in imports(path):
        own = name.startswith("tests.oracle")
        assert own or name.partition(".")[0] in sys.stdlib_module_names, name


def test_every_package_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for top in ("service", "workers")
        for path in (ROOT / top).rglob("__init__.py")
    }
    assert found == set(project["tool"]["setuptools"]["packages"])


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-dev.lock", "requirements-peers.lock"]
)
def test_lock_files_hold_versions_and_hashes_only(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    entries = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert all("==" in line for line in entries)
    assert text.count("--hash=sha256:") >= len(entries)
