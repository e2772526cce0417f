"""What lies on the table, from the document into slots: animals, earth, display, tiles (R1, R2)."""

from typing import Final

from service.documents.names import NAMES
from service.documents.shape import Shape, escape
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
    PRINTED_COUNT,
    SECTION_DISKS,
    STACK_SIZE,
    STACK_TILES,
    STACKS,
)

MAX_VP: Final = 1_000_000_000
MAX_CUBES: Final = max(CUBES) - MARKER_CUBES  # the largest allotment without the marker (R1.1)
# No animal prints fewer than two elements, so no more than four can be added (R1.2).
MAX_ADDED: Final = MAX_ELEMENTS - min(PRINTED_COUNT)
MAX_UNSEEN: Final = sum(STACK_TILES)


def _packed(counts: dict[int, int]) -> int:
    """Counts of elements side by side, as the slots hold them."""
    return sum(count << (ELEMENT_BITS * element) for element, count in counts.items())


def read_animals(shape: Shape, slots: list[int], value: object) -> None:
    """The document's ``animals``; the players must have been read before."""
    fields = shape.mapping(value, "/animals")
    for key, item in fields.items():
        where = f"/animals/{escape(key)}"
        animal = shape.name(key, where, "animal")
        if animal < 0:
            continue
        if not slots[IN_PLAY] >> animal & 1:
            shape.fault(
                where,
                "animal_not_in_play",
                f"no player has the {key}",
                rule="R1.1",
                level="structure",
            )
        own = shape.fields(
            item,
            where,
            (),
            ("added_elements", "gene_pool", "eliminated", "action_pawns", "victory_points"),
        )
        added = shape.counts(
            own.get("added_elements", {}), f"{where}/added_elements", "element", MAX_ADDED
        )
        slots[ELEMENTS_OF + animal] = PRINTED[animal] + _packed(added)
        total = PRINTED_COUNT[animal] + sum(added.values())
        if total > MAX_ELEMENTS:
            shape.fault(
                f"{where}/added_elements",
                "too_many_elements",
                f"with the printed ones the {key} would have {total} elements; six is the most",
                total,
                MAX_ELEMENTS,
                "R1.2",
                "structure",
            )
        for name, slot, high in (
            ("gene_pool", GENE_POOL, MAX_CUBES),
            ("eliminated", ELIMINATED, MAX_CUBES),
            ("action_pawns", PAWNS, MAX_ACTION_PAWNS),
            ("victory_points", VP, MAX_VP),
        ):
            slots[slot + animal] = shape.integer(own.get(name, 0), f"{where}/{name}", 0, high)
    for animal, name in enumerate(NAMES["animal"]):
        if slots[IN_PLAY] >> animal & 1 and name not in fields:
            shape.fault(
                f"/animals/{name}",
                "missing",
                f"the {name} is in play, so it stands here",
                rule="R1.1",
                level="structure",
            )


def read_earth(shape: Shape, state: State, value: object) -> None:
    """The document's ``earth``."""
    slots = state.slots
    for key, item in shape.mapping(value, "/earth").items():
        where = f"/earth/{escape(key)}"
        hex_ = shape.name(key, where, "hex")
        tile = shape.fields(item, where, (), ("terrain", "tundra", "species", "cone"))
        if "terrain" not in tile:
            if isinstance(item, dict):
                shape.fault(
                    f"{where}/terrain",
                    "missing",
                    "a tile has a terrain; without one there is no tile here, and nothing on it",
                    rule="R2.1",
                )
            continue
        terrain = shape.choice(tile["terrain"], f"{where}/terrain", NAMES["terrain"][:-1])
        tundra = shape.boolean(tile.get("tundra", False), f"{where}/tundra")
        present = shape.counts(tile.get("species", {}), f"{where}/species", "animal", MAX_CUBES)
        cone = -1
        if tile.get("cone") is not None:
            cone = shape.name(tile["cone"], f"{where}/cone", "animal")
        if hex_ < 0:
            continue
        lay_tile(state, hex_, terrain)
        if tundra:
            lay_tundra(state, hex_)
        for animal, count in present.items():
            put_species(state, animal, hex_, count)
        if cone >= 0:
            slots[CONES + cone] |= 1 << hex_


def read_elements(shape: Shape, state: State, value: object) -> None:
    """The document's ``elements``: disks on the corners of earth."""
    for key, item in shape.mapping(value, "/elements").items():
        where = f"/elements/{escape(key)}"
        corner = shape.name(key, where, "corner")
        element = shape.name(item, where, "element")
        if corner >= 0 and element >= 0:
            put_element(state, element, corner)


def read_display(shape: Shape, slots: list[int], value: object) -> None:
    """The document's ``action_display``: pawns on spaces, and disks in sections."""
    where = "/action_display"
    fields = shape.fields(value, where, (), ("pawns", "elements"))
    for key, item in shape.mapping(fields.get("pawns", {}), f"{where}/pawns").items():
        space = shape.name(key, f"{where}/pawns/{escape(key)}", "space")
        animal = shape.name(item, f"{where}/pawns/{escape(key)}", "animal")
        if space >= 0 and animal >= 0:
            slots[SPACE + space] = animal + 1
            slots[OCCUPIED] |= 1 << space
    for key, item in shape.mapping(fields.get("elements", {}), f"{where}/elements").items():
        pointer = f"{where}/elements/{escape(key)}"
        box = shape.name(key, pointer, "box")
        counts = shape.counts(item, pointer, "element", SECTION_DISKS)
        if sum(counts.values()) > SECTION_DISKS:
            shape.fault(
                pointer,
                "too_many_disks",
                "a section holds four disks at most",
                sum(counts.values()),
                SECTION_DISKS,
                "R1.4",
                "structure",
            )
        if box >= 0:
            slots[BOX + box] = _packed(counts)


def read_tiles(shape: Shape, slots: list[int], value: object) -> None:
    """The document's ``tiles``: those of the three stacks."""
    fields = shape.fields(value, "/tiles", ("face_up", "face_down"), ("unseen",))
    for key in ("face_up", "face_down"):
        items = shape.sequence(fields.get(key, [0] * STACKS), f"/tiles/{key}")
        if len(items) != STACKS:
            shape.fault(
                f"/tiles/{key}", "wrong_length", f"there are {STACKS} stacks", len(items), STACKS
            )
            continue
        for stack, item in enumerate(items):
            where = f"/tiles/{key}/{stack}"
            if key == "face_down":
                slots[FACE_DOWN + stack] = shape.integer(item, where, 0, STACK_SIZE)
            elif item is not None and key in fields:
                slots[FACE_UP + stack] = shape.choice(item, where, NAMES["terrain"][:-1]) + 1
    unseen = shape.mapping(fields.get("unseen", {}), "/tiles/unseen")
    for key, item in unseen.items():
        where = f"/tiles/unseen/{escape(key)}"
        terrain = shape.choice(key, where, NAMES["terrain"][:-1])
        slots[UNSEEN + terrain] = shape.integer(item, where, 0, MAX_UNSEEN)
