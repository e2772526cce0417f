"""A game being played: decisions answered by moves."""

from tests.oracle.asking import Asking, Decision
from tests.oracle.dominance import first_cones, interject, interjections
from tests.oracle.game import Game
from tests.oracle.sequence import FIRST_STEP, carry_out_step


class Playing:
    """A game at a decision, or over (``decision`` is None then).

    It remembers how the game stood when the present step began and the moves made since, so that
    ``branch`` can answer the same decision in another way.
    """

    def __init__(self, game: Game) -> None:
        """Go on with a game from the beginning of a step."""
        self.game = game
        self.decision: Decision | None = None
        self._begin()
        self._run(None)

    @classmethod
    def new(cls, game: Game) -> "Playing":
        """A new game, with the draws of its start (R1.4)."""
        first_cones(game)
        game.step = FIRST_STEP
        return cls(game)

    def _begin(self) -> None:
        self._before = self.game.copy()
        self._moves: list[str] = []
        self._step: Asking[None] = carry_out_step(self.game)

    def _run(self, answer: str | None) -> None:
        """Go on to the next decision."""
        self.decision = None
        while self.decision is None and not self.game.over:
            try:
                self.decision = next(self._step) if answer is None else self._step.send(answer)
            except StopIteration:
                if not self.game.over:
                    self._begin()
            answer = None

    def interjections(self) -> set[str]:
        """R4.3: what may be claimed or called off now."""
        return interjections(self.game)

    def make(self, move: str) -> None:
        """Answer the decision, or claim or call off."""
        assert self.decision is not None, "the game is over"
        self._moves.append(move)
        if move.startswith(("claim:", "call_off:")):
            assert move in self.interjections(), move
            interject(self.game, move)
            return
        assert move in self.decision.moves, move
        self._run(move)

    def step_began(self) -> Game:
        """The game as it was when the present step began."""
        return self._before.copy()

    def branch(self) -> "Playing":
        """The same game at the same decision, to be played on its own."""
        other = Playing(self.step_began())
        for move in self._moves:
            other.make(move)
        return other
