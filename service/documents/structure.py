"""Counts, conservation and geometry: what must add up in any state (R1, R2, R3)."""

from typing import Final

from service.documents.names import NAMES
from service.documents.problems import Violation
from service.rules.earth import added_elements, species
from service.rules.geometry import (
    CORNER_COUNT,
    CORNER_HEX_MASK,
    CORNER_NAMES,
    EAST,
    HEX_COUNT,
    HEX_INDEX,
    HEX_NAMES,
    bits,
    neighbours_of,
)
from service.rules.slots import (
    ANIMAL_COUNT,
    AVAILABLE,
    BAG,
    BOX,
    CLAIMED,
    CONES,
    EARTH,
    ELEMENT_BITS,
    ELEMENT_CORNERS,
    ELEMENT_MASK,
    ELIMINATED,
    FACE_DOWN,
    FACE_UP,
    GENE_POOL,
    IN_HAND,
    IN_PLAY,
    PAWNS,
    PRESENCE,
    SPACE,
    SURVIVAL,
    TAKEN,
    TERRAIN,
    TERRAIN_TILES,
    UNSEEN,
)
from service.rules.state import State
from service.rules.tables import (
    BOXES,
    CARD_PLACES,
    CARDS,
    CUBES,
    DISKS_PER_ELEMENT,
    ELEMENTS,
    MARKER_CUBES,
    MAX_TUNDRA,
    STACK_TILES,
    STACKS,
    START_TILES,
    START_TUNDRA,
    TERRAINS,
    TUNDRA_TERRAIN,
)

_START_HEXES: Final = tuple(HEX_INDEX[f"{q},{r}"] for _, (q, r) in START_TILES)


def structure(state: State) -> list[Violation]:
    """Every violation of level ``structure``."""
    found: list[Violation] = []
    _start_tiles(state, found)
    _connected(state, found)
    _corners(state, found)
    _animals_on_earth(state, found)
    _disks(state, found)
    _cubes(state, found)
    _pawns(state, found)
    _tiles(state, found)
    _cards(state, found)
    return found


def _add(
    found: list[Violation],
    pointer: str,
    code: str,
    rule: str,
    detail: str,
    value: object = None,
    expected: object = None,
) -> None:
    found.append(Violation("structure", pointer, code, rule, detail, value, expected))


def _start_tiles(state: State, found: list[Violation]) -> None:
    for terrain, (q, r) in START_TILES:
        name = f"{q},{r}"
        laid = state.slots[TERRAIN + HEX_INDEX[name]]
        if laid != TERRAINS.index(terrain) + 1:
            _add(
                found,
                f"/earth/{name}",
                "start_tile",
                "R1.4",
                f"the start tile {terrain} lies on {name} and never leaves it",
                TERRAINS[laid - 1] if laid else None,
                terrain,
            )


def _connected(state: State, found: list[Violation]) -> None:
    slots = state.slots
    start = HEX_INDEX[f"{START_TUNDRA[0]},{START_TUNDRA[1]}"]
    earth = slots[EARTH]
    for hex_ in bits(earth & ~_reached(earth, start)):
        _add(
            found,
            f"/earth/{HEX_NAMES[hex_]}",
            "isolated_tile",
            "R7.9",
            "a tile is laid next to another one, so all tiles hang together; this one does not",
        )
    tundra = slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    if not tundra >> start & 1:
        _add(
            found,
            f"/earth/{HEX_NAMES[start]}/tundra",
            "start_tundra",
            "R1.4",
            "a tundra tile lies on the sea in the centre from the start",
            False,
            True,
        )
    for hex_ in bits(tundra & ~_reached(tundra, start)):
        _add(
            found,
            f"/earth/{HEX_NAMES[hex_]}/tundra",
            "isolated_tundra",
            "R7.7",
            "tundra spreads from tile to tile; this tundra tile hangs on no other",
        )
    if tundra.bit_count() > MAX_TUNDRA:
        _add(
            found,
            "/earth",
            "too_many_tundra",
            "R1.4",
            "there are only twelve tundra tiles",
            tundra.bit_count(),
            MAX_TUNDRA,
        )


def _reached(area: int, start: int) -> int:
    """The part of the area that hangs together with the start hex."""
    reached = 1 << start & area
    fresh = reached
    while fresh:
        fresh = neighbours_of(fresh) & area & ~reached
        reached |= fresh
    return reached


def _corners(state: State, found: list[Violation]) -> None:
    slots = state.slots
    for corner in range(CORNER_COUNT):
        half, bit = (0, corner) if corner < EAST else (1, corner - EAST)
        for element in range(6):
            if slots[ELEMENT_CORNERS + 2 * element + half] >> bit & 1 and not (
                CORNER_HEX_MASK[corner] & slots[EARTH]
            ):
                _add(
                    found,
                    f"/elements/{CORNER_NAMES[corner]}",
                    "corner_off_earth",
                    "R2.4",
                    "an element lies on a corner of at least one tile; no tile touches this one",
                    ELEMENTS[element],
                )


def _animals_on_earth(state: State, found: list[Violation]) -> None:
    slots = state.slots
    for animal, name in enumerate(NAMES["animal"]):
        if not slots[IN_PLAY] >> animal & 1:
            for hex_ in bits(slots[PRESENCE + animal]):
                _add(
                    found,
                    f"/earth/{HEX_NAMES[hex_]}/species/{name}",
                    "animal_not_in_play",
                    "R1.1",
                    f"no player has the {name}",
                )
        for hex_ in bits(slots[CONES + animal]):
            where = f"/earth/{HEX_NAMES[hex_]}/cone"
            if not slots[CLAIMED]:
                _add(
                    found,
                    where,
                    "cone_not_claimed",
                    "R4.3",
                    "cones stand in the document only when dominance is 'claimed'",
                )
            elif not slots[PRESENCE + animal] >> hex_ & 1:
                _add(
                    found,
                    where,
                    "cone_of_absent_animal",
                    "R4.3",
                    f"a cone leaves with the last species, and the {name} has none there",
                )
    holder = slots[SURVIVAL] - 1
    if holder >= 0 and not slots[IN_PLAY] >> holder & 1:
        _add(found, "/survival", "animal_not_in_play", "R9.2", "no player has this animal")


def _packed(packed: int, element: int) -> int:
    return packed >> (ELEMENT_BITS * element) & ELEMENT_MASK


def _disks(state: State, found: list[Violation]) -> None:
    slots = state.slots
    for element, name in enumerate(ELEMENTS):
        corners = ELEMENT_CORNERS + 2 * element
        elsewhere = slots[corners].bit_count() + slots[corners + 1].bit_count()
        for animal in bits(slots[IN_PLAY]):
            elsewhere += _packed(added_elements(state, animal), element)
        for box in range(len(BOXES)):
            elsewhere += _packed(slots[BOX + box], element)
        total = elsewhere + slots[BAG + element]
        if total != DISKS_PER_ELEMENT:
            _add(
                found,
                f"/bag/{name}",
                "disk_count",
                "R1.4",
                f"there are 20 disks of {name}; on earth, in sections and added to displays lie"
                f" {elsewhere}, in the bag {slots[BAG + element]}, together {total}",
                slots[BAG + element],
                DISKS_PER_ELEMENT - elsewhere,
            )


def _cubes(state: State, found: list[Violation]) -> None:
    slots = state.slots
    if slots[ANIMAL_COUNT] < 2:
        return  # players who share one animal, which is reported; there is no allotment
    allotment = CUBES[slots[ANIMAL_COUNT]] - MARKER_CUBES
    for animal in bits(slots[IN_PLAY]):
        name = NAMES["animal"][animal]
        on_earth = sum(species(state, animal, hex_) for hex_ in range(HEX_COUNT))
        pool = slots[GENE_POOL + animal]
        gone = slots[ELIMINATED + animal]
        if on_earth + pool + gone != allotment:
            _add(
                found,
                f"/animals/{name}/gene_pool",
                "cube_count",
                "R1.1",
                f"the {name} has {allotment} cubes besides its VP marker; on earth are {on_earth},"
                f" in the gene pool {pool}, eliminated {gone}, together {on_earth + pool + gone}",
                pool,
                allotment - on_earth - gone,
            )


def _pawns(state: State, found: list[Violation]) -> None:
    slots = state.slots
    for space, name in enumerate(NAMES["space"]):
        owner = slots[SPACE + space] - 1
        if owner >= 0 and not slots[IN_PLAY] >> owner & 1:
            _add(
                found,
                f"/action_display/pawns/{name}",
                "animal_not_in_play",
                "R1.1",
                "no player has this animal",
            )
    for animal in bits(slots[IN_PLAY]):
        if slots[IN_HAND + animal] < 0:
            name = NAMES["animal"][animal]
            used = slots[PAWNS + animal] - slots[IN_HAND + animal]
            _add(
                found,
                f"/animals/{name}/action_pawns",
                "pawn_count",
                "R1.1",
                f"the {name} has {slots[PAWNS + animal]} action pawns, but {used} are on the"
                " display or being carried out",
                slots[PAWNS + animal],
                {"minimum": used},
            )
    if not any(slots[PAWNS + animal] for animal in bits(slots[IN_PLAY])):
        _add(
            found,
            "/animals",
            "no_pawns",
            "R1.1",
            "no animal has an action pawn; the last pawn of all cannot be lost, since a card that"
            " takes pawns is resolved while one is being carried out",
            0,
            {"minimum": 1},
        )


def _tiles(state: State, found: list[Violation]) -> None:
    slots = state.slots
    down = sum(slots[FACE_DOWN + stack] for stack in range(STACKS))
    unseen = sum(slots[UNSEEN + terrain] for terrain in range(len(STACK_TILES)))
    if down != unseen:
        _add(
            found,
            "/tiles/face_down",
            "face_down_count",
            "R1.4",
            f"the stacks hold {down} face-down tiles, and {unseen} tiles are unseen",
            down,
            unseen,
        )
    for terrain, tiles in enumerate(STACK_TILES):
        laid = sum(
            slots[TERRAIN + hex_] == terrain + 1
            for hex_ in range(HEX_COUNT)
            if hex_ not in _START_HEXES
        )
        up = sum(slots[FACE_UP + stack] == terrain + 1 for stack in range(STACKS))
        if laid + up + slots[UNSEEN + terrain] != tiles:
            _add(
                found,
                f"/tiles/unseen/{TERRAINS[terrain]}",
                "tile_count",
                "R1.4",
                f"the stacks held {tiles} {TERRAINS[terrain]} tiles at the start; {laid} of them"
                f" are laid, {up} face up, {slots[UNSEEN + terrain]} unseen",
                slots[UNSEEN + terrain],
                tiles - laid - up,
            )


def _cards(state: State, found: list[Violation]) -> None:
    slots = state.slots
    for card in bits(slots[AVAILABLE] & slots[TAKEN]):
        _add(
            found,
            "/cards/taken",
            "card_twice",
            "R7.12",
            f"the card {CARDS[card]} is on offer and taken at once",
            CARDS[card],
        )
    if slots[AVAILABLE].bit_count() > CARD_PLACES:
        _add(
            found,
            "/cards/available",
            "too_many_cards",
            "R1.4",
            "five cards are face up at most",
            slots[AVAILABLE].bit_count(),
            CARD_PLACES,
        )
