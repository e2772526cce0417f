"""What the animals can expect to score by the end, and how they stand to each other."""

from service.rules.geometry import bits
from service.rules.slots import CURSOR, IN_PLAY, PLAYER, VP
from service.rules.state import State
from service.rules.steps import FINISHED
from workers.search.figures import FIGURE_COUNT, figures


def expected_points(state: State, prices: list[float]) -> list[float]:
    """The final VP that each animal can expect at the end of a turn, 0 for those not in play.

    ``prices`` are VP per figure. What all animals have in common is left out: only differences
    between them mean something, until the game is over and the values are exact.
    """
    slots = state.slots
    expected = [0.0] * 6
    over = slots[CURSOR] == FINISHED
    for animal in bits(slots[IN_PLAY]):
        total = float(slots[VP + animal])
        if not over:
            described = figures(state, animal)
            for i in range(FIGURE_COUNT):
                total += prices[i] * described[i]
        expected[animal] = total
    return expected


def leads(state: State, points: list[float]) -> list[float]:
    """Each animal's lead over its opponents, in VP: what it plays for.

    A player counts as his lowest animal (R1.5, R10.3); half of the lead is over the best opponent
    and half over their mean, which keeps an animal trying that can no longer win.
    """
    slots = state.slots
    animals = bits(slots[IN_PLAY])
    lowest = [0.0] * 6
    counts = [0] * 6
    for animal in animals:
        player = slots[PLAYER + animal]
        if not counts[player] or points[animal] < lowest[player]:
            lowest[player] = points[animal]
        counts[player] += 1
    found = [0.0] * 6
    for animal in animals:
        player = slots[PLAYER + animal]
        best = 0.0
        total = 0.0
        others = 0
        for other in range(6):
            if counts[other] and other != player:
                best = max(best, lowest[other]) if others else lowest[other]
                total += lowest[other]
                others += 1
        own = lowest[player]
        if counts[player] > 1:
            own = 0.8 * own + 0.2 * points[animal]
        found[animal] = own - 0.5 * best - 0.5 * total / others
    return found
