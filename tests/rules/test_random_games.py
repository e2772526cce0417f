"""Properties that hold in every state of random games, for all player counts and options."""

from collections.abc import Iterator

import pytest

from service.documents.canonical import dumps, state_hash
from service.documents.game import Chance, GameState
from service.documents.moves import move_id, move_object, parse_id, parse_object
from service.documents.read import read_state
from service.documents.reader import read_json
from service.documents.write import write_state
from service.rules import kinds, moves
from service.rules.engine import apply, interjections, is_legal, legal_moves, play_out, random_move
from service.rules.errors import GameOver, IllegalMove
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import CURSOR, DEPTH, KIND, TURN, VP
from service.rules.state import State
from service.rules.steps import FINISHED

LIMIT = 8
# One setting per row: animals of the players, claimed, any save, initiative return, manual.
SETTINGS = [
    ([[0], [3]], False, False, True, False),
    ([[1], [2]], True, True, False, False),
    ([[0], [4], [5]], False, True, True, True),
    ([[0], [1], [2], [3]], False, False, True, False),
    ([[2], [3], [4], [5]], True, False, True, True),
    ([[0], [1], [2], [4], [5]], False, True, False, False),
    ([[0], [1], [2], [3], [4], [5]], True, False, True, False),
    ([[0, 2, 4], [1, 3, 5]], False, False, True, False),
    ([[0, 5], [1, 4], [2, 3]], True, True, True, True),
]
KIND_LIMITS = {
    "hex": 35,
    "corner": 92,
    "element": 6,
    "animal": 6,
    "space": 41,
    "card": 26,
    "terrain": 8,
    "stack": 3,
}


def start(setting: int, seed: int) -> State:
    players, claimed, save_any, returns, manual = SETTINGS[setting]
    return new_game(
        players,
        claimed=claimed,
        save_any=save_any,
        initiative_return=returns,
        manual=manual,
        turn_limit=LIMIT,
        random=Random(seed),
    )


def states(setting: int, seed: int) -> Iterator[State]:
    """Every resting state of a random game, the last one included."""
    state = start(setting, seed)
    random = Random(seed + 1)
    while True:
        yield state
        if state.slots[CURSOR] == FINISHED:
            return
        claims = interjections(state)
        if claims and random.below(3) == 0:
            state = apply(state, claims[random.below(len(claims))], random)
            continue
        state = apply(state, random_move(state, random), random)


def document(setting: int, state: State) -> dict[str, object]:
    players, manual = SETTINGS[setting][0], SETTINGS[setting][4]
    names = tuple(f"player-{i}" for i in range(len(players)))
    chance = Chance("manual") if manual else Chance("seeded", "property", 3)
    return write_state(GameState("property", names, chance, state))


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_every_state_is_valid_and_survives_the_document(setting: int) -> None:
    """Conservation of disks, cubes, tiles, pawns and cards (R1) is what validation checks."""
    for state in states(setting, 11):
        written = document(setting, state)
        game = read_state(read_json(dumps(written), limit=1 << 20))
        assert game.state.slots == state.slots
        assert write_state(game) == written
        assert all(state.slots[VP + animal] >= 0 for animal in range(6))


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_legal_if_and_only_if_applicable(setting: int) -> None:
    """Legal moves apply; random others are refused with a rule and change nothing."""
    random = Random(99)
    for state in states(setting, 23):
        if state.slots[CURSOR] == FINISHED:
            with pytest.raises(GameOver):
                apply(state, 0, random)
            return
        legal = legal_moves(state)
        assert len(legal) >= 2, "a decision with one move is never left pending"
        assert legal == sorted(set(legal))
        before = state.slots[:]
        for _ in range(3):
            move = legal[random.below(len(legal))]
            assert parse_id(move_id(move)) == move
            assert parse_object(move_object(move)) == move
            apply(state, move, random)
            other = _any_move(state, random)
            if other not in legal:
                assert not is_legal(state, other)
                with pytest.raises(IllegalMove) as caught:
                    apply(state, other, random)
                assert caught.value.rule.startswith("R")
                assert caught.value.reason
        assert state.slots == before


def _any_move(state: State, random: Random) -> int:
    """A well-formed move, often of a verb that the pending decision knows."""
    verbs = kinds.KIND_VERBS[state.slots[state.top() + KIND]]
    verb = verbs[random.below(len(verbs))] if random.below(2) else random.below(moves.CLAIM)
    _, subject, target, counted = moves.VERBS[verb]
    return moves.pack(
        verb,
        random.below(KIND_LIMITS[subject[1]]) if subject else 0,
        random.below(KIND_LIMITS[target[1]]) if target else 0,
        random.below(9) if counted else 0,
    )


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_same_seed_same_game(setting: int) -> None:
    first = [state_hash(document(setting, state)) for state in states(setting, 5)]
    second = [state_hash(document(setting, state)) for state in states(setting, 5)]
    assert first == second
    other = [state_hash(document(setting, state)) for state in states(setting, 6)]
    assert first != other


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_games_end_at_the_turn_limit_at_the_latest(setting: int) -> None:
    last = None
    for last in states(setting, 31):
        assert last.slots[TURN] <= LIMIT
    assert last is not None
    assert last.slots[CURSOR] == FINISHED
    assert last.slots[DEPTH] == 0


def test_a_game_played_out_is_the_one_of_its_moves() -> None:
    played = start(3, 11)
    decisions = play_out(played, Random(12))
    *_, last = one_by_one = list(moves_of(start(3, 11), Random(12)))
    assert decisions == len(one_by_one)
    assert played.slots == last.slots
    assert played.slots[CURSOR] == FINISHED
    assert play_out(played, Random(13)) == 0


def moves_of(state: State, random: Random) -> Iterator[State]:
    """The states after each random move of a game without interjections."""
    while state.slots[CURSOR] != FINISHED:
        state = apply(state, random_move(state, random), random)
        yield state
