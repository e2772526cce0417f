"""The printed facts: the map, the tiles, the action display, the cards (R1, R2, R6.2)."""

Hex = str
Corner = str

FOOD_CHAIN = ("mammal", "reptile", "bird", "amphibian", "arachnid", "insect")
ELEMENTS = ("grass", "grub", "meat", "seed", "sun", "water")
# R1.2.
PRINTED = {
    "mammal": {"meat": 2},
    "reptile": {"sun": 2},
    "bird": {"seed": 2},
    "amphibian": {"water": 3},
    "arachnid": {"grub": 2},
    "insect": {"grass": 2},
}
DISPLAY_SIZE = 6
# R1.1, by the number of animals in play; the cubes are those beside the VP marker.
ACTION_PAWNS = {2: 7, 3: 6, 4: 5, 5: 4, 6: 3}
CUBES = {2: 54, 3: 49, 4: 44, 5: 39, 6: 34}
MOST_PAWNS = 10
DISKS_OF_A_KIND = 20
TUNDRA_TILES = 12

# R1.4: the rows of each column of the map.
_COLUMNS = {
    -3: range(4),
    -2: range(-1, 4),
    -1: range(-2, 4),
    0: range(-2, 3),
    1: range(-3, 3),
    2: range(-3, 2),
    3: range(-3, 1),
}
HEXES = tuple(f"{q},{r}" for q, rows in _COLUMNS.items() for r in rows)


def _around(name: Hex) -> dict[str, Hex]:
    """The six hexes that share an edge with one, on the map or off it (R2.1)."""
    q, r = map(int, name.split(","))
    return {
        "north": f"{q},{r - 1}",
        "northeast": f"{q + 1},{r - 1}",
        "southeast": f"{q + 1},{r}",
        "south": f"{q},{r + 1}",
        "southwest": f"{q - 1},{r + 1}",
        "northwest": f"{q - 1},{r}",
    }


def hexes_of(corner: Corner) -> tuple[Hex, Hex, Hex]:
    """The three hexes that meet at a corner, on the map or off it (R2.4)."""
    name, _, side = corner.rpartition(",")
    around = _around(name)
    if side == "E":
        return name, around["northeast"], around["southeast"]
    return name, around["northwest"], around["southwest"]


NEIGHBOURS = {name: [a for a in _around(name).values() if a in HEXES] for name in HEXES}
_NAMED = {f"{a},{side}" for name in HEXES for a in (name, *_around(name).values()) for side in "EW"}
# The six corners of every hex of the map.
CORNERS = {name: sorted(c for c in _NAMED if name in hexes_of(c)) for name in HEXES}
# The three hexes of every corner of the map.
HEXES_OF = {corner: hexes_of(corner) for name in HEXES for corner in CORNERS[name]}

# R2.3: points for the places, and how many new species a Speciation puts there.
PLACES = {
    "sea": (9, 5, 3, 2),
    "wetland": (8, 4, 2, 1),
    "savannah": (7, 4, 2),
    "jungle": (6, 3, 2),
    "forest": (5, 3, 2),
    "desert": (4, 2),
    "mountain": (3, 2),
    "tundra": (1,),
}
LIMIT = {
    "sea": 4,
    "wetland": 4,
    "savannah": 3,
    "jungle": 3,
    "forest": 3,
    "desert": 2,
    "mountain": 2,
    "tundra": 1,
}
BONUS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45)

# R1.4: the start of the game.
START_TILES = {
    "sea": "0,0",
    "wetland": "0,-1",
    "savannah": "1,-1",
    "desert": "1,0",
    "mountain": "0,1",
    "forest": "-1,1",
    "jungle": "-1,0",
}
START_SPECIES = {
    "mammal": {"mountain": 2, "desert": 1, "forest": 1},
    "reptile": {"desert": 2, "savannah": 1, "mountain": 1},
    "bird": {"forest": 2, "mountain": 1, "jungle": 1},
    "amphibian": {"wetland": 2, "jungle": 1, "savannah": 1},
    "arachnid": {"jungle": 2, "forest": 1, "wetland": 1},
    "insect": {"savannah": 2, "wetland": 1, "desert": 1},
}
# Two neighbours of the ring share a corner with the sea, and one on the outside.
_AT_THE_SEA = {
    ("wetland", "savannah"): "water",
    ("savannah", "desert"): "grass",
    ("desert", "mountain"): "sun",
    ("mountain", "forest"): "meat",
    ("forest", "jungle"): "seed",
    ("jungle", "wetland"): "grub",
}
_OUTSIDE = {
    ("jungle", "wetland"): "water",
    ("wetland", "savannah"): "grass",
    ("savannah", "desert"): "sun",
    ("desert", "mountain"): "meat",
    ("mountain", "forest"): "seed",
    ("forest", "jungle"): "grub",
}


def _start_elements() -> dict[Corner, str]:
    found = {}
    for at_the_sea, elements in ((True, _AT_THE_SEA), (False, _OUTSIDE)):
        for (one, other), element in elements.items():
            between = set(CORNERS[START_TILES[one]]) & set(CORNERS[START_TILES[other]])
            (corner,) = (c for c in between if (START_TILES["sea"] in HEXES_OF[c]) == at_the_sea)
            found[corner] = element
    return found


START_ELEMENTS = _start_elements()
STACK_TILES = {
    "sea": 6,
    "wetland": 3,
    "savannah": 3,
    "jungle": 3,
    "forest": 3,
    "desert": 3,
    "mountain": 3,
}

# R6.2, in execution order.
SECTIONS = {
    "initiative": ("1",),
    "adaptation": ("1", "2", "3"),
    "regression": ("1", "2"),
    "abundance": ("1", "2"),
    "wasteland": ("1",),
    "depletion": ("1",),
    "glaciation": ("1", "2", "3", "4"),
    "speciation": ("meat", "sun", "seed", "water", "grub", "grass"),
    "wanderlust": ("1", "2", "3"),
    "migration": ("7", "6", "5", "4", "3", "2"),
    "competition": (
        "jungle-wetland", "wetland-desert", "desert-forest", "forest-savannah",
        "savannah-mountain", "mountain-sea", "sea-jungle",
    ),
    "domination": ("1", "2", "3", "4", "5"),
}  # fmt: skip
SPACES = tuple(f"{section}.{name}" for section, names in SECTIONS.items() for name in names)
BOXES = ("adaptation", "regression", "abundance", "wasteland", "depletion", "wanderlust")

CARDS = (
    "aquatic", "biodiversity", "biomass", "blight", "catastrophe", "cold_snap", "disease",
    "ecodiversity", "evolution", "fecundity", "fertile", "habitat", "hibernation", "ice_age",
    "ice_sheet", "immigrants", "instinct", "intelligence", "mass_exodus", "metamorphosis",
    "niche_biomes", "nocturnal", "omnivore", "parasitism", "predator", "symbiotic",
)  # fmt: skip
CARD_PLACES = 5
