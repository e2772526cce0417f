"""The course of a turn: the cursor walks along the steps and opens their decisions (R5, R7)."""

from typing import Final

from service.rules import competition, draws, kinds, planning, regression, reset, speciation
from service.rules import events as ev
from service.rules.migration import DISTANCES
from service.rules.migration import FIRST_SPACE as FIRST_MIGRATION
from service.rules.pawns import lift
from service.rules.slots import CURSOR, OCCUPIED, TURN
from service.rules.state import State
from service.rules.steps import (
    BOXES,
    CARDS,
    DRAW_ABUNDANCE,
    DRAW_ADAPTATION,
    DRAW_WANDERLUST,
    EXECUTION_PHASE,
    EXTINCTION,
    FIRST_EXECUTION,
    PLANNING,
    PLANNING_PHASE,
    RESET_PHASE,
    STEP_INDEX,
    STEPS,
    TILES,
)
from service.rules.tables import (
    ABUNDANCE_BOX,
    ADAPTATION_BOX,
    MAX_TURN,
    SECTION_DISKS,
    SECTIONS,
    SPACES,
    WANDERLUST_BOX,
)
from service.rules.wasteland import losses as wasteland_losses

_SECTION_KIND: Final = (
    kinds.SWAP_INITIATIVE,
    kinds.ADAPT,
    kinds.PROTECT,
    kinds.ADD_ELEMENT,
    kinds.CLEAR_WASTELAND,
    kinds.DEPLETE,
    kinds.GLACIATE,
    kinds.SPECIATE,
    kinds.LAY_TILE,
    kinds.MIGRATE,
    kinds.COMPETE,
    kinds.DOMINATE,
)
_SECTION_NAMES: Final = tuple(name for name, _ in SECTIONS)
# For each action space the kind of decision it opens.
_SPACE_KIND: Final = tuple(
    _SECTION_KIND[_SECTION_NAMES.index(space.split(".")[0])] for space in SPACES
)
# For each step its action space, or -1.
STEP_SPACE: Final = tuple(SPACES.index(step) if step in SPACES else -1 for step in STEPS)

_REGRESSION_FREE: Final = STEP_INDEX["regression.free"]
_REGRESSION_LOSSES: Final = STEP_INDEX["regression.losses"]
_WASTELAND_LOSSES: Final = STEP_INDEX["wasteland.losses"]
_GLACIATION: Final = STEP_INDEX["glaciation"]
_SPECIATION_FREE: Final = STEP_INDEX["speciation.free"]
_COMPETITION_FREE: Final = STEP_INDEX["competition.free"]
_GLACIATION_SPACE: Final = SPACES.index("glaciation.1")


def next_step(state: State) -> None:
    """Go one step on from where nothing is pending, and do or open what is to be done there."""
    slots = state.slots
    if slots[CURSOR] == TILES:
        if slots[TURN] < MAX_TURN:
            slots[TURN] += 1
        slots[CURSOR] = PLANNING
        if state.events is not None:
            state.tell(ev.TURN_STARTED, "R5", [slots[TURN]])
            state.tell(ev.PHASE_STARTED, "R5", [PLANNING_PHASE])
        planning.begin(state)
        return
    slots[CURSOR] += 1
    step = slots[CURSOR]
    space = STEP_SPACE[step]
    if space >= 0:
        if step == FIRST_EXECUTION and state.events is not None:
            state.tell(ev.PHASE_STARTED, "R5", [EXECUTION_PHASE])
        if slots[OCCUPIED] >> space & 1:
            _open(state, space)
    elif step < EXTINCTION:
        _extra(state, step)
    else:
        _reset(state, step)


def _open(state: State, space: int) -> None:
    """Lift the pawn off its space and ask its owner (R7.0)."""
    kind = _SPACE_KIND[space]
    animal = lift(state, space)
    if kind == kinds.MIGRATE:
        state.push(kind, animal, space, count=DISTANCES[space - FIRST_MIGRATION])
    elif kind == kinds.COMPETE:
        terrains = competition.SPACE_TERRAINS[space - competition.FIRST_SPACE]
        state.push(kind, animal, space, remaining=terrains)
    else:
        state.push(kind, animal, space)


def _extra(state: State, step: int) -> None:
    """The steps of Execution that need no pawn, and Glaciation, where only one pawn acts."""
    if step == _GLACIATION:
        pawns = state.slots[OCCUPIED] >> _GLACIATION_SPACE & 15
        if pawns:
            _open(state, _GLACIATION_SPACE + (pawns & -pawns).bit_length() - 1)
    elif step == _REGRESSION_FREE:
        regression.begin_free(state)
    elif step == _REGRESSION_LOSSES:
        regression.losses(state)
    elif step == _WASTELAND_LOSSES:
        wasteland_losses(state)
    elif step == _SPECIATION_FREE:
        speciation.begin_free(state)
    elif step == _COMPETITION_FREE:
        competition.begin_free(state)


def _reset(state: State, step: int) -> None:
    if step == EXTINCTION:
        if state.events is not None:
            state.tell(ev.PHASE_STARTED, "R5", [RESET_PHASE])
        reset.begin(state)
    elif step == CARDS:
        draws.draw_cards(state)
    elif step == BOXES:
        reset.boxes(state)
    elif step == DRAW_ADAPTATION:
        draws.draw_elements(state, ADAPTATION_BOX, SECTION_DISKS)
    elif step == DRAW_ABUNDANCE:
        draws.draw_elements(state, ABUNDANCE_BOX, SECTION_DISKS)
    elif step == DRAW_WANDERLUST:
        draws.draw_elements(state, WANDERLUST_BOX, SECTION_DISKS)
    elif step == TILES:
        draws.turn_up_tiles(state)
