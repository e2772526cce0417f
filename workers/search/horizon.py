"""How far playouts look: the ends of which turns they come to, and what these promise.

What an action is good for often shows a turn later only. But the longer a playout is, the more of
its outcome is luck; so a search that looks further counts what each of the turns' ends promises,
all of them alike.
"""

from typing import Final, final

from service.rules.engine import settle
from service.rules.geometry import bits
from service.rules.slots import CURSOR, DEPTH, IN_PLAY
from service.rules.state import State
from service.rules.steps import EXTINCTION, FINISHED
from workers.search.figures import between, blend, progress
from workers.search.outlook import expected_points, leads
from workers.search.playouts import Playouts, plan_turn
from workers.search.tree import Node

# Between the seeds of two turns of a playout: added, for seeds that differ by the same bits give
# words that do so too. It is far from the steps between playouts and between parts.
_TURN_STEP: Final = 0x5851F42D4C957F2D
_SEED_MASK: Final = (1 << 61) - 1

Pair = tuple[list[float], list[float]]  # prices at the start and at the end of a game


@final
class Horizon:
    """The playouts of one search, through one turn or several.

    After ``run``, ``points`` holds the final VP that each animal can expect, ``outcome`` each
    animal's lead, both the mean over the turns' ends; ``steps`` tells how many decisions, draws
    among them, were made, and ``over`` whether the game has ended with the root's turn.
    """

    __slots__ = (
        "ahead",
        "common",
        "figures",
        "noise",
        "now",
        "outcome",
        "over",
        "points",
        "policy",
        "share",
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
        a game; ``turns``, 1 or more, counts the root's. In VP, ``noise`` is how far playouts stray
        from the best plan and ``wavering`` how far in actions; ``trust`` as in ``Plans``.
        """
        self.policy: Pair = policy
        self.figures: Pair = figures
        self.common: tuple[float, float] = common
        self.turns: int = turns
        self.noise: float = noise
        self.wavering: float = wavering
        self.share: float = progress(root)
        self.points: list[float] = [0.0] * 6
        self.outcome: list[float] = [0.0] * 6
        self.steps: int = 0
        self.over: bool = False
        self.now: Playouts = self._plan(root, trust)
        self.ahead: list[Playouts] = []

    def look_ahead(self, state: State, seed: int) -> None:
        """Plan the turns to come anew, for all that follows, from where a playout leads, in place.

        Plans take longer to make than a turn to play, so playouts share them.
        """
        self.ahead.clear()
        if self.turns > 1:
            latest = self.now
            latest.run(state, seed, Node())
            for turn in range(1, self.turns):
                self._begin_turn(state, latest)
                if state.slots[CURSOR] == FINISHED:
                    return
                latest = self._plan(state, 0.0)
                self.ahead.append(latest)
                if turn + 1 < self.turns:
                    latest.run(state, turn_seed(seed, turn), Node())

    def run(self, state: State, seed: int, tree: Node) -> None:
        """Play the turns out, in place, and tell plans and tree how they ended.

        The end of the game stands for those of all turns that it leaves out.
        The seed and the tree are used as in ``Playouts.run``.
        """
        slots = state.slots
        self.now.run(state, seed, tree)
        self.steps = self.now.steps
        for animal in range(6):
            self.points[animal] = 0.0
            self.outcome[animal] = 0.0
        self._judge(state, self.share, 1)
        self.over = slots[CURSOR] == FINISHED
        share = self.share
        latest = self.now
        for turn in range(1, self.turns):
            if slots[CURSOR] != FINISHED:
                self._begin_turn(state, latest)
                share = progress(state)
            if slots[CURSOR] != FINISHED:
                if len(self.ahead) < turn:
                    self.ahead.append(self._plan(state, 0.0))
                latest = self.ahead[turn - 1]
                latest.run(state, turn_seed(seed, turn), Node())
                self.steps += latest.steps
            self._judge(state, share, turn + 1)
        self.now.learn(self.outcome)

    def _plan(self, state: State, trust: float) -> Playouts:
        """Playouts of the state's turn, with plans made anew."""
        share = progress(state)
        prices = blend(self.policy[0], self.policy[1], share)
        figures = blend(self.figures[0], self.figures[1], share)
        playing = state.slots[IN_PLAY]
        playouts = plan_turn(state, playing, prices, figures, self.noise, self.wavering, trust)
        for animal in bits(playing):
            playouts.plans.compare(animal, playing & ~(1 << animal))
        return playouts

    def _begin_turn(self, state: State, latest: Playouts) -> None:
        """Go on from a turn's end to the next one's first decision, or to the game's end.

        What is drawn in between hangs on the seed with which the latest turn was played.
        """
        slots = state.slots
        settle(state)
        while slots[DEPTH] and slots[CURSOR] > EXTINCTION:
            latest.step(state)
            self.steps += 1

    def _judge(self, state: State, share: float, ends: int) -> None:
        """Take a turn's end into the means, where ``ends`` counts it and those before.

        ``share`` is the progress of the game at which the turn began or the search did.
        """
        points = expected_points(state, blend(self.figures[0], self.figures[1], share))
        outcome = leads(state, points)
        coming = 0.0
        if state.slots[CURSOR] != FINISHED:
            coming = between(self.common[0], self.common[1], share)
        for animal in bits(state.slots[IN_PLAY]):
            self.points[animal] += (points[animal] + coming - self.points[animal]) / ends
            self.outcome[animal] += (outcome[animal] - self.outcome[animal]) / ends


def turn_seed(seed: int, turn: int) -> int:
    """The seed of a playout's turn, counted from 0: the first has the playout's own."""
    return (seed + turn * _TURN_STEP) & _SEED_MASK
