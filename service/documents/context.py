"""Each pending decision by itself: who decides, and what is still to be handled (R6 to R9)."""

from collections.abc import Callable
from typing import Final

from service.documents.card_context import CARD_CONTEXT
from service.documents.checks import Checks
from service.documents.decisions import KIND_TABLE
from service.documents.names import NAMES, NATURE_NAME, decider_name
from service.rules import kinds
from service.rules.competition import FIRST_SPACE as FIRST_COMPETITION
from service.rules.competition import SPACE_TERRAINS
from service.rules.draws import bag_size, deck_size
from service.rules.earth import (
    element_at,
    species,
)
from service.rules.geometry import CORNER_HEX_MASK, CORNER_NAMES, HEX_NAMES, bits
from service.rules.migration import DISTANCES
from service.rules.migration import FIRST_SPACE as FIRST_MIGRATION
from service.rules.slots import (
    ANIMAL,
    AVAILABLE,
    BOX,
    COUNT,
    CURSOR,
    EARTH,
    ELEMENT_MASK,
    FACE_DOWN,
    FACE_UP,
    FRAME_SIZE,
    FRAMES,
    IN_PLAY,
    KIND,
    MANUAL,
    MOVED,
    PLACE,
    SET,
    SPACE_OF,
)
from service.rules.speciation import FIRST_SPACE as FIRST_SPECIATION
from service.rules.speciation import SPACE_ELEMENT
from service.rules.steps import DRAW_ABUNDANCE, DRAW_ADAPTATION, DRAW_WANDERLUST
from service.rules.tables import (
    ABUNDANCE_BOX,
    ADAPTATION_BOX,
    CARD_PLACES,
    ELEMENTS,
    NATURE,
    SECTION_DISKS,
    WANDERLUST_BOX,
)

_DRAW_BOX: Final = {
    DRAW_ADAPTATION: ADAPTATION_BOX,
    DRAW_ABUNDANCE: ABUNDANCE_BOX,
    DRAW_WANDERLUST: WANDERLUST_BOX,
}


def check_frame(checks: Checks, depth: int) -> None:
    """Who decides in the frame at this depth, and the frame's context."""
    slots = checks.slots
    top = FRAMES + FRAME_SIZE * depth
    where = f"/pending/{depth}"
    animal = slots[top + ANIMAL]
    row = KIND_TABLE[slots[top + KIND]]
    fits = animal == NATURE or bool(slots[IN_PLAY] >> animal & 1)
    checks.need(
        fits,
        f"{where}/animal",
        "wrong_decider",
        kinds.KIND_RULES[slots[top + KIND]],
        f"no player has the {decider_name(animal)}, so it cannot decide",
        decider_name(animal),
    )
    checks.need(
        row.decider != NATURE_NAME or slots[MANUAL],
        f"{where}/kind",
        "draw_not_manual",
        "R1.7",
        "draws are decisions only when chance is manual",
    )
    check = _CONTEXT.get(slots[top + KIND])
    if fits and check is not None:
        check(checks, top, where)


def _place_species(checks: Checks, top: int, where: str) -> None:
    slots = checks.slots
    corner = slots[top + PLACE]
    tiles = CORNER_HEX_MASK[corner] & slots[EARTH]
    strangers = [HEX_NAMES[hex_] for hex_ in bits(slots[top + SET] & ~tiles)]
    checks.need(
        not strangers,
        f"{where}/hexes",
        "wrong_context",
        "R7.8",
        "new species go on the tiles that touch the chosen corner",
        strangers,
        [HEX_NAMES[hex_] for hex_ in bits(tiles)],
    )
    number = slots[top + SPACE_OF] - FIRST_SPECIATION
    if 0 <= number < len(SPACE_ELEMENT):
        wanted = ELEMENTS[SPACE_ELEMENT[number]]
        element = element_at(checks.state, corner)
        found = ELEMENTS[element] if element >= 0 else None
        checks.need(
            found == wanted,
            f"{where}/corner",
            "wrong_context",
            "R7.8",
            f"this space is about an element of type {wanted}, and on {CORNER_NAMES[corner]} lies"
            f" {found or 'none'}",
            found,
            wanted,
        )


def _migrate(checks: Checks, top: int, where: str) -> None:
    slots = checks.slots
    space = slots[top + SPACE_OF]
    if not FIRST_MIGRATION <= space < FIRST_MIGRATION + len(DISTANCES):
        return
    distance = DISTANCES[space - FIRST_MIGRATION]
    moved = sum(slots[MOVED + hex_] for hex_ in range(len(HEX_NAMES)))
    checks.need(
        slots[top + COUNT] + moved == distance,
        f"{where}/remaining",
        "wrong_remaining",
        "R7.10",
        f"this pawn moves {distance} species, of which {moved} have moved",
        slots[top + COUNT],
        distance - moved,
    )
    for hex_ in range(len(HEX_NAMES)):
        present = species(checks.state, slots[top + ANIMAL], hex_)
        checks.need(
            slots[MOVED + hex_] <= present,
            f"{where}/moved/{HEX_NAMES[hex_]}",
            "moved_absent",
            "R7.10",
            "more species are said to have moved here than the animal has here",
            slots[MOVED + hex_],
            {"maximum": present},
        )


def _compete(checks: Checks, top: int, where: str) -> None:
    space = checks.slots[top + SPACE_OF]
    if FIRST_COMPETITION <= space < FIRST_COMPETITION + len(SPACE_TERRAINS):
        own = SPACE_TERRAINS[space - FIRST_COMPETITION]
        strangers = [NAMES["terrain"][i] for i in bits(checks.slots[top + SET] & ~own)]
        checks.need(
            not strangers,
            f"{where}/terrains",
            "wrong_context",
            "R7.11",
            "the pawn competes on the two terrains of its space and on tundra",
            strangers,
            [NAMES["terrain"][i] for i in bits(own)],
        )


def _draw_elements(checks: Checks, top: int, where: str) -> None:
    slots = checks.slots
    box = slots[top + PLACE]
    wanted_box = _DRAW_BOX.get(slots[CURSOR])
    if wanted_box is None:
        return
    checks.need(
        box == wanted_box,
        f"{where}/section",
        "wrong_context",
        "R9.3",
        "the section drawn for is not the one that Reseed is at",
        NAMES["box"][box],
        NAMES["box"][wanted_box],
    )
    held = slots[BOX + wanted_box] % ELEMENT_MASK
    wanted = min(SECTION_DISKS - held, bag_size(checks.state))
    checks.need(
        slots[top + COUNT] == wanted and wanted > 0,
        f"{where}/remaining",
        "wrong_remaining",
        "R9.3",
        f"a section is filled up to four disks, as far as the bag goes; it holds {held}",
        slots[top + COUNT],
        wanted,
    )


def _draw_cards(checks: Checks, top: int, where: str) -> None:
    slots = checks.slots
    wanted = min(CARD_PLACES - slots[AVAILABLE].bit_count(), deck_size(checks.state))
    checks.need(
        slots[top + COUNT] == wanted and wanted > 0,
        f"{where}/remaining",
        "wrong_remaining",
        "R9.3",
        "the empty card places are refilled, as far as the deck goes",
        slots[top + COUNT],
        wanted,
    )


def _draw_tile(checks: Checks, top: int, where: str) -> None:
    stack = checks.slots[top + PLACE]
    checks.need(
        not checks.slots[FACE_UP + stack] and checks.slots[FACE_DOWN + stack],
        f"{where}/stack",
        "wrong_context",
        "R9.3",
        "a tile is turned up where a stack has face-down tiles and none face up",
        stack + 1,
    )


_CONTEXT: Final[dict[int, Callable[[Checks, int, str], None]]] = {
    kinds.PLACE_PAWN: Checks.pawn_in_hand,
    kinds.PLACE_SPECIES: _place_species,
    kinds.ADD_TILE_ELEMENT: Checks.tile,
    kinds.INSECT_SPECIATION: Checks.gene_pool,
    kinds.MOVE_IN: Checks.tile,
    kinds.MIGRATE: _migrate,
    kinds.COMPETE: _compete,
    kinds.DRAW_ELEMENTS: _draw_elements,
    kinds.DRAW_CARDS: _draw_cards,
    kinds.DRAW_TILE: _draw_tile,
    **CARD_CONTEXT,
}
