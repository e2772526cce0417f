"""New games and lists of moves, with the three sources of chance (R1.7)."""

import pytest

from service.documents.canonical import dumps, state_hash
from service.documents.chance import ChanceUnavailable, ServerKey
from service.documents.game import GameState
from service.documents.moves import move_id
from service.documents.play import MoveRejected, make_moves, start
from service.documents.read import read_state, violations
from service.documents.reader import read_json
from service.documents.write import write_state
from service.rules.engine import legal_moves
from service.rules.errors import SetupError
from service.rules.slots import AVAILABLE, BOX, CURSOR, TURN
from service.rules.steps import FINISHED

PLAYERS = {"ann": ["mammal"], "bo": ["bird"], "cy": ["insect"]}
KEY = ServerKey("key-1", b"secret")
OTHER_KEY = ServerKey("key-2", b"another")


def posted(game: GameState) -> GameState:
    """The game as a client would post it back."""
    return read_state(read_json(dumps(write_state(game)), limit=1 << 20))


def play(game: GameState, turns: int, key: ServerKey | None = None) -> GameState:
    """The first legal move again and again, posted back each time, until that turn."""
    while game.state.slots[CURSOR] != FINISHED and game.state.slots[TURN] < turns:
        game, _ = make_moves(posted(game), [move_id(legal_moves(game.state)[0])], key)
    return game


def test_a_new_game_is_valid_and_told() -> None:
    game, events = start(PLAYERS, {"dominance": "claimed"}, {"mode": "seeded", "seed": "1"}, 9)
    document = write_state(game)
    assert violations(document) == []
    assert document["players"] == PLAYERS
    assert document["rules"] == {
        "dominance": "claimed",
        "mammal_save": "mammals",
        "initiative_return": True,
        "turn_limit": 9,
    }
    assert document["chance"] == {"mode": "seeded", "seed": "1", "draws": 1}
    assert events


def test_seeded_games_repeat() -> None:
    chance = {"mode": "seeded", "seed": "42"}
    first = play(start(PLAYERS, None, chance, game="g")[0], 3)
    second = play(start(PLAYERS, None, chance, game="g")[0], 3)
    assert write_state(first) == write_state(second)
    other = play(start(PLAYERS, None, {"mode": "seeded", "seed": "43"}, game="g")[0], 3)
    assert write_state(first)["bag"] != write_state(other)["bag"]
    # The counter of draws makes each draw a new one.
    assert first.chance.draws == 3


def test_without_a_key_a_new_game_is_seeded_with_an_unguessable_seed() -> None:
    first, second = start(PLAYERS)[0], start(PLAYERS)[0]
    assert first.chance.mode == "seeded"
    assert first.chance.seed != second.chance.seed
    assert len(first.chance.seed) >= 32


def test_server_chance_needs_the_key_it_names() -> None:
    game, _ = start(PLAYERS, key=KEY)
    assert write_state(game)["chance"] == {"mode": "server", "kid": "key-1"}
    played = play(game, 2, KEY)
    assert played.state.slots[TURN] == 2
    for key in (None, OTHER_KEY):
        with pytest.raises(ChanceUnavailable) as caught:
            make_moves(game, [move_id(legal_moves(game.state)[0])], key)
        assert caught.value.rule == "R1.7"
    with pytest.raises(ChanceUnavailable):
        start(PLAYERS, None, {"mode": "server"})


def test_server_draws_come_from_the_state_and_the_key_alone() -> None:
    def draw(key: ServerKey) -> GameState:
        game, _ = start(PLAYERS, key=key, game="same")
        return play(game, 2, key)

    assert state_hash(write_state(draw(KEY))) == state_hash(write_state(draw(KEY)))
    assert draw(KEY).state.slots[BOX : BOX + 6] != draw(OTHER_KEY).state.slots[BOX : BOX + 6]


def test_a_batch_is_the_same_as_its_moves_one_by_one() -> None:
    for key, chance in ((KEY, None), (None, {"mode": "seeded", "seed": "batch"})):
        game, _ = start(PLAYERS, None, chance, key=key)
        current, moves, told = game, [], []
        for _ in range(60):
            move = move_id(legal_moves(current.state)[-1])
            current, events = make_moves(posted(current), [move], key)
            moves.append(move)
            told += events
        at_once, events = make_moves(game, moves, key)
        assert write_state(at_once) == write_state(current)
        assert [(e.kind, e.values) for e in events] == [(e.kind, e.values) for e in told]


def test_manual_chance_lets_nature_decide() -> None:
    game, _ = start(PLAYERS, None, {"mode": "manual"})
    assert write_state(game)["phase"] == "setup"
    drawn: list[object] = [
        {"type": "draw", "cards": ["blight", "aquatic", "fertile", "biomass", "habitat"]},
        {"type": "draw", "elements": {"sun": 2, "grub": 1, "meat": 1}},
        {"type": "draw", "elements": {"sun": 4}, "animal": "nature"},
        {"type": "draw", "elements": {"water": 4}},
        "draw_tile:sea",
        {"type": "draw_tile", "terrain": "sea"},
        "draw_tile:desert",
    ]
    for move in drawn:
        assert violations(write_state(game)) == []
        game, events = make_moves(posted(game), [move])
        assert events
    document = write_state(game)
    assert document["phase"] == "planning"
    assert document["action_display"] == {
        "elements": {
            "adaptation": {"sun": 2, "grub": 1, "meat": 1},
            "abundance": {"sun": 4},
            "wanderlust": {"water": 4},
        }
    }
    assert game.state.slots[AVAILABLE].bit_count() == 5
    assert violations(document) == []


def test_too_many_drawn_at_once_is_refused_whole() -> None:
    game, _ = start(PLAYERS, None, {"mode": "manual"})
    before = write_state(game)
    with pytest.raises(MoveRejected) as caught:
        make_moves(game, [{"type": "draw", "cards": ["blight", "aquatic", "ice_age"]}])
    assert caught.value.index == 0
    assert write_state(game) == before


def test_all_moves_or_none() -> None:
    game, _ = start(PLAYERS, None, {"mode": "seeded", "seed": "7"})
    before = write_state(game)
    moves: list[object] = [
        "place_pawn:speciation.sun",
        "place_pawn:initiative.1",
        "place_pawn:initiative.1",
        "place_pawn:speciation.sun",
    ]
    with pytest.raises(MoveRejected) as caught:
        make_moves(game, moves)
    assert caught.value.index == 2
    assert caught.value.error.rule == "R6.1"
    assert caught.value.error.reason
    assert caught.value.decision is not None
    assert caught.value.decision["animal"] == "mammal"
    assert write_state(game) == before
    with pytest.raises(MoveRejected) as caught:
        make_moves(game, ["jump"])
    assert caught.value.error.rule == "R6.1"


def test_a_finished_game_takes_no_move() -> None:
    game = play(start(PLAYERS, None, {"mode": "seeded", "seed": "1"}, 1)[0], 9)
    assert violations(write_state(game)) == []
    for move in ("done", "jump", "call_off:0,0"):
        with pytest.raises(MoveRejected) as caught:
            make_moves(game, [move])
        assert caught.value.error.rule.startswith("R10")
        assert caught.value.decision is None


def test_dealing() -> None:
    game, _ = start(["ann", "bo"], None, {"mode": "seeded", "seed": "deal"})
    players = write_state(game)["players"]
    assert isinstance(players, dict)
    assert set(players) == {"ann", "bo"}
    assert len({animal for own in players.values() for animal in own}) == 2
    again, _ = start(["ann", "bo"], None, {"mode": "seeded", "seed": "deal"})
    assert write_state(again)["players"] == players
    for names, chance in (
        (["ann", "ann"], None),
        (["ann"], None),
        ([f"p{i}" for i in range(7)], None),
        (["ann", "bo"], {"mode": "manual"}),
    ):
        with pytest.raises(SetupError) as caught:
            start(names, None, chance)
        assert caught.value.rule == "R1.1"


@pytest.mark.parametrize("names", [["ann", "bo"], ["ann", "bo", "cy"]])
def test_dealing_all_six_animals(names: list[str]) -> None:
    """Three animals each for two players, two each for three (R1.5)."""
    each = 6 // len(names)
    chances: list[tuple[dict[str, str] | None, ServerKey | None]] = [
        ({"mode": "seeded", "seed": "deal"}, None),
        (None, KEY),
    ]
    for chance, key in chances:
        game, _ = start(names, None, chance, key=key, game="g", animals_per_player=each)
        document = write_state(game)
        assert violations(document) == []
        players = document["players"]
        assert isinstance(players, dict)
        assert list(players) == names
        assert {len(own) for own in players.values()} == {each}
        assert len({animal for own in players.values() for animal in own}) == 6
        again, _ = start(names, None, chance, key=key, game="g", animals_per_player=each)
        assert write_state(again) == document
    seeds = [{"mode": "seeded", "seed": str(seed)} for seed in range(20)]
    dealt = [write_state(start(names, None, s, animals_per_player=each)[0]) for s in seeds]
    # In 20 deals every player gets every animal once at least, and misses it once at least.
    for name in names:
        for animal in ("mammal", "reptile", "bird", "amphibian", "arachnid", "insect"):
            assert {animal in document["players"][name] for document in dealt} == {True, False}  # type: ignore[index]


def test_hands_that_cannot_be_dealt() -> None:
    manual = {"mode": "manual"}
    wrong: list[tuple[list[str] | dict[str, list[str]], int, dict[str, str] | None, str, str]] = [
        (["ann", "bo"], 2, None, "R1.5", "animals_per_player"),
        (["ann", "bo", "cy"], 3, None, "R1.5", "animals_per_player"),
        (["ann", "bo", "cy", "dee"], 2, None, "R1.5", "animals_per_player"),
        ([f"p{i}" for i in range(6)], 3, None, "R1.5", "animals_per_player"),
        (["ann", "bo"], 0, None, "R1.5", "animals_per_player"),
        (["ann"], 3, None, "R1.1", "players"),
        (["ann", "ann"], 3, None, "R1.1", "players"),
        (["ann", "bo"], 3, manual, "R1.1", "players"),
        (PLAYERS, 1, None, "R1.5", "animals_per_player"),
        (PLAYERS, 2, None, "R1.5", "animals_per_player"),
    ]
    for players, each, chance, rule, field in wrong:
        with pytest.raises(SetupError) as caught:
            start(players, None, chance, animals_per_player=each)
        assert (caught.value.rule, caught.value.field) == (rule, field)
    four = ["ann", "bo", "cy", "dee"]
    game, _ = start(four, animals_per_player=1)
    assert len(game.players) == 4


def test_wrong_hands_are_refused() -> None:
    wrong: list[tuple[dict[str, list[str]], str, str]] = [
        ({"ann": ["mammal"]}, "R1.1", "2 to 6 players"),
        ({"ann": ["mammal"], "bo": ["mammal"]}, "R1.1", "two players cannot both have the mammal"),
        ({"ann": ["mammal"], "bo": ["bird", "insect"]}, "R1.5", "one animal"),
        ({"ann": ["mammal", "reptile"], "bo": ["bird", "insect"]}, "R1.5", "three each"),
        (
            {"ann": ["mammal", "mammal", "bird"], "bo": ["reptile", "amphibian", "insect"]},
            "R1.5",
            "one player cannot have the mammal twice",
        ),
        (
            {"ann": ["reptile", "amphibian", "insect"], "bo": ["bird", "mammal", "bird"]},
            "R1.5",
            "one player cannot have the bird twice",
        ),
        ({"ann": [], "bo": []}, "R1.5", "one animal"),
    ]
    for players, rule, word in wrong:
        with pytest.raises(SetupError) as caught:
            start(players)
        assert caught.value.rule == rule
        assert word in caught.value.reason
