"""Playouts: the turn played to its end by the fast policy, for every animal."""

from typing import Final, final

from service.rules import kinds
from service.rules.dominance import interject
from service.rules.draws import weights
from service.rules.engine import legal_moves, play
from service.rules.moves import target_of
from service.rules.rng import Random
from service.rules.slots import ANIMAL, CLAIMED, CURSOR, DEPTH, IN_PLAY, KIND
from service.rules.state import State
from service.rules.steps import EXTINCTION
from service.rules.tables import NATURE
from workers.search.fast import best_move, rate
from workers.search.noise import mixed
from workers.search.outlook import expected_points
from workers.search.planning import SPACE_COUNT, Plans
from workers.search.policies import claims
from workers.search.ratings import Ratings
from workers.search.tree import DEEPEST, Node
from workers.search.valuation import Valuation

_MOST_STEPS: Final = 1000  # decisions of one playout
PAWN_KINDS: Final = (kinds.PLACE_PAWN, kinds.INSTINCT, kinds.PLACE_INITIATIVE_PAWN)


@final
class Playouts:
    """What the playouts of one turn share.

    After ``run``, ``steps`` tells how many decisions, draws among them, were made.
    """

    __slots__ = (
        "chosen",
        "drawing",
        "draws",
        "key",
        "noise",
        "path",
        "placed",
        "plans",
        "ratings",
        "steps",
        "values",
        "wavering",
    )

    def __init__(
        self,
        values: Valuation,
        plans: Plans,
        noise: float,
        wavering: float,
    ) -> None:
        """How far playouts stray, in VP: ``noise`` from the best plan, ``wavering`` in actions."""
        self.values: Valuation = values
        self.plans: Plans = plans
        self.noise: float = noise
        self.wavering: float = wavering
        self.ratings: Ratings = Ratings()
        self.placed: list[int] = []
        self.steps: int = 0
        self.path: list[Node] = []
        self.chosen: list[int] = []
        # What the noise and the draws of one playout hang on; the step of the latest draw, and how
        # many there were in it before.
        self.key: int = 0
        self.drawing: int = -1
        self.draws: int = 0

    def run(self, state: State, seed: int, tree: Node) -> None:
        """Play the state's turn to its end, in place; chance must be manual.

        The first placements are the tree's. The same seed gives the same noise and the same draws
        at the same decision, so that candidates are compared under like conditions.
        """
        random = Random(seed)
        self.key = random.word() >> 2
        self.drawing = -1
        slots = state.slots
        self.plans.shake(slots[IN_PLAY], random, self.noise)
        self.placed.clear()
        self.path.clear()
        self.chosen.clear()
        self.steps = 0
        node = tree
        while slots[DEPTH] and self.steps < _MOST_STEPS:
            if len(self.path) < DEEPEST and slots[state.top() + KIND] == kinds.PLACE_PAWN:
                node = self._descend(state, node)
            else:
                self.step(state)
            self.steps += 1

    def learn(self, outcome: list[float]) -> None:
        """Tell plans and tree what came of the latest run: each animal's lead, in VP."""
        self.plans.learn(self.placed, outcome)
        for i in range(len(self.path)):
            self.path[i].credit(self.chosen[i], outcome[self.placed[i] // SPACE_COUNT])

    def _descend(self, state: State, node: Node) -> Node:
        """Place a pawn as the tree has it, or as the fast policy adds to it; the node after it."""
        animal = state.slots[state.top() + ANIMAL]
        self._claim(state, animal)
        if node.is_full():
            i = node.most_promising()
        else:
            self.plans.fill(state, animal, self.ratings.spaces)
            i = node.index_of(best_move(state, self.values, self.ratings))
        self.path.append(node)
        self.chosen.append(i)
        self._place(state, animal, node.moves[i])
        return node.children[i]

    def step(self, state: State) -> None:
        """Make one decision, as far as the end of the turn, with the noise of the latest run."""
        slots = state.slots
        top = state.top()
        animal = slots[top + ANIMAL]
        if animal == NATURE:
            play(state, drawn(state, Random(self._luck(slots[CURSOR]))), EXTINCTION)
            return
        self._claim(state, animal)
        kind = slots[top + KIND]
        if kind in PAWN_KINDS:
            self.plans.fill(state, animal, self.ratings.spaces)
        rate(state, self.values, self.ratings)
        if kind in PAWN_KINDS or self.wavering == 0.0:
            move = self.ratings.best()
        else:
            key = mixed(self.key, slots[CURSOR] << 3 | animal)
            move = self.ratings.best_shaken(key, self.wavering)
        if kind == kinds.PLACE_PAWN:
            self._place(state, animal, move)
        else:
            play(state, move, EXTINCTION)

    def _luck(self, cursor: int) -> int:
        """The number from which the next draw of that step is made."""
        self.draws = self.draws + 1 if cursor == self.drawing else 0
        self.drawing = cursor
        return mixed(self.key, self.draws << 16 | cursor << 3 | NATURE)

    def _claim(self, state: State, animal: int) -> None:
        if state.slots[CLAIMED]:
            for claim in claims(state, animal):
                interject(state, claim)

    def _place(self, state: State, animal: int, move: int) -> None:
        self.placed.append(SPACE_COUNT * animal + target_of(move))
        play(state, move, EXTINCTION)


def plan_turn(
    state: State,
    animals: int,
    prices: list[float],
    figure_prices: list[float],
    noise: float,
    wavering: float,
    trust: float,
) -> Playouts:
    """Playouts of the state's turn, with what each action alone would do for the animals of a mask.

    ``prices`` are the fast policy's and ``figure_prices`` those of the figures; ``trust`` as in
    ``Plans``, ``noise`` and ``wavering`` as in ``Playouts``.
    """
    values = Valuation(prices)
    values.tune(state, expected_points(state, figure_prices))
    playouts = Playouts(values, Plans(values, trust), noise, wavering)
    playouts.plans.try_actions(state, animals, playouts.ratings)
    return playouts


def drawn(state: State, random: Random) -> int:
    """A draw of nature's, by chance (R1.7)."""
    moves = legal_moves(state)
    shares = weights(state, moves)
    total = 0
    for share in shares:
        total += share
    number = random.below(total)
    i = 0
    while number >= shares[i]:
        number -= shares[i]
        i += 1
    return moves[i]
