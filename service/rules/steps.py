"""The steps of a turn in order (R5, R6.2, R7, R9): what the cursor of a state walks along.

Step 0 is Planning. Then come the action spaces in execution order, with the free actions and the
losses that need no pawn at their places, then Reset, and last the end of the game. The start
position is reached by the Reseed of a turn numbered 0 (R1.4): empty places are filled as ever.
"""

from typing import Final

from service.rules.tables import SPACES

_INSERTED_AFTER: Final = {
    "regression.2": ("regression.free", "regression.losses"),
    "wasteland.1": ("wasteland.losses",),
    "speciation.grass": ("speciation.free",),
    "migration.2": ("competition.free",),
}
_GLACIATION: Final = ("glaciation.2", "glaciation.3", "glaciation.4")  # one step for all (R7.7)


def _steps() -> tuple[str, ...]:
    steps = ["planning"]
    for space in SPACES:
        if space not in _GLACIATION:
            steps.append("glaciation" if space == "glaciation.1" else space)
        steps.extend(_INSERTED_AFTER.get(space, ()))
    steps += [f"reset.{name}" for name in ("extinction", "cards", "boxes")]
    steps += [f"reset.{name}" for name in ("adaptation", "abundance", "wanderlust", "tiles")]
    return (*steps, "finished")


STEPS: Final = _steps()
STEP_INDEX: Final[dict[str, int]] = {name: i for i, name in enumerate(STEPS)}
# For each action space the step at which its pawn acts; the four of Glaciation share one (R7.7).
SPACE_STEP: Final = tuple(
    STEP_INDEX["glaciation" if space.startswith("glaciation.") else space] for space in SPACES
)

PLANNING: Final = 0
FIRST_EXECUTION: Final = 1
EXTINCTION: Final = STEP_INDEX["reset.extinction"]
CARDS: Final = STEP_INDEX["reset.cards"]
BOXES: Final = STEP_INDEX["reset.boxes"]
DRAW_ADAPTATION: Final = STEP_INDEX["reset.adaptation"]
DRAW_ABUNDANCE: Final = STEP_INDEX["reset.abundance"]
DRAW_WANDERLUST: Final = STEP_INDEX["reset.wanderlust"]
TILES: Final = STEP_INDEX["reset.tiles"]
FINISHED: Final = STEP_INDEX["finished"]

PHASES: Final = ("setup", "planning", "execution", "reset", "finished")
SETUP_PHASE: Final = 0
PLANNING_PHASE: Final = 1
EXECUTION_PHASE: Final = 2
RESET_PHASE: Final = 3
FINISHED_PHASE: Final = 4


def phase_of(turn: int, cursor: int) -> int:
    """The phase (index into PHASES) of a state whose cursor is at this step of this turn."""
    if cursor == FINISHED:
        return FINISHED_PHASE
    if turn == 0:
        return SETUP_PHASE
    if cursor == PLANNING:
        return PLANNING_PHASE
    return EXECUTION_PHASE if cursor < EXTINCTION else RESET_PHASE
