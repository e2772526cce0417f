"""The arrows between the packages, as pyproject.toml draws them."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.conftest import ROOT

ENGINE = sorted((ROOT / "service" / "rules").rglob("*.py"))


def test_the_import_contracts_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(cache_dir=None) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_the_engine_imports_the_standard_library_only(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "mypy_extensions", "service"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [node.module or ""]
        for name in names:
            assert name.partition(".")[0] in allowed, name
            assert name.partition(".")[0] != "service" or name.startswith("service.rules"), name


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
