"""Compiling and choosing, on a tree of small modules in place of the engine's; and the wheel."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.app import create_app
from service.build import ENGINE, HOT
from service.compiling import c_compiler, ensure_build, remove_oldest, what_is_missing
from service.settings import Settings
from tests.conftest import ROOT, Service
from workers.cli import cli

ANSWER = """\
from typing import Final

ANSWER: Final = {}


def answer() -> int:
    return ANSWER
"""
ASK = """\
import json
from service.build import ENGINE
from service.rules import answer
print(json.dumps([*ENGINE, answer.answer(), answer.__file__]))
"""
BUILD = "from service.compiling import *\nprint(ensure_build()[1])"
REFUSED = """\
from service.compiling import CannotCompile, ensure_build
try:
    ensure_build()
except CannotCompile as error:
    print(error)
"""


class Tree:
    """A small service in a folder of its own: the real build modules, one hot module per entry."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(root)}
        # Python itself would run an old .pyc of a source edited twice within a second.
        self.env["PYTHONDONTWRITEBYTECODE"] = "1"
        for name in ("__init__", "build", "compiling"):
            self.write(f"service.{name}", (ROOT / "service" / f"{name}.py").read_text())
        # Settings of mypy around the build, here as good as none, are nothing to it.
        (root / "pyproject.toml").write_text('[tool.mypy]\nplugins = ["no_such_plugin"]\n')
        for name in HOT:
            package = ROOT.joinpath(*name.split(".")).is_dir()
            self.write(f"{name}.answer" if package else name, ANSWER.format(1))
        for folder in {path.parent for path in root.rglob("*.py")} - {root}:
            (folder / "__init__.py").touch()

    def write(self, module: str, text: str) -> Path:
        path = self.root.joinpath(*module.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def start(self, code: str, **env: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-P", "-c", code]
        env = self.env | env
        return subprocess.Popen(command, cwd=self.root, env=env, stdout=subprocess.PIPE, text=True)

    def run(self, code: str, **env: str) -> str:
        with self.start(code, **env) as process:
            output, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        return output.strip()

    def ask(self, **env: str) -> tuple[str, str, int, str]:
        """The engine in use and why, the answer, and the file it comes from."""
        name, reason, answer, file = json.loads(self.run(ASK, **env))
        return name, reason, answer, file

    def build(self, **env: str) -> str:
        return self.run(BUILD, **env)

    def builds(self) -> list[Path]:
        return sorted((self.root / "build" / "compiled").glob("*-mypy-*"))


@pytest.fixture(scope="module")
def compiler() -> None:
    """Skip where nothing can be compiled; elsewhere a failure to compile is a failure."""
    missing = what_is_missing()
    if missing is not None:
        pytest.skip(missing)


@pytest.fixture(scope="module")
def built(compiler: None, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A tree that two processes compiled at the same time."""
    tree = Tree(tmp_path_factory.mktemp("tree"))
    both = [tree.start(BUILD) for _ in range(2)]
    made = sorted(process.communicate(timeout=120)[0].strip() for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert made == ["False", "True"]
    return tree


def test_two_builds_at_once_make_one_copy(built: Tree) -> None:
    kept = [path.name for path in (built.root / "build" / "compiled").iterdir()]
    assert sorted(kept) == sorted(["lock", built.builds()[0].name])


def test_the_compiled_copy_runs_and_no_library_is_beside_a_source(built: Tree) -> None:
    name, reason, answer, file = built.ask()
    assert (name, answer) == ("compiled", 1)
    assert reason == f"from {built.builds()[0]}"
    assert Path(file).is_relative_to(built.builds()[0])
    assert not list((built.root / "service").rglob("*.so"))


def test_nothing_is_built_again_when_nothing_changed(built: Tree) -> None:
    before = built.builds()[0].stat().st_mtime_ns
    assert built.build() == "False"
    assert built.builds()[0].stat().st_mtime_ns == before


def test_the_variable_asks_for_the_sources(built: Tree) -> None:
    name, reason, answer, file = built.ask(DOMINANT_SPECIES_PURE="1")
    assert (name, reason, answer) == ("pure", "DOMINANT_SPECIES_PURE is set", 1)
    assert file.endswith(".py")
    assert built.ask(DOMINANT_SPECIES_PURE="0")[0] == "compiled"


def test_an_edited_source_never_runs_from_an_old_copy(built: Tree) -> None:
    path = built.write("service.rules.answer", ANSWER.format(2))
    name, reason, answer, file = built.ask()
    assert (name, answer, file) == ("pure", 2, str(path))
    assert "not compiled yet" in reason
    built.write("service.rules.answer", ANSWER.format(1))
    assert built.ask()[0] == "compiled"
    added = built.write("service.rules.added", ANSWER.format(3))
    assert built.ask()[0] == "pure"
    added.unlink()
    assert built.ask()[0] == "compiled"


def test_a_copy_of_other_hot_modules_is_not_used(built: Tree) -> None:
    """Its library would hold the code of a module that now runs as its source, or lack it."""
    path = built.root / "service" / "build.py"
    text = path.read_text()
    fewer = text.replace('    "service.rules.cards",\n', "")
    assert fewer != text
    path.write_text(fewer)
    try:
        name, reason, _, _ = built.ask()
    finally:
        path.write_text(text)
    assert (name, "not compiled yet" in reason) == ("pure", True)
    assert built.ask()[0] == "compiled"


def test_a_copy_with_a_module_missing_is_not_used(built: Tree, tmp_path: Path) -> None:
    shutil.copytree(built.builds()[0], tmp_path / built.builds()[0].name)
    (lost,) = tmp_path.rglob("service/rules/answer*.so")
    lost.unlink()
    name, reason, answer, _ = built.ask(DOMINANT_SPECIES_BUILD=str(tmp_path))
    assert (name, answer) == ("pure", 1)
    assert "lacks service.rules.answer" in reason


def test_a_copy_that_does_not_load_is_not_used(built: Tree, tmp_path: Path) -> None:
    shutil.copytree(built.builds()[0], tmp_path / built.builds()[0].name)
    (library,) = tmp_path.rglob("dominant_species__mypyc*")
    library.write_bytes(b"no library")
    name, reason, answer, _ = built.ask(DOMINANT_SPECIES_BUILD=str(tmp_path))
    assert (name, answer) == ("pure", 1)
    assert "does not load" in reason


def _damaged(built: Tree, folder: Path, damage: str) -> None:
    """A copy of the tree's build with one file lost or spoilt."""
    copy = built.builds()[0]
    shutil.copytree(copy, folder / copy.name)
    pattern = "dominant_species__mypyc*.so" if damage == "library" else "service/rules/answer*.so"
    [file] = folder.rglob(pattern)
    if damage == "lost":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:64])


@pytest.mark.parametrize("damage", ["lost", "library", "module"])
def test_a_damaged_copy_is_made_again(built: Tree, tmp_path: Path, damage: str) -> None:
    _damaged(built, tmp_path, damage)
    folder = {"DOMINANT_SPECIES_BUILD": str(tmp_path)}
    assert built.build(**folder) == "True"
    name, _, answer, file = built.ask(**folder)
    assert (name, answer) == ("compiled", 1)
    assert Path(file).is_relative_to(tmp_path / built.builds()[0].name)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [built.builds()[0].name, "lock"]
    )
    assert built.build(**folder) == "False"


@pytest.mark.parametrize("damage", ["lost", "library", "module"])
def test_a_damaged_copy_that_cannot_be_made_again_is_told(
    built: Tree, tmp_path: Path, damage: str
) -> None:
    _damaged(built, tmp_path, damage)
    told = built.run(REFUSED, DOMINANT_SPECIES_BUILD=str(tmp_path), CC="no-such-compiler")
    assert told == "there is no C compiler (no-such-compiler)"


def test_without_a_compiler_the_engine_stays_pure(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    assert tree.run(REFUSED, CC="no-such-compiler") == "there is no C compiler (no-such-compiler)"
    assert tree.ask()[0] == "pure"


def test_a_compiler_that_fails_is_told_without_a_traceback(compiler: None, tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    told = tree.run(REFUSED, CC="false").splitlines()
    assert told[0] == "the compiler failed:"
    assert "returned non-zero exit status 1" in told[-1]
    assert "Traceback" not in "".join(told)
    assert tree.ask()[0] == "pure"


def test_a_compiler_that_cannot_optimise_links_compiles_all_the_same(
    compiler: None, tmp_path: Path
) -> None:
    tree = Tree(tmp_path / "tree")
    old = tmp_path / "old-cc"
    refuse = 'case " $* " in *" -flto"*) exit 1;; esac'
    old.write_text(f'#!/bin/sh\n{refuse}\nexec {shlex.join(c_compiler())} "$@"\n')
    old.chmod(0o755)
    assert tree.build(CC=str(old)) == "True"
    assert tree.ask()[0] == "compiled"


def test_what_the_compiler_refuses_is_told_and_leaves_nothing(
    compiler: None, tmp_path: Path
) -> None:
    tree = Tree(tmp_path)
    tree.write("service.rules.answer", ANSWER.format("'no number'"))
    assert "Incompatible return value type" in tree.run(REFUSED)
    assert [path.name for path in (tmp_path / "build" / "compiled").iterdir()] == ["lock"]


def test_the_oldest_copies_are_removed(tmp_path: Path) -> None:
    for age in range(7):
        copy = tmp_path / f"{age}-mypy-0"
        copy.mkdir()
        os.utime(copy, (time.time() - 1000 * age,) * 2)
    remove_oldest(tmp_path, "6-mypy-0")
    assert sorted(path.name[0] for path in tmp_path.iterdir()) == ["0", "1", "2", "3", "6"]


def test_the_command_and_healthz_name_the_engine() -> None:
    shown = CliRunner().invoke(cli, ["--version"]).stdout
    assert shown == f"dominant-species, version 0.1.0, {ENGINE.name} engine\n"
    health = create_app(Settings()).test_client().get("/healthz").json
    assert health is not None
    assert health["build"] == ENGINE.name


def test_the_service_runs_the_compiled_engine_and_says_so_once(compiler: None) -> None:
    ensure_build()
    service = Service(DOMINANT_SPECIES_PURE="0")
    try:
        assert service.call("GET", "/healthz").body["build"] == "compiled"
        assert service.ai(state=service.new_game(players=["ann", "bob"]), level="greedy")["moves"]
        assert service.output().count("compiled engine") == 1
    finally:
        service.stop()


def _runtime_packages() -> list[str]:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    return [line.partition("==")[0] for line in lines if line and line[0] not in " #"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a venv with the wheel and what it needs to run: no mypy, no compiler."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    source.mkdir()
    for name in ("service", "workers"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    venv = folder / "venv"
    wheels = folder / "wheels"
    offline = ["--no-deps", "--no-index"]
    make = ["wheel", *offline, "--no-build-isolation", "-w", str(wheels), str(source)]
    subprocess.run([*pip, *make], check=True, cwd=folder)
    (wheel,) = wheels.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    into = ["--python", str(venv / "bin" / "python"), "install", *offline, str(wheel)]
    subprocess.run([*pip, *into], check=True, cwd=folder)
    (site,) = venv.glob("lib/python*/site-packages")
    for name in _runtime_packages():
        try:
            files = metadata.files(name) or []
        except metadata.PackageNotFoundError:  # for another platform or Python
            continue
        tops = {Path(file).parts[0]: file for file in files if ".." not in Path(file).parts}
        for top in tops:
            target = Path(str(metadata.distribution(name).locate_file(top)))
            if target.exists() and not (site / top).exists():
                (site / top).symlink_to(target)
    return venv / "bin"


def _installed_environment() -> dict[str, str]:
    """An environment without the settings of this test's own process."""
    hidden = ("DOMINANT_SPECIES_PURE", "DOMINANT_SPECIES_BUILD", "PYTHONPATH")
    return {key: value for key, value in os.environ.items() if key not in hidden}


def _outside(installed: Path, *arguments: str, **env: str) -> str:
    done = subprocess.run(
        [str(installed / arguments[0]), *arguments[1:]],
        cwd=installed,
        env=_installed_environment() | env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


SERVE_ALL = """\
import sys
from service.app import create_app
from service.settings import Settings
client = create_app(Settings()).test_client()
for path in ("/", "/docs", "/openapi.json", "/v1/rules", "/v1/components"):
    answer = client.get(path)
    assert answer.status_code == 200 and answer.data, (path, answer.status)
answer = client.post("/v1/games", json={"players": ["ann", "bob"]})
assert answer.status_code == 201, answer.text
assert "mypy" not in sys.modules
import service
print(service.__file__)
"""


def test_the_wheel_runs_without_mypy(installed: Path) -> None:
    version = _outside(installed, "dominant-species", "--version")
    assert version == "dominant-species, version 0.1.0, pure engine\n"
    told = _outside(installed, "dominant-species", "build")
    assert told == ""  # the reason goes to standard error
    figures = json.loads(
        _outside(installed, "dominant-species", "simulate", "--games", "1", "--json")
    )
    assert figures["decisions_per_game"] > 100
    file = _outside(installed, "python", "-c", SERVE_ALL).strip()
    assert Path(file).is_relative_to(installed.parent)


def test_the_wheel_runs_a_copy_that_was_compiled_elsewhere(compiler: None, installed: Path) -> None:
    copy, _ = ensure_build()
    version = _outside(
        installed, "dominant-species", "--version", DOMINANT_SPECIES_BUILD=str(copy.parent)
    )
    assert version == "dominant-species, version 0.1.0, compiled engine\n"
    target = installed.parent / "share" / "dominant-species" / "compiled"
    target.parent.mkdir(parents=True)
    shutil.copytree(copy, target / copy.name)
    assert "compiled engine" in _outside(installed, "dominant-species", "--version")
    assert _outside(installed, "python", "-c", SERVE_ALL)
    shutil.rmtree(target)
