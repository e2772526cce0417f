"""The components of a game, and the simplest things that are done to them (R1, R3)."""

from collections import Counter
from collections.abc import Iterable

from tests.oracle.tables import (
    ACTION_PAWNS,
    CORNERS,
    CUBES,
    DISKS_OF_A_KIND,
    ELEMENTS,
    FOOD_CHAIN,
    HEXES,
    HEXES_OF,
    MOST_PAWNS,
    PRINTED,
    SPACES,
    STACK_TILES,
    START_ELEMENTS,
    START_SPECIES,
    START_TILES,
    TUNDRA_TILES,
    Corner,
    Hex,
)


class Game:
    """Everything on the table. All containers are flat, so that ``copy`` is simple.

    ``species`` counts (hex, animal), ``added`` (animal, element), ``boxes`` (section, element);
    ``display`` says whose pawn stands on an action space; ``hand`` counts the pawns in hand.
    ``step`` is the place in the sequence of a turn, ``placed`` the pawns placed in this Planning.
    """

    def __init__(
        self,
        animals: Iterable[str],
        *,
        claimed: bool = False,
        save_any: bool = False,
        initiative_return: bool = True,
        turn_limit: int = 0,
    ) -> None:
        """The table before the first draws (R1); ``turn_limit`` 0 is none."""
        in_play = set(animals)
        self.animals = tuple(animal for animal in FOOD_CHAIN if animal in in_play)
        self.claimed = claimed
        self.save_any = save_any
        self.initiative_return = initiative_return
        self.turn_limit = turn_limit
        count = len(self.animals)
        self.pool = Counter(dict.fromkeys(self.animals, CUBES[count] - 4))
        self.eliminated: Counter[str] = Counter()
        self.pawns = Counter(dict.fromkeys(self.animals, ACTION_PAWNS[count]))
        self.hand = self.pawns.copy()
        self.points = Counter(dict.fromkeys(self.animals, 0))
        self.added: Counter[tuple[str, str]] = Counter()
        self.initiative = list(reversed(self.animals))
        self.terrains = {name: terrain for terrain, name in START_TILES.items()}
        self.tundra = {START_TILES["sea"]}
        self.species: Counter[tuple[Hex, str]] = Counter()
        for animal in self.animals:
            for terrain, number in START_SPECIES[animal].items():
                self.species[START_TILES[terrain], animal] = number
        self.cones: dict[Hex, str] = {}
        self.elements = dict(START_ELEMENTS)
        self.bag = Counter(dict.fromkeys(ELEMENTS, DISKS_OF_A_KIND))
        self.bag.subtract(self.elements.values())
        self.boxes: Counter[tuple[str, str]] = Counter()
        self.display: dict[str, str] = {}
        self.available: set[str] = set()
        self.taken: set[str] = set()
        self.face_up: list[str | None] = [None, None, None]
        self.face_down = [8, 8, 8]
        self.unseen = Counter(STACK_TILES)
        self.survival: str | None = None
        self.turn = 0
        self.step = ""
        self.placed = 0
        self.last_turn = False
        self.over = False
        self.dominated: set[Hex] = set()
        self.protected: set[tuple[str, str]] = set()
        self.hibernator: str | None = None
        self.hibernating: Counter[Hex] = Counter()

    def copy(self) -> "Game":
        """A game of its own."""
        other = Game.__new__(Game)
        for name, value in vars(self).items():
            is_container = isinstance(value, dict | set | list)
            setattr(other, name, value.copy() if is_container else value)
        return other

    # Earth (R2).

    def tiles(self) -> list[Hex]:
        """The hexes that hold a tile, in the order of ``hexes``."""
        return [name for name in HEXES if name in self.terrains]

    def terrain(self, name: Hex) -> str:
        """What a tile counts as (R2.2)."""
        return "tundra" if name in self.tundra else self.terrains[name]

    def vacant_corners(self, tiles: Iterable[Hex]) -> list[Corner]:
        """The corners of some tiles without an element (R2.4)."""
        return sorted({c for name in tiles for c in CORNERS[name] if c not in self.elements})

    def elements_on(self, name: Hex) -> list[str]:
        """The disks on a tile's corners."""
        return [self.elements[c] for c in CORNERS[name] if c in self.elements]

    def on_tundra(self, corner: Corner) -> bool:
        """Whether a corner touches at least one tundra tile."""
        return any(name in self.tundra for name in HEXES_OF[corner])

    def remove_element(self, corner: Corner) -> None:
        """A disk removed from earth goes to the bag (R2.5)."""
        self.bag[self.elements.pop(corner)] += 1

    def tundra_is_left(self) -> bool:
        """Whether a tundra tile is left to be laid (R1.4)."""
        return len(self.tundra) < TUNDRA_TILES

    # Disks.

    def in_bag(self) -> list[str]:
        """The types of disk in the bag."""
        return [element for element in ELEMENTS if self.bag[element]]

    def in_box(self, section: str) -> list[str]:
        """The types of disk in a section's box."""
        return [element for element in ELEMENTS if self.boxes[section, element]]

    def empty_box(self, section: str) -> Counter[str]:
        """Take every disk out of a box."""
        return Counter({element: self.boxes.pop((section, element), 0) for element in ELEMENTS})

    def fill_box(self, section: str, disks: Counter[str]) -> None:
        """Put disks into a box."""
        for element, count in disks.items():
            self.boxes[section, element] += count

    def added_types(self, animal: str) -> list[str]:
        """The types of disk added to an animal's display."""
        return [element for element in ELEMENTS if self.added[animal, element]]

    def count_on_display(self, animal: str, element: str) -> int:
        """The copies of an element on a display, printed and added."""
        return PRINTED[animal].get(element, 0) + self.added[animal, element]

    def display_size(self, animal: str) -> int:
        """All elements on a display, printed and added."""
        return sum(self.count_on_display(animal, element) for element in ELEMENTS)

    def gain_element(self, animal: str, element: str) -> None:
        """A disk from the bag onto a display."""
        self.bag[element] -= 1
        self.added[animal, element] += 1

    def lose_element(self, animal: str, element: str) -> None:
        """An added disk from a display into the bag (R2.5)."""
        self.added[animal, element] -= 1
        self.bag[element] += 1

    # Species (R3).

    def here(self, name: Hex) -> list[str]:
        """The animals on a tile, in food chain order."""
        return [animal for animal in self.animals if self.species[name, animal]]

    def others(self, animal: str, name: Hex) -> list[str]:
        """The animals on a tile but one."""
        return [other for other in self.here(name) if other != animal]

    def occupied(self, animal: str) -> list[Hex]:
        """The tiles where an animal is."""
        return [name for name in HEXES if self.species[name, animal]]

    def all_species(self, name: Hex) -> int:
        """The species of all animals on a tile."""
        return sum(self.species[name, animal] for animal in self.animals)

    def lift(self, animal: str, name: Hex, count: int) -> int:
        """Take species off a tile; how many of them are protected by hibernation.

        Unprotected ones go first (R8.hibernation); the cone goes with the last one (R4.3).
        """
        self.species[name, animal] -= count
        left = self.species[name, animal]
        assert left >= 0, f"more species leave than are there: {animal} {name}"
        if not left:
            del self.species[name, animal]
            if self.cones.get(name) == animal:
                del self.cones[name]
        if self.hibernator != animal or self.hibernating[name] <= left:
            return 0
        protected = self.hibernating[name] - left
        self.hibernating[name] = left
        return protected

    def eliminate(self, animal: str, name: Hex, count: int = 1) -> None:
        """Species leave the game (R3.1)."""
        self.lift(animal, name, count)
        self.eliminated[animal] += count

    def place(self, animal: str, name: Hex, count: int) -> None:
        """New species from the gene pool (R3.1)."""
        self.pool[animal] -= count
        assert self.pool[animal] >= 0, f"more species than the pool holds: {animal}"
        self.species[name, animal] += count

    def move(self, animal: str, start: Hex, end: Hex, count: int) -> None:
        """Species go to another tile, and their protection with them."""
        protected = self.lift(animal, start, count)
        self.species[end, animal] += count
        self.hibernating[end] += protected

    # Pawns and points.

    def vacant_spaces(self) -> list[str]:
        """The action spaces without a pawn."""
        return [space for space in SPACES if space not in self.display]

    def gain_pawn(self, animal: str) -> None:
        """A pawn from the box into the hand, at most ten in all (R8.0)."""
        if self.pawns[animal] < MOST_PAWNS:
            self.pawns[animal] += 1
            self.hand[animal] += 1

    def move_up(self, animal: str) -> None:
        """Swap an initiative marker with the one to its left, if there is one (R7.1)."""
        place = self.initiative.index(animal)
        if place:
            self.initiative[place] = self.initiative[place - 1]
            self.initiative[place - 1] = animal

    def award(self, animal: str, points: int) -> None:
        """Points, which never fall below 0 (R3.2)."""
        self.points[animal] = max(0, self.points[animal] + points)
