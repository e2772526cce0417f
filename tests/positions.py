"""Positions in a few words, completed into whole state documents.

A case names what matters: animals, tiles, species, pawns, boxes, the pending decision. The rest
is filled in so that every disk, cube, tile, pawn and card of R1 is somewhere. Nothing here uses
the engine. Keys of a position, all optional:

* ``animals``: the animals in play, default mammal, bird and amphibian, each with a player of its
  own; or ``players``: {name: [animals]}.
* ``tiles``: {hex: terrain} laid beside the start tiles; ``tundra``: hexes that hold tundra beside
  the centre; ``species``: {hex: {animal: count}} instead of the start species; ``elements``:
  {corner: element} instead of the start elements.
* ``added``: {animal: {element: count}}, ``points``, ``action_pawns``, ``eliminated`` or
  ``gene_pool``: {animal: number}. What is not on earth or in the pool is eliminated, and what is
  neither on earth nor eliminated is in the pool.
* ``boxes``: {section: {element: count}}; in Planning those that Reseed fills hold four disks
  each unless they stand here. ``pawns``: {space: animal}, ``face_up``: three terrains
  or null, ``cards``: the face-up ones, ``taken``: those out of the game.
* ``bag``: {element: count}, all that is left in it; the disks that are then nowhere lie on vacant
  corners of earth, type by type and corner by corner.
* ``initiative``, ``rules``, ``chance``, ``turn``, ``survival``, ``cones``: {hex: animal}.
* ``at``: the step of Execution or Reset; ``execution``: further memory; ``pending``: the stack.
  Without ``pending`` the animal first in initiative plans.

While a step of Execution is given, an amphibian pawn (or one of the last animal in play) stands
on domination.5 unless ``pawns`` says otherwise, so that the turn does not run on to its end.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

# The birds dominate, may take Symbiotic and have more elements than the others; draws by hand.
BEFORE_SYMBIOTIC = {
    "at": "domination.1",
    "execution": {"dominated": ["-1,1"]},
    "cards": ["omnivore", "symbiotic"],
    "pending": [
        {"kind": "dominate", "animal": "bird", "space": "domination.1", "hex": "-1,1"},
        {"kind": "take_card", "animal": "bird"},
    ],
    "chance": {"mode": "manual"},
    "added": {"bird": {"sun": 2}},
}
FOOD_CHAIN = ("mammal", "reptile", "bird", "amphibian", "arachnid", "insect")
ELEMENTS = ("grass", "grub", "meat", "seed", "sun", "water")
# R1.1, written out once more: the tests do not take the engine's word for it.
PAWNS = {2: 7, 3: 6, 4: 5, 5: 4, 6: 3}
CUBES_WITHOUT_MARKER = {2: 54, 3: 49, 4: 44, 5: 39, 6: 34}
START_TILES = {
    "0,0": "sea",
    "0,-1": "wetland",
    "1,-1": "savannah",
    "1,0": "desert",
    "0,1": "mountain",
    "-1,1": "forest",
    "-1,0": "jungle",
}
START_SPECIES = {
    "mammal": {"0,1": 2, "1,0": 1, "-1,1": 1},
    "reptile": {"1,0": 2, "1,-1": 1, "0,1": 1},
    "bird": {"-1,1": 2, "0,1": 1, "-1,0": 1},
    "amphibian": {"0,-1": 2, "-1,0": 1, "1,-1": 1},
    "arachnid": {"-1,0": 2, "-1,1": 1, "0,-1": 1},
    "insect": {"1,-1": 2, "0,-1": 1, "1,0": 1},
}
START_ELEMENTS = {
    "1,-1,W": "water",
    "0,-1,E": "grass",
    "0,0,E": "grass",
    "2,-1,W": "sun",
    "1,0,W": "sun",
    "0,1,E": "meat",
    "-1,1,E": "meat",
    "0,1,W": "seed",
    "0,0,W": "seed",
    "-2,1,E": "grub",
    "-1,0,E": "grub",
    "0,-1,W": "water",
}
STACK_TILES = {
    "sea": 6,
    "wetland": 3,
    "savannah": 3,
    "jungle": 3,
    "forest": 3,
    "desert": 3,
    "mountain": 3,
}
CARDS = (
    "aquatic", "biodiversity", "biomass", "blight", "catastrophe", "cold_snap", "disease",
    "ecodiversity", "evolution", "fecundity", "fertile", "habitat", "hibernation", "ice_age",
    "ice_sheet", "immigrants", "instinct", "intelligence", "mass_exodus", "metamorphosis",
    "niche_biomes", "nocturnal", "omnivore", "parasitism", "predator", "symbiotic",
)  # fmt: skip
# What Reseed has filled before Planning (R9.3).
FILLED = {
    "adaptation": {"grass": 2, "grub": 2},
    "abundance": {"meat": 2, "seed": 2},
    "wanderlust": {"sun": 2, "water": 2},
}
STOP = "domination.5"
KEYS = {
    "animals", "players", "tiles", "tundra", "species", "elements", "added", "points",
    "action_pawns", "eliminated", "gene_pool", "boxes", "pawns", "face_up", "cards", "taken",
    "initiative", "rules", "chance", "turn", "survival", "cones", "at", "execution", "pending",
    "bag",
}  # fmt: skip


def stop_animal(given: dict[str, Any]) -> str:
    """Whose pawn stops the turn: see above."""
    animals = _animals(given)
    found: str = given.get("pawns", {}).get(STOP, animals[-1])
    return found


def _animals(given: dict[str, Any]) -> list[str]:
    players = given.get("players", {})
    named = [animal for own in players.values() for animal in own]
    animals = named or given.get("animals", ["mammal", "bird", "amphibian"])
    return sorted(animals, key=FOOD_CHAIN.index)


def build(given: dict[str, Any]) -> dict[str, Any]:
    """The whole state document of a position."""
    unknown = set(given) - KEYS
    assert not unknown, f"unknown keys in the position: {unknown}"
    animals = _animals(given)
    players = given.get("players") or {f"player-{animal}": [animal] for animal in animals}
    earth = _earth(given, animals)
    at = given.get("at")
    pawns = dict(given.get("pawns", {}))
    if at and not at.startswith("reset") and at != STOP:
        pawns.setdefault(STOP, animals[-1])
    pawns = {space: animal for space, animal in pawns.items() if animal}
    initiative = given.get("initiative", animals[::-1])
    pending = given.get("pending") or [{"kind": "place_pawn", "animal": initiative[0]}]
    execution = {**given.get("execution", {}), **({"at": at} if at else {})}
    boxes = {**({} if at else FILLED), **given.get("boxes", {})}
    chance = given.get("chance", {"mode": "seeded", "seed": "case"})
    document: dict[str, Any] = {
        "format": "dominant-species/1",
        "game": "case",
        "rules": given.get("rules", {}),
        "chance": chance,
        "turn": given.get("turn", 2),
        "phase": "planning" if not at else "reset" if at.startswith("reset") else "execution",
        "last_turn": "ice_age" in given.get("taken", []),
        "players": players,
        "animals": {animal: _animal(given, animal, len(animals), earth) for animal in animals},
        "initiative": initiative,
        "earth": earth,
        "elements": given.get("elements", START_ELEMENTS),
        "action_display": {"pawns": pawns, "elements": boxes},
        "tiles": _tiles(given),
        "cards": _cards(given),
        "execution": execution,
        "pending": pending,
    }
    if "survival" in given:
        document["survival"] = given["survival"]
    document["bag"] = _bag(document)
    if "bag" in given:
        _lay_out_the_bag(document, given["bag"])
    return document


def _earth(given: dict[str, Any], animals: list[str]) -> dict[str, Any]:
    tiles = {**START_TILES, **given.get("tiles", {})}
    earth: dict[str, Any] = {hex_: {"terrain": terrain} for hex_, terrain in tiles.items()}
    for hex_ in ["0,0", *given.get("tundra", [])]:
        earth[hex_]["tundra"] = True
    species = given.get("species")
    if species is None:
        species = {}
        for animal in animals:
            for hex_, count in START_SPECIES[animal].items():
                species.setdefault(hex_, {})[animal] = count
    for hex_, present in species.items():
        if present:
            earth[hex_]["species"] = present
    for hex_, animal in given.get("cones", {}).items():
        earth[hex_]["cone"] = animal
    return earth


def _animal(
    given: dict[str, Any], animal: str, count: int, earth: dict[str, Any]
) -> dict[str, Any]:
    on_earth = sum(tile.get("species", {}).get(animal, 0) for tile in earth.values())
    beside = CUBES_WITHOUT_MARKER[count] - on_earth
    if animal in given.get("gene_pool", {}):
        pool = given["gene_pool"][animal]
    else:
        pool = beside - given.get("eliminated", {}).get(animal, 0)
    return {
        "added_elements": given.get("added", {}).get(animal, {}),
        "gene_pool": pool,
        "eliminated": beside - pool,
        "action_pawns": given.get("action_pawns", {}).get(animal, PAWNS[count]),
        "victory_points": given.get("points", {}).get(animal, 0),
    }


def _tiles(given: dict[str, Any]) -> dict[str, Any]:
    face_up = given.get("face_up", ["sea", "wetland", "savannah"])
    unseen = Counter(STACK_TILES)
    unseen.subtract(terrain for terrain in face_up if terrain)
    unseen.subtract(given.get("tiles", {}).values())
    left = sum(unseen.values())
    face_down = []
    for up in face_up:  # a stack has eight tiles, the one face up included
        face_down.append(min(left, 7 if up else 8))
        left -= face_down[-1]
    return {"face_up": face_up, "face_down": face_down, "unseen": dict(unseen)}


def _cards(given: dict[str, Any]) -> dict[str, Any]:
    taken = given.get("taken", [])
    default = [card for card in CARDS if card not in taken and card != "ice_age"][:5]
    return {"available": given.get("cards", default), "taken": taken}


def _bag(document: dict[str, Any]) -> dict[str, int]:
    bag = Counter(dict.fromkeys(ELEMENTS, 20))
    bag.subtract(document["elements"].values())
    for animal in document["animals"].values():
        bag.subtract(animal["added_elements"])
    for box in document["action_display"]["elements"].values():
        bag.subtract(box)
    return dict(bag)


def _corners(hexes: Iterable[str]) -> list[str]:
    """The corners that touch any of the hexes (R2.4)."""
    found = set()
    for hex_ in hexes:
        q, r = map(int, hex_.split(","))
        found |= {(q, r, "E"), (q - 1, r, "E"), (q - 1, r + 1, "E")}
        found |= {(q, r, "W"), (q + 1, r - 1, "W"), (q + 1, r, "W")}
    return [f"{q},{r},{side}" for q, r, side in sorted(found)]


def _lay_out_the_bag(document: dict[str, Any], left: dict[str, int]) -> None:
    """Put all disks of the bag but those that are to be left on vacant corners of earth."""
    elements = document["elements"] = dict(document["elements"])
    vacant = [corner for corner in _corners(document["earth"]) if corner not in elements]
    disks = [e for e in ELEMENTS for _ in range(document["bag"][e] - left.get(e, 0))]
    elements.update(zip(vacant, disks, strict=False))
    assert len(disks) <= len(vacant), "earth has no room for so many disks"
    document["bag"] = left
