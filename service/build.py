"""Which engine this process runs: a compiled copy of the hot modules, or their sources.

The choice is made when this module is imported, which both top packages do before any hot module
can be. A compiled copy stands in a folder named after the content of every source that went into
it, so code that was edited since is never run from an old copy: its name no longer fits.
``compiling.py`` makes the copies.
"""

import hashlib
import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

# What is compiled: every module of a package, or a single module.
HOT: Final = (
    "service.rules",
    "service.rules.cards",
    "workers.search.candidates",
    "workers.search.evaluation",
    "workers.search.fast",
    "workers.search.figures",
    "workers.search.halving",
    "workers.search.horizon",
    "workers.search.noise",
    "workers.search.outlook",
    "workers.search.planning",
    "workers.search.playouts",
    "workers.search.policies",
    "workers.search.rating",
    "workers.search.ratings",
    "workers.search.search",
    "workers.search.selfplay",
    "workers.search.tree",
    "workers.search.uct",
    "workers.search.valuation",
)

PURE_VARIABLE: Final = "DOMINANT_SPECIES_PURE"
FOLDER_VARIABLE: Final = "DOMINANT_SPECIES_BUILD"
ROOT: Final = Path(__file__).resolve().parent.parent
LIBRARY: Final = "dominant_species__mypyc"  # the code of all hot modules; theirs only refer to it
_ABI: Final = str(sysconfig.get_config_var("SOABI"))
_SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))


class Engine(NamedTuple):
    """The engine in use: ``compiled`` or ``pure``, and why, or from where."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name} engine, {self.reason}"


def hot_modules() -> dict[str, Path]:
    """The names and source files of all hot modules."""
    found: dict[str, Path] = {}
    for name in HOT:
        path = ROOT.joinpath(*name.split("."))
        if path.is_dir():
            modules = {f"{name}.{file.stem}": file for file in sorted(path.glob("*.py"))}
            modules.pop(f"{name}.__init__")
            found |= modules
        else:
            found[name] = path.with_suffix(".py")
    return found


def sources() -> list[Path]:
    """All modules of the packages with hot modules: those may take types and constants of all."""
    folders = {path.parent for path in hot_modules().values()}
    return [path for folder in sorted(folders) for path in sorted(folder.glob("*.py"))]


def fingerprint() -> str:
    """A hash of all that a compiled copy is made of: sources, which are hot, and the recipe."""
    digest = hashlib.sha256(" ".join(hot_modules()).encode())
    recipe = Path(__file__).with_name("compiling.py")
    for path in (recipe, *sources()):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:20]


def compiler_version() -> str | None:
    """The version of mypy, and so of mypyc; None where it is not installed."""
    from importlib import metadata  # slow to import, and not needed with DOMINANT_SPECIES_PURE

    try:
        return metadata.version("mypy")
    except metadata.PackageNotFoundError:
        return None


def builds_folder() -> Path:
    """Where compiled copies are kept: beside a checkout, else in the Python environment."""
    given = os.environ.get(FOLDER_VARIABLE)
    if given:
        return Path(given).absolute()
    if (ROOT / "pyproject.toml").exists():
        return ROOT / "build" / "compiled"
    return Path(sys.prefix) / "share" / "dominant-species" / "compiled"


def build_name(version: str) -> str:
    """The folder name of a copy made of the sources as they are now, for this Python."""
    return f"{fingerprint()}-{_ABI}-mypy-{version}"


def _copies() -> list[Path]:
    """The compiled copies of the present sources, for this Python, whole or not.

    Without mypy, as in a container, a copy by any version of it will do.
    """
    return sorted(builds_folder().glob(build_name(compiler_version() or "*")))


def _files(build: Path) -> dict[str, Path]:
    """The files that a whole copy holds, by the names of their modules."""
    files = {LIBRARY: build / f"{LIBRARY}{_SUFFIX}"}
    for name in hot_modules():
        files[name] = build.joinpath(*name.split(".")).with_suffix(_SUFFIX)
    return files


def _missing(build: Path) -> list[str]:
    """The modules whose files are not there."""
    return [name for name, file in _files(build).items() if not file.exists()]


def find_build() -> Path | None:
    """The compiled copy of the present sources, for this Python, if there is one with all files.

    Whether it runs too is for ``compiling.why_it_does_not_run`` to find out.
    """
    found = [copy for copy in _copies() if not _missing(copy)]
    return found[-1] if found else None


class _Finder(MetaPathFinder):
    """Finds the hot modules in a compiled copy, ahead of their sources."""

    def __init__(self, build: Path) -> None:
        self._files = _files(build)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The compiled module of that name; None for all others."""
        file = self._files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


def _choose() -> Engine:
    if os.environ.get(PURE_VARIABLE, "0") not in ("", "0"):
        return Engine("pure", f"{PURE_VARIABLE} is set")
    build = find_build()
    if build is None:
        for copy in _copies():
            for name in _missing(copy):
                return Engine("pure", f"{copy} lacks {name} (dominant-species build)")
        return Engine("pure", "not compiled yet (dominant-species build)")
    finder = _Finder(build)
    sys.meta_path.insert(0, finder)
    try:
        import_module(LIBRARY)
    except ImportError as error:
        sys.meta_path.remove(finder)
        return Engine("pure", f"{build} does not load: {error}")
    return Engine("compiled", f"from {build}")


ENGINE: Final = _choose()
