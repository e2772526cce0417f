"""Set-up and the first Planning against the start position (R1.3, R1.4).

Until the first Execution nothing has been done but the first draws and, in Planning, the placing
of pawns.
"""

from service.documents.after_reset import FILLED
from service.documents.checks import Checks
from service.documents.names import decider_name
from service.rules.earth import added_elements, element_at, species
from service.rules.geometry import CORNER_NAMES, HEX_NAMES, bits
from service.rules.setup import start_position
from service.rules.slots import (
    BOX,
    CLAIMED,
    CONES,
    CURSOR,
    EARTH,
    ELEMENT_MASK,
    ELIMINATED,
    FACE_UP,
    IN_PLAY,
    INITIATIVE,
    OCCUPIED,
    SURVIVAL,
    TAKEN,
    TERRAIN_TILES,
    VP,
)
from service.rules.state import State
from service.rules.steps import DRAW_ADAPTATION, PLANNING, TILES
from service.rules.tables import (
    BOXES,
    CARDS,
    ELEMENTS,
    STACKS,
    START_TILES,
    TUNDRA_TERRAIN,
)


def check_set_up(checks: Checks) -> None:
    """Before the first Execution nothing has been done but the first draws (R1.4)."""
    slots = checks.slots
    planning = slots[CURSOR] == PLANNING
    detail = "before the first Execution {}" if planning else "in set-up {}"

    def untouched(holds: object, pointer: str, what: str, value: object, expected: object) -> None:
        if checks.knows(pointer):
            text = detail.format(what)
            checks.need(holds, pointer, "not_set_up", "R1.4", text, value, expected)

    tiles = slots[EARTH].bit_count()
    untouched(tiles <= len(START_TILES), "/earth", "no tile is laid", tiles, len(START_TILES))
    tundra = slots[TERRAIN_TILES + TUNDRA_TERRAIN].bit_count()
    untouched(tundra <= 1, "/earth", "only the start tundra is laid", tundra, 1)
    untouched(not slots[TAKEN], "/cards/taken", "no card is taken", _cards_of(slots[TAKEN]), [])
    placed = slots[OCCUPIED].bit_count()
    if not planning:
        untouched(not placed, "/action_display/pawns", "no pawn is placed", placed, 0)
    untouched(not slots[SURVIVAL], "/survival", "nobody holds Survival", "survival", None)
    drawn_to = FILLED if planning or slots[CURSOR] >= DRAW_ADAPTATION else ()
    for box in range(len(BOXES)):
        if box in drawn_to:
            continue
        held = slots[BOX + box] % ELEMENT_MASK
        pointer = f"/action_display/elements/{BOXES[box]}"
        untouched(not held, pointer, "the section is empty", held, 0)
    for animal in bits(slots[IN_PLAY]):
        where = f"/animals/{decider_name(animal)}"
        points = slots[VP + animal]
        untouched(not points, f"{where}/victory_points", "there are no points", points, 0)
        gone = slots[ELIMINATED + animal]
        untouched(not gone, f"{where}/eliminated", "no species is eliminated", gone, 0)
        added = bool(added_elements(checks.state, animal))
        untouched(not added, f"{where}/added_elements", "no element is added", added, False)
    if checks.knows("/players", "/rules/dominance"):
        _start_position(checks)


def _start_position(checks: Checks) -> None:
    """Before the first Execution everything lies as at the start (R1.1, R1.3, R1.4)."""
    slots = checks.slots
    planning = slots[CURSOR] == PLANNING
    when = "before the first Execution" if planning else "in set-up"
    animals = bits(slots[IN_PLAY])
    start = start_position(animals, claimed=bool(slots[CLAIMED]))

    def same(pointer: str, what: str, value: object, expected: object, rule: str = "R1.4") -> None:
        if checks.knows(pointer):
            detail = f"{when} {what} as at the start"
            checks.need(value == expected, pointer, "not_set_up", rule, detail, value, expected)

    order = [decider_name(slots[INITIATIVE + place]) for place in range(len(animals))]
    first = [decider_name(start.slots[INITIATIVE + place]) for place in range(len(animals))]
    same("/initiative", "the initiative is", order, first, "R1.3")
    for animal in animals:
        name = decider_name(animal)
        for hex_ in bits(slots[EARTH] & start.slots[EARTH]):
            where = f"/earth/{HEX_NAMES[hex_]}"
            here, there = species(checks.state, animal, hex_), species(start, animal, hex_)
            same(f"{where}/species/{name}", "the species stand", here, there)
            if slots[CLAIMED]:
                held, given = (s.slots[CONES + animal] >> hex_ & 1 for s in (checks.state, start))
                same(f"{where}/cone", f"the cones of the {name} are", held, given, "R4.3")
    for corner, corner_name in enumerate(CORNER_NAMES):
        lies, lay = (_element(s, corner) for s in (checks.state, start))
        same(f"/elements/{corner_name}", "the elements on earth lie", lies, lay)
    if not planning and slots[CURSOR] < TILES:
        shown = sum(1 for stack in range(STACKS) if slots[FACE_UP + stack])
        same("/tiles/face_up", "the tiles are still face down,", shown, 0)


def _element(state: State, corner: int) -> str | None:
    element = element_at(state, corner)
    return ELEMENTS[element] if element >= 0 else None


def _cards_of(mask: int) -> list[str]:
    return [CARDS[card] for card in bits(mask)]
