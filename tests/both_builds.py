"""The same seeded random games in the compiled engine and in its sources, compared by hashes.

``python -m tests.both_builds --moves 2000 --turns 20000`` compares that many games after every
move and after every turn. A game is one line of digests, written by a process of each build.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import zip_longest
from typing import Final

from service.build import ENGINE
from service.documents.canonical import state_hash
from service.documents.game import Chance, GameState
from service.documents.write import write_state
from service.rules import scoring
from service.rules.engine import apply, interjections, legal_moves, play, random_move
from service.rules.errors import IllegalMove
from service.rules.events import Event
from service.rules.moves import CALL_OFF, pack
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import ANIMAL, CURSOR, TURN, TURN_LIMIT
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import NATURE
from tests.conftest import ROOT
from workers.search.levels import decide
from workers.search.uct import uct

LAST_TURN: Final = 40
PLAYOUTS: Final = 12  # for each decision
RARELY: Final = 15  # decisions from one that expert thinks about to the next
LENGTH: Final = 12  # hex digits of a digest


class Difference(AssertionError):
    """The two builds disagree."""


def begin(seed: int, random: Random) -> State:
    """A game of 2 to 6 animals; the options follow from the seed, so all combinations occur."""
    count = 2 + seed % 5
    animals = [(seed // 5 + i) % 6 for i in range(count)]
    pairs = seed % 11 == 3
    players = [[0, 3], [1, 4], [2, 5]] if pairs else [[animal] for animal in animals]
    return new_game(
        players,
        claimed=seed % 3 == 1,
        save_any=seed % 4 == 1,
        initiative_return=seed % 4 < 2,
        manual=seed % 7 == 5,
        turn_limit=LAST_TURN,
        random=random,
    )


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:LENGTH]


def _refusal(state: State) -> tuple[str, str]:
    """What the engine says to calling off a cone at the rim, where there is hardly ever one."""
    try:
        apply(state, pack(CALL_OFF, 0, 0), Random(0))
    except IllegalMove as error:
        return error.rule, error.reason
    return "", ""


def after_every_move(seed: int) -> Iterator[str]:
    """A digest of all that the engine says of each resting state: moves, events, scores."""
    random = Random(seed)
    state = begin(seed, random)
    events: list[Event] = []
    while True:
        moves = legal_moves(state)
        claims = interjections(state)
        told = [(event.kind, event.rule, event.values) for event in events]
        standing = (scoring.tiles_dominated(state), scoring.survival_standing(state))
        final = (scoring.final_points(state), scoring.ranking(state))
        yield _digest(state.slots, moves, claims, told, standing, final, random.used)
        if state.slots[CURSOR] == FINISHED:
            return
        events = []
        if claims and random.below(3) == 0:
            move = claims[random.below(len(claims))]
        else:
            move = moves[random.below(len(moves))]
            told_off = _refusal(state) if random.below(50) == 0 else None
            events.append(Event(-1, repr(told_off), []))
        state = apply(state, move, random, events)


def after_every_turn(seed: int) -> Iterator[str]:
    """The hash of the state document at each turn's end, played by the search's quick calls."""
    random = Random(seed)
    state = begin(seed, random)
    state.random = random
    names = tuple(f"player-{i}" for i in range(6))
    turn = state.slots[TURN]
    while state.slots[CURSOR] != FINISHED:
        play(state, random_move(state, random))
        if state.slots[TURN] != turn or state.slots[CURSOR] == FINISHED:
            turn = state.slots[TURN]
            document = write_state(GameState("both", names, Chance("manual"), state))
            yield state_hash(document)[:LENGTH]


def chosen_by_uct(seed: int) -> Iterator[str]:
    """A digest of each choice of the reference player in a game of one turn, with its state."""
    random = Random(seed)
    state = begin(seed, random)
    state.slots[TURN_LIMIT] = 1
    decisions = 0
    while state.slots[CURSOR] != FINISHED:
        if state.slots[state.top() + ANIMAL] == NATURE:
            move = random_move(state, random)
        else:
            decisions += 1
            move, made = uct(state, seed + decisions, PLAYOUTS, 0.0)
            yield _digest(state.slots, move, made)
        state = apply(state, move, random)


def found_by_expert(seed: int) -> Iterator[str]:
    """A digest of what expert finds now and then in random games of three turns, with the state."""
    random = Random(seed)
    state = begin(seed, random)
    state.slots[TURN_LIMIT] = 3  # as far as it looks
    decisions = 0
    while state.slots[CURSOR] != FINISHED:
        decisions += 1
        if decisions % RARELY == 0 and state.slots[state.top() + ANIMAL] != NATURE:
            yield _digest(state.slots, decide(state, "expert", {"simulations": PLAYOUTS}, seed))
        state = apply(state, random_move(state, random), random)


_MODES: Final = {
    "moves": after_every_move,
    "turns": after_every_turn,
    "uct": chosen_by_uct,
    "expert": found_by_expert,
}


def check_same(game: str, mode: str, one: list[str], other: list[str]) -> None:
    """Raise Difference unless both builds wrote the same digests, and wrote some."""
    for number, (a, b) in enumerate(zip_longest(one, other)):
        if a != b:
            raise Difference(f"the builds differ in {game}, {mode}: digest {number}, {a} or {b}")
    if not one:
        raise Difference(f"no build played {game}, {mode}")


def compare(mode: str, first: int, games: int) -> int:
    """Play games of these seeds in both builds and return how many digests were compared.

    Raises Difference at the first one that differs.
    """
    compared = 0
    with ExitStack() as stack:
        processes = []
        for pure in ("0", "1"):
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.both_builds", "--play", mode, str(first), str(games)],
                cwd=ROOT,
                env={**os.environ, "DOMINANT_SPECIES_PURE": pure},
                stdout=subprocess.PIPE,
                text=True,
            )
            processes.append(stack.enter_context(process))
            stack.callback(process.terminate)
        compiled, sources = processes
        assert compiled.stdout is not None
        assert sources.stdout is not None
        engines = [compiled.stdout.readline().strip(), sources.stdout.readline().strip()]
        assert engines == ["compiled", "pure"], engines
        for seed in range(first, first + games):
            one, other = compiled.stdout.readline().split(), sources.stdout.readline().split()
            check_same(f"game {seed}", mode, one, other)
            compared += len(one)
    return compared


def _play(mode: str, first: int, games: int) -> None:
    """What the process of one build does: a line of digests per game."""
    print(ENGINE.name, flush=True)
    for seed in range(first, first + games):
        print(*_MODES[mode](seed), flush=True)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=1_000_000, help="the first game's seed")
    for mode in _MODES:
        parser.add_argument(f"--{mode}", type=int, default=0, help=f"games compared by {mode}")
    given = parser.parse_args()
    if given.play:
        mode, first, games = given.play
        _play(mode, int(first), int(games))
        return
    for mode in _MODES:
        games = getattr(given, mode)
        if games:
            compared = compare(mode, given.first, games)
            print(f"{games} games, {compared} states after {mode}: both builds agree")


if __name__ == "__main__":
    _main()
