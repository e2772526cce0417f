"""Try a seeded sample of the engine's mutants on a quick part of the tests.

``python -m tests.mutation.run --sample 400 --minutes 45`` copies the sources, and in the copies
changes one line at a time and runs the tests, most telling first, until one fails. The report
names every mutant and its fate; those that survive are either the same program in other words or
show a test that is missing.
"""

import argparse
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final, NamedTuple

from tests.conftest import ROOT
from tests.mutation.mutating import Mutant, mutants

ENGINE: Final = Path("service/rules")
REPORT: Final = ROOT / "build" / "mutants.json"
COPIED: Final = ("service", "workers", "tests", "docs", "openapi", "pyproject.toml")


class Stage(NamedTuple):
    """Some of the tests, and the CPU seconds after which they are in an endless loop."""

    tests: Sequence[str]
    seconds: int


# From the quickest and most telling to the slowest; unchanged, the first takes 2 s of CPU time,
# the second 30 s.
STAGES: Final = (
    Stage(["tests/golden/test_golden.py::test_a_golden_game_comes_out_as_written"], 12),
    Stage(
        [
            "tests/rules/test_start.py",
            "tests/test_cases.py",
            "tests/perft",
            "tests/documents/test_play.py",
            "tests/documents/test_score.py",
            "tests/rules",
            *(f"tests/test_lockstep.py::test_a_shocked_game[{seed}]" for seed in range(1000, 1004)),
        ],
        90,
    ),
)
MEMORY: Final = 4_000_000  # KB, for loops that fill it
# Loading the plugins takes longer than most mutants live.
_ENVIRONMENT: Final = {
    "DOMINANT_SPECIES_PURE": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
}
_OUT_OF_TIME: Final = (-signal.SIGXCPU, -signal.SIGKILL)


class Task(NamedTuple):
    """A mutant of a module of the engine."""

    module: Path
    mutant: Mutant


class Fate(NamedTuple):
    """What became of a mutant: killed, slow (killed by the clock), survived or untried."""

    module: str
    line: int
    before: str
    after: str
    fate: str
    by: str


def every_mutant(root: Path) -> dict[Path, list[Mutant]]:
    """All mutants of the engine, by module."""
    modules = sorted((root / ENGINE).rglob("*.py"))
    return {path.relative_to(root): mutants(path.read_text(encoding="utf-8")) for path in modules}


def sample(found: dict[Path, list[Mutant]], size: int, seed: int) -> list[Task]:
    """A sample over all modules: one of each, the rest from all alike, in random order."""
    chooser = Random(seed)
    tasks = [Task(module, mutant) for module, several in found.items() for mutant in several]
    firsts = [Task(module, chooser.choice(several)) for module, several in found.items() if several]
    rest = [task for task in tasks if task not in set(firsts)]
    chosen = firsts[:size] + chooser.sample(rest, min(len(rest), max(0, size - len(firsts))))
    chooser.shuffle(chosen)
    return chosen


def _first_failure(output: str) -> str:
    lines = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0].partition(" - ")[0] if lines else "the tests did not start"


def run_tests(folder: Path, stages: Sequence[Stage] = STAGES) -> tuple[str, str]:
    """The fate of what is in a copy of the sources, and the first test that failed."""
    for stage in stages:
        fate, by = _run_stage(folder, stage)
        if fate != "survived":
            return fate, by
    return "survived", ""


def _run_stage(folder: Path, stage: Stage) -> tuple[str, str]:
    limits = f'ulimit -t {stage.seconds}; ulimit -v {MEMORY}; exec "$@"'
    limited = ["sh", "-c", limits, "sh"]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *stage.tests]
    done = subprocess.run(
        [*limited, *command],
        cwd=folder,
        env={**os.environ, **_ENVIRONMENT},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode in _OUT_OF_TIME:
        return "slow", f"more than {stage.seconds} s of {stage.tests[0]}"
    return ("survived", "") if done.returncode == 0 else ("killed", _first_failure(done.stdout))


def _copy(folder: Path) -> None:
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)


def _check_copy(folder: Path) -> None:
    """The tests must pass in the copy, and must fail there when the copy is broken."""
    fate, why = run_tests(folder)
    if fate != "survived":
        raise SystemExit(f"the tests fail without any change: {why}")
    path = folder / ENGINE / "engine.py"
    kept = path.read_text(encoding="utf-8")
    path.write_text("raise RuntimeError\n", encoding="utf-8")
    fate, _ = run_tests(folder, STAGES[:1])
    path.write_text(kept, encoding="utf-8")
    if fate != "killed":
        raise SystemExit("the tests do not run the copied sources")


def _try(folder: Path, task: Task) -> Fate:
    path = folder / task.module
    kept = path.read_text(encoding="utf-8")
    path.write_text(task.mutant.source, encoding="utf-8")
    fate, by = run_tests(folder)
    path.write_text(kept, encoding="utf-8")
    _, line, before, after, _ = (task.module, *task.mutant)
    return Fate(str(task.module), line, before, after, fate, by)


def tried(tasks: Sequence[Task], jobs: int, minutes: float) -> Iterator[Fate]:
    """The fates of the mutants, as they become known, until the time is over."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            folder = Path(name) / str(number)
            folder.mkdir()
            _copy(folder)
            folders.put(folder)
        _check_copy(folder)
        deadline = time.monotonic() + 60 * minutes

        def one(task: Task) -> Fate:
            if time.monotonic() > deadline:
                return Fate(str(task.module), *task.mutant[:3], "untried", "")
            mine = folders.get()
            try:
                return _try(mine, task)
            finally:
                folders.put(mine)

        with ThreadPoolExecutor(jobs) as pool:
            for done in as_completed([pool.submit(one, task) for task in tasks]):
                yield done.result()


def _survivor(fate: Fate) -> str:
    return f"survived: {fate.module}:{fate.line}: {fate.before}  ->  {fate.after}"


def _table(fates: Sequence[Fate]) -> Iterator[str]:
    """The numbers by module and in all, and the mutants that survived."""
    for module, several in itertools.groupby(sorted(fates), key=lambda fate: fate.module):
        counts = Counter(fate.fate for fate in several)
        yield f"{module:44} " + ", ".join(f"{counts[fate]} {fate}" for fate in sorted(counts))
    counts = Counter(fate.fate for fate in fates)
    done = len(fates) - counts["untried"]
    noticed = counts["killed"] + counts["slow"]
    yield f"{done} mutants tried, {noticed} noticed ({100 * noticed / max(1, done):.1f} %)"
    for fate in sorted(fates):
        if fate.fate == "survived":
            yield _survivor(fate)


def main() -> None:
    """Try a sample, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=400, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--minutes", type=float, default=45, help="the time for all of them")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--report", type=Path, default=REPORT, help="the file for every fate")
    given = parser.parse_args()
    found = every_mutant(ROOT)
    tasks = sample(found, given.sample, given.seed)
    print(f"{len(tasks)} of {sum(map(len, found.values()))} mutants", flush=True)
    fates = []
    given.report.parent.mkdir(parents=True, exist_ok=True)
    for fate in tried(tasks, given.jobs, given.minutes):
        fates.append(fate)
        given.report.write_text(
            json.dumps([each._asdict() for each in fates], indent=1) + "\n", encoding="utf-8"
        )
        if fate.fate == "survived":
            print(_survivor(fate), flush=True)
    print("\n".join(_table(fates)))


if __name__ == "__main__":
    main()
