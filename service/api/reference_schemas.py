"""Schemas of the answers that front ends draw boards from: the scoring, and the tables."""

from typing import Final

from service.api.schema_parts import (
    INTEGER,
    NUMBER,
    TEXT,
    Schema,
    array,
    nullable,
    reference,
    table,
    whole,
)

_ANIMAL: Final = reference("state_animal")
_ELEMENT: Final = reference("state_element")
_TERRAIN: Final = reference("state_terrain")
_HEX: Final = reference("state_hex")
_CORNER: Final = reference("state_corner")


def reference_schemas() -> dict[str, Schema]:
    """The schemas by name."""
    return {"Scoring": _scoring(), "Components": _components()}


def _described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def _count(description: str) -> Schema:
    return {"type": "integer", "minimum": 0, "description": description}


def _scoring() -> Schema:
    tile = whole(
        {
            "terrain": _TERRAIN,
            "species": table(_ANIMAL, INTEGER, "Species of each animal present."),
            "matches": table(_ANIMAL, INTEGER, "Matches of each animal, 0 left out (R4.1)."),
            "dominant": nullable(_ANIMAL, "Who is dominant (R4.2)."),
            "cone": nullable(_ANIMAL, "Whose cone counts (R4.3)."),
            "endangered": array(_ANIMAL, "Animals present without a match (R4.2)."),
            "payout": table(_ANIMAL, INTEGER, "Points that a Domination would give now (R7.12)."),
            "can_be_dominated": {
                "type": "boolean",
                "description": "It has species and was not yet chosen this turn.",
            },
        },
        "A tile: who is there and matches, who dominates, what it would pay.",
    )
    animal = whole(
        {
            "victory_points": _count("Points now."),
            "tiles_dominated": _count("Tiles that the animal dominates, by its cones."),
            "tundra_species": _count("Species on all tundra tiles together (R9.2)."),
            "survival": {
                "type": "boolean",
                "description": "Whether the animal would get Survival now (R9.2).",
            },
            "survival_bonus": _count("Points that Survival would give it now (R9.2)."),
            "ice_age_bonus": _count("Points that Ice Age would give it now (R8.ice_age)."),
            "final_scoring": _count("Points of a final scoring of earth as it is (R10.2)."),
            "projected": _count("Points now and those of the final scoring."),
            "rank": {"type": "integer", "minimum": 1, "maximum": 6},
        },
        "An animal: its points now and as earth stands, and its rank by them (R10.3).",
    )
    return whole(
        {
            "tiles": table(_HEX, tile),
            "animals": table(_ANIMAL, animal),
            "inhabited": array(_HEX, "Tiles with species, in the order of the hexes."),
        },
        "What the state is worth as it stands.",
    )


def _components() -> Schema:
    position = {"x": NUMBER, "y": NUMBER}
    return whole(
        {
            "animals": array(
                whole(
                    {
                        "name": _ANIMAL,
                        "colour": TEXT,
                        "printed_elements": table(_ELEMENT, INTEGER),
                    }
                ),
                "In the order of the food chain (R1.2).",
            ),
            "elements": array(_ELEMENT),
            "terrains": array(
                whole(
                    {
                        "name": _TERRAIN,
                        "victory_points": array(INTEGER, "For the first, second, ... place."),
                        "speciation_limit": INTEGER,
                        "stack_tiles": _count("How many tiles of it the stacks hold."),
                    }
                ),
                "The terrains (R2.3).",
            ),
            "hexes": array(
                whole(
                    {
                        "id": _HEX,
                        "q": INTEGER,
                        "r": INTEGER,
                        **position,
                        "neighbours": array(_HEX),
                        "corners": array(_CORNER),
                    }
                ),
                "The map; x to the right, y down, in sides of a hex.",
            ),
            "corners": array(
                whole({"id": _CORNER, **position, "hexes": array(_HEX)}),
                "Where elements lie, with the hexes of the map that touch there.",
            ),
            "sections": array(
                whole(
                    {
                        "name": TEXT,
                        "spaces": array(reference("state_space")),
                        "holds_elements": {"type": "boolean"},
                    }
                ),
                "The action display in the order of Execution (R6.2).",
            ),
            "cards": array(reference("state_card")),
            "card_rules": _described(
                table(reference("state_card"), TEXT), "The id of each card's rule in /v1/rules."
            ),
            "titles": whole(
                {
                    "cards": table(reference("state_card"), TEXT),
                    "animals": table(_ANIMAL, TEXT),
                    "elements": table(_ELEMENT, TEXT),
                    "terrains": table(_TERRAIN, TEXT),
                    "sections": table(TEXT, TEXT),
                    "spaces": table(reference("state_space"), TEXT),
                },
                "English names to show, by id; `domination.3` is `Domination, third space`.",
            ),
            "bonus_points": array(INTEGER, "By count; the last for every higher count (R2.6)."),
            "limits": whole(
                dict.fromkeys(
                    (
                        "elements_per_animal",
                        "action_pawns_per_animal",
                        "tundra_tiles",
                        "disks_per_element",
                        "disks_per_section",
                        "cards_face_up",
                        "stacks",
                        "tiles_per_stack",
                    ),
                    INTEGER,
                )
            ),
            "per_animal_count": table(
                {"enum": ["2", "3", "4", "5", "6"]},
                whole({"action_pawns": INTEGER, "cubes": INTEGER, "gene_pool": INTEGER}),
                "What each animal gets, by the number of animals in play (R1.1).",
            ),
            "start": whole(
                {
                    "tiles": table(_HEX, _TERRAIN),
                    "tundra": _HEX,
                    "elements": table(_CORNER, _ELEMENT),
                    "species": table(_ANIMAL, table(_TERRAIN, INTEGER)),
                },
                "The earth at the start (R1.4).",
            ),
        },
        "Every table, name and coordinate of the game.",
    )
