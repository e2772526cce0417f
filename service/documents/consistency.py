"""The pending decision and the turn's memory against everything else (R5 to R9).

The last check asks the engine itself: a decision that offers no move fits no display.
"""

from service.documents.checks import Checks
from service.documents.context import check_frame
from service.documents.memory import check_memory
from service.documents.pending import check_stack
from service.documents.problems import Violation
from service.rules import kinds
from service.rules.engine import legal_moves
from service.rules.slots import CURSOR, DEPTH, KIND
from service.rules.state import State
from service.rules.steps import FINISHED


def consistency(state: State, *, sound: bool) -> list[Violation]:
    """Every violation of level ``consistency``; ``sound`` says that the structure has none.

    Only a sound state is put to the engine to see whether its decision offers a move.
    """
    checks = Checks(state)
    check_memory(checks)
    depth = state.slots[DEPTH]
    if state.slots[CURSOR] == FINISHED:
        checks.need(
            not depth,
            "/pending",
            "pending_at_end",
            "R10.3",
            "the game is finished, so no decision is pending",
        )
        return checks.found
    if not depth:
        checks.need(
            False, "/pending", "nothing_pending", "R5", "a game that goes on has a pending decision"
        )
        return checks.found
    check_stack(checks)
    for level in range(depth):
        check_frame(checks, level)
    if sound and not checks.found:
        checks.need(
            legal_moves(state),
            f"/pending/{depth - 1}",
            "no_legal_move",
            kinds.KIND_RULES[state.slots[state.top() + KIND]],
            "this decision offers no move, so it cannot be pending",
        )
    return checks.found
