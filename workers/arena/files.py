"""Results files: one line of JSON for each game, appended as it ends."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workers.arena.matches import Forecast, Match, Outcome, Seat, match_name
from workers.lines import append_line, read_lines


def append_outcome(path: Path, match: Match, outcome: Outcome) -> None:
    """Add a game to a results file."""
    append_line(path, {"match": match_name(match), **outcome._asdict()})


def read_all(path: Path) -> Iterator[tuple[str, Outcome]]:
    """The games of a results file, each with the name of its match.

    Raises ValueError where a line tells of something else than a game of a match.
    """
    for number, found in read_lines(path):
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
