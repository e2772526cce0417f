"""Why a move is not legal, in one sentence with the rule that forbids it."""

from service.rules.state import State


def reason(state: State, move: int) -> tuple[str, str, str]:
    """The rule id, the field at fault and the reason for a move that is not legal."""
    return ("R7.0", "move", "that move is not among the legal moves of the pending decision")
