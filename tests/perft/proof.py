"""Check every stored count in the engine, to its full depth: ``python -m tests.perft.proof``."""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor

from service.build import ENGINE
from tests.perft.counting import Position, engine_count, in_engine, stored


def check(position: Position) -> int:
    """The largest count of a position; raises AssertionError where one is not as stored."""
    state = in_engine(position).state
    for depth, count in enumerate(position.counts, 1):
        found = engine_count(state, depth)
        assert found == count, f"{position.name}, {depth} moves: {found} sequences, not {count}"
    return max(position.counts)


def main() -> None:
    """Check all positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    positions = stored()
    with ProcessPoolExecutor(parser.parse_args().jobs) as pool:
        total = sum(pool.map(check, positions))
    print(f"{len(positions)} positions, {total} sequences: as stored, in the {ENGINE.name} engine")


if __name__ == "__main__":
    main()
