"""New games and moves on documents, with their chance (R1.7)."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.documents.canonical import state_hash
from service.documents.decisions import decision_object
from service.documents.game import Chance, GameState
from service.documents.moves import parse_move
from service.documents.names import INDEX
from service.documents.write import write_state
from service.rules.engine import apply
from service.rules.errors import IllegalMove, RulesError, SetupError
from service.rules.events import Event
from service.rules.kinds import KIND_RULES
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import DEPTH, KIND

MAX_TURN_LIMIT: Final = 1000


class ServerKey(NamedTuple):
    """The secret of ``server`` chance, and the id under which states name it."""

    kid: str
    secret: bytes


class ChanceUnavailable(RulesError):
    """Draws under a server key that this server does not have."""

    def __init__(self, kid: str) -> None:
        super().__init__(
            "R1.7",
            "/chance/kid" if kid else "/chance/mode",
            "this server has no such key to draw with; chance can be seeded or manual",
        )


class MoveRejected(ValueError):
    """A move of a list that is illegal; nothing of the list was carried out.

    ``index`` counts from 0, ``error`` says why, ``decision`` is the decision that was pending,
    and ``game`` the state before that move.
    """

    def __init__(self, index: int, error: IllegalMove, game: GameState) -> None:
        super().__init__(f"move {index}: {error}")
        self.index = index
        self.error = error
        self.game = game
        self.decision = decision_object(game.state)


def _digest_random(digest: bytes) -> Random:
    return Random(int.from_bytes(digest[:16], "big"))


def seeded_random(seed: str, draws: int) -> Random:
    """What answers the draws of a move with ``seeded`` chance, ``draws`` being the counter."""
    return _digest_random(hashlib.sha256(f"{seed}/{draws}".encode()).digest())


def _server_random(game: GameState, key: ServerKey) -> Random:
    resting = bytes.fromhex(state_hash(write_state(game)))
    return _digest_random(hmac.new(key.secret, resting, hashlib.sha256).digest())


def _new_chance(value: Mapping[str, object] | None, key: ServerKey | None) -> Chance:
    """The chance of a new game: as asked for, or the server's if it has a key, or seeded."""
    if value is None:
        if key is not None:
            return Chance("server", kid=key.kid)
        return Chance("seeded", seed=secrets.token_hex(16))
    mode = value.get("mode")
    if mode == "server":
        if key is None:
            raise ChanceUnavailable("")
        return Chance("server", kid=key.kid)
    if mode == "manual":
        return Chance("manual")
    seed = value.get("seed")
    return Chance("seeded", seed=seed if isinstance(seed, str) else secrets.token_hex(16))


def deal(names: Sequence[str], random: Random, per_player: int = 1) -> dict[str, list[str]]:
    """Animals dealt at random to the players (R1.1)."""
    left = list(INDEX["animal"])
    hands: dict[str, list[str]] = {name: [] for name in names}
    for _ in range(per_player):
        for name in names:
            hands[name].append(left.pop(random.below(len(left))))
    return {name: sorted(own, key=INDEX["animal"].__getitem__) for name, own in hands.items()}


def start(
    players: Mapping[str, Sequence[str]] | Sequence[str],
    rules: Mapping[str, object] | None = None,
    chance: Mapping[str, object] | None = None,
    turn_limit: int | None = None,
    key: ServerKey | None = None,
    game: str | None = None,
) -> tuple[GameState, list[Event]]:
    """A new game and what its first draws brought.

    ``players`` maps each name to its animals, or is a list of names to whom single animals are
    dealt at random. ``game`` is the game's id, made up if not given. Raises SetupError, and
    ChanceUnavailable where the server has no key.
    """
    options = rules or {}
    named = _new_chance(chance, key)
    game_id = game or secrets.token_hex(8)
    if named.mode == "server" and key is not None:
        digest = hmac.new(key.secret, game_id.encode("utf-8"), hashlib.sha256).digest()
        random = _digest_random(digest)
    else:
        random = seeded_random(named.seed, 0)
    if not isinstance(players, Mapping):
        if named.mode == "manual":
            raise SetupError(
                "R1.1", "players", "with manual chance the animals are dealt by hand: name them"
            )
        if len(set(players)) != len(players):
            raise SetupError("R1.1", "players", "two players cannot have the same name")
        if not 2 <= len(players) <= 6:
            raise SetupError("R1.1", "players", "a game has 2 to 6 players")
        players = deal(players, random)
    names = tuple(sorted(players))
    events: list[Event] = []
    state = new_game(
        [[INDEX["animal"][animal] for animal in players[name]] for name in names],
        claimed=options.get("dominance") == "claimed",
        save_any=options.get("mammal_save") == "any",
        initiative_return=options.get("initiative_return") is not False,
        manual=named.mode == "manual",
        turn_limit=turn_limit or 0,
        random=random,
        events=events,
    )
    if named.mode == "seeded":
        named = replace(named, draws=1)
    return GameState(game_id, names, named, state), events


def make_move(
    game: GameState, move: int, key: ServerKey | None, events: list[Event] | None = None
) -> GameState:
    """The game after one packed move. Raises IllegalMove, GameOver, ChanceUnavailable."""
    chance = game.chance
    if chance.mode == "server":
        return _make_server_move(game, move, key, events)
    # With manual chance nothing is ever drawn from it.
    random = seeded_random(chance.seed, chance.draws) if chance.mode == "seeded" else Random(0)
    state = apply(game.state, move, random, events)
    if random.used and chance.mode == "seeded":
        chance = replace(chance, draws=chance.draws + 1)
    return replace(game, chance=chance, state=state)


def _make_server_move(
    game: GameState, move: int, key: ServerKey | None, events: list[Event] | None
) -> GameState:
    if key is None or key.kid != game.chance.kid:
        raise ChanceUnavailable(game.chance.kid)
    # Most moves draw nothing, and the hash of the state costs more than the move: so the move is
    # tried with other numbers first, and made again if it used any.
    happened: list[Event] = []
    random = Random(0)
    state = apply(game.state, move, random, happened)
    if random.used:
        happened.clear()
        state = apply(game.state, move, _server_random(game, key), happened)
    if events is not None:
        events += happened
    return replace(game, state=state)


def make_moves(
    game: GameState, moves: Sequence[object], key: ServerKey | None = None
) -> tuple[GameState, list[Event]]:
    """The game after all the moves (ids or objects), and the events of all of them.

    All or none: raises MoveRejected at the first that is illegal, or ChanceUnavailable.
    """
    events: list[Event] = []
    current = game
    for index, move in enumerate(moves):
        before = current
        try:
            for packed in parse_move(current, move):
                current = make_move(current, packed, key, events)
        except IllegalMove as error:
            raise MoveRejected(index, _with_rule(before, error), before) from error
    return current, events


def _with_rule(game: GameState, error: IllegalMove) -> IllegalMove:
    """A move that cannot even be read is told the rule of the pending decision."""
    if error.rule:
        return error
    slots = game.state.slots
    rule = KIND_RULES[slots[game.state.top() + KIND]] if slots[DEPTH] else "R10.3"
    return IllegalMove(rule, error.field, error.reason)
