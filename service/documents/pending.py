"""The pending stack against the step that the turn is at (R7, R9)."""

from typing import Final

from service.documents.checks import Checks
from service.documents.decisions import KIND_TABLE
from service.documents.names import decider_name
from service.rules import kinds
from service.rules.geometry import HEX_NAMES
from service.rules.slots import (
    ANIMAL,
    CURSOR,
    DEPTH,
    DOMINATED,
    EARTH,
    FRAMES,
    KIND,
    PLACE,
    PRESENCE,
    SPACE,
    SPACE_OF,
    TAKEN,
)
from service.rules.state import NONE
from service.rules.steps import STEP_INDEX, STEPS
from service.rules.tables import CARDS, REPTILE, SPACES

_GLACIATION: Final = STEP_INDEX["glaciation"]
_REGRESSION_FREE: Final = STEP_INDEX["regression.free"]

# Which kinds of decision can be outermost at a step: by the section of a space, or by the step.
_OUTERMOST: Final[dict[str, tuple[int, ...]]] = {
    "planning": (kinds.PLACE_PAWN,),
    "initiative": (kinds.SWAP_INITIATIVE, kinds.PLACE_INITIATIVE_PAWN),
    "adaptation": (kinds.ADAPT,),
    "regression": (kinds.PROTECT,),
    "regression.free": (kinds.PROTECT,),
    "abundance": (kinds.ADD_ELEMENT,),
    "wasteland": (kinds.CLEAR_WASTELAND,),
    "depletion": (kinds.DEPLETE,),
    "glaciation": (kinds.GLACIATE,),
    "speciation": (kinds.SPECIATE, kinds.PLACE_SPECIES),
    "speciation.free": (kinds.INSECT_SPECIATION,),
    "wanderlust": (kinds.LAY_TILE,),
    "migration": (kinds.MIGRATE,),
    "competition.free": (kinds.ARACHNID_COMPETITION,),
    "competition": (kinds.COMPETE,),
    "domination": (kinds.DOMINATE,),
    "reset.extinction": (kinds.SAVE_SPECIES,),
    "reset.cards": (kinds.DRAW_CARDS,),
    "reset.adaptation": (kinds.DRAW_ELEMENTS,),
    "reset.abundance": (kinds.DRAW_ELEMENTS,),
    "reset.wanderlust": (kinds.DRAW_ELEMENTS,),
    "reset.tiles": (kinds.DRAW_TILE,),
    # Losses happen at once, and boxes move on at once: nothing can be pending there.
    "regression.losses": (),
    "wasteland.losses": (),
    "reset.boxes": (),
}
_ON_NEW_TILE: Final = (kinds.ADD_TILE_ELEMENT, kinds.MOVE_IN)


def check_stack(checks: Checks) -> None:
    """The outermost decision against the step, and the decision on top of it."""
    slots = checks.slots
    step = STEPS[slots[CURSOR]]
    kind = slots[FRAMES + KIND]
    allowed = _OUTERMOST.get(step, _OUTERMOST.get(step.split(".")[0], ()))
    checks.need(
        kind in allowed,
        "/pending/0/kind",
        "wrong_decision",
        "R7",
        f"at {step} the outermost decision cannot be {kinds.KINDS[kind]}",
        kinds.KINDS[kind],
        [kinds.KINDS[other] for other in allowed],
    )
    if kind not in allowed:
        return
    _space(checks, step)
    depth = slots[DEPTH]
    nests = kind in (kinds.LAY_TILE, kinds.DOMINATE)
    checks.need(
        depth == 1 or (depth == 2 and nests),
        "/pending",
        "wrong_nesting",
        "R7",
        "a decision lies only on top of a Wanderlust or a Domination, and only one",
        depth,
        2 if nests else 1,
    )
    if depth == 2 and nests:
        _nested(checks, kind)


def _space(checks: Checks, step: str) -> None:
    """The acting pawn's space, or that no pawn acts."""
    slots = checks.slots
    space = slots[FRAMES + SPACE_OF]
    if slots[CURSOR] == _GLACIATION:
        first = SPACES.index("glaciation.1")
        checks.need(
            first <= space < first + 4 and not any(slots[SPACE + s] for s in range(first, space)),
            "/pending/0/space",
            "wrong_space",
            "R7.7",
            "the left-most Glaciation pawn acts",
            SPACES[space] if space >= 0 else None,
        )
    elif step in SPACES:
        checks.need(
            space == SPACES.index(step),
            "/pending/0/space",
            "wrong_space",
            "R7",
            "the acting pawn comes from the space that Execution is at",
            SPACES[space] if space >= 0 else None,
            step,
        )
    else:
        checks.need(
            space == NONE,
            "/pending/0/space",
            "wrong_space",
            "R7.0",
            "no pawn acts at this step",
            SPACES[space],
        )
    if slots[CURSOR] == _REGRESSION_FREE:
        checks.need(
            slots[FRAMES + ANIMAL] == REPTILE,
            "/pending/0/animal",
            "wrong_decider",
            "R7.3",
            "after the Regression pawns only the reptiles have a free action",
            decider_name(slots[FRAMES + ANIMAL]),
            decider_name(REPTILE),
        )
    if space != NONE:
        checks.need(
            not slots[SPACE + space],
            f"/action_display/pawns/{SPACES[space]}",
            "space_not_vacant",
            "R7.0",
            "the acting pawn has been lifted, so its space is vacant",
        )


def _nested(checks: Checks, outer: int) -> None:
    slots = checks.slots
    top = checks.state.top()
    hex_ = slots[FRAMES + PLACE]
    checks.need(
        slots[EARTH] >> hex_ & 1,
        "/pending/0/hex",
        "no_tile",
        "R7",
        f"there is no tile on {HEX_NAMES[hex_]}",
        HEX_NAMES[hex_],
    )
    checks.need(
        slots[top + SPACE_OF] == NONE,
        "/pending/1/space",
        "wrong_space",
        "R7.0",
        "only the outermost decision has a pawn",
    )
    if outer == kinds.LAY_TILE:
        _on_new_tile(checks, top, hex_)
    else:
        _on_domination(checks, top, hex_)


def _on_new_tile(checks: Checks, top: int, hex_: int) -> None:
    slots = checks.slots
    kind = slots[top + KIND]
    checks.need(
        kind in _ON_NEW_TILE,
        "/pending/1/kind",
        "wrong_decision",
        "R7.9",
        "after a tile is laid its element and the moves onto it are decided",
        kinds.KINDS[kind],
        [kinds.KINDS[other] for other in _ON_NEW_TILE],
    )
    if kind not in _ON_NEW_TILE:
        return
    checks.need(
        slots[top + PLACE] == hex_,
        "/pending/1/hex",
        "wrong_context",
        "R7.9",
        "the decision is about the tile just laid",
        HEX_NAMES[slots[top + PLACE]],
        HEX_NAMES[hex_],
    )
    checks.need(
        kind == kinds.MOVE_IN or slots[top + ANIMAL] == slots[FRAMES + ANIMAL],
        "/pending/1/animal",
        "wrong_decider",
        "R7.9",
        "the animal that laid the tile decides about its element",
        decider_name(slots[top + ANIMAL]),
        decider_name(slots[FRAMES + ANIMAL]),
    )


def _on_domination(checks: Checks, top: int, hex_: int) -> None:
    slots = checks.slots
    kind = slots[top + KIND]
    card = KIND_TABLE[kind].card
    checks.need(
        kind == kinds.TAKE_CARD or card,
        "/pending/1/kind",
        "wrong_decision",
        "R7.12",
        "on a Domination only the choice of a card or the card itself can be pending",
        kinds.KINDS[kind],
    )
    if card:
        checks.need(
            slots[TAKEN] >> CARDS.index(card) & 1,
            "/pending/1/kind",
            "card_not_taken",
            "R8",
            f"this decision belongs to the card {card}, which has not been taken",
            None,
            card,
        )
    elif kind == kinds.TAKE_CARD and slots[EARTH] >> hex_ & 1:
        _taker(checks, slots[top + ANIMAL], hex_)
    checks.need(
        slots[DOMINATED] >> hex_ & 1,
        "/execution/dominated",
        "not_dominated",
        "R7.12",
        "the tile of the pending Domination is one of those dominated this turn",
        None,
        HEX_NAMES[hex_],
    )


def _taker(checks: Checks, animal: int, hex_: int) -> None:
    """Who takes the card had a cone on the tile, and a cone leaves with the last species (R4.3).

    No more is asked: a claimed cone may have been called off since the tile was scored.
    """
    checks.need(
        checks.slots[PRESENCE + animal] >> hex_ & 1,
        "/pending/1/animal",
        "wrong_decider",
        "R7.12",
        f"the animal dominant on {HEX_NAMES[hex_]} takes the card, and this one has no species"
        " there",
        decider_name(animal),
    )
