"""Whole games as text: written, read back, and everything they say held against the engine."""

import hashlib
import hmac
import random
import re
from typing import Any

import pytest

from service.documents.canonical import dumps, state_hash
from service.documents.chance import ChanceUnavailable, ServerKey
from service.documents.game import GameState
from service.documents.moves import move_id
from service.documents.play import make_move, make_moves
from service.documents.replay import (
    FACTS,
    MAX_MOVES,
    Check,
    Replay,
    ReplayFailed,
    Setup,
    Step,
    begin,
    run,
)
from service.documents.replay_record import Detail, record
from service.documents.replay_text import MAX_BYTES, UnreadableReplay, header_lines, read_replay
from service.documents.write import write_state
from service.rules.engine import apply, interjections, legal_moves
from service.rules.errors import SetupError
from service.rules.rng import Random
from service.rules.slots import CURSOR, TURN
from service.rules.steps import FINISHED
from tests.conftest import ROOT

KEY = ServerKey("key-1", b"secret")
OTHER_KEY = ServerKey("key-2", b"another")
TWO = {"ann": ["mammal"], "bob": ["bird"]}
SEEDED = {"mode": "seeded", "seed": "42"}
SETUPS = {
    "seeded": Setup(TWO, {}, SEEDED, 2, "g"),
    "dealt": Setup(["ann", "bob", "cy"], {"mammal_save": "any"}, SEEDED, 2),
    "all six dealt": Setup(["ann", "bob"], {}, SEEDED, 2, "g", 3),
    "claimed": Setup({**TWO, "cy": ["insect"]}, {"dominance": "claimed"}, SEEDED, 3, "g"),
    "shared": Setup(
        {"ann": ["mammal", "bird", "arachnid"], "bob": ["reptile", "amphibian", "insect"]},
        {"initiative_return": False},
        {"mode": "seeded", "seed": "a # strange\n\"seed\" \u2603"},
        2,
    ),
    "server": Setup(TWO, {"dominance": "claimed"}, {"mode": "server", "kid": "key-1"}, 2, "g"),
    "manual": Setup(TWO, {}, {"mode": "manual"}, 2),
}  # fmt: skip

# A first turn that R1.3 and R6.1 make certain: the bird, lower in the food chain, goes first.
SMALL = """\
dominant-species-replay/1
game g
player ann mammal
player bob bird
chance seeded 42

[turn 1, planning]
= points mammal 0, bird 0
= decision place_pawn
= legal 41
  bird   place_pawn:initiative.1  # first
    > pawn_placed animal=bird space=initiative.1 (R6.1)
= legal 40
  mammal place_pawn:domination.5
"""


def played(
    setup: Setup, seed: int = 1, key: ServerKey | None = KEY
) -> tuple[list[str], list[GameState]]:
    """The moves of a random game, claims and call-offs among them, and all its states."""
    chooser = random.Random(seed)
    games = [begin(setup, key)[0]]
    moves = []
    while games[-1].state.slots[CURSOR] != FINISHED:
        state = games[-1].state
        beside = interjections(state)
        move = chooser.choice(beside if beside and chooser.random() < 0.5 else legal_moves(state))
        moves.append(move_id(move))
        games.append(make_move(games[-1], move, key))
    return moves, games


@pytest.mark.parametrize("name", SETUPS)
def test_a_game_is_written_read_and_holds(name: str) -> None:
    setup = SETUPS[name]
    moves, games = played(setup)
    text = record(setup, moves, KEY, comments=["a comment\nof two lines"])
    replay = read_replay(text.encode())
    assert replay.origin == setup
    assert replay.moves() == moves
    outcome = run(replay, KEY)
    assert write_state(outcome.game) == write_state(games[-1])
    assert (outcome.moves, outcome.moves + outcome.checks) == (len(moves), len(replay.entries))
    assert "= ranking " in text
    assert text.splitlines()[1] == "# a comment of two lines"


@pytest.mark.parametrize("name", SETUPS)
def test_a_game_resumes_from_any_state(name: str) -> None:
    moves, games = played(SETUPS[name], seed=2)
    for index in range(0, len(moves), max(1, len(moves) // 7)):
        text = record(games[index], moves[index:], KEY)
        assert write_state(run(read_replay(text.encode()), KEY).game) == write_state(games[-1])


def test_moves_alone_are_a_replay() -> None:
    moves, games = played(SETUPS["claimed"])
    text = "\n".join([*header_lines(SETUPS["claimed"]), *moves])
    outcome = run(read_replay(text.encode()))
    assert write_state(outcome.game) == write_state(games[-1])
    assert outcome.checks == 0


def test_what_a_record_tells_can_be_chosen() -> None:
    setup = SETUPS["seeded"]
    moves, games = played(setup)
    full = record(setup, moves, detail=Detail(decisions=True)).splitlines()
    legal = [line for line in full if line.startswith("= legal ")]
    assert legal == [f"= legal {len(legal_moves(game.state))}" for game in games[:-1]]
    hashes = [line for line in full if line.startswith("= hash ")]
    assert hashes == [f"= hash {state_hash(write_state(game))}" for game in games]
    assert run(read_replay("\n".join(full).encode())).moves == len(moves)
    bare = record(setup, moves, detail=Detail(labels=False, events=False))
    assert "#" not in bare
    assert ">" not in re.sub(r"\S+:\S+>\S+", "", bare), "no events"
    assert run(read_replay(bare.encode())).checks < len(moves)


def test_a_game_by_hand() -> None:
    outcome = run(read_replay(SMALL.encode()))
    assert (outcome.moves, outcome.checks) == (2, 6)
    pawns: Any = write_state(outcome.game)["action_display"]
    assert pawns["pawns"] == {"initiative.1": "bird", "domination.5": "mammal"}


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (
            "[turn 1, planning]",
            "[turn 1, execution: adaptation]",
            7,
            "what holds here is: turn 1, planning",
        ),
        ("mammal 0, bird 0", "mammal 0, bird 1", 8, "what holds here is: points mammal 0, bird 0"),
        ("= decision place_pawn", "= decision adapt", 9, "what holds here is: decision place_pawn"),
        ("= legal 41", "= legal 42", 10, "what holds here is: legal 41"),
        ("bird   place", "mammal place", 11, "the bird decides here"),
        ("place_pawn:initiative.1", "place_pawn:initiative.2", 11, "names no space"),
        ("animal=bird space", "animal=mammal space", 12, "pawn_placed animal=bird"),
        ("= legal 40", "> pawn_lost animal=bird (R6.1)", 13, "did not happen"),
        (
            "place_pawn:domination.5",
            "place_pawn:initiative.1",
            14,
            "there is a pawn on that space already",
        ),
        ("place_pawn:domination.5", "dominate:0,0", 14, "the pending decision is 'place_pawn'"),
        ("place_pawn:domination.5", "done", 14, "the pending decision is 'place_pawn'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    assert SMALL.count(old) == 1
    with pytest.raises(ReplayFailed, match=re.escape(reason)) as caught:
        run(read_replay(SMALL.replace(old, new).encode()))
    assert caught.value.line == line
    made = sum("place_pawn:" in text for text in SMALL.splitlines()[: line - 1])
    assert caught.value.index == made
    placed: Any = write_state(caught.value.game).get("action_display", {})
    assert len(placed.get("pawns", {})) == made, "the state is the one before"


def test_a_move_with_one_event_told_has_all_told() -> None:
    moves, _ = played(SETUPS["seeded"])
    lines = record(SETUPS["seeded"], moves).splitlines()
    told = [i for i, line in enumerate(lines) if line.startswith("    > ")]
    pairs = [i for i in told if i + 1 in told]
    for index in (pairs[0], pairs[len(pairs) // 2], pairs[-1]):
        without = lines[: index + 1] + lines[index + 2 :]
        with pytest.raises(ReplayFailed):
            run(read_replay("\n".join(without).encode()))


def test_the_last_move_has_all_its_events_told() -> None:
    text = SMALL.replace("place_pawn:domination.5", "place_pawn:domination.5\n> x")
    with pytest.raises(ReplayFailed, match="pawn_placed animal=mammal"):
        run(read_replay(text.encode()))
    events = "chance seeded 42\n> card_drawn card="
    with pytest.raises(ReplayFailed, match="card_drawn") as caught:
        run(read_replay(SMALL.replace("chance seeded 42", events).encode()))
    assert caught.value.line == 6


def test_moves_after_the_end() -> None:
    moves, games = played(SETUPS["seeded"])
    with pytest.raises(ReplayFailed, match="the game is over") as caught:
        run(Replay(SETUPS["seeded"], [Step(0, "", move) for move in [*moves, "done"]]))
    assert caught.value.index == len(moves)
    assert write_state(caught.value.game) == write_state(games[-1])


def test_draws_of_nature_in_one_move() -> None:
    """Manual chance: the five cards and four disks of the setup, each drawn as one move."""
    cards = ["aquatic", "blight", "fertile", "habitat", "instinct"]
    moves: list[object] = [
        {"type": "draw", "cards": cards},
        {"type": "draw", "elements": {"sun": 3, "water": 1}, "animal": "nature"},
    ]
    setup = Setup(TWO, {}, {"mode": "manual"})
    outcome = run(Replay(setup, [Step(0, "nature", move) for move in moves]))
    text = record(setup, moves)
    steps = [line.split() for line in text.splitlines() if line.startswith("  nature")]
    assert [words[1] for words in steps] == [
        *(f"draw_card:{card}" for card in cards),
        *["draw_element:sun"] * 3,
        "draw_element:water",
    ]
    again = run(read_replay(text.encode()))
    assert write_state(again.game) == write_state(outcome.game)


def test_server_chance_needs_its_key() -> None:
    setup = SETUPS["server"]
    moves, games = played(setup)
    text = record(setup, moves, KEY).encode()
    assert run(read_replay(text), KEY).game.state.slots == games[-1].state.slots
    for key in (None, OTHER_KEY, ServerKey("key-2", KEY.secret)):
        with pytest.raises(ChanceUnavailable):
            run(read_replay(text), key)
        with pytest.raises(ChanceUnavailable):
            run(Replay(games[5], [Step(0, "", moves[5])]), key)
    with pytest.raises(ReplayFailed):
        run(read_replay(text), ServerKey("key-1", b"the id of another secret"))


def test_draws_of_server_chance_come_from_the_resting_state() -> None:
    """Worked out anew here: HMAC-SHA-256 under the key of game and position, without cones."""
    moves, games = played(SETUPS["server"])
    drew = 0
    for move, before, after in zip(moves, games, games[1:], strict=False):
        resting: Any = write_state(before)
        del resting["players"], resting["chance"]
        for tile in resting["earth"].values():
            tile.pop("cone", None)
        digest = hmac.new(KEY.secret, dumps(resting), hashlib.sha256).digest()
        source = Random(int.from_bytes(digest[:16], "big"))
        offered = [*legal_moves(before.state), *interjections(before.state)]
        packed = next(other for other in offered if move_id(other) == move)
        assert apply(before.state, packed, source).slots == after.state.slots
        drew += source.used > 0
    assert drew, "some moves drew"


@pytest.mark.parametrize(
    ("setup", "error", "place"),
    [
        (Setup(TWO), SetupError, "chance"),
        (Setup(TWO, {}, {"mode": "seeded"}), SetupError, "chance/seed"),
        (Setup(TWO, {}, {"mode": "server"}), SetupError, "game"),
        (Setup(TWO, {}, {"mode": "server", "kid": "key-3"}, None, "g"), ChanceUnavailable, "/ch"),
        (Setup(["ann", "bob"], {}, {"mode": "manual"}), SetupError, "players"),
        (Setup({"ann": ["mammal"]}, {}, SEEDED), SetupError, "players"),
    ],
)
def test_a_setup_that_gives_no_certain_game(
    setup: Setup, error: type[SetupError] | type[ChanceUnavailable], place: str
) -> None:
    with pytest.raises(error) as caught:
        begin(setup, KEY)
    assert caught.value.field.startswith(place)
    assert caught.value.rule.startswith("R1.")


def test_without_an_id_the_game_is_the_same_each_time() -> None:
    setup = Setup(TWO, {}, SEEDED)
    assert begin(setup)[0].game == begin(setup)[0].game == "replay"


@pytest.mark.parametrize(
    ("old", "new", "line", "detail"),
    [
        ("dominant-species-replay/1", "dominant-species-replay/2", 1, "begins with the line"),
        ("game g", "game g g", 2, "the id of a game"),
        ("game g", "gmae g", 2, "there is no line 'gmae'; did you mean 'game'?"),
        ("game g", "rulle dominance claimed", 2, "no line 'rulle'; did you mean 'rule'?"),
        ("game g", "hello there", 2, "a move is"),
        ("bird   place", "brid place", 11, "there is no animal 'brid'; did you mean 'bird'?"),
        ("player bob bird", "player bob mammal", 4, "two players cannot both have the mammal"),
        ("player bob bird", "player bob bird bird", 4, "cannot have the bird twice"),
        ("game g", "state {}", 2, "the state at /format"),
        ("game g", "state {", 2, "not JSON"),
        ("player ann mammal", "player ann mamal", 3, "there is no animal 'mamal'"),
        ("player ann mammal", "player a/b mammal", 3, "a name of its own"),
        ("player ann mammal", "player", 3, "a name of its own"),
        ("player ann mammal", "player bob mammal", 4, "a name of its own"),
        ("player ann mammal", "player ann", 3, "every player"),
        ("player bob bird", "player bob", 4, "every player"),
        ("chance seeded 42", "chance dice", 5, "chance is seeded, server, manual"),
        ("chance seeded 42", "chance seeded", 5, "a seed has 1 to 200"),
        ("chance seeded 42", f"chance seeded {'x' * 201}", 5, "a seed has 1 to 200"),
        ("chance seeded 42", 'chance seeded "x', 5, "no JSON string"),
        ("chance seeded 42", 'chance seeded "\\ud800"', 5, "no JSON string"),
        ("chance seeded 42", "chance manual 42", 5, "neither seed nor key"),
        ("chance seeded 42", "chance server a b", 5, "the id of a key"),
        ("chance seeded 42", "rule dominance none", 5, "automatic or claimed"),
        ("chance seeded 42", "rule initiative_return yes", 5, "true or false"),
        ("chance seeded 42", "rule house 1", 5, "there is no rule 'house'"),
        ("chance seeded 42", "rule turn_limit 2", 5, "a line turn_limit of its own"),
        ("chance seeded 42", "animals_per_player 4", 5, "1, 2 or 3 animals"),
        ("chance seeded 42", "animals_per_player x", 5, "1, 2 or 3 animals"),
        ("chance seeded 42", "turn_limit 0", 5, "a number from 1 to 1000"),
        ("chance seeded 42", "turn_limit 1001", 5, "a number from 1 to 1000"),
        ("chance seeded 42", "turn_limit \u0663", 5, "a number from 1 to 1000"),
        ("[turn 1, planning]", "[turn 1, planning", 7, "ends in ]"),
        ("= legal 41", "= moon full", 10, "no check 'moon'"),
        ("= legal 41", "=", 10, "no check ''"),
        ("= legal 41", "player cy insect", 10, "before the first move"),
        ("bird   place", "bird mammal place", 11, "a move is the animal"),
        ("bird   place_pawn:initiative.1  # first", "bird", 11, "a move is the animal"),
    ],
)
def test_lines_that_cannot_be_read(old: str, new: str, line: int, detail: str) -> None:
    assert SMALL.count(old) == 1
    with pytest.raises(UnreadableReplay, match=re.escape(detail)) as caught:
        read_replay(SMALL.replace(old, new).encode())
    assert caught.value.faults[0].line == line


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("game h", "game"),
        ("chance manual", "chance"),
        ("turn_limit 4", "turn_limit"),
        ("animals_per_player 1", "animals_per_player"),
        ("rule dominance claimed", "rule dominance"),
        ("rule  mammal_save any", "rule mammal_save"),
        ('state {"format":"x"}', "state"),
    ],
)
def test_a_header_line_stands_once(header: str, said: str) -> None:
    """Also where both say the same; which of two would count is nothing a reader should guess."""
    text = f"dominant-species-replay/1\n{header}\nplayer ann mammal\n{header}\n"
    with pytest.raises(UnreadableReplay) as caught:
        read_replay(text.encode())
    [fault] = [fault for fault in caught.value.faults if fault.line == 4]
    assert fault.detail == f"the line {said!r} is there already, as line 2"


def test_rules_of_different_names_stand_together() -> None:
    rules = "rule dominance claimed\nrule initiative_return true\nturn_limit 3"
    replay = read_replay(SMALL.replace("game g", rules).encode())
    assert isinstance(replay.origin, Setup)
    assert replay.origin.rules == {"dominance": "claimed", "initiative_return": True}
    with pytest.raises(UnreadableReplay, match="line 5: the line 'rule dominance' is there"):
        read_replay(SMALL.replace("game g", f"{rules}\nrule dominance automatic").encode())


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("player bob bird\n", "", 3, "2 to 6 players"),
        ("player bob bird", "player bob bird insect", 4, "each player has one animal"),
        ("chance seeded 42", "animals_per_player 2\nchance seeded 42", 5, "animals are named"),
        ("chance seeded 42\n", "", 4, "chance is seeded, with its seed, or server, or manual"),
        ("chance seeded 42", "chance server other\nturn_limit 2", 5, "no such key"),
        ("game g\nplayer ann", "chance server key-1\nplayer ann", 4, "depend on its id"),
    ],
)
def test_a_setup_that_fails_is_told_with_its_line(
    old: str, new: str, line: int, reason: str
) -> None:
    assert SMALL.count(old) == 1
    text = SMALL.replace(old, new)
    if "key-1" in new:
        text = text.replace("chance seeded 42\n", "")
    replay = read_replay(text.encode())
    with pytest.raises((SetupError, ChanceUnavailable), match=reason) as caught:
        run(replay, KEY)
    assert replay.line_of(caught.value) == line


def test_a_state_whose_key_is_missing_is_told_with_its_line() -> None:
    setup = SETUPS["server"]
    game = begin(setup, KEY)[0]
    moves, _ = played(setup)
    replay = read_replay(record(game, moves, KEY, comments=["one"]).encode())
    with pytest.raises(ChanceUnavailable) as caught:
        run(replay, OTHER_KEY)
    assert replay.line_of(caught.value) == 3


def test_a_byte_order_mark_is_named() -> None:
    with pytest.raises(UnreadableReplay, match="byte order mark") as caught:
        read_replay(b"\xef\xbb\xbf" + SMALL.encode())
    assert [fault.line for fault in caught.value.faults] == [1]


def test_one_slip_in_a_player_line_is_told_once() -> None:
    for new in ("player bob mammal", "player ann bird", "player bob brid"):
        with pytest.raises(UnreadableReplay) as caught:
            read_replay(SMALL.replace("player bob bird", new).encode())
        assert [fault.line for fault in caught.value.faults] == [4], new


def test_every_unreadable_line_is_told() -> None:
    text = SMALL.replace("game g", "game !").replace("= legal 41", "= no")
    with pytest.raises(UnreadableReplay) as caught:
        read_replay(text.encode())
    assert [fault.line for fault in caught.value.faults] == [2, 10]
    with pytest.raises(UnreadableReplay) as caught:
        read_replay(b"= x\n" * 100_000)
    assert len(caught.value.faults) == 100
    # Each line, and that no replay begins with the first; the empty end is no line.
    assert caught.value.more == 100_000 - 100


def test_a_state_and_a_setup_do_not_go_together() -> None:
    state = next(
        line for line in header_lines(begin(SETUPS["seeded"])[0]) if line.startswith("state")
    )
    for more in ("game g", "player ann mammal", "turn_limit 3", "rule dominance claimed"):
        for lines in ([more, state], [state, more]):
            with pytest.raises(UnreadableReplay, match="not with both") as caught:
                read_replay("\n".join(["dominant-species-replay/1", "", *lines, ""]).encode())
            assert [fault.line for fault in caught.value.faults] == [4], "the one that is too many"


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"", "line 1: a replay begins with the line"),
        (b"dominant-species-replay/1\n", "a replay begins with players or with a state"),
        (b"dominant-species-replay/1\n\n\xff\n", "line 3: this line is not UTF-8"),
        (b"#" * (MAX_BYTES + 1), "at most"),
        (b"\n" * 200_001, "at most 200000 lines"),
        (SMALL.encode() + b"done\n" * MAX_MOVES, "at most 10000 moves"),
    ],
)
def test_no_replay(data: bytes, detail: str) -> None:
    with pytest.raises(UnreadableReplay, match=detail):
        read_replay(data)


def test_a_fact_is_worked_out_once_per_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a text asks for it, so the work is bounded by the moves."""
    calls = 0
    true = FACTS["hash"]

    def counted(game: GameState) -> str:
        nonlocal calls
        calls += 1
        return true(game)

    monkeypatch.setitem(FACTS, "hash", counted)
    setup = SETUPS["seeded"]
    value = true(begin(setup)[0])
    run(Replay(setup, [Check(0, "hash", value)] * 1000))
    assert calls == 1


def test_the_document_shows_real_replays() -> None:
    text = (ROOT / "docs" / "replays.md").read_text(encoding="utf-8")
    example, told = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    outcome = run(read_replay(example.encode()))
    assert outcome.moves == 2
    assert outcome.game.state.slots[TURN] == 1
    line, reason = re.fullmatch(r"\$ .*\nline (\d+): (.*) \(R6.1\)\n", told).groups()  # type: ignore[union-attr]
    broken = example.replace("domination.5", "initiative.1")
    with pytest.raises(ReplayFailed) as caught:
        run(read_replay(broken.encode()))
    assert (caught.value.line, caught.value.reason) == (int(line), reason)
    for name in FACTS:
        assert f"| `= {name} " in text or name == "at"


def test_the_same_moves_by_id_and_by_object() -> None:
    setup = SETUPS["seeded"]
    game = begin(setup)[0]
    first: list[object] = ["place_pawn:initiative.1"]
    second: list[object] = [{"type": "place_pawn", "space": "initiative.1", "animal": "bird"}]
    results = [
        run(Replay(setup, [Step(0, "", move) for move in moves])) for moves in (first, second)
    ]
    assert results[0].game == results[1].game or (
        write_state(results[0].game) == write_state(results[1].game)
    )
    assert write_state(results[0].game) == write_state(make_moves(game, first)[0])
