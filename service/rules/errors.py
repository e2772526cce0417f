"""What the engine raises. The edge turns each into an answer; none of them changes a state."""


class RulesError(ValueError):
    """A request that the rules do not allow.

    ``rule`` is the rule's id, ``field`` the part of the request that is at fault, and ``reason``
    one sentence for a person.
    """

    def __init__(self, rule: str, field: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.field = field
        self.reason = reason


class SetupError(RulesError):
    """A game that cannot be set up (R0, R1)."""


class IllegalMove(RulesError):
    """A move that is not legal in this state."""


class GameOver(IllegalMove):
    """A move in a finished game (R10)."""

    def __init__(self) -> None:
        super().__init__("R10.3", "state", "the game is over, so no move can be made")
