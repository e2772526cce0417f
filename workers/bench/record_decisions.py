"""Record the decisions that the search is timed on: ``python -m workers.bench.record_decisions``.

They are of games of ``easy`` against itself, from the turns of the middle game, and spread over
the phases about as decisions are: Planning, each section of Execution, and Reset. A game gives one
of each at most, any of those in it.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from service.documents.canonical import dumps
from service.documents.game import GameState
from service.documents.play import start
from service.documents.write import write_state
from service.rules.rng import Random
from service.rules.slots import CURSOR, TURN
from service.rules.tables import ANIMALS, SECTIONS
from workers.bench.decisions import FILE, place_of
from workers.games import decisions
from workers.progress import progress_bar
from workers.search.selfplay import TURN_LIMIT
from workers.seeds import entropy
from workers.simulate import animals_for

PLAYERS: Final = 4
# Wasteland hardly ever leaves more than one action to choose from.
QUOTAS: Final = {
    "planning": 14,
    **{name: 2 for name, _ in SECTIONS if name != "wasteland"},
    "wanderlust": 3,
    "domination": 3,
    "reset": 2,
}
_TURNS: Final = range(3, 6)  # games between searches last some six or seven
_BUDGET: Final = {"easy": {"simulations": 16}}
_MOST_GAMES: Final = 400


def searched(seed: int, number: int) -> Iterator[GameState]:
    """The positions of a game in which there was more than one action to compare."""
    animals = animals_for(PLAYERS, number)
    players = {ANIMALS[animal]: [ANIMALS[animal]] for animal in animals}
    named = {"mode": "seeded", "seed": "0"}
    game, _ = start(players, chance=named, turn_limit=TURN_LIMIT, game=f"bench-{number}")
    state = game.state
    state.random = Random(entropy(seed, number))
    level_of = dict.fromkeys(animals, "easy")
    before = state.copy()
    for made in decisions(state, level_of, _BUDGET, Random(entropy(seed, number, 1))):
        if before.slots[TURN] >= _TURNS.stop:
            return
        if made.answer.simulations and before.slots[TURN] in _TURNS:
            yield GameState(game.game, game.players, game.chance, before)
        before = state.copy()


def record(seed: int, quotas: dict[str, int]) -> list[GameState]:
    """So many decisions of each place, in the order of a turn; raises ValueError if they lack."""
    found: dict[str, list[GameState]] = {place: [] for place in quotas}
    bar, task = progress_bar("decisions", sum(quotas.values()))
    with bar:
        for number in range(_MOST_GAMES):
            by_place: dict[str, list[GameState]] = {}
            for game in searched(seed, number):
                by_place.setdefault(place_of(game.state), []).append(game)
            choices = Random(entropy(seed, number, 2))
            for place, games in by_place.items():
                if len(found.get(place, ())) < quotas.get(place, 0):
                    found[place].append(games[choices.below(len(games))])
                    bar.advance(task)
            if all(len(found[place]) == quota for place, quota in quotas.items()):
                return sorted(
                    (game for games in found.values() for game in games),
                    key=lambda game: game.state.slots[CURSOR],
                )
    lacking = [place for place, quota in quotas.items() if len(found[place]) < quota]
    raise ValueError(f"after {_MOST_GAMES} games there are too few decisions in {lacking}")


def main() -> None:
    """Write the data file anew."""
    parser = argparse.ArgumentParser(
        description="Record the decisions that the search is timed on."
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name(FILE))
    given = parser.parse_args()
    games = record(given.seed, QUOTAS)
    made_by = f"python -m workers.bench.record_decisions --seed {given.seed}"
    lines = ",\n".join(dumps(write_state(game)).decode() for game in games)
    header = json.dumps(made_by)
    given.out.write_text(f'{{"made_by": {header}, "states": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
