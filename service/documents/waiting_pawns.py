"""Pawns that wait on the display for the next turn (R7.0, R7.1, R7.7, R8.instinct, R9.3).

Execution lifts the pawns off the spaces it passes. Behind it stand only those that Glaciation left
over, one that its owner put back on Initiative, where the option lets him, and one that the card
instinct put down, once in a game.
"""

from typing import Final

from service.documents.checks import Checks
from service.documents.names import NAMES, decider_name
from service.documents.problems import ABSENT
from service.rules.geometry import bits
from service.rules.kinds import INSTINCT
from service.rules.slots import (
    CURSOR,
    DEPTH,
    INITIATIVE_RETURN,
    KIND,
    OCCUPIED,
    SPACE,
    TAKEN,
    TURN,
)
from service.rules.steps import BOXES, FINISHED, PLANNING, SPACE_STEP, STEP_INDEX
from service.rules.tables import CARDS, SPACES

_INSTINCT: Final = 1 << CARDS.index("instinct")
_DOMINATION: Final = STEP_INDEX["domination.1"]
_INITIATIVE: Final = 1 << SPACES.index("initiative.1")
# The left-most pawn acts: after Glaciation the first space is empty, and when Reseed has slid the
# others each by one, the fourth is.
_LEFT_OVER: Final = 0b111 << SPACES.index("glaciation.2")
_SLID: Final = 0b111 << SPACES.index("glaciation.1")


def spaces_to_wait_on(checks: Checks, *, slid: bool) -> int:
    """Where pawns can wait that no card put there, as a mask, before or after they slide."""
    returned = checks.slots[INITIATIVE_RETURN] or not checks.knows("/rules/initiative_return")
    return (_SLID if slid else _LEFT_OVER) | (_INITIATIVE if returned else 0)


def put_by_instinct(checks: Checks) -> int:
    """How many pawns may have been put on any space by instinct: one, if it can be taken."""
    return int(bool(checks.slots[TAKEN] & _INSTINCT) or not checks.knows("/cards/taken"))


def _about_to_put(checks: Checks) -> bool:
    """Whether the pawn of instinct is to be put down just now."""
    slots = checks.slots
    return bool(slots[DEPTH]) and slots[checks.state.top() + KIND] == INSTINCT


def check_waiting(checks: Checks) -> None:
    """On the spaces that Execution has passed only pawns stand that can wait there (R7.0)."""
    slots = checks.slots
    cursor = slots[CURSOR]
    if cursor == PLANNING or not slots[TURN] or not checks.knows("/turn"):
        return
    slid = BOXES < cursor < FINISHED
    more = put_by_instinct(checks) if cursor > _DOMINATION and not _about_to_put(checks) else 0
    passed = sum(1 << space for space, step in enumerate(SPACE_STEP) if step < cursor)
    left = [
        space
        for space in bits(slots[OCCUPIED] & passed & ~spaces_to_wait_on(checks, slid=slid))
        if checks.knows(_pointer(space), f"/animals/{_owner(checks, space)}/action_pawns")
    ]
    where = "first to third" if slid else "second to fourth"
    others = [f"on the {where} space of Glaciation"]
    if slots[INITIATIVE_RETURN]:
        others.append("back on Initiative")
    if more:
        others.append("one where instinct put it")
    one = len(left) == 1
    checks.need(
        len(left) <= more,
        _pointer(left[0]) if one else "/action_display/pawns",
        "pawn_on_passed_space",
        "R7.0",
        "Execution has lifted the pawns off the spaces that it has passed; there only those stand"
        f" that wait for the next turn, {' or '.join(others)}",
        _owner(checks, left[0]) if one else _owners(checks, left),
        ABSENT if one else {"maximum": more},
    )


def _pointer(space: int) -> str:
    return f"/action_display/pawns/{NAMES['space'][space]}"


def _owner(checks: Checks, space: int) -> str:
    return decider_name(checks.slots[SPACE + space] - 1)


def _owners(checks: Checks, spaces: list[int]) -> dict[str, str]:
    return {SPACES[space]: _owner(checks, space) for space in spaces}
