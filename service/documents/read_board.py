"""What lies on the table, from the document into slots: animals, earth, display, tiles (R1, R2)."""

from typing import Final

from service.documents.names import NAMES
from service.documents.shape import Shape
from service.rules.earth import lay_tile, lay_tundra, put_element, put_species
from service.rules.slots import (
    BOX,
    CONES,
    ELEMENT_BITS,
    ELEMENTS_OF,
    ELIMINATED,
    FACE_DOWN,
    FACE_UP,
    GENE_POOL,
    IN_PLAY,
    OCCUPIED,
    PAWNS,
    PRINTED,
    SPACE,
    UNSEEN,
    VP,
)
from service.rules.state import State
from service.rules.tables import (
    CUBES,
    MARKER_CUBES,
    MAX_ACTION_PAWNS,
    MAX_ELEMENTS,
    MAX_VP,
    PRINTED_COUNT,
    SECTION_DISKS,
    STACK_SIZE,
    STACK_TILES,
    STACKS,
)

MAX_CUBES: Final = max(CUBES) - MARKER_CUBES  # the largest allotment without the marker (R1.1)
# No animal prints fewer than two elements, so no more than four can be added (R1.2).
MAX_ADDED: Final = MAX_ELEMENTS - min(PRINTED_COUNT)
MAX_UNSEEN: Final = sum(STACK_TILES)


def _packed(counts: dict[int, int]) -> int:
    """Counts of elements side by side, as the slots hold them."""
    return sum(count << (ELEMENT_BITS * element) for element, count in counts.items())


def read_animals(shape: Shape, slots: list[int], value: object) -> None:
    """The document's ``animals``; the players must have been read before."""
    named: set[int] = set()
    for animal, item, where in shape.entries(value, "/animals", "animal"):
        own = shape.fields(
            item,
            where,
            (),
            ("added_elements", "gene_pool", "eliminated", "action_pawns", "victory_points"),
        )
        pointer = f"{where}/added_elements"
        added = shape.counts(own.get("added_elements", {}), pointer, "element", MAX_ADDED)
        numbers = [
            (slot, shape.integer(own.get(name, 0), f"{where}/{name}", 0, high))
            for name, slot, high in (
                ("gene_pool", GENE_POOL, MAX_CUBES),
                ("eliminated", ELIMINATED, MAX_CUBES),
                ("action_pawns", PAWNS, MAX_ACTION_PAWNS),
                ("victory_points", VP, MAX_VP),
            )
        ]
        if animal < 0:
            continue
        named.add(animal)
        slots[ELEMENTS_OF + animal] = PRINTED[animal] + _packed(added)
        for slot, number in numbers:
            slots[slot + animal] = number
        total = PRINTED_COUNT[animal] + sum(added.values())
        if total > MAX_ELEMENTS:
            shape.fault(
                pointer,
                "too_many_elements",
                f"with the printed ones the {NAMES['animal'][animal]} would have {total} elements;"
                " six is the most",
                total,
                MAX_ELEMENTS,
                "R1.2",
                level="structure",
                hides=False,
            )
            for element in added:
                shape.unknown.add(f"{pointer}/{NAMES['element'][element]}")
    if shape.knows("/players"):
        _match_players(shape, slots[IN_PLAY], named)


def _match_players(shape: Shape, in_play: int, named: set[int]) -> None:
    """The animals of the players are those that ``animals`` describes (R1.1)."""
    for animal, name in enumerate(NAMES["animal"]):
        where = f"/animals/{name}"
        if in_play >> animal & 1 and animal not in named and shape.knows(where):
            shape.fault(
                where,
                "missing",
                f"the {name} is in play, so it stands here",
                rule="R1.1",
                level="structure",
            )
            shape.unknown.add("/players")
        if animal in named and not in_play >> animal & 1:
            detail = f"no player has the {name}"
            shape.fault(where, "animal_not_in_play", detail, name, None, "R1.1", level="structure")
            # One of the two is wrong, so it is not known any more which animals play.
            shape.unknown.add("/players")


def read_earth(shape: Shape, state: State, value: object) -> None:
    """The document's ``earth``."""
    slots = state.slots
    for hex_, item, where in shape.entries(value, "/earth", "hex"):
        tile = shape.fields(item, where, (), ("terrain", "tundra", "species", "cone"))
        terrain = -1
        if "terrain" in tile:
            terrain = shape.name(tile["terrain"], f"{where}/terrain", "tile")
        elif shape.knows(f"{where}/terrain"):
            shape.fault(
                f"{where}/terrain",
                "no_tile",
                "a tile has a terrain; without one there is no tile here, and nothing on it",
                rule="R2.1",
                level="structure",
            )
        tundra = shape.boolean(tile.get("tundra", False), f"{where}/tundra")
        present = shape.counts(tile.get("species", {}), f"{where}/species", "animal", MAX_CUBES)
        cone = -1
        if tile.get("cone") is not None:
            cone = shape.name(tile["cone"], f"{where}/cone", "animal")
        if hex_ < 0:
            continue
        if terrain >= 0:
            lay_tile(state, hex_, terrain)
            if tundra:
                lay_tundra(state, hex_)
        for animal, count in present.items():
            put_species(state, animal, hex_, count)
        if cone >= 0:
            slots[CONES + cone] |= 1 << hex_


def read_elements(shape: Shape, state: State, value: object) -> None:
    """The document's ``elements``: disks on the corners of earth."""
    for corner, item, where in shape.entries(value, "/elements", "corner"):
        element = shape.name(item, where, "element")
        if corner >= 0 and element >= 0:
            put_element(state, element, corner)


def read_display(shape: Shape, slots: list[int], value: object) -> None:
    """The document's ``action_display``: pawns on spaces, and disks in sections."""
    where = "/action_display"
    fields = shape.fields(value, where, (), ("pawns", "elements"))
    for space, item, pointer in shape.entries(fields.get("pawns", {}), f"{where}/pawns", "space"):
        animal = shape.name(item, pointer, "animal")
        if space >= 0 and animal >= 0:
            slots[SPACE + space] = animal + 1
            slots[OCCUPIED] |= 1 << space
    for box, item, pointer in shape.entries(fields.get("elements", {}), f"{where}/elements", "box"):
        counts = shape.counts(item, pointer, "element", SECTION_DISKS)
        if box >= 0:
            slots[BOX + box] = _packed(counts)
        if sum(counts.values()) > SECTION_DISKS:
            shape.fault(
                pointer,
                "too_many_disks",
                "a section holds four disks at most",
                sum(counts.values()),
                SECTION_DISKS,
                "R1.4",
                level="structure",
                hides=False,
            )
            for element in counts:
                shape.unknown.add(f"{pointer}/{NAMES['element'][element]}")


def read_tiles(shape: Shape, slots: list[int], value: object) -> None:
    """The document's ``tiles``: those of the three stacks."""
    fields = shape.fields(value, "/tiles", ("face_up", "face_down"), ("unseen",))
    for key in ("face_up", "face_down"):
        if key not in fields:
            continue
        items = shape.sequence(fields[key], f"/tiles/{key}")
        if len(items) != STACKS:
            if isinstance(fields[key], list):
                detail = f"there are {STACKS} stacks, so {STACKS} entries stand here"
                shape.fault(f"/tiles/{key}", "wrong_length", detail, len(items), STACKS)
            continue
        for stack, item in enumerate(items):
            where = f"/tiles/{key}/{stack}"
            if key == "face_down":
                slots[FACE_DOWN + stack] = shape.integer(item, where, 0, STACK_SIZE)
            elif item is not None:
                slots[FACE_UP + stack] = shape.name(item, where, "tile") + 1
    for terrain, item, where in shape.entries(fields.get("unseen", {}), "/tiles/unseen", "tile"):
        count = shape.integer(item, where, 0, MAX_UNSEEN)
        if terrain >= 0:
            slots[UNSEEN + terrain] = count
