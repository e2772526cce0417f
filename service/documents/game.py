"""A game as the service holds it: the engine's state, and what the engine need not know."""

from dataclasses import dataclass

from service.rules.state import State


@dataclass(frozen=True, slots=True)
class Chance:
    """Where draws come from (R1.7).

    ``mode`` is ``seeded`` (``seed`` and the number of moves that drew so far, ``draws``),
    ``server`` (``kid`` names the server's key) or ``manual`` (draws are decisions of nature).
    """

    mode: str
    seed: str = ""
    draws: int = 0
    kid: str = ""


@dataclass(frozen=True, slots=True)
class GameState:
    """A state with its game id, the players' names by index, and its chance."""

    game: str
    players: tuple[str, ...]
    chance: Chance
    state: State
