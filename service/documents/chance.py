"""Where the draws of a game come from (R1.7): a seed, a key of the server, or the players."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from service.documents.canonical import dumps
from service.documents.game import Chance, GameState
from service.documents.shape import MAX_INT
from service.documents.write import write_state
from service.rules.errors import RulesError
from service.rules.rng import Random
from service.rules.slots import CONES

# Labels that can change while the game and its position stay what they are.
_LABELS: Final = ("players", "chance")


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


def new_chance(value: Mapping[str, object] | None, key: ServerKey | None) -> Chance:
    """The chance of a new game: as asked for, or the server's if it has a key, or seeded.

    Raises ChanceUnavailable.
    """
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


def required(key: ServerKey | None, chance: Chance) -> ServerKey:
    """The key that the chance names. Raises ChanceUnavailable for none or another one."""
    if key is None or key.kid != chance.kid:
        raise ChanceUnavailable(chance.kid)
    return key


def setup_random(chance: Chance, game_id: str, key: ServerKey | None) -> Random:
    """What answers the draws before a game's first decision. Raises ChanceUnavailable."""
    if chance.mode == "server":
        return _keyed(required(key, chance), {"game": game_id})
    return seeded_random(chance.seed, chance.draws)


def seeded_random(seed: str, draws: int) -> Random:
    """What answers the draws of a move with ``seeded`` chance, ``draws`` being the counter."""
    return _random(hashlib.sha256(f"{seed}/{draws}".encode()).digest())


def server_random(game: GameState, key: ServerKey) -> Random:
    """What answers the draws of the game's next move with ``server`` chance.

    It depends on the game's id and its position without cones, for other draws must cost a
    decision. Claims and call-offs are made at will, before any move, and leave the pending
    decision as it is (R4.3), so the cones that they move do not count; neither do the players'
    names. The id does: it stays the same as long as the game lasts, and two games that meet in
    one position draw each for itself. A client can post a state with another id, as it can post
    one with other disks; that is another game, and a replay of the true one shows it.
    """
    bare = game.state.copy()
    for animal in range(6):
        bare.slots[CONES + animal] = 0
    document = write_state(replace(game, state=bare))
    return _keyed(key, {part: document[part] for part in document if part not in _LABELS})


def after_draws(chance: Chance, random: Random) -> Chance:
    """The chance after what ``random`` answered: seeded draws are counted, each with its own.

    After the largest number that a document can hold the count begins anew.
    """
    if chance.mode == "seeded" and random.used:
        return replace(chance, draws=(chance.draws + 1) % (MAX_INT + 1))
    return chance


def _keyed(key: ServerKey, basis: Mapping[str, object]) -> Random:
    return _random(hmac.new(key.secret, dumps(basis), hashlib.sha256).digest())


def _random(digest: bytes) -> Random:
    return Random(int.from_bytes(digest[:16], "big"))
