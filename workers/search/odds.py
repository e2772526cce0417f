"""How likely each animal is to win, from the final points it can expect."""

import math

from service.rules.geometry import bits
from service.rules.slots import IN_PLAY, PLAYER
from service.rules.state import State


def win_probabilities(state: State, points: list[float], spread: float) -> dict[int, float]:
    """The chance of each animal in play that its player wins (R10.3); they add up by player to 1.

    ``points`` are expected final VP by animal. A player counts as his lowest animal (R1.5);
    ``spread`` VP of lead change the odds by the factor e.
    """
    slots = state.slots
    animals = bits(slots[IN_PLAY])
    lowest: dict[int, float] = {}
    for animal in animals:
        player = slots[PLAYER + animal]
        lowest[player] = min(lowest.get(player, points[animal]), points[animal])
    best = max(lowest.values())
    odds = {player: math.exp((low - best) / spread) for player, low in lowest.items()}
    total = sum(odds.values())
    return {animal: odds[slots[PLAYER + animal]] / total for animal in animals}
