"""The tables of the game: every name, number and list of the rules, in one place.

Everything else in the engine is indexed by the positions of these tuples, so their order is
part of the engine's inner language: hexes run by column and row, animals down the food chain
(R1.2), action spaces in execution order (R6.2).
"""

from typing import Final

ANIMALS: Final = ("mammal", "reptile", "bird", "amphibian", "arachnid", "insect")  # R1.2
ELEMENTS: Final = ("grass", "grub", "meat", "seed", "sun", "water")
# The seven terrains of the large tiles, then tundra (R2.3).
TERRAINS: Final = (
    "sea",
    "wetland",
    "savannah",
    "jungle",
    "forest",
    "desert",
    "mountain",
    "tundra",
)

COLOURS: Final = ("white", "black", "yellow", "blue", "red", "green")
PRINTED_ELEMENT: Final = ("meat", "sun", "seed", "water", "grub", "grass")  # R1.2
PRINTED_COUNT: Final = (2, 2, 2, 3, 2, 2)  # R1.2
MAX_ELEMENTS: Final = 6  # R1.2
MAX_ACTION_PAWNS: Final = 10  # R1.1
MAX_TUNDRA: Final = 12  # R1.4
DISKS_PER_ELEMENT: Final = 20  # R1.4

# R1.1, indexed by the number of animals in play (0 and 1 are impossible).
ACTION_PAWNS: Final = (0, 0, 7, 6, 5, 4, 3)
CUBES: Final = (0, 0, 55, 50, 45, 40, 35)
START_SPECIES_PER_ANIMAL: Final = 4
MARKER_CUBES: Final = 1  # the cube on the VP track

# R2.3, indexed like TERRAINS.
TERRAIN_VP: Final = (
    (9, 5, 3, 2),
    (8, 4, 2, 1),
    (7, 4, 2),
    (6, 3, 2),
    (5, 3, 2),
    (4, 2),
    (3, 2),
    (1,),
)
SPECIATION_LIMIT: Final = (4, 4, 3, 3, 3, 2, 2, 1)
BONUS_POINTS: Final = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45)  # R2.6

# R1.4: the map, axial (q, r), flat-top.
HEXES: Final = (
    (-3, 0), (-3, 1), (-3, 2), (-3, 3),
    (-2, -1), (-2, 0), (-2, 1), (-2, 2), (-2, 3),
    (-1, -2), (-1, -1), (-1, 0), (-1, 1), (-1, 2), (-1, 3),
    (0, -2), (0, -1), (0, 0), (0, 1), (0, 2),
    (1, -3), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2),
    (2, -3), (2, -2), (2, -1), (2, 0), (2, 1),
    (3, -3), (3, -2), (3, -1), (3, 0),
)  # fmt: skip

START_TILES: Final = (
    ("sea", (0, 0)),
    ("wetland", (0, -1)),
    ("savannah", (1, -1)),
    ("desert", (1, 0)),
    ("mountain", (0, 1)),
    ("forest", (-1, 1)),
    ("jungle", (-1, 0)),
)
START_TUNDRA: Final = (0, 0)
# A corner is named by the one hex whose east or west corner it is.
START_ELEMENTS: Final = (
    ("1,-1,W", "water"),
    ("0,-1,E", "grass"),
    ("0,0,E", "grass"),
    ("2,-1,W", "sun"),
    ("1,0,W", "sun"),
    ("0,1,E", "meat"),
    ("-1,1,E", "meat"),
    ("0,1,W", "seed"),
    ("0,0,W", "seed"),
    ("-2,1,E", "grub"),
    ("-1,0,E", "grub"),
    ("0,-1,W", "water"),
)
START_SPECIES: Final = (
    ("mammal", (("mountain", 2), ("desert", 1), ("forest", 1))),
    ("reptile", (("desert", 2), ("savannah", 1), ("mountain", 1))),
    ("bird", (("forest", 2), ("mountain", 1), ("jungle", 1))),
    ("amphibian", (("wetland", 2), ("jungle", 1), ("savannah", 1))),
    ("arachnid", (("jungle", 2), ("forest", 1), ("wetland", 1))),
    ("insect", (("savannah", 2), ("wetland", 1), ("desert", 1))),
)

MIN_PLAYERS: Final = 2  # R1.1
MAX_PLAYERS: Final = 6
# R1.4: the tiles of the three face-down stacks, indexed like TERRAINS without tundra.
STACKS: Final = 3
STACK_SIZE: Final = 8
STACK_TILES: Final = (6, 3, 3, 3, 3, 3, 3)

# R6.2, top to bottom and left to right: the section's name and the names of its spaces.
SECTIONS: Final = (
    ("initiative", ("1",)),
    ("adaptation", ("1", "2", "3")),
    ("regression", ("1", "2")),
    ("abundance", ("1", "2")),
    ("wasteland", ("1",)),
    ("depletion", ("1",)),
    ("glaciation", ("1", "2", "3", "4")),
    ("speciation", ("meat", "sun", "seed", "water", "grub", "grass")),
    ("wanderlust", ("1", "2", "3")),
    ("migration", ("7", "6", "5", "4", "3", "2")),
    (
        "competition",
        (
            "jungle-wetland",
            "wetland-desert",
            "desert-forest",
            "forest-savannah",
            "savannah-mountain",
            "mountain-sea",
            "sea-jungle",
        ),
    ),
    ("domination", ("1", "2", "3", "4", "5")),
)
SPACES: Final = tuple(f"{section}.{name}" for section, names in SECTIONS for name in names)

# The sections that hold element disks, in the order of R9.3's boxes.
BOXES: Final = ("adaptation", "regression", "abundance", "wasteland", "depletion", "wanderlust")
SECTION_DISKS: Final = 4  # R1.4: disks drawn to Adaptation, Abundance and Wanderlust

CARDS: Final = (
    "aquatic", "biodiversity", "biomass", "blight", "catastrophe", "cold_snap", "disease",
    "ecodiversity", "evolution", "fecundity", "fertile", "habitat", "hibernation", "ice_age",
    "ice_sheet", "immigrants", "instinct", "intelligence", "mass_exodus", "metamorphosis",
    "niche_biomes", "nocturnal", "omnivore", "parasitism", "predator", "symbiotic",
)  # fmt: skip
CARD_PLACES: Final = 5  # R1.4
# Where the two numbers that grow without end stop, far beyond any game: a state has an end to what
# it can hold, and what comes after a state that can be held must be one as well.
MAX_TURN: Final = 1_000_000
MAX_VP: Final = 2**53 - 1  # what every JSON reader holds exactly
MAX_TURN_LIMIT: Final = 1000  # R0: an option, far beyond any game too
HIBERNATION_LIMIT: Final = 5  # R8.hibernation
AQUATIC_LIMIT: Final = 4  # R8.aquatic
EVOLUTION_LIMIT: Final = 2  # R8.evolution

# Positions in the tables that the rules name.
MAMMAL: Final = 0
REPTILE: Final = 1
BIRD: Final = 2
ARACHNID: Final = 4
INSECT: Final = 5
NATURE: Final = 6  # who "decides" a draw when chance is manual

SEA: Final = 0
WETLAND: Final = 1
TUNDRA_TERRAIN: Final = 7

ADAPTATION_BOX: Final = 0
REGRESSION_BOX: Final = 1
ABUNDANCE_BOX: Final = 2
WASTELAND_BOX: Final = 3
DEPLETION_BOX: Final = 4
WANDERLUST_BOX: Final = 5
