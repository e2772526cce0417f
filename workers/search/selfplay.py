"""Games of the fast policy against itself: what the prices of the figures are learned from."""

from typing import Final, NamedTuple, final

from service.rules.engine import play, settle
from service.rules.geometry import bits
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import ANIMAL, CURSOR, DEPTH, IN_PLAY, MANUAL, TURN, VP
from service.rules.state import State
from service.rules.steps import EXTINCTION, FINISHED
from service.rules.tables import NATURE
from workers.search.figures import blend, figures, progress
from workers.search.planning import SPACE_COUNT
from workers.search.playouts import Playouts, drawn, plan_turn

TURN_LIMIT: Final = 40  # nobody has to dominate, so games between players may never end


@final
class Sample(NamedTuple):
    """An animal at the end of a turn: progress of the game, VP so far, and its figures."""

    progress: float
    animal: int
    points: int
    figures: list[float]


def mind(
    state: State,
    animal: int,
    prices: list[float],
    figure_prices: list[float],
    random: Random,
    noise: float,
) -> Playouts:
    """The animal's player for one turn, whose plans stray from the best by so much noise."""
    found = plan_turn(state, 1 << animal, prices, figure_prices, noise, 0.0, 0.0)
    found.plans.shake(1 << animal, random, noise)
    return found


def _share(minds: dict[int, Playouts]) -> None:
    """Let every player know what the spaces are worth to the others."""
    for animal in minds:
        plans = minds[animal].plans
        others = 0
        for other in minds:
            if other == animal:
                continue
            others |= 1 << other
            row = SPACE_COUNT * other
            known = minds[other].plans.alone
            for space in range(SPACE_COUNT):
                plans.alone[row + space] = known[row + space]
        plans.compare(animal, others)


def fast_game(
    players: list[list[int]],
    prices: list[list[list[float]]],
    figure_prices: list[list[float]],
    noise: float,
    seed: int,
) -> tuple[list[int], list[Sample]]:
    """Play one game; answers the final VP by animal and a sample per turn and animal.

    ``prices`` holds, for each of the six animals, the fast policy's prices at the start and at the
    end of a game; ``figure_prices`` those of the figures, likewise.
    """
    random = Random(seed)
    state = new_game(players, random=random, turn_limit=TURN_LIMIT)
    slots = state.slots
    slots[MANUAL] = 1
    samples: list[Sample] = []
    minds: dict[int, Playouts] = {}
    turn = 0
    while slots[CURSOR] != FINISHED:
        if not slots[DEPTH]:
            share = progress(state)
            for animal in bits(slots[IN_PLAY]):
                samples.append(Sample(share, animal, slots[VP + animal], figures(state, animal)))
            settle(state)
        elif slots[CURSOR] > EXTINCTION:
            play(state, drawn(state, random), EXTINCTION)
        else:
            if slots[TURN] != turn:
                turn = slots[TURN]
                share = progress(state)
                expectations = blend(figure_prices[0], figure_prices[1], share)
                minds.clear()
                for animal in bits(slots[IN_PLAY]):
                    own = blend(prices[animal][0], prices[animal][1], share)
                    minds[animal] = mind(state, animal, own, expectations, random, noise)
                _share(minds)
            decider = slots[state.top() + ANIMAL]
            if decider == NATURE:
                play(state, drawn(state, random), EXTINCTION)
            else:
                minds[decider].step(state)
    return [slots[VP + animal] for animal in range(6)], samples
