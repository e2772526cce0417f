"""New games and moves on documents."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from service.documents.chance import (
    ServerKey,
    after_draws,
    new_chance,
    required,
    seeded_random,
    server_random,
    setup_random,
)
from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.moves import parse_move
from service.documents.names import INDEX
from service.rules.engine import apply
from service.rules.errors import IllegalMove, SetupError
from service.rules.events import Event
from service.rules.kinds import KIND_RULES
from service.rules.rng import Random
from service.rules.setup import HANDS, PLAYERS, hand_sizes, new_game
from service.rules.slots import DEPTH, KIND
from service.rules.tables import MAX_PLAYERS, MIN_PLAYERS


class MoveRejected(ValueError):
    """A move of a list that is illegal; nothing of the list was carried out.

    ``index`` counts from 0, ``error`` says why, ``decision`` is the decision that was pending,
    and ``game`` the state before that move.
    """

    def __init__(self, index: int, error: IllegalMove, game: GameState) -> None:
        super().__init__(f"the move with index {index}: {error}")
        self.index = index
        self.error = error
        self.game = game
        self.decision = decision_object(game.state)


def deal(names: Sequence[str], random: Random, per_player: int) -> dict[str, list[str]]:
    """Animals dealt at random to the players, in their order (R1.1, R1.5)."""
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
    animals_per_player: int | None = None,
) -> tuple[GameState, list[Event]]:
    """A new game and what its first draws brought.

    ``players`` maps each name to its animals, or is a list of names to whom animals are dealt at
    random: single ones, or as many as ``animals_per_player`` says (R1.5). ``game`` is the game's
    id, made up if not given. Raises SetupError, and ChanceUnavailable where the server has no
    key.
    """
    options = rules or {}
    named = new_chance(chance, key)
    game_id = game or secrets.token_hex(8)
    random = setup_random(named, game_id, key)
    if isinstance(players, Mapping):
        if animals_per_player is not None:
            raise SetupError(
                "R1.5",
                "animals_per_player",
                "the players' animals are named; animals are dealt to a list of names",
            )
    else:
        each = 1 if animals_per_player is None else animals_per_player
        _check_dealt(players, each, by_hand=named.mode == "manual")
        players = deal(players, random, each)
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
    return GameState(game_id, names, after_draws(named, random), state), events


def _check_dealt(names: Sequence[str], per_player: int, *, by_hand: bool) -> None:
    """Raise SetupError unless so many animals can be dealt to these players (R1.1, R1.5)."""
    if by_hand:
        raise SetupError(
            "R1.1", "players", "with manual chance the animals are dealt by hand: name them"
        )
    if len(set(names)) != len(names):
        raise SetupError("R1.1", "players", "two players cannot have the same name")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise SetupError("R1.1", "players", PLAYERS)
    if per_player not in hand_sizes(len(names)):
        raise SetupError("R1.5", "animals_per_player", HANDS)


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
    return replace(game, chance=after_draws(chance, random), state=state)


def _make_server_move(
    game: GameState, move: int, key: ServerKey | None, events: list[Event] | None
) -> GameState:
    key = required(key, game.chance)
    # Most moves draw nothing, and the digest of the state costs more than the move: so the move
    # is tried with other numbers first, and made again if it used any.
    happened: list[Event] = []
    random = Random(0)
    state = apply(game.state, move, random, happened)
    if random.used:
        happened.clear()
        state = apply(game.state, move, server_random(game, key), happened)
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
