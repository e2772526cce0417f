"""Small changes of a document that keep its sums: pieces moved from one place to another.

Each edit takes the document and a chooser. Most leave a valid document valid; where one does not,
the validation says so, and the document is not used.
"""

from collections.abc import Callable
from random import Random as Chooser
from typing import Any

from service.documents.names import NAMES
from service.rules.geometry import CORNER_HEXES, HEX_NAMES
from service.rules.tables import MAX_VP
from tests.documents.games import Document

Edit = Callable[[Document, Chooser], None]
BIG = (0, 1, 2, 999_999, 1_000_000)


def _take(counts: Document, key: str) -> bool:
    """Take one of the things counted, if there is one."""
    if counts.get(key, 0) < 1:
        return False
    counts[key] -= 1
    return True


def _put(counts: Document, key: str) -> None:
    counts[key] = counts.get(key, 0) + 1


def _piles(document: Document, animal: str) -> list[tuple[Document, str]]:
    """Every place where the animal's cubes can be."""
    own = document["animals"][animal]
    tiles = [(tile.setdefault("species", {}), animal) for tile in document["earth"].values()]
    return [(own, "gene_pool"), (own, "eliminated"), *tiles]


def cubes(document: Document, chooser: Chooser) -> None:
    """Some cubes of an animal from one place to another."""
    piles = _piles(document, chooser.choice(list(document["animals"])))
    filled = [pile for pile in piles if pile[0].get(pile[1], 0)]
    if not filled:
        return
    source, target = chooser.choice(filled), chooser.choice(piles)
    for _ in range(chooser.choice([1, 1, 2, 3, 60])):
        if _take(*source):
            _put(*target)


def scatter(document: Document, chooser: Chooser) -> None:
    """Every animal on one tile, or one animal off it."""
    tile = chooser.choice(list(document["earth"].values()))
    for animal in document["animals"]:
        piles = [pile for pile in _piles(document, animal) if pile[0].get(pile[1], 0)]
        if piles and _take(*chooser.choice(piles)):
            _put(tile.setdefault("species", {}), animal)


def no_cubes_left(document: Document, chooser: Chooser) -> None:
    """The gene pool of an animal is empty."""
    own = document["animals"][chooser.choice(list(document["animals"]))]
    own["eliminated"] = own.get("eliminated", 0) + own.pop("gene_pool", 0)


def _disk_places(document: Document, chooser: Chooser) -> list[Document]:
    """The maps of counts that disks can be in: bag, sections, displays."""
    display = document.setdefault("action_display", {}).setdefault("elements", {})
    boxes = [display.setdefault(box, {}) for box in NAMES["box"]]
    added = [own.setdefault("added_elements", {}) for own in document["animals"].values()]
    return [document.setdefault("bag", {}), chooser.choice(boxes), chooser.choice(added)]


def disks(document: Document, chooser: Chooser) -> None:
    """A disk from one map of counts to another."""
    places = _disk_places(document, chooser)
    source, target = chooser.sample(places, 2)
    element = chooser.choice(NAMES["element"])
    if _take(source, element):
        _put(target, element)


def disks_on_earth(document: Document, chooser: Chooser) -> None:
    """A disk between a corner and the bag, or the disks of all corners into the bag."""
    corners = document.setdefault("elements", {})
    bag = document.setdefault("bag", {})
    element = chooser.choice(NAMES["element"])
    earth = {HEX_NAMES.index(hex_) for hex_ in document["earth"]}
    choice = chooser.randrange(8)
    if choice == 0:
        for held in corners.values():
            _put(bag, held)
        corners.clear()
    elif choice < 4 and corners:
        _put(bag, corners.pop(chooser.choice(list(corners))))
    else:
        free = [
            name
            for name, around in zip(NAMES["corner"], CORNER_HEXES, strict=True)
            if name not in corners and earth & set(around)
        ]
        if free and _take(bag, element):
            corners[chooser.choice(free)] = element


def empty_bag(document: Document, chooser: Chooser) -> None:
    """All disks of the bag are on corners and in sections, as far as there is room."""
    for _ in range(120):
        disks_on_earth(document, chooser)
        disks(document, chooser)


def tiles(document: Document, chooser: Chooser) -> None:
    """An unseen tile laid, or a face-up one turned back."""
    stacks = document["tiles"]
    unseen = stacks.setdefault("unseen", {})
    stack = chooser.randrange(3)
    terrain = chooser.choice(NAMES["tile"])
    up = stacks["face_up"][stack]
    if chooser.random() < 0.5:
        if up:
            stacks["face_up"][stack] = None
            stacks["face_down"][stack] += 1
            _put(unseen, up)
    elif stacks["face_down"][stack] and _take(unseen, terrain):
        stacks["face_down"][stack] -= 1
        hex_ = chooser.choice(HEX_NAMES)
        if hex_ in document["earth"]:
            _put(unseen, terrain)
            stacks["face_down"][stack] += 1
        else:
            document["earth"][hex_] = {"terrain": terrain}


def tundra(document: Document, chooser: Chooser) -> None:
    chooser.choice(list(document["earth"].values()))["tundra"] = True


def points(document: Document, chooser: Chooser) -> None:
    own = document["animals"][chooser.choice(list(document["animals"]))]
    own["victory_points"] = chooser.choice([0, 1, 17, 200, 10**9, MAX_VP - 1, MAX_VP])


def pawns(document: Document, chooser: Chooser) -> None:
    """Another number of pawns, or a pawn on another space or off the display."""
    name = chooser.choice(list(document["animals"]))
    spaces = document.setdefault("action_display", {}).setdefault("pawns", {})
    choice = chooser.randrange(3)
    if choice == 0:
        document["animals"][name]["action_pawns"] += chooser.choice([-1, 1])
    elif choice == 1 and spaces:
        spaces.pop(chooser.choice(list(spaces)))
    else:
        spaces[chooser.choice(NAMES["space"])] = name


def pawn_cards(document: Document, chooser: Chooser) -> None:
    """The cards that give pawns are taken by an animal that thereby gains them all."""
    animals = [animal for animal in NAMES["animal"] if animal in document["animals"]]
    found = document.setdefault("cards", {})
    taker = chooser.randrange(len(animals))
    for card, gaining in (
        ("intelligence", animals[: taker + 1]),
        ("parasitism", animals[taker:]),
        ("omnivore", animals[taker : taker + 1]),
    ):
        if card in found.get("available", []) or card in found.get("taken", []):
            continue
        found["taken"] = [*found.get("taken", []), card]
        for animal in gaining:
            document["animals"][animal]["action_pawns"] += 1


def full_display(document: Document, chooser: Chooser) -> None:
    """All pawns but one or two of each animal are on the display."""
    pawn_cards(document, chooser)
    spaces = document.setdefault("action_display", {}).setdefault("pawns", {})
    for name, own in document["animals"].items():
        for _ in range(own["action_pawns"] - list(spaces.values()).count(name) - 2):
            spaces.setdefault(chooser.choice(NAMES["space"]), name)


def cards(document: Document, chooser: Chooser) -> None:
    """A card between display, deck and box; or nearly all out of the game."""
    found = document.setdefault("cards", {})
    available = found.setdefault("available", [])
    taken = found.setdefault("taken", [])
    choice = chooser.randrange(4)
    if choice == 0:
        others = [card for card in NAMES["card"] if card not in available and card != "ice_age"]
        found["taken"] = others
    elif choice == 1 and available:
        taken.append(available.pop())
    elif choice == 2 and taken:
        taken.pop(chooser.randrange(len(taken)))
    else:
        available[:] = [card for card in available if chooser.random() < 0.5]


def last_turn(document: Document, chooser: Chooser) -> None:
    """Ice Age has been taken."""
    found = document.setdefault("cards", {})
    found["taken"] = [card for card in NAMES["card"] if card not in found.get("available", [])]
    document["last_turn"] = True


def turn(document: Document, chooser: Chooser) -> None:
    document["turn"] = chooser.choice(BIG)
    document["rules"]["turn_limit"] = chooser.choice([None, 2, 1000])


def draws(document: Document, chooser: Chooser) -> None:
    if chooser.random() < 0.4:
        document["chance"] = {"mode": "manual"}
    else:
        number = chooser.choice([0, 5, 2**53 - 2, 2**53 - 1])
        document["chance"] = {"mode": "seeded", "seed": "edited", "draws": number}


def rules(document: Document, chooser: Chooser) -> None:
    """Another option; with claimed dominance some cones, true or not."""
    options = document["rules"]
    options["mammal_save"] = chooser.choice(["mammals", "any"])
    options["initiative_return"] = chooser.random() < 0.5
    options["dominance"] = chooser.choice(["automatic", "claimed"])
    for tile in document["earth"].values():
        tile.pop("cone", None)
        present = [animal for animal, count in tile.get("species", {}).items() if count]
        if options["dominance"] == "claimed" and present and chooser.random() < 0.6:
            tile["cone"] = chooser.choice(present)


def initiative(document: Document, chooser: Chooser) -> None:
    chooser.shuffle(document["initiative"])


def survival(document: Document, chooser: Chooser) -> None:
    document["survival"] = chooser.choice([None, *document["animals"]])


def dominated(document: Document, chooser: Chooser) -> None:
    """More tiles dominated before, at a later space of Domination."""
    execution = document.setdefault("execution", {})
    if not str(execution.get("at", "")).startswith("domination"):
        return
    space = f"domination.{chooser.randint(2, 5)}"
    execution["at"] = space
    document["pending"][0]["space"] = space
    document["action_display"].get("pawns", {}).pop(space, None)
    execution.setdefault("dominated", []).append(chooser.choice(list(document["earth"])))


def hibernation(document: Document, chooser: Chooser) -> None:
    """Species hibernate where the animal is."""
    dominated(document, chooser)
    animal = chooser.choice(list(document["animals"]))
    homes = {
        hex_: tile["species"][animal]
        for hex_, tile in document["earth"].items()
        if tile.get("species", {}).get(animal)
    }
    if homes:
        hex_ = chooser.choice(list(homes))
        asleep = chooser.randint(1, min(5, homes[hex_]))
        document.setdefault("execution", {})["hibernating"] = {animal: {hex_: asleep}}
        taken = document.setdefault("cards", {}).setdefault("taken", [])
        document["cards"]["taken"] = sorted({*taken, "hibernation"})
        shown = document["cards"].get("available", [])
        document["cards"]["available"] = [card for card in shown if card != "hibernation"]


def protection(document: Document, chooser: Chooser) -> None:
    """An element protected from Regression."""
    box = document.get("action_display", {}).get("elements", {}).get("regression", {})
    animal = chooser.choice(list(document["animals"]))
    added = document["animals"][animal].get("added_elements", {})
    both = [element for element in added if added[element] and box.get(element)]
    if both:
        document.setdefault("execution", {})["protected"] = {animal: [chooser.choice(both)]}


def decider(document: Document, chooser: Chooser) -> None:
    """Another animal decides."""
    frame = chooser.choice(document.get("pending") or [{}])
    if frame.get("animal") in document["animals"]:
        frame["animal"] = chooser.choice(list(document["animals"]))


def context(document: Document, chooser: Chooser) -> None:
    """Another value in the decision: a tile, a corner, a number, or less still to handle."""
    frame = (document.get("pending") or [{}])[-1]
    key = chooser.choice([*frame, ""])
    value: Any = frame.get(key)
    if isinstance(value, list) and value:
        value.pop(chooser.choice([0, -1]))
    elif isinstance(value, int):
        frame[key] = max(0, value + chooser.choice([-1, 1]))
    elif key == "hex":
        frame[key] = chooser.choice(list(document["earth"]))
    elif key == "corner" and document.get("elements"):
        frame[key] = chooser.choice(list(document["elements"]))


EDITS: tuple[Edit, ...] = (
    cubes, cubes, cubes, scatter, no_cubes_left, disks, disks, disks_on_earth, disks_on_earth,
    empty_bag, tiles, tundra, points, pawns, pawn_cards, full_display, cards, last_turn, turn,
    draws, rules, initiative, survival, dominated, hibernation, protection, decider, context,
)  # fmt: skip
