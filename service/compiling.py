"""Compiling the hot modules with mypyc: a copy of them, never beside their sources.

The copy is made in a temporary folder and renamed when it is whole and was seen to run, under a
lock, so processes that build at the same time make one build, and none ever sees half of one. A
copy that was damaged since is made again.
"""

import fcntl
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from service.build import (
    FOLDER_VARIABLE,
    LIBRARY,
    PURE_VARIABLE,
    ROOT,
    build_name,
    builds_folder,
    compiler_version,
    find_build,
    hot_modules,
    sources,
)

KEPT: Final = 4  # builds of other sources, the youngest ones; processes may be running them
# Calls across mypyc's C files, the runtime's among them, are inlined: 1.18 times the playouts of a
# search, 1.13 times the random games. A profile from a trial run gained nothing on top.
_LINK_TIME: Final = ("-flto=auto", "-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt")
_UNFINISHED: Final = "unfinished-"
_TRIAL: Final = """\
import sys
from importlib import import_module
from service.build import ENGINE, hot_modules
for name in hot_modules():
    import_module(name)
sys.exit(None if ENGINE.name == "compiled" else ENGINE.reason)
"""


class CannotCompile(Exception):
    """There is no compiler, or it failed; the message says why."""


def what_is_missing() -> str | None:
    """What a compilation needs and this machine lacks; None when all is there."""
    if compiler_version() is None or find_spec("mypyc") is None:
        return "mypy is not installed"
    if find_spec("setuptools") is None:
        return "setuptools is not installed"
    compiler = c_compiler()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's header files are not installed"
    return None


def c_compiler() -> list[str]:
    """The command of the C compiler, as setuptools finds it."""
    return shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))


def can_optimise_links() -> bool:
    """Whether the C compiler and its linker take the options of optimising when linking."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603 - the compiler that builds the engine
            [
                *c_compiler(),
                *_LINK_TIME,
                "-shared",
                "-fPIC",
                "-xc",
                "-",
                "-o",
                f"{folder}/trial.so",
            ],
            input="int answer(void) { return 42; }",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    return not done.returncode


def why_it_does_not_run(build: Path) -> str | None:
    """Why the modules of a compiled copy cannot be imported; None if they all can.

    That is tried in a process of its own, which a damaged file may well kill.
    """
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", _TRIAL],
        cwd=ROOT,
        env={**os.environ, PURE_VARIABLE: "0", FOLDER_VARIABLE: str(build.parent)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    if not done.returncode:
        return None
    said = done.stderr.strip().splitlines()
    return said[-1] if said else f"a process that imports it ends with {done.returncode}"


def ensure_build(begin: Callable[[], object] | None = None) -> tuple[Path, bool]:
    """A compiled copy of the present sources that runs, and whether it was made just now.

    It is made unless there is one; ``begin`` is called before that. Raises CannotCompile.
    """
    found = _find_running()
    if found is not None:
        return found, False
    missing = what_is_missing()
    if missing is not None:
        raise CannotCompile(missing)
    if begin is not None:
        begin()
    folder = builds_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            found = _find_running()  # another process may just have made it
            if found is not None:
                return found, False
            return _build(folder), True
    except OSError as error:
        raise CannotCompile(f"{folder} cannot be written: {error.strerror}") from error


def _find_running() -> Path | None:
    found = find_build()
    return found if found is not None and why_it_does_not_run(found) is None else None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(folder: Path) -> Path:
    for left in folder.glob(f"{_UNFINISHED}*"):  # by processes that were killed
        shutil.rmtree(left, ignore_errors=True)
    name = build_name(str(compiler_version()))
    stage = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder))
    try:
        _copy_sources(stage / "source")
        built = stage / name
        built.mkdir()
        _run(built)
        if build_name(str(compiler_version())) != name:
            raise CannotCompile("the sources were edited meanwhile")
        fault = why_it_does_not_run(built)
        if fault is not None:
            raise CannotCompile(f"what was compiled does not run: {fault}")
        if (folder / name).exists():  # a copy that does not run, or lacks files
            (folder / name).rename(stage / "broken")
        built.rename(folder / name)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    remove_oldest(folder, name)
    return folder / name


def _copy_sources(target: Path) -> None:
    """The packages with hot modules; the top packages are empty, so nothing else is read."""
    for path in sources():
        copy = target / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        (target / path.relative_to(ROOT).parts[0] / "__init__.py").touch()


def _run(built: Path) -> None:
    """Compile in a process of its own: mypy and setuptools leave much behind in theirs."""
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-P", "-m", "service.compiling", str(built)],
        cwd=built.parent / "source",
        env={**os.environ, PURE_VARIABLE: "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise CannotCompile(f"the compiler failed:\n{done.stdout.strip()}")


def remove_oldest(folder: Path, name: str) -> None:
    """Remove all builds but ``name`` and the youngest of the others."""
    others = [path for path in folder.glob("*-mypy-*") if path.name != name]
    others.sort(key=lambda path: path.stat().st_mtime)
    for path in others[:-KEPT]:
        shutil.rmtree(path, ignore_errors=True)


def _compile(built: Path) -> None:
    """One call of mypyc for all modules, so that calls between them are C calls."""
    import setuptools  # before mypyc, which looks whether it is loaded
    from mypyc.build import mypycify
    from setuptools.errors import CCompilerError

    stage = built.parent
    source = stage / "source"
    files = [str(path.relative_to(ROOT)) for path in hot_modules().values()]
    extensions = mypycify(
        # Without the settings that mypy would find in a folder above, or in the user's home.
        ["--config-file=", "--strict", *files],
        opt_level="3",
        debug_level="0",
        target_dir=str(stage / "c"),
        group_name=LIBRARY.removesuffix("__mypyc"),
    )
    # Where a processor can multiply and add in one step, that step rounds once instead of twice:
    # the search would not play as its sources do. And mypyc makes warnings errors, which should
    # not cost whoever has a younger compiler the compiled engine.
    options = ["-ffp-contract=off", "-Wno-error"]
    if can_optimise_links():
        options += _LINK_TIME
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *options]
        extension.extra_link_args = [*extension.extra_link_args, *options]
    distribution = setuptools.Distribution(
        {"name": "dominant-species-engine", "ext_modules": extensions, "src_root": str(source)}
    )
    command = distribution.get_command_obj("build_ext")
    command.set_undefined_options("build")
    command.build_lib = str(built)
    command.build_temp = str(stage / "objects")
    command.ensure_finalized()
    try:
        command.run()
    except CCompilerError as error:
        sys.exit(str(error))  # the compiler has said what is wrong


if __name__ == "__main__":
    _compile(Path(sys.argv[1]))
