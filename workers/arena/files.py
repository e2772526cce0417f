"""Results files: one line of JSON for each game, appended as it ends."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workers.arena.matches import Forecast, Match, Outcome, Seat, match_name


def write_outcome(match: Match, outcome: Outcome) -> str:
    """A game as a line of a results file."""
    record = {"match": match_name(match), **outcome._asdict()}
    return json.dumps(record, separators=(",", ":"))


def append_outcome(path: Path, match: Match, outcome: Outcome) -> None:
    """Add a game to a results file; a last line that was cut off is ended first."""
    with path.open("ab+") as lines:
        if lines.tell():
            lines.seek(-1, 2)
            if lines.read() != b"\n":
                lines.write(b"\n")
        lines.write((write_outcome(match, outcome) + "\n").encode())


def read_all(path: Path) -> Iterator[tuple[str, Outcome]]:
    """The games of a results file, each with the name of its match.

    A line that is no JSON, because its writer was stopped in the middle, is left out. Raises
    ValueError where a line tells of something else than a game of a match.
    """
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                found = json.loads(line)
            except ValueError:
                continue
            try:
                yield found["match"], _outcome(found)
            except (KeyError, TypeError) as error:
                raise ValueError(f"{path}, line {number}: no game of a match") from error


def _outcome(found: dict[str, Any]) -> Outcome:
    return Outcome(
        found["game"],
        [Seat(*seat) for seat in found["seats"]],
        found["turns"],
        found["by_ice_age"],
        [Forecast(*forecast) for forecast in found["forecasts"]],
    )


def read_by_match(path: Path) -> dict[str, list[Outcome]]:
    """The games of a results file by the name of their match, in the order of its lines."""
    found: dict[str, list[Outcome]] = {}
    for name, outcome in read_all(path):
        found.setdefault(name, []).append(outcome)
    return found


def read_outcomes(path: Path, match: Match) -> list[Outcome]:
    """The games of a match in a results file, each once, in the order of their numbers."""
    name = match_name(match)
    found = {outcome.game: outcome for named, outcome in read_all(path) if named == name}
    return [found[game] for game in sorted(found)]
