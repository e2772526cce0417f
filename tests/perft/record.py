"""Find positions for every kind of decision, count them twice, and write them down.

``python -m tests.perft.record`` counts the stored positions anew, in the engine and in
tests/oracle, and writes the counts only if both agree; ``--find`` looks for new positions first.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final

from service.documents.decisions import KIND_INDEX
from service.documents.play import make_moves
from service.documents.write import write_state
from tests.lockstep import both, choose
from tests.perft.counting import (
    FILE,
    Position,
    engine_count,
    in_engine,
    in_oracle,
    oracle_count,
    stored,
)

# How many states may be met on the way to the last move of a sequence, and how deep at most.
STATES: Final = 20_000
DEPTH: Final = 8
FROM_ONE_GAME: Final = 3
FIRST_TURN: Final = 2
STYLE: Final = ("domination", "domination", "wanderlust", "migration", "speciation", "competition")
CONFIRMED: Final = (
    "The counts of 1, 2, 3, ... moves from each position; tests/perft/counting.py says what counts."
    " Every count was made by the engine and by the second implementation in tests/oracle, which"
    " knows nothing of the engine, and is written here because both agree (tests/perft/record.py)."
)


def _beginnings() -> Iterator[Position]:
    """The start of a game, and the first Planning of six animals."""
    chooser = Random(0)
    for seed, name in ((0, "start of two"), (5, "start of six")):
        engine, _ = both(seed, 0, chooser)
        yield Position(name, write_state(engine), [], [])
    engine, playing = both(5, 0, chooser)
    while playing.decision is not None and playing.decision.kind != "place_pawn":
        move = min(playing.decision.moves)
        playing.make(move)
        engine, _ = make_moves(engine, [move])
    yield Position("first planning of six", write_state(engine), [], [])


def _met_in(seed: int) -> Iterator[tuple[str, Position]]:
    """The decisions of a random game from some turn on, with how they were come to."""
    chooser = Random(seed)
    engine, playing = both(seed, 0, chooser)
    state: dict[str, Any] = {}
    moves: list[str] = []
    turn = 0
    while playing.decision is not None:
        if playing.game.turn != turn:
            turn = playing.game.turn
            state, moves = write_state(engine), []
        kind = playing.decision.kind
        if turn >= FIRST_TURN:
            yield kind, Position(f"{kind} {seed}", state, moves[:], [])
        move = choose(playing, STYLE, chooser)
        moves.append(move)
        playing.make(move)
        engine, _ = make_moves(engine, [move])


def find() -> list[Position]:
    """The beginnings, and a position with each kind of decision, from many different games."""
    wanted = dict.fromkeys(KIND_INDEX, True)
    found: dict[str, Position] = {}
    seed = 0
    while len(found) < len(wanted):
        fresh = 0
        for kind, position in _met_in(seed):
            if kind not in found and fresh < FROM_ONE_GAME:
                found[kind] = position
                fresh += 1
        seed += 1
    return [*_beginnings(), *(found[kind] for kind in KIND_INDEX)]


def counted(position: Position) -> Position:
    """The position with its counts; raises AssertionError where engine and oracle disagree."""
    state, playing = in_engine(position).state, in_oracle(position)
    counts: list[int] = []
    while len(counts) < DEPTH and 1 + sum(counts) <= STATES:
        counts.append(engine_count(state, len(counts) + 1))
        expected = oracle_count(playing, len(counts))
        assert counts[-1] == expected, f"{position.name}: {counts}, the last should be {expected}"
        if not counts[-1]:
            break
    return position._replace(counts=counts)


def _written(position: Position) -> str:
    """A position as JSON, a field on each line."""
    fields = [f'"{key}": {json.dumps(value)}' for key, value in position._asdict().items()]
    return "    {\n      " + ",\n      ".join(fields) + "\n    }"


def main() -> None:
    """Count, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--find", action="store_true", help="look for new positions first")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    given = parser.parse_args()
    done = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for position in pool.map(counted, find() if given.find else stored()):
            sys.stdout.write(f"{position.name}: {position.counts}\n")
            sys.stdout.flush()
            done.append(_written(position))
    text = '{\n  "about": %s,\n  "positions": [\n%s\n  ]\n}\n'
    FILE.write_text(text % (json.dumps(CONFIRMED), ",\n".join(done)), encoding="utf-8")


if __name__ == "__main__":
    main()
