"""Set-up and the first turn against the start position (R1.3, R1.4).

Until the first Execution nothing has been done but the first draws and, in Planning, the placing
of pawns. In Execution each thing is as at the start up to the first step that can change it.
"""

from typing import Final

from service.documents.after_reset import FILLED
from service.documents.checks import Checks
from service.documents.names import decider_name
from service.documents.problems import ABSENT, NOTHING
from service.documents.write import counts_object, face_up_object, pawns_object, tile_object
from service.rules.dominance import cone
from service.rules.earth import added_elements, element_at, species
from service.rules.geometry import CENTRE, CORNER_NAMES, HEX_NAMES, START_EARTH, bits
from service.rules.setup import start_position
from service.rules.slots import (
    BOX,
    CLAIMED,
    CURSOR,
    EARTH,
    ELIMINATED,
    IN_PLAY,
    INITIATIVE,
    SURVIVAL,
    TAKEN,
    TERRAIN_TILES,
    TURN,
    VP,
)
from service.rules.state import State
from service.rules.steps import CARDS as REFILLING
from service.rules.steps import DRAW_ADAPTATION, PLANNING, STEP_INDEX, TILES
from service.rules.tables import (
    BOXES,
    CARDS,
    ELEMENTS,
    TUNDRA_TERRAIN,
)

# The last step at which what this section changes first is still as at the start.
_BEFORE: Final = {
    "Execution": PLANNING,
    "Adaptation": STEP_INDEX["adaptation.1"],
    "Abundance": STEP_INDEX["abundance.1"],
    "Glaciation": STEP_INDEX["glaciation"],
    "Wanderlust": STEP_INDEX["speciation.free"],  # its first step goes on after a tile is laid
    "Competition": STEP_INDEX["competition.free"],
    "Domination": STEP_INDEX["competition.sea-jungle"],
    "Reseed": REFILLING,
}


def _when(checks: Checks, until: str) -> str:
    """How to tell the time, if what ``until`` changes first is still as at the start."""
    cursor = checks.slots[CURSOR]
    if cursor == PLANNING:
        return "before the first Execution"
    if not checks.slots[TURN]:
        return "in set-up"
    return f"before the first {until}" if cursor <= _BEFORE[until] else ""


def check_set_up(checks: Checks) -> None:
    """In set-up and in the first turn nothing has been done that comes later (R1.4)."""
    state = checks.state
    slots = state.slots
    in_turn = slots[TURN] or slots[CURSOR] == PLANNING

    def untouched(
        until: str,
        holds: object,
        pointer: str,
        what: str,
        value: object,
        expected: object,
        doubtful: str = "",
    ) -> None:
        when = _when(checks, until)
        if when and checks.knows(pointer):
            text = f"{when} {what}"
            checks.need(
                holds, pointer, "not_set_up", "R1.4", text, value, expected, doubtful=doubtful
            )

    for hex_ in bits(slots[EARTH] & ~START_EARTH):
        tile = tile_object(state, hex_)
        untouched("Wanderlust", False, f"/earth/{HEX_NAMES[hex_]}", "no tile is laid", tile, ABSENT)
    for hex_ in bits(slots[TERRAIN_TILES + TUNDRA_TERRAIN] & ~(1 << CENTRE)):
        where = f"/earth/{HEX_NAMES[hex_]}"
        what = "only the start tundra is laid"
        untouched("Glaciation", False, f"{where}/tundra", what, True, False, doubtful=where)
    taken = _cards_of(slots[TAKEN])
    untouched("Domination", not taken, "/cards/taken", "no card is taken", taken, [])
    if not in_turn:
        pawns = pawns_object(state)
        untouched("Execution", not pawns, "/action_display/pawns", "no pawn is placed", pawns, {})
    if slots[SURVIVAL]:
        holder = decider_name(slots[SURVIVAL] - 1)
        untouched("Execution", False, "/survival", "nobody holds Survival", holder, ABSENT)
    drawn_to = FILLED if in_turn or slots[CURSOR] >= DRAW_ADAPTATION else ()
    for box in range(len(BOXES)):
        if box in drawn_to:
            continue
        held = counts_object(ELEMENTS, slots[BOX + box])
        pointer = f"/action_display/elements/{BOXES[box]}"
        untouched("Reseed", not held, pointer, "the section is empty", held, {})
    for animal in bits(slots[IN_PLAY]):
        where = f"/animals/{decider_name(animal)}"
        points = slots[VP + animal]
        untouched(
            "Glaciation", not points, f"{where}/victory_points", "there are no points", points, 0
        )
        gone = slots[ELIMINATED + animal]
        untouched(
            "Competition", not gone, f"{where}/eliminated", "no species is eliminated", gone, 0
        )
        added = counts_object(ELEMENTS, added_elements(state, animal))
        untouched(
            "Adaptation", not added, f"{where}/added_elements", "no element is added", added, {}
        )
    if checks.knows("/players", "/rules/dominance"):
        _start_position(checks)


def _start_position(checks: Checks) -> None:
    """Until something changes it everything lies as at the start (R1.1, R1.3, R1.4)."""
    slots = checks.slots
    animals = bits(slots[IN_PLAY])
    start = start_position(animals, claimed=bool(slots[CLAIMED]))

    def same(
        until: str, pointer: str, what: str, value: object, expected: object, rule: str = "R1.4"
    ) -> None:
        when = _when(checks, until)
        if when and checks.knows(pointer):
            detail = f"{when} {what} as at the start"
            stands = NOTHING if value is None else value
            due = ABSENT if expected is None else expected
            checks.need(value == expected, pointer, "not_set_up", rule, detail, stands, due)

    order = [decider_name(slots[INITIATIVE + place]) for place in range(len(animals))]
    first = [decider_name(start.slots[INITIATIVE + place]) for place in range(len(animals))]
    same("Execution", "/initiative", "the initiative is", order, first, "R1.3")
    for animal in animals:
        name = decider_name(animal)
        for hex_ in bits(slots[EARTH] & start.slots[EARTH]):
            where = f"/earth/{HEX_NAMES[hex_]}"
            here, there = species(checks.state, animal, hex_), species(start, animal, hex_)
            same("Glaciation", f"{where}/species/{name}", "the species stand", here, there)
    if slots[CLAIMED]:
        for hex_ in bits(slots[EARTH] & start.slots[EARTH]):
            stands, stood = (_cone(s, hex_) for s in (checks.state, start))
            where = f"/earth/{HEX_NAMES[hex_]}/cone"
            same("Adaptation", where, "the cones stand", stands, stood, "R4.3")
    for corner, corner_name in enumerate(CORNER_NAMES):
        lies, lay = (_element(s, corner) for s in (checks.state, start))
        same("Abundance", f"/elements/{corner_name}", "the elements on earth lie", lies, lay)
    if not slots[TURN] and PLANNING < slots[CURSOR] < TILES:
        shown = face_up_object(checks.state)
        same(
            "Execution",
            "/tiles/face_up",
            "the tiles are still face down,",
            shown,
            face_up_object(start),
        )


def _element(state: State, corner: int) -> str | None:
    element = element_at(state, corner)
    return ELEMENTS[element] if element >= 0 else None


def _cone(state: State, hex_: int) -> str | None:
    animal = cone(state, hex_)
    return decider_name(animal) if animal >= 0 else None


def _cards_of(mask: int) -> list[str]:
    return [CARDS[card] for card in bits(mask)]
