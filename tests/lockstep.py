"""Random games played by the engine and by the second implementation of the rules, in step.

After every move both must show the same document, the same decision with the same legal moves,
the same interjections and the same scoring; the events must tell what changed, and nothing may be
lost. ``python -m tests.lockstep --games 500 --shocked 500`` plays that many; a *shocked* game is
changed by force at the start of some turns after the first (see shocks.py), so that rare positions
come about.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple

from service.build import ENGINE
from service.documents.canonical import dumps
from service.documents.decisions import KIND_INDEX
from service.documents.events import event_object
from service.documents.game import GameState
from service.documents.moves import move_id
from service.documents.play import make_moves, start
from service.documents.read import read_state
from service.documents.reader import read_json
from service.documents.score import score_object
from service.documents.write import write_state
from service.rules.engine import interjections, legal_moves
from tests.following import untold
from tests.oracle.conservation import faults
from tests.oracle.documents import NAMES, written
from tests.oracle.game import Game
from tests.oracle.playing import Playing
from tests.oracle.scoring import score_object as expected_scoring
from tests.oracle.tables import CARDS, FOOD_CHAIN
from tests.shocks import change

PLAYERS: Final[list[dict[str, list[str]]]] = [
    {"a": ["mammal"], "b": ["amphibian"]},
    {"a": ["reptile"], "b": ["bird"]},
    {"a": ["mammal"], "b": ["arachnid"], "c": ["insect"]},
    {"a": ["mammal"], "b": ["reptile"], "c": ["bird"], "d": ["amphibian"]},
    {"a": ["mammal"], "b": ["reptile"], "c": ["bird"], "d": ["arachnid"], "e": ["insect"]},
    {animal: [animal] for animal in FOOD_CHAIN},
    {"z": ["mammal", "bird", "arachnid"], "a": ["reptile", "amphibian", "insect"]},
    {"z": ["mammal", "insect"], "a": ["reptile", "arachnid"], "m": ["bird", "amphibian"]},
]
# Where pawns are put more often than by chance; dominations bring cards.
STYLES: Final = [
    ["domination"],
    ["domination"],
    ["abundance", "wanderlust", "adaptation", "glaciation", "domination"],
    ["competition", "glaciation", "wasteland", "depletion", "domination"],
    ["initiative", "regression", "migration", "speciation"],
]
DECISIONS: Final = 30_000
READ_EVERY: Final = 7
SCORED_EVERY: Final = 5


class Difference(AssertionError):
    """The engine and the second implementation disagree."""


class Tally(NamedTuple):
    """What was met in games: how many states were compared, kinds of decision, cards taken."""

    states: int
    kinds: Counter[str]
    cards: Counter[str]

    def __add__(self, other: object) -> "Tally":
        assert isinstance(other, Tally)
        return Tally(self.states + other.states, self.kinds + other.kinds, self.cards + other.cards)


NOTHING: Final = Tally(0, Counter(), Counter())


def both(seed: int, turn_limit: int, chooser: Random) -> tuple[GameState, Playing]:
    """The same new game on both sides, with manual chance; all combinations of options occur."""
    players = PLAYERS[seed % len(PLAYERS)]
    claimed, save_any, returns = (chooser.random() < 0.5 for _ in range(3))
    rules = {
        "dominance": "claimed" if claimed else "automatic",
        "mammal_save": "any" if save_any else "mammals",
        "initiative_return": returns,
    }
    engine, _ = start(players, rules, {"mode": "manual"}, turn_limit or None, game="lockstep")
    game = Game(
        (animal for own in players.values() for animal in own),
        claimed=claimed,
        save_any=save_any,
        initiative_return=returns,
        turn_limit=turn_limit,
    )
    return engine, Playing.new(game)


def _require_same(what: str, engine: object, expected: object) -> None:
    if engine == expected:
        return
    if isinstance(engine, dict) and isinstance(expected, dict):
        for key in sorted({*engine, *expected}):
            _require_same(f"{what}/{key}", engine.get(key), expected.get(key))
    raise Difference(f"{what}: the engine has {engine}, expected was {expected}")


def compare(engine: GameState, playing: Playing, count: int) -> GameState:
    """Raise Difference unless both sides agree; the engine's game, read back from JSON at times."""
    document: dict[str, Any] = write_state(engine)
    players = document["players"]
    shown = {k: v for k, v in document.items() if k not in NAMES and k != "pending"}
    _require_same("document", shown, written(playing.game, players))
    legal = {move_id(move) for move in legal_moves(engine.state)}
    pending = document.get("pending", [])
    asked = (pending[-1]["kind"], pending[-1]["animal"], frozenset(legal)) if pending else None
    _require_same("decision", asked, playing.decision and tuple(playing.decision))
    claims = {move_id(move) for move in interjections(engine.state)}
    _require_same("interjections", claims, playing.interjections())
    _require_same("conservation", faults(document), [])
    if count % SCORED_EVERY == 0 or not pending:
        _require_same("scoring", score_object(engine), expected_scoring(playing.game))
    if count % READ_EVERY == 0:
        again = read_state(read_json(dumps(document), limit=1 << 20))
        _require_same("document read back", write_state(again), document)
        return again
    return engine


def choose(playing: Playing, style: Sequence[str], chooser: Random) -> str:
    """A random move: at times an interjection, seldom a refusal, pawns by the style."""
    decision = playing.decision
    assert decision is not None
    claims = playing.interjections()
    if claims and chooser.random() < 0.3:
        return chooser.choice(sorted(claims))
    moves = sorted(decision.moves)
    if chooser.random() < 0.85:
        moves = [move for move in moves if move not in ("forfeit", "decline")]
    if decision.kind == "place_pawn" and chooser.random() < 0.6:
        section = chooser.choice(style)
        moves = [move for move in moves if f":{section}." in move] or moves
    return chooser.choice(moves)


def states(
    seed: int, *, shocked: bool = False, turn_limit: int = 0
) -> Iterator[tuple[GameState, Playing]]:
    """Play one game on both sides to its end, and yield every state once it has been compared.

    Raises Difference, with the moves that led there.
    """
    chooser = Random(seed)
    engine, playing = both(seed, turn_limit, chooser)
    style = chooser.choice(STYLES)
    moves: list[str] = []
    turn = 1
    try:
        while playing.decision is not None and len(moves) < DECISIONS:
            if shocked and playing.game.turn > turn and playing.game.step == "planning":
                turn = playing.game.turn
                if chooser.random() < 0.5:
                    engine, playing = shock(engine, playing, chooser)
                    moves.append("(shock)")
            engine = compare(engine, playing, len(moves))
            yield engine, playing
            move = choose(playing, style, chooser)
            moves.append(move)
            before: dict[str, Any] = write_state(engine)
            engine, events = make_moves(engine, [move])
            playing.make(move)
            told = [event_object(event) for event in events]
            _require_same("untold", untold(before, told, write_state(engine)), {})
        yield compare(engine, playing, 0), playing
    except Exception as error:
        raise Difference(
            f"seed {seed}, shocked {shocked}, turn_limit {turn_limit}, move {len(moves)}: {error!r}"
            f" after {moves[-6:]}"
        ) from error


def play(seed: int, *, shocked: bool = False, turn_limit: int = 0) -> Tally:
    """Play one game on both sides and tell what was met in it. Raises Difference."""
    count = 0
    kinds: Counter[str] = Counter()
    cards: set[str] = set()
    for _, playing in states(seed, shocked=shocked, turn_limit=turn_limit):
        count += 1
        if playing.decision is not None:
            kinds[playing.decision.kind] += 1
        cards |= playing.game.taken
    return Tally(count, kinds, Counter(cards))


def shock(engine: GameState, playing: Playing, chooser: Random) -> tuple[GameState, Playing]:
    """Change the game by force in Planning, and give both sides the changed game."""
    game = playing.step_began()
    change(game, chooser)
    document = {key: value for key, value in write_state(engine).items() if key in NAMES}
    changed = Playing(game)
    assert changed.decision is not None
    document |= written(changed.game, {})
    document["pending"] = [{"kind": "place_pawn", "animal": changed.decision.animal}]
    return read_state(read_json(dumps(document), limit=1 << 20)), changed


def _one(task: tuple[int, bool]) -> Tally:
    seed, shocked = task
    return play(seed, shocked=shocked)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0, help="games from the start")
    parser.add_argument("--shocked", type=int, default=0, help="games changed by force on the way")
    parser.add_argument("--first", type=int, default=1_000_000, help="the first game's seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    given = parser.parse_args()
    tasks = [(given.first + i, False) for i in range(given.games)]
    tasks += [(given.first + i, True) for i in range(given.shocked)]
    total = NOTHING
    with ProcessPoolExecutor(given.jobs) as pool:
        for tally in pool.map(_one, tasks, chunksize=4):
            total += tally
    missing = [kind for kind in KIND_INDEX if kind not in total.kinds]
    missing += [card for card in CARDS if card not in total.cards]
    if missing:
        raise SystemExit(f"too few games: none of them met {', '.join(missing)}")
    print(
        f"{len(tasks)} games, {total.states} states, every kind of decision, every card:"
        f" the {ENGINE.name} engine plays by the rules"
    )


if __name__ == "__main__":
    _main()
