"""The pending decision and the turn's memory against everything else (R5 to R9).

The last check asks the engine itself: a decision that offers no move fits no display.
"""

from service.documents.checks import Checks
from service.documents.decisions import frame_object
from service.documents.memory import check_memory
from service.documents.pending import check_decider, check_frame, check_stack
from service.documents.problems import NOTHING
from service.documents.unknown import STEP
from service.rules import kinds
from service.rules.engine import legal_moves
from service.rules.slots import CURSOR, DEPTH, KIND
from service.rules.steps import FINISHED


def check_consistency(checks: Checks) -> None:
    """Every violation of level ``consistency``.

    Only a state without any violation is put to the engine to see whether its decision offers a
    move: each check above has its own message for what would leave it without one. Who decides
    and where the turn is come first: most else depends on it.
    """
    checks.compare()
    depth = checks.state.slots[DEPTH]
    for level in range(depth):
        check_decider(checks, level)
    if depth and checks.state.slots[CURSOR] != FINISHED:
        check_stack(checks)
    check_memory(checks)
    if checks.state.slots[CURSOR] == FINISHED and checks.knows(STEP):
        checks.need(
            not depth,
            "/pending",
            "pending_at_end",
            "R10.3",
            "the game is finished, so no decision is pending",
            [frame_object(checks.state, level) for level in range(depth)]
            if checks.knows("/pending")
            else NOTHING,
            [],
        )
        return
    if not depth:
        if checks.knows("/pending", STEP):
            checks.need(
                False,
                "/pending",
                "nothing_pending",
                "R5",
                "a game that goes on has a pending decision",
                [],
            )
        return
    for level in range(depth):
        check_frame(checks, level)
    if not checks.found:
        checks.need(
            legal_moves(checks.state),
            f"/pending/{depth - 1}",
            "no_legal_move",
            kinds.KIND_RULES[checks.slots[checks.state.top() + KIND]],
            "this decision offers no move, so it cannot be pending",
            kinds.KINDS[checks.slots[checks.state.top() + KIND]],
        )
