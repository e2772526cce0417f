"""What each pending decision of an action has still to handle (R6 to R9).

Each check is given the first slot of the decision's frame and the frame's JSON pointer; the table
of decisions names it. That whoever decides is in play has been checked before.
"""

from typing import Final

from service.documents.checks import Checks, hex_names
from service.documents.names import NAMES, decider_name
from service.documents.unknown import STEP
from service.documents.wording import listed
from service.rules.competition import FIRST_SPACE as FIRST_COMPETITION
from service.rules.competition import SPACE_TERRAINS
from service.rules.draws import bag_size, deck_size
from service.rules.earth import element_at, presence_of_others, species
from service.rules.geometry import CORNER_HEX_MASK, CORNER_NAMES, HEX_NAMES, NEIGHBOURS, bits
from service.rules.migration import DISTANCES
from service.rules.migration import FIRST_SPACE as FIRST_MIGRATION
from service.rules.regression import threatened
from service.rules.reset import candidates
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
    IN_PLAY,
    MOVED,
    PLACE,
    PRESENCE,
    SAVE_ANY,
    SET,
    SPACE_OF,
    TERRAIN_TILES,
)
from service.rules.speciation import FIRST_SPACE as FIRST_SPECIATION
from service.rules.speciation import SPACE_ELEMENT
from service.rules.state import NONE
from service.rules.steps import DRAW_ABUNDANCE, DRAW_ADAPTATION, DRAW_WANDERLUST
from service.rules.tables import (
    ABUNDANCE_BOX,
    ADAPTATION_BOX,
    ARACHNID,
    CARD_PLACES,
    ELEMENTS,
    SECTION_DISKS,
    STACKS,
    WANDERLUST_BOX,
)

DRAW_BOX: Final = {
    DRAW_ADAPTATION: ADAPTATION_BOX,
    DRAW_ABUNDANCE: ABUNDANCE_BOX,
    DRAW_WANDERLUST: WANDERLUST_BOX,
}


def protect(checks: Checks, top: int, where: str) -> None:
    """The reptiles are asked after the pawns only if they have something to lose (R7.3)."""
    animal = checks.slots[top + ANIMAL]
    if checks.slots[top + SPACE_OF] != NONE or not checks.knows(
        f"{where}/space",
        f"{where}/animal",
        f"/animals/{decider_name(animal)}/added_elements",
        "/action_display/elements/regression",
        "/execution/protected",
    ):
        return
    checks.need(
        threatened(checks.state, animal),
        f"{where}/kind",
        "nothing_to_decide",
        "R7.3",
        f"the {decider_name(animal)} would lose no element that is not protected, so it is not"
        " asked",
        checks.asked(top),
    )


def _left(
    checks: Checks, left: object, pointer: str, rule: str, otherwise: str, value: object
) -> None:
    """Something is left to do: with nothing left an action is over at once."""
    detail = f"{otherwise}, so the action is over and this is not asked"
    checks.need(left, pointer, "nothing_left", rule, detail, value)


def place_species(checks: Checks, top: int, where: str) -> None:
    """The corner holds the element of the space, and the tiles left touch it (R7.8)."""
    slots = checks.slots
    corner = slots[top + PLACE]
    number = slots[top + SPACE_OF] - FIRST_SPECIATION
    name = CORNER_NAMES[corner]
    if 0 <= number < len(SPACE_ELEMENT) and checks.knows(
        f"{where}/corner", f"{where}/space", "/elements"
    ):
        wanted = ELEMENTS[SPACE_ELEMENT[number]]
        element = element_at(checks.state, corner)
        found = ELEMENTS[element] if element >= 0 else None
        checks.need(
            found == wanted,
            f"{where}/corner",
            "wrong_context",
            "R7.8",
            f"this space is about an element of type {wanted}, and on {name} lies"
            f" {found or 'no element'}",
            found,
            wanted,
        )
    tiles = CORNER_HEX_MASK[corner] & slots[EARTH]
    if checks.knows(f"{where}/corner", f"{where}/hexes", f"/elements/{name}", "/earth/*/terrain"):
        strangers = hex_names(slots[top + SET] & ~tiles)
        checks.need(
            not strangers,
            f"{where}/hexes",
            "wrong_context",
            "R7.8",
            f"new species go on the tiles that touch the chosen corner, {listed(hex_names(tiles))};"
            f" {listed(strangers)} {'does' if len(strangers) == 1 else 'do'} not touch {name}",
            strangers,
            hex_names(tiles),
        )
        otherwise = "no tile is left for new species"
        _left(checks, slots[top + SET], f"{where}/hexes", "R7.8", otherwise, [])
        if slots[top + SET] == tiles:
            checks.gene_pool(top, where)


def move_in(checks: Checks, top: int, where: str) -> None:
    """Whoever moves onto the new tile has species near it, and is next in the food chain (R7.9)."""
    if not checks.tile(top, where) or not checks.knows(f"{where}/animal"):
        return
    slots = checks.slots
    hex_ = slots[top + PLACE]
    animal = slots[top + ANIMAL]
    name = decider_name(animal)
    if checks.knows(f"/earth/*/species/{name}"):
        near = slots[PRESENCE + animal] & NEIGHBOURS[hex_]
        moved = slots[PRESENCE + animal] >> hex_ & 1
        checks.need(
            near or moved,
            f"{where}/animal",
            "wrong_decider",
            "R7.9",
            f"the {name} has no species next to the new tile, so it is not asked",
            name,
        )
        otherwise = f"no species of the {name} is left to move in"
        _left(checks, near or not moved, f"{where}/animal", "R7.9", otherwise, name)
    if not checks.knows(f"{where}/animal"):
        return
    _not_moved_yet(
        checks,
        hex_,
        animal + 1,
        f"animals move onto the new tile in food chain order, and the {name} is still to move",
    )


def _not_moved_yet(checks: Checks, hex_: int, first: int, detail: str) -> None:
    """No animal from this one on down the food chain is on the new tile; one slip if some are."""
    moved = {
        decider_name(animal): species(checks.state, animal, hex_)
        for animal in range(first, 6)
        if checks.slots[PRESENCE + animal] >> hex_ & 1
    }
    where = f"/earth/{HEX_NAMES[hex_]}/species"
    if len(moved) == 1:
        [(name, count)] = moved.items()
        checks.need(False, f"{where}/{name}", "moved_too_early", "R7.9", detail, count, 0)
    elif moved:
        expected = dict.fromkeys(moved, 0)
        checks.need(False, where, "moved_too_early", "R7.9", detail, moved, expected)


def new_tile(checks: Checks, top: int, where: str) -> None:
    """Nobody has moved onto the new tile before its element is decided (R7.9)."""
    if not checks.tile(top, where):
        return
    detail = "the element of the new tile is decided before species move onto it"
    _not_moved_yet(checks, checks.slots[top + PLACE], 0, detail)


def migrate(checks: Checks, top: int, where: str) -> None:
    """What has moved and what may still move make up the space's number (R7.10)."""
    slots = checks.slots
    space = slots[top + SPACE_OF]
    if not checks.knows(f"{where}/moved"):
        return
    animal = slots[top + ANIMAL]
    absent = False
    for hex_, name in enumerate(HEX_NAMES):
        present = species(checks.state, animal, hex_)
        if slots[MOVED + hex_] > present and checks.knows(
            f"{where}/animal", f"/earth/{name}/species/{decider_name(animal)}"
        ):
            absent = True
            checks.need(
                False,
                f"{where}/moved/{name}",
                "moved_absent",
                "R7.10",
                "more species are said to have moved here than the animal has here",
                slots[MOVED + hex_],
                {"maximum": present},
            )
    if (
        not absent
        and checks.knows(f"{where}/space", f"{where}/remaining")
        and FIRST_MIGRATION <= space < FIRST_MIGRATION + len(DISTANCES)
    ):
        distance = DISTANCES[space - FIRST_MIGRATION]
        moved = sum(slots[MOVED : MOVED + len(HEX_NAMES)])
        checks.need(
            slots[top + COUNT] + moved == distance,
            f"{where}/remaining",
            "wrong_remaining",
            "R7.10",
            f"this pawn moves {distance} species, of which so far {moved}",
            slots[top + COUNT],
            max(0, distance - moved),
        )
        left = slots[top + COUNT] or moved != distance
        _left(checks, left, f"{where}/remaining", "R7.10", "no species is left to move", 0)


def compete(checks: Checks, top: int, where: str) -> None:
    """The terrains left are some of the space's, and on the others it has competed (R7.11)."""
    slots = checks.slots
    space = slots[top + SPACE_OF]
    if not (
        checks.knows(f"{where}/space", f"{where}/terrains")
        and FIRST_COMPETITION <= space < FIRST_COMPETITION + len(SPACE_TERRAINS)
    ):
        return
    own = SPACE_TERRAINS[space - FIRST_COMPETITION]
    names = [NAMES["terrain"][i] for i in bits(own)]
    strangers = [NAMES["terrain"][i] for i in bits(slots[top + SET] & ~own)]
    checks.need(
        not strangers,
        f"{where}/terrains",
        "wrong_context",
        "R7.11",
        "the pawn competes on the two terrains of its space and on tundra",
        strangers,
        names,
    )
    otherwise = "no terrain is left to compete on"
    _left(checks, slots[top + SET], f"{where}/terrains", "R7.11", otherwise, [])
    name = decider_name(slots[top + ANIMAL])
    if not checks.knows(
        f"{where}/animal",
        f"{where}/terrains",
        f"/earth/*/species/{name}",
        "/earth/*/terrain",
        "/earth/*/tundra",
    ):
        return
    absent = [
        NAMES["terrain"][i]
        for i in bits(own & ~slots[top + SET])
        if not slots[TERRAIN_TILES + i] & slots[PRESENCE + slots[top + ANIMAL]]
    ]
    checks.need(
        not absent,
        f"{where}/terrains",
        "wrong_context",
        "R7.11",
        f"the {name} is on no tile of the terrain {' or '.join(absent)}, so it has not competed"
        " there yet",
        [NAMES["terrain"][i] for i in bits(slots[top + SET])],
    )


def arachnids(checks: Checks, top: int, where: str) -> None:
    """The arachnids are asked only if they meet another animal somewhere (R7.11)."""
    if checks.knows("/earth/*/species"):
        checks.need(
            checks.slots[PRESENCE + ARACHNID] & presence_of_others(checks.state, ARACHNID),
            f"{where}/kind",
            "nothing_to_decide",
            "R7.11",
            "the arachnids share no tile with another animal, so they are not asked",
            checks.asked(top),
        )


def save_species(checks: Checks, top: int, where: str) -> None:
    """The mammals are asked only if there is a species to save (R9.1)."""
    if not checks.knows("/rules", "/earth", "/elements", "/animals", "/execution/hibernating"):
        return
    savable = 0
    for animal in bits(checks.slots[IN_PLAY]) if checks.slots[SAVE_ANY] else [0]:
        savable |= candidates(checks.state, animal)
    checks.need(
        savable,
        f"{where}/kind",
        "nothing_to_decide",
        "R9.1",
        "no species that the mammals may save is endangered, so they are not asked",
        checks.asked(top),
    )


def draw_elements(checks: Checks, top: int, where: str) -> None:
    """The section that Reseed is at is filled up to four disks (R9.3)."""
    box = DRAW_BOX.get(checks.slots[CURSOR])
    if box is None or not checks.knows(
        STEP,
        "/bag",
        f"/action_display/elements/{NAMES['box'][box]}",
        f"{where}/section",
        f"{where}/remaining",
    ):
        return
    held = checks.slots[BOX + box] % ELEMENT_MASK
    wanted = min(SECTION_DISKS - held, bag_size(checks.state))
    _remaining(
        checks,
        top,
        where,
        wanted,
        f"a section is filled up to four disks, as far as the bag goes; it holds {held}",
    )


def draw_cards(checks: Checks, top: int, where: str) -> None:
    """The empty card places are refilled (R9.3)."""
    if checks.knows("/cards", f"{where}/remaining"):
        shown = checks.slots[AVAILABLE].bit_count()
        wanted = max(0, min(CARD_PLACES - shown, deck_size(checks.state)))
        detail = "the empty card places are refilled, as far as the deck goes"
        _remaining(checks, top, where, wanted, detail)


def _remaining(checks: Checks, top: int, where: str, wanted: int, detail: str) -> None:
    if wanted:
        checks.need(
            checks.slots[top + COUNT] == wanted,
            f"{where}/remaining",
            "wrong_remaining",
            "R9.3",
            detail,
            checks.slots[top + COUNT],
            wanted,
        )
    else:
        checks.need(
            False,
            f"{where}/kind",
            "nothing_to_decide",
            "R9.3",
            f"{detail}: there is nothing to draw",
            checks.asked(top),
        )


def draw_tile(checks: Checks, top: int, where: str) -> None:
    """The first stack with tiles and none face up is the next to be turned (R9.3)."""
    if not checks.knows(f"{where}/stack", "/tiles/face_up", "/tiles/face_down"):
        return
    slots = checks.slots
    ready = [
        stack + 1
        for stack in range(STACKS)
        if slots[FACE_DOWN + stack] and not slots[FACE_UP + stack]
    ]
    given = slots[top + PLACE] + 1
    checks.need(
        ready[:1] == [given],
        f"{where}/stack",
        "wrong_context",
        "R9.3",
        "a tile is turned up on the first stack that has face-down tiles and none face up",
        given,
        ready[0] if ready else None,
    )
