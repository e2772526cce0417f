"""Whatever validates can be played on: no dead end, no crash, nothing that does not validate."""

import copy
from collections import Counter
from random import Random as Chooser

import pytest

from service.documents.canonical import dumps
from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.play import make_move
from service.documents.problems import InvalidDocument
from service.documents.read import read_state
from service.documents.score import score_object
from service.documents.write import write_state
from service.rules.draws import weights
from service.rules.engine import interjections, legal_moves, random_move
from service.rules.geometry import HEX_COUNT
from service.rules.kinds import KINDS
from service.rules.rng import Random
from service.rules.slots import ANIMAL, CURSOR, DEPTH, HIBERNATING, HIBERNATOR, KIND
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import NATURE
from tests.documents.edits import EDITS
from tests.documents.games import SETTINGS, Document, games, pose


def slots_of(state: State) -> list[int]:
    """The slots; whose hibernation it was no longer matters when nobody hibernates."""
    slots = state.slots[:]
    if not any(slots[HIBERNATING : HIBERNATING + HEX_COUNT]):
        slots[HIBERNATOR] = 0
    return slots


def check_state(game: GameState, state: State) -> None:
    """The state validates, and reading its document gives the same slots."""
    written = write_state(GameState(game.game, game.players, game.chance, state))
    read = read_state(copy.deepcopy(written))
    assert read.state.slots == slots_of(state)
    assert write_state(read) == written


MOST_MOVES = 80


def answer(document: Document, chooser: Chooser, plies: int) -> str:
    """Read a valid document, make every move of its decision, and play a few more.

    Answers the kind of the decision. Of more moves than MOST_MOVES some are chosen.
    """
    game = read_state(copy.deepcopy(document))
    check_state(game, game.state)
    score_object(game)
    state = game.state
    if state.slots[CURSOR] == FINISHED:
        return "finished"
    moves = legal_moves(state)
    assert moves
    assert decision_object(state)
    if state.slots[state.top() + ANIMAL] == NATURE:
        assert all(weight > 0 for weight in weights(state, moves))
    tried = moves if len(moves) <= MOST_MOVES else chooser.sample(moves, MOST_MOVES)
    for move in (*tried, *interjections(state)[:10]):
        made = make_move(game, move, None, [])
        check_state(made, made.state)
    random = Random(chooser.getrandbits(64))
    later = game
    for _ in range(plies):
        if not later.state.slots[DEPTH]:
            break
        later = make_move(later, random_move(later.state, random), None, [])
    check_state(later, later.state)
    return KINDS[state.slots[state.top() + KIND]]


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_states_of_random_games(setting: int) -> None:
    """Every resting state validates, in all options."""
    for game in games(setting, 40 + setting):
        check_state(game, game.state)


def repair(document: Document, error: InvalidDocument) -> bool:
    """Put what a violation of the pending decision expects in the place it points at."""
    done = False
    for violation in error.violations:
        if violation.level == "syntax" or not violation.pointer.startswith("/pending/"):
            continue
        _, _, depth, *rest = violation.pointer.split("/")
        frame = document["pending"][int(depth)]
        if len(rest) == 1 and type(violation.expected) is type(frame.get(rest[0])):
            frame[rest[0]] = violation.expected
            done = True
    return done


def edited(document: Document, chooser: Chooser, edits: int) -> Document | None:
    """The document with so many edits, if it is valid then, or can be repaired."""
    found = copy.deepcopy(document)
    for edit in chooser.sample(EDITS, edits):
        edit(found, chooser)
    for _ in range(3):
        try:
            read_state(copy.deepcopy(found))
        except InvalidDocument as error:
            if not repair(found, error):
                return None
        else:
            return found
    return None


def fuzz(seed: int, rounds: int) -> Counter[str]:
    """Edit states met in random games, and every kind of decision posed on them.

    Answers how many valid ones were answered, by kind of decision. Raises AssertionError with
    the document if one cannot be answered.
    """
    chooser = Chooser(seed)
    bases = [game for setting in range(len(SETTINGS)) for game in games(setting, seed)[::7]]
    answered: Counter[str] = Counter()
    for number in range(rounds):
        game = chooser.choice(bases)
        posed = chooser.random() < 0.7
        kind = number % len(KINDS)
        start = pose(game, kind, chooser) if posed else copy.deepcopy(write_state(game))
        document = edited(start, chooser, chooser.choice([0, 1, 1, 2, 3]))
        if document is None:
            continue
        try:
            answered[answer(document, chooser, 10)] += 1
        except Exception as error:
            raise AssertionError(dumps(document).decode()) from error
    return answered


def test_every_kind_of_decision_on_edited_states() -> None:
    """What validates can be answered by each of its moves; every kind of decision is among it."""
    answered = fuzz(5, 2000)
    assert {name for name in KINDS if not answered[name]} == set()
    assert sum(answered.values()) > 500


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(24))
def test_a_large_sample_of_edited_states(seed: int) -> None:
    answered = fuzz(1000 + seed, 5000)
    assert {name for name in KINDS if answered[name] < 2} == set()
    assert sum(answered.values()) > 1500
