"""Counts, conservation and geometry: what must add up in any state (R1, R2, R3)."""

from typing import Final

from service.documents.checks import Checks, hex_names
from service.documents.meanings import title
from service.documents.names import NAMES
from service.documents.pawn_counts import check_pawns
from service.documents.wording import counted, listed
from service.rules.earth import added_elements, element_at, inhabited, occupied_corners, species
from service.rules.geometry import (
    CENTRE,
    CORNER_HEX_MASK,
    CORNER_NAMES,
    EAST,
    HEX_COUNT,
    HEX_INDEX,
    HEX_NAMES,
    START_EARTH,
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
    ELEMENTS_OF,
    ELIMINATED,
    FACE_DOWN,
    FACE_UP,
    GENE_POOL,
    IN_PLAY,
    PRESENCE,
    SURVIVAL,
    TAKEN,
    TERRAIN,
    TERRAIN_TILES,
    UNSEEN,
)
from service.rules.tables import (
    BOXES,
    CARD_PLACES,
    CARDS,
    CUBES,
    DISKS_PER_ELEMENT,
    ELEMENTS,
    MARKER_CUBES,
    MAX_TUNDRA,
    STACK_SIZE,
    STACK_TILES,
    STACKS,
    START_TILES,
    TERRAINS,
    TUNDRA_TERRAIN,
)

_SEVERAL: Final = 3  # so many sums that are all wrong are one slip: something was left out


def check_structure(checks: Checks) -> None:
    """Every violation of level ``structure``."""
    checks.level = "structure"
    _start_tiles(checks)
    _connected(checks)
    _tundra(checks)
    _corners(checks)
    _species_in_play(checks)
    _cones(checks)
    _survival(checks)
    _disks(checks)
    _cubes(checks)
    check_pawns(checks)
    _stacks(checks)
    _cards(checks)


def _start_tiles(checks: Checks) -> None:
    for terrain, (q, r) in START_TILES:
        name = f"{q},{r}"
        laid = checks.slots[TERRAIN + HEX_INDEX[name]]
        if not checks.knows(f"/earth/{name}/terrain"):
            if not inhabited(checks.state) >> HEX_INDEX[name] & 1:
                checks.doubt(f"/earth/{name}/species")  # they may be on a tile named wrongly
            continue
        if not checks.need(
            laid == TERRAINS.index(terrain) + 1,
            f"/earth/{name}",
            "start_tile",
            "R1.4",
            f"the start tile {terrain} lies on {name} and never leaves it",
            TERRAINS[laid - 1] if laid else None,
            terrain,
        ):
            checks.doubt(f"/earth/{name}" if not laid else f"/earth/{name}/terrain")


def _connected(checks: Checks) -> None:
    """All tiles hang together; those that do not are reported group by group."""
    earth = checks.slots[EARTH]
    certain = checks.known_hexes("terrain")
    # What is not known to be no tile may be one.
    reached = _reached(earth | START_EARTH | ~certain, CENTRE)
    for group in _groups(earth & ~reached):
        names = hex_names(group)
        checks.need(
            False,
            f"/earth/{names[0]}",
            "isolated_tile",
            "R7.9",
            "a tile is laid next to another one, so all tiles hang together;"
            f" {listed(names)} {'does' if len(names) == 1 else 'do'} not",
            names,
        )


def _tundra(checks: Checks) -> None:
    tundra = checks.slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    certain = checks.known_hexes("tundra") & checks.known_hexes("terrain")
    if certain >> CENTRE & 1:
        checks.need(
            tundra >> CENTRE & 1,
            f"/earth/{HEX_NAMES[CENTRE]}/tundra",
            "start_tundra",
            "R1.4",
            "a tundra tile lies on the sea in the centre from the start",
            False,
            True,
        )
    reached = _reached(tundra | 1 << CENTRE | ~certain, CENTRE)
    for group in _groups(tundra & ~reached):
        names = hex_names(group)
        checks.need(
            False,
            f"/earth/{names[0]}/tundra",
            "isolated_tundra",
            "R7.7",
            "tundra spreads from tile to tile, so all tundra hangs together;"
            f" {listed(names)} {'does' if len(names) == 1 else 'do'} not",
            names,
        )
    checks.need(
        tundra.bit_count() <= MAX_TUNDRA,
        "/earth",
        "too_many_tundra",
        "R1.4",
        "there are only twelve tundra tiles",
        tundra.bit_count(),
        MAX_TUNDRA,
        doubtful="/earth/*/tundra",
    )


def _reached(area: int, start: int) -> int:
    """The part of the area that hangs together with the start hex."""
    reached = 1 << start & area
    fresh = reached
    while fresh:
        fresh = neighbours_of(fresh) & area & ~reached
        reached |= fresh
    return reached


def _groups(area: int) -> list[int]:
    """The parts of the area that each hang together."""
    found: list[int] = []
    while area:
        group = _reached(area, bits(area)[0])
        found.append(group)
        area &= ~group
    return found


def _corners(checks: Checks) -> None:
    slots = checks.slots
    possible = slots[EARTH] | START_EARTH | ~checks.known_hexes("terrain")
    east, west = occupied_corners(checks.state)
    for corner in (*bits(east), *(EAST + corner for corner in bits(west))):
        checks.need(
            CORNER_HEX_MASK[corner] & possible,
            f"/elements/{CORNER_NAMES[corner]}",
            "corner_off_earth",
            "R2.4",
            "an element lies on a corner of at least one tile; no tile touches this one",
            ELEMENTS[element_at(checks.state, corner)],
        )


def _species_in_play(checks: Checks) -> None:
    if not checks.knows("/players"):
        return
    for animal, name in enumerate(NAMES["animal"]):
        if not checks.slots[IN_PLAY] >> animal & 1:
            for hex_ in bits(checks.slots[PRESENCE + animal]):
                checks.need(
                    False,
                    f"/earth/{HEX_NAMES[hex_]}/species/{name}",
                    "animal_not_in_play",
                    "R1.1",
                    f"no player has the {name}",
                    name,
                )


def _cones(checks: Checks) -> None:
    slots = checks.slots
    if not checks.knows("/rules/dominance"):
        return
    shown = [(a, hex_) for a in range(6) for hex_ in bits(slots[CONES + a])]
    if not slots[CLAIMED]:
        if shown:
            one = len(shown) == 1
            checks.need(
                False,
                f"/earth/{HEX_NAMES[shown[0][1]]}/cone" if one else "/rules/dominance",
                "cone_not_claimed",
                "R4.3",
                "cones stand in the document only when dominance is 'claimed'",
                NAMES["animal"][shown[0][0]] if one else "automatic",
                None if one else "claimed",
            )
        return
    for animal, hex_ in shown:
        name = NAMES["animal"][animal]
        if checks.knows(f"/earth/{HEX_NAMES[hex_]}/species/{name}"):
            checks.need(
                slots[PRESENCE + animal] >> hex_ & 1,
                f"/earth/{HEX_NAMES[hex_]}/cone",
                "cone_of_absent_animal",
                "R4.3",
                f"a cone leaves with the last species, and the {name} has none there",
                name,
            )


def _survival(checks: Checks) -> None:
    holder = checks.slots[SURVIVAL] - 1
    if holder >= 0 and checks.knows("/players"):
        name = NAMES["animal"][holder]
        checks.need(
            checks.slots[IN_PLAY] >> holder & 1,
            "/survival",
            "animal_not_in_play",
            "R9.2",
            f"the {name} cannot hold Survival: no player has it",
            name,
        )


def _packed(packed: int, element: int) -> int:
    return packed >> (ELEMENT_BITS * element) & ELEMENT_MASK


def _disks(checks: Checks) -> None:
    """Every element has 20 disks; if none of the counts fits, it is one slip, not six (R1.4)."""
    slots = checks.slots
    known = 0
    wrong: list[tuple[str, int, int]] = []
    for element, name in enumerate(ELEMENTS):
        if not checks.knows(
            f"/bag/{name}",
            f"/elements/*/{name}",
            f"/animals/*/added_elements/{name}",
            f"/action_display/elements/*/{name}",
        ):
            continue
        known += 1
        corners = ELEMENT_CORNERS + 2 * element
        elsewhere = slots[corners].bit_count() + slots[corners + 1].bit_count()
        for animal in range(6):
            if slots[ELEMENTS_OF + animal]:
                elsewhere += _packed(added_elements(checks.state, animal), element)
        for box in range(len(BOXES)):
            elsewhere += _packed(slots[BOX + box], element)
        if elsewhere + slots[BAG + element] != DISKS_PER_ELEMENT:
            wrong.append((name, elsewhere, slots[BAG + element]))
    if len(wrong) == known >= _SEVERAL:
        checks.need(
            False,
            "/bag",
            "disk_count",
            "R1.4",
            "there are 20 disks of each element; of none do those on earth, in sections, added to"
            " displays and in the bag add up",
            {name: held for name, _, held in wrong},
            {name: DISKS_PER_ELEMENT - elsewhere for name, elsewhere, _ in wrong},
        )
        checks.doubt("/bag")
        return
    for name, elsewhere, held in wrong:
        checks.need(
            False,
            f"/bag/{name}",
            "disk_count",
            "R1.4",
            f"there are 20 disks of {name}; on earth, in sections and added to displays lie"
            f" {elsewhere}, in the bag {held}, together {elsewhere + held}",
            held,
            DISKS_PER_ELEMENT - elsewhere,
        )


def _cubes(checks: Checks) -> None:
    slots = checks.slots
    if not checks.knows("/players"):
        return  # the allotment depends on how many animals play
    allotment = CUBES[slots[ANIMAL_COUNT]] - MARKER_CUBES
    for animal in bits(slots[IN_PLAY]):
        name = NAMES["animal"][animal]
        if not checks.knows(
            f"/animals/{name}/gene_pool",
            f"/animals/{name}/eliminated",
            f"/earth/*/species/{name}",
        ):
            continue
        on_earth = sum(species(checks.state, animal, hex_) for hex_ in range(HEX_COUNT))
        pool = slots[GENE_POOL + animal]
        gone = slots[ELIMINATED + animal]
        checks.need(
            on_earth + pool + gone == allotment,
            f"/animals/{name}/gene_pool",
            "cube_count",
            "R1.1",
            f"the {name} has {allotment} cubes besides its VP marker; on earth are {on_earth},"
            f" in the gene pool {pool}, eliminated {gone}, together {on_earth + pool + gone}",
            pool,
            allotment - on_earth - gone,
        )


def _stacks(checks: Checks) -> None:
    """The tiles of the three stacks are laid, face up, or unseen (R1.4)."""
    slots = checks.slots
    right = 0
    known = 0
    wrong: list[tuple[str, int, int, int, int]] = []
    others = [hex_ for hex_ in range(HEX_COUNT) if not START_EARTH >> hex_ & 1]
    laid_tiles = [slots[TERRAIN + hex_] for hex_ in others]
    face_up = slots[FACE_UP : FACE_UP + STACKS]
    for terrain, tiles in enumerate(STACK_TILES):
        name = TERRAINS[terrain]
        laid = laid_tiles.count(terrain + 1)
        up = face_up.count(terrain + 1)
        right += tiles - laid - up
        read = [f"/tiles/face_up/*/{name}", f"/tiles/unseen/{name}"]
        if checks.unknown:  # seldom, and the list is long
            read += [f"/earth/{HEX_NAMES[hex_]}/terrain/{name}" for hex_ in others]
        if not checks.knows(*read):
            continue
        known += 1
        if laid + up + slots[UNSEEN + terrain] != tiles:
            wrong.append((name, tiles, laid, up, slots[UNSEEN + terrain]))
    if len(wrong) == known >= _SEVERAL:
        checks.need(
            False,
            "/tiles/unseen",
            "tile_count",
            "R1.4",
            "of no terrain do the tiles that are laid, face up and unseen add up to those that the"
            " stacks held at the start",
            {name: unseen for name, _, _, _, unseen in wrong},
            {name: tiles - laid - up for name, tiles, laid, up, _ in wrong},
        )
        return
    for name, tiles, laid, up, unseen in wrong:
        checks.need(
            False,
            f"/tiles/unseen/{name}",
            "tile_count",
            "R1.4",
            f"the stacks held {tiles} {name} tiles at the start; laid are {laid}, face up {up},"
            f" unseen {unseen}, together {laid + up + unseen}",
            unseen,
            tiles - laid - up,
        )
    every = known == len(STACK_TILES)
    _stack_heights(checks)
    # Stacks that hold what ought to be unseen are right: then the unseen tiles are reported.
    if every or not wrong:
        _face_down(checks, right if every else -1)


def _stack_heights(checks: Checks) -> None:
    """A stack has eight tiles at most, the one that is face up included (R1.4)."""
    slots = checks.slots
    for stack in range(STACKS):
        where = f"/tiles/face_down/{stack}"
        if checks.knows(where) and not checks.need(
            slots[FACE_DOWN + stack] < STACK_SIZE or not slots[FACE_UP + stack],
            where,
            "stack_too_high",
            "R1.4",
            "a stack has eight tiles, and one of this stack is face up",
            slots[FACE_DOWN + stack],
            {"maximum": STACK_SIZE - 1},
        ):
            checks.doubt(where)


def _face_down(checks: Checks, right: int) -> None:
    """As many tiles are face down as are unseen, unless it is the ``right`` number (R1.4)."""
    slots = checks.slots
    down = sum(slots[FACE_DOWN : FACE_DOWN + STACKS])
    unseen = sum(slots[UNSEEN : UNSEEN + len(STACK_TILES)])
    if checks.knows("/tiles/face_down", "/tiles/unseen") and down != right:
        checks.need(
            down == unseen,
            "/tiles/face_down",
            "face_down_count",
            "R1.4",
            f"the stacks hold {counted(down, 'face-down tile')}, and unseen"
            f" {'is' if unseen == 1 else 'are'} {unseen}",
            slots[FACE_DOWN : FACE_DOWN + STACKS],
            {"sum": unseen},
        )


def _cards(checks: Checks) -> None:
    slots = checks.slots
    for card in bits(slots[AVAILABLE] & slots[TAKEN]):
        card_name = CARDS[card]
        checks.need(
            False,
            "/cards/taken",
            "card_twice",
            "R7.12",
            f"the card {title(card_name)} is on offer and taken at once",
            card_name,
            doubtful="/cards/available",
        )
    checks.need(
        slots[AVAILABLE].bit_count() <= CARD_PLACES,
        "/cards/available",
        "too_many_cards",
        "R1.4",
        "five cards are face up at most",
        slots[AVAILABLE].bit_count(),
        CARD_PLACES,
    )
