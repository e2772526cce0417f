"""Every table, name and coordinate that a front end needs, made from the rules' tables."""

import math
from typing import Final

from service.documents.meanings import space_title, title
from service.documents.rulebook import CARD_RULES
from service.rules.geometry import (
    CORNER_HEXES,
    CORNER_NAMES,
    HEX_NAMES,
    NEIGHBOURS,
    bits,
)
from service.rules.tables import (
    ACTION_PAWNS,
    ANIMALS,
    BONUS_POINTS,
    BOXES,
    CARD_PLACES,
    CARDS,
    COLOURS,
    CUBES,
    DISKS_PER_ELEMENT,
    ELEMENTS,
    HEXES,
    MARKER_CUBES,
    MAX_ACTION_PAWNS,
    MAX_ELEMENTS,
    MAX_TUNDRA,
    PRINTED_COUNT,
    PRINTED_ELEMENT,
    SECTION_DISKS,
    SECTIONS,
    SPECIATION_LIMIT,
    STACK_SIZE,
    STACK_TILES,
    STACKS,
    START_ELEMENTS,
    START_SPECIES,
    START_SPECIES_PER_ANIMAL,
    START_TILES,
    START_TUNDRA,
    TERRAIN_VP,
    TERRAINS,
)

_SQRT3: Final = math.sqrt(3)


def _centre(q: int, r: int) -> dict[str, float]:
    """Where a hex lies on a plane with x to the right, y down and hexes of side 1."""
    return {"x": 1.5 * q, "y": round(_SQRT3 * (r + q / 2), 6)}


def _corner_position(name: str) -> dict[str, float]:
    q, r, side = name.split(",")
    centre = _centre(int(q), int(r))
    return {"x": centre["x"] + (1.0 if side == "E" else -1.0), "y": centre["y"]}


def components_object() -> dict[str, object]:
    """The tables: map, corners, terrains, animals, action display, cards, limits, start."""
    return {
        "animals": [
            {
                "name": name,
                "colour": COLOURS[i],
                "printed_elements": {PRINTED_ELEMENT[i]: PRINTED_COUNT[i]},
            }
            for i, name in enumerate(ANIMALS)
        ],
        "elements": list(ELEMENTS),
        "terrains": [
            {
                "name": name,
                "victory_points": list(TERRAIN_VP[i]),
                "speciation_limit": SPECIATION_LIMIT[i],
                "stack_tiles": STACK_TILES[i] if i < len(STACK_TILES) else 0,
            }
            for i, name in enumerate(TERRAINS)
        ],
        "hexes": [
            {
                "id": name,
                "q": HEXES[i][0],
                "r": HEXES[i][1],
                **_centre(*HEXES[i]),
                "neighbours": [HEX_NAMES[j] for j in bits(NEIGHBOURS[i])],
                "corners": [
                    CORNER_NAMES[c] for c, around in enumerate(CORNER_HEXES) if i in around
                ],
            }
            for i, name in enumerate(HEX_NAMES)
        ],
        "corners": [
            {
                "id": name,
                **_corner_position(name),
                "hexes": [HEX_NAMES[h] for h in CORNER_HEXES[c]],
            }
            for c, name in enumerate(CORNER_NAMES)
        ],
        "sections": [
            {
                "name": section,
                "spaces": [f"{section}.{name}" for name in names],
                "holds_elements": section in BOXES,
            }
            for section, names in SECTIONS
        ],
        "cards": list(CARDS),
        "card_rules": dict(CARD_RULES),
        "titles": {
            "cards": {name: title(name) for name in CARDS},
            "animals": {name: title(name) for name in ANIMALS},
            "elements": {name: title(name) for name in ELEMENTS},
            "terrains": {name: title(name) for name in TERRAINS},
            "sections": {name: title(name) for name, _ in SECTIONS},
            "spaces": {
                space: space_title(space)
                for space in (f"{section}.{name}" for section, names in SECTIONS for name in names)
            },
        },
        "bonus_points": list(BONUS_POINTS),
        "limits": {
            "elements_per_animal": MAX_ELEMENTS,
            "action_pawns_per_animal": MAX_ACTION_PAWNS,
            "tundra_tiles": MAX_TUNDRA,
            "disks_per_element": DISKS_PER_ELEMENT,
            "disks_per_section": SECTION_DISKS,
            "cards_face_up": CARD_PLACES,
            "stacks": STACKS,
            "tiles_per_stack": STACK_SIZE,
        },
        "per_animal_count": {
            str(count): {
                "action_pawns": ACTION_PAWNS[count],
                "cubes": CUBES[count],
                "gene_pool": CUBES[count] - MARKER_CUBES - START_SPECIES_PER_ANIMAL,
            }
            for count in range(2, 7)
        },
        "start": {
            "tiles": {f"{q},{r}": terrain for terrain, (q, r) in START_TILES},
            "tundra": f"{START_TUNDRA[0]},{START_TUNDRA[1]}",
            "elements": dict(START_ELEMENTS),
            "species": {animal: dict(places) for animal, places in START_SPECIES},
        },
    }
