"""The pending stack against the step that the turn is at (R7, R9)."""

from functools import cache
from typing import Final

from service.documents.checks import Checks, animal_names, hex_names
from service.documents.context import DRAW_BOX
from service.documents.decisions import KIND_TABLE
from service.documents.meanings import step_title, title
from service.documents.names import NAMES, NATURE_NAME, decider_name
from service.documents.problems import ABSENT, one_of
from service.documents.unknown import STEP
from service.rules import kinds
from service.rules.dominance import dominant
from service.rules.earth import inhabited
from service.rules.geometry import HEX_NAMES, START_EARTH
from service.rules.slots import (
    ANIMAL,
    CLAIMED,
    CURSOR,
    DEPTH,
    DOMINATED,
    EARTH,
    FACE_UP,
    FRAME_SIZE,
    FRAMES,
    IN_PLAY,
    KIND,
    MANUAL,
    PLACE,
    PRESENCE,
    SPACE,
    SPACE_OF,
    TAKEN,
    TERRAIN_TILES,
)
from service.rules.state import NONE
from service.rules.steps import STEP_INDEX, STEPS
from service.rules.tables import (
    CARDS,
    NATURE,
    REPTILE,
    SPACES,
    STACKS,
    TERRAINS,
    TUNDRA_TERRAIN,
)

_GLACIATION: Final = STEP_INDEX["glaciation"]
_REGRESSION_FREE: Final = STEP_INDEX["regression.free"]


@cache
def outermost_at(step: str) -> list[str]:
    """The kinds of decision that can be outermost at a step: none where all happens at once."""
    here = (step,) if "." in step and step not in SPACES else (step, step.split(".")[0])
    return [
        kinds.KINDS[kind]
        for kind, row in enumerate(KIND_TABLE)
        if any(place in row.at for place in here)
    ]


def check_stack(checks: Checks) -> None:
    """The outermost decision against the step, and the decision on top of it."""
    slots = checks.slots
    kind = slots[FRAMES + KIND]
    depth = slots[DEPTH]
    if not checks.knows("/pending/0/kind"):
        return
    if checks.knows(STEP):
        step = STEPS[slots[CURSOR]]
        allowed = outermost_at(step)
        detail = (
            f"at {step_title(step)} no decision can be pending: what happens there happens at once"
            if not allowed
            else f"at {step_title(step)} the outermost decision cannot be {kinds.KINDS[kind]!r}"
        )
        if not checks.need(
            kinds.KINDS[kind] in allowed,
            "/pending/0/kind",
            "wrong_decision",
            "R7",
            detail,
            kinds.KINDS[kind],
            allowed or None,
        ):
            checks.doubt("/pending", STEP)  # either may be the wrong one
            return
        _space(checks, step)
        _section(checks)
    nests = KIND_TABLE[kind].outer is not None
    if not checks.need(
        depth == 1 or (depth == 2 and nests),
        "/pending",
        "wrong_nesting",
        "R7",
        "a decision lies only on top of a Wanderlust or a Domination, and only one",
        depth,
        {"maximum": 2 if nests else 1},
    ):
        checks.doubt("/pending")
    elif depth == 2 and checks.knows("/pending/1/kind"):
        _nested(checks, kind)


def _space(checks: Checks, step: str) -> None:
    """The acting pawn's space, or that no pawn acts."""
    slots = checks.slots
    space = slots[FRAMES + SPACE_OF]
    if not checks.knows("/pending/0/space"):
        return
    given = SPACES[space] if space >= 0 else None
    if slots[CURSOR] == _GLACIATION:
        first = SPACES.index("glaciation.1")
        waiting = [s for s in range(first, first + 4) if slots[SPACE + s]]
        last = waiting[0] if waiting else first + 3
        possible = SPACES[first : max(first + 1, last if waiting else last + 1)]
        right = checks.need(
            first <= space <= last,
            "/pending/0/space",
            "wrong_space",
            "R7.7",
            "the left-most Glaciation pawn acts, so no other pawn stands to its left",
            given,
            one_of(possible),
        )
    elif step in SPACES:
        right = checks.need(
            space == SPACES.index(step),
            "/pending/0/space",
            "wrong_space",
            "R7",
            "the acting pawn comes from the space that Execution is at",
            given,
            step,
        )
    else:
        right = checks.need(
            space == NONE,
            "/pending/0/space",
            "wrong_space",
            "R7.0",
            f"no pawn acts at {step_title(step)}",
            given,
            ABSENT,
        )
    if not right and slots[CURSOR] != _GLACIATION:
        checks.doubt(STEP)  # either may be the wrong one
    if right and slots[CURSOR] == _REGRESSION_FREE and checks.knows("/pending/0/animal"):
        checks.need(
            slots[FRAMES + ANIMAL] == REPTILE,
            "/pending/0/animal",
            "wrong_decider",
            "R7.3",
            "after the Regression pawns only the reptiles have a free action",
            decider_name(slots[FRAMES + ANIMAL]),
            decider_name(REPTILE),
        )
    if right and space != NONE:
        checks.need(
            not slots[SPACE + space],
            f"/action_display/pawns/{SPACES[space]}",
            "space_not_vacant",
            "R7.0",
            "the acting pawn has been lifted, so its space is vacant",
            decider_name(slots[SPACE + space] - 1),
            ABSENT,
        )


def _section(checks: Checks) -> None:
    """The section that is drawn for is the one that Reseed is at (R9.3)."""
    wanted = DRAW_BOX.get(checks.slots[CURSOR])
    given = checks.slots[FRAMES + PLACE]
    if wanted is None or not checks.knows(STEP, "/pending/0/kind", "/pending/0/section"):
        return
    if not checks.need(
        given == wanted,
        "/pending/0/section",
        "wrong_context",
        "R9.3",
        "the section drawn for is not the one that Reseed is at",
        NAMES["box"][given],
        NAMES["box"][wanted],
    ):
        checks.doubt(STEP)  # either may be the wrong one


def _nested(checks: Checks, outer: int) -> None:
    slots = checks.slots
    top = checks.state.top()
    kind = slots[top + KIND]
    fitting = [
        kinds.KINDS[other] for other, row in enumerate(KIND_TABLE) if row.on == kinds.KINDS[outer]
    ]
    if not checks.need(
        kinds.KINDS[kind] in fitting,
        "/pending/1/kind",
        "wrong_decision",
        kinds.KIND_RULES[outer],
        "after a tile is laid its element and the moves onto it are decided"
        if outer == kinds.LAY_TILE
        else "on a Domination only the choice of a card or the card itself can be pending",
        kinds.KINDS[kind],
        fitting,
    ):
        checks.doubt("/pending/1")
        return
    if checks.knows("/pending/1/space"):
        checks.need(
            slots[top + SPACE_OF] == NONE,
            "/pending/1/space",
            "wrong_space",
            "R7.0",
            "only the outermost decision has a pawn",
            SPACES[slots[top + SPACE_OF]],
            ABSENT,
        )
    if not checks.knows("/pending/0/hex"):
        return
    hex_ = slots[FRAMES + PLACE]
    if checks.knows(f"/earth/{HEX_NAMES[hex_]}/terrain") and not checks.need(
        slots[EARTH] >> hex_ & 1,
        "/pending/0/hex",
        "no_tile",
        "R7",
        f"there is no tile on {HEX_NAMES[hex_]}",
        HEX_NAMES[hex_],
    ):
        if slots[top + PLACE] == hex_:
            checks.doubt("/pending/1/hex")  # the same hex, and the same slip
        return
    if outer == kinds.LAY_TILE:
        _on_new_tile(checks, top, hex_)
    else:
        _on_domination(checks, top, hex_)


def _on_new_tile(checks: Checks, top: int, hex_: int) -> None:
    slots = checks.slots
    name = HEX_NAMES[hex_]
    if checks.knows(f"/earth/{name}/tundra"):
        covered = slots[TERRAIN_TILES + TUNDRA_TERRAIN] >> hex_ & 1
        if not checks.need(
            not (START_EARTH >> hex_ & 1 or covered),
            "/pending/0/hex",
            "wrong_context",
            "R7.9",
            "the tile just laid is neither a start tile nor covered by tundra, and the one on"
            f" {name} is",
            name,
        ):
            checks.doubt("/pending/1/hex")
    if checks.knows("/pending/1/hex"):
        checks.need(
            slots[top + PLACE] == hex_,
            "/pending/1/hex",
            "wrong_context",
            "R7.9",
            "the decision is about the tile just laid",
            HEX_NAMES[slots[top + PLACE]],
            name,
        )
    if checks.knows("/tiles/face_up"):
        checks.need(
            not all(slots[FACE_UP + stack] for stack in range(STACKS)),
            "/tiles/face_up",
            "stack_turned_early",
            "R7.9",
            "the tile just laid came from the top of a stack, which is not turned up before Reseed",
            [TERRAINS[slots[FACE_UP + stack] - 1] for stack in range(STACKS)],
        )
    if slots[top + KIND] != kinds.MOVE_IN and checks.knows("/pending/*/animal"):
        checks.need(
            slots[top + ANIMAL] == slots[FRAMES + ANIMAL],
            "/pending/1/animal",
            "wrong_decider",
            "R7.9",
            "the animal that laid the tile decides about its element",
            decider_name(slots[top + ANIMAL]),
            decider_name(slots[FRAMES + ANIMAL]),
        )


def _on_domination(checks: Checks, top: int, hex_: int) -> None:
    slots = checks.slots
    card = KIND_TABLE[slots[top + KIND]].card
    if card and checks.knows("/cards/taken"):
        checks.need(
            slots[TAKEN] >> CARDS.index(card) & 1,
            "/pending/1/kind",
            "card_not_taken",
            "R8",
            f"this decision belongs to the card {title(card)}, which has not been taken",
            kinds.KINDS[slots[top + KIND]],
            {"taken": card},
            doubtful="/cards/taken",
        )
    if checks.knows("/execution/dominated", STEP) and not checks.need(
        slots[DOMINATED] >> hex_ & 1,
        "/execution/dominated",
        "not_dominated",
        "R7.12",
        f"the tile of the pending Domination, {HEX_NAMES[hex_]}, is one of those dominated this"
        " turn",
        hex_names(slots[DOMINATED]),
        {"contains": HEX_NAMES[hex_]},
    ):
        checks.doubt("/pending/0/hex")  # either may be the wrong one
    _taker(checks, top, hex_)


def _taker(checks: Checks, top: int, hex_: int) -> None:
    """Whoever takes the card is dominant on the tile that was scored, by its cone (R7.12).

    A claimed cone may have been called off since, but its animal was there; and a cone leaves
    with the last species (R4.3).
    """
    slots = checks.slots
    where = ("/pending/0/hex", "/earth/*/species")
    who = ("/pending/1/animal", "/rules/dominance", "/players")
    certain = KIND_TABLE[slots[top + KIND]].taker
    animal = slots[top + ANIMAL]
    name = HEX_NAMES[hex_]
    if not checks.knows(*where):
        return
    if certain == "somebody":
        checks.need(
            inhabited(checks.state) >> hex_ & 1,
            "/pending/0/hex",
            "nobody_there",
            "R7.12",
            f"an animal on {name} has taken the card, and there is no species there",
            name,
        )
        return
    if not certain or animal == NATURE or not checks.knows(*who):
        return
    present = slots[PRESENCE + animal] >> hex_ & 1
    if certain != "dominant_if_present" and not checks.need(
        present,
        "/pending/1/animal",
        "wrong_decider",
        "R7.12",
        f"the animal dominant on {name} takes the card, and the {decider_name(animal)} has no"
        " species there",
        decider_name(animal),
    ):
        return
    if certain == "present" or slots[CLAIMED] or not present:
        return
    if checks.knows("/elements", "/animals/*/added_elements"):
        true = dominant(checks.state, hex_)
        holder = f"that is the {decider_name(true)}" if true >= 0 else "nobody is dominant"
        checks.need(
            true == animal,
            "/pending/1/animal",
            "wrong_decider",
            "R7.12",
            f"the animal dominant on {name} takes the card, and {holder}",
            decider_name(animal),
            decider_name(true) if true >= 0 else None,
        )


def check_decider(checks: Checks, depth: int) -> None:
    """The animal that decides in the frame at this depth is in play (R1.1)."""
    where = f"/pending/{depth}"
    top = FRAMES + FRAME_SIZE * depth
    animal = checks.slots[top + ANIMAL]
    if animal != NATURE and checks.knows(f"{where}/kind", f"{where}/animal", "/players"):
        checks.need(
            checks.slots[IN_PLAY] >> animal & 1,
            f"{where}/animal",
            "wrong_decider",
            kinds.KIND_RULES[checks.slots[top + KIND]],
            f"no player has the {decider_name(animal)}, so it cannot decide",
            decider_name(animal),
            animal_names(checks.slots[IN_PLAY]),
        )


def check_frame(checks: Checks, depth: int) -> None:
    """Whether the decision at this depth is asked, and its context."""
    slots = checks.slots
    top = FRAMES + FRAME_SIZE * depth
    where = f"/pending/{depth}"
    if not checks.knows(f"{where}/kind"):
        return
    kind = slots[top + KIND]
    row = KIND_TABLE[kind]
    if (
        row.decider == NATURE_NAME
        and checks.knows("/chance/mode")
        and not checks.need(
            slots[MANUAL],
            f"{where}/kind",
            "draw_not_manual",
            "R1.7",
            "draws are decisions only when chance is manual",
            kinds.KINDS[kind],
        )
    ):
        return
    if row.check is not None:
        row.check(checks, top, where)
