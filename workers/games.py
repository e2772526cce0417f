"""A game from one decision to the next: the loop that simulations and matches share."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from service.levels import LEVEL_NAMES
from service.rules.dominance import interject
from service.rules.engine import play, random_move
from service.rules.rng import Random
from service.rules.slots import CLAIMED, CURSOR, TURN
from service.rules.state import State
from service.rules.steps import FINISHED
from workers.search.levels import Answer, Follower
from workers.search.policies import claims, decider
from workers.search.uct import uct

UCT: Final = "uct"  # the reference player, which is no level of the service
PLAYERS: Final = (*LEVEL_NAMES, UCT)
UCT_BUDGET: Final = {"simulations": 100}  # where none is given
_SEED_BITS: Final = 1 << 28

Budget = dict[str, int]


class Decision(NamedTuple):
    """A decision that was made: when and by whom, with what answer, in how much CPU time."""

    turn: int
    step: int  # of steps.STEPS
    animal: int
    level: str
    answer: Answer
    seconds: float


def rotated(levels: Sequence[str], game: int) -> list[str]:
    """The levels in the order in which they sit in a game: each game moves them on by a seat."""
    shift = game % len(levels)
    return [*levels[shift:], *levels[:shift]]


def decisions(
    state: State,
    level_of: Mapping[int, str],
    budgets: Mapping[str, Budget | None],
    choices: Random,
) -> Iterator[Decision]:
    """Play the state on, in place, to the end of the game; each decision once it is carried out.

    ``level_of`` names the player (one of PLAYERS) of each animal, and ``budgets`` what a player
    has for each decision, if not its own budget. ``choices`` seeds the players. Draws come from
    ``state.random``, which whoever iterates may set anew after each decision.
    """
    slots = state.slots
    follower = Follower()
    while slots[CURSOR] != FINISHED:
        turn, step, animal = slots[TURN], slots[CURSOR], decider(state)
        level = level_of[animal]
        started = time.process_time()
        answer = _decide(state, level, budgets.get(level), choices, follower)
        seconds = time.process_time() - started
        for claim in answer.claims:
            interject(state, claim)
        play(state, answer.move)
        yield Decision(turn, step, animal, level, answer, seconds)


def _decide(
    state: State, level: str, budget: Budget | None, choices: Random, follower: Follower
) -> Answer:
    if level not in (UCT, "random"):
        return follower.decide(state, level, budget, choices.below(_SEED_BITS))
    own_claims = claims(state, decider(state)) if state.slots[CLAIMED] else []
    if level == "random":  # no seed of its own for each move: such games are to be quick
        return Answer(own_claims, random_move(state, choices), [], 0, [])
    root = state.copy()
    for claim in own_claims:
        interject(root, claim)
    given = budget or UCT_BUDGET
    seconds = given.get("milliseconds", 0) / 1000.0
    move, made = uct(root, choices.below(_SEED_BITS), given.get("simulations", 0), seconds)
    return Answer(own_claims, move, [], made, [])
