"""How far playouts look: the ends of which turns they come to, and what these promise.

What an action is good for often shows a turn later only. But the longer a playout is, the more of
its outcome is luck; so a search that looks further needs more of them, and counts what each of the
turns' ends promises alike.
"""

from typing import Final, final

from service.rules.engine import play, settle
from service.rules.geometry import bits
from service.rules.rng import Random
from service.rules.slots import CURSOR, DEPTH, IN_PLAY
from service.rules.state import State
from service.rules.steps import EXTINCTION, FINISHED
from workers.search.figures import between, blend, progress
from workers.search.outlook import expected_points, leads
from workers.search.planning import Plans
from workers.search.playouts import Playouts, drawn
from workers.search.tree import Node
from workers.search.valuation import Valuation

_RENEWAL: Final = 16  # playouts that share the plans of the next turn: making them takes longer
_SEED_STEP: Final = 0x2545F491  # between the seeds of one turn and of the next
_SEED_MASK: Final = (1 << 61) - 1

Pair = tuple[list[float], list[float]]  # prices at the start and at the end of a game


@final
class Turn:
    """A turn to play out: how, by which prices its end is judged, and what all still score then.

    ``prices`` are VP per figure, ``coming`` VP.
    """

    __slots__ = ("coming", "playouts", "prices")

    def __init__(self, playouts: Playouts, prices: list[float], coming: float) -> None:
        self.playouts: Playouts = playouts
        self.prices: list[float] = prices
        self.coming: float = coming


@final
class Horizon:
    """The playouts of one search, through one turn or two.

    After ``run``, ``points`` holds the final VP that each animal can expect, ``outcome`` each
    animal's lead, both the mean over the turns' ends; ``steps`` tells how many decisions, draws
    among them, were made, and ``over`` whether the game ended in the first turn.
    """

    __slots__ = (
        "age",
        "ahead",
        "common",
        "figures",
        "noise",
        "now",
        "outcome",
        "over",
        "points",
        "policy",
        "steps",
        "turns",
        "wavering",
    )

    def __init__(
        self,
        root: State,
        policy: Pair,
        figures: Pair,
        common: tuple[float, float],
        turns: int,
        noise: float,
        wavering: float,
        trust: float,
    ) -> None:
        """``policy`` are the fast policy's prices, ``figures`` those at the end of a turn.

        ``common`` is what every animal still scores besides, in VP, at the start and at the end of
        a game; ``turns``, 1 or 2, counts the root's. In VP, ``noise`` is how far playouts stray
        from the best plan and ``wavering`` how far in actions; ``trust`` as in ``Plans``.
        """
        self.policy: Pair = policy
        self.figures: Pair = figures
        self.common: tuple[float, float] = common
        self.turns: int = turns
        self.noise: float = noise
        self.wavering: float = wavering
        self.points: list[float] = [0.0] * 6
        self.outcome: list[float] = [0.0] * 6
        self.steps: int = 0
        self.over: bool = False
        self.now: Turn = self.take_up(root, trust)
        # The latest plans for the next turn, and how many playouts went that far.
        self.ahead: Turn = self.now
        self.age: int = 0

    def take_up(self, state: State, trust: float) -> Turn:
        """Plan the state's turn anew."""
        share = progress(state)
        prices = blend(self.figures[0], self.figures[1], share)
        values = Valuation(blend(self.policy[0], self.policy[1], share))
        values.tune(state, expected_points(state, prices))
        plans = Plans(values, trust)
        playouts = Playouts(values, plans, self.noise, self.wavering)
        playing = state.slots[IN_PLAY]
        plans.try_actions(state, playing, playouts.ratings)
        for animal in bits(playing):
            plans.compare(animal, playing & ~(1 << animal))
        return Turn(playouts, prices, between(self.common[0], self.common[1], share))

    def run(self, state: State, seed: int, tree: Node) -> None:
        """Play the turns out, in place, as ``Playouts.run`` does, which learns how they ended."""
        now = self.now.playouts
        now.run(state, seed, tree)
        self.steps = now.steps
        self.over = state.slots[CURSOR] == FINISHED
        for animal in range(6):
            self.points[animal] = 0.0
            self.outcome[animal] = 0.0
        self._judge(state, self.now, 1)
        if self.turns > 1 and not self.over:
            self._run_ahead(state, (seed + _SEED_STEP) & _SEED_MASK)
        now.learn(self.outcome)

    def _run_ahead(self, state: State, seed: int) -> None:
        """Play the next turn out, and count its end."""
        _begin_turn(state, Random(seed))
        if state.slots[CURSOR] != FINISHED:
            if self.age % _RENEWAL == 0:
                self.ahead = self.take_up(state, 0.0)
            self.age += 1
            ahead = self.ahead.playouts
            ahead.run(state, seed, Node())
            self.steps += ahead.steps
        self._judge(state, self.ahead, 2)

    def _judge(self, state: State, turn: Turn, ends: int) -> None:
        """Count a turn's end, the one of that number."""
        points = expected_points(state, turn.prices)
        outcome = leads(state, points)
        coming = 0.0 if state.slots[CURSOR] == FINISHED else turn.coming
        for animal in bits(state.slots[IN_PLAY]):
            self.points[animal] += (points[animal] + coming - self.points[animal]) / ends
            self.outcome[animal] += (outcome[animal] - self.outcome[animal]) / ends


def _begin_turn(state: State, random: Random) -> None:
    """Go on from the end of a turn to the first decision of the next, or to the game's end."""
    slots = state.slots
    settle(state)
    while slots[DEPTH] and slots[CURSOR] > EXTINCTION:
        play(state, drawn(state, random), EXTINCTION)
