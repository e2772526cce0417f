"""What every check of a state that has been read works with."""

from service.documents.names import decider_name
from service.documents.problems import NOTHING, Findings, Violation
from service.documents.unknown import Unknown
from service.rules.earth import bag_types
from service.rules.geometry import HEX_NAMES, bits
from service.rules.kinds import KINDS
from service.rules.slots import ANIMAL, EARTH, GENE_POOL, IN_HAND, KIND, PLACE
from service.rules.state import State


class Checks:
    """A state, what of its document is not known, and what was found wrong with it so far.

    A check first asks whether it ``knows`` what it reads. What a violation makes doubtful is
    noted with ``doubt``, so that nothing that follows from it is reported as well: by itself what
    stands at its pointer. The checks of structure stand side by side, so what theirs make
    doubtful counts for those of consistency.
    """

    def __init__(self, state: State, unknown: Unknown, found: Findings) -> None:
        self.state = state
        self.slots = state.slots
        self.unknown = unknown
        self.level = "structure"
        self.found = found
        self._doubtful: list[str] = []

    def knows(self, *patterns: str) -> bool:
        """Whether all that these patterns stand for is known (see ``Unknown.touches``)."""
        return not self.unknown or not self.unknown.touches(*patterns)

    def doubt(self, *pointers: str) -> None:
        """What stands at these pointers is not to be trusted."""
        for pointer in pointers:
            self.unknown.add(pointer)

    def compare(self) -> None:
        """Structure has been checked; now the parts that are right are compared."""
        self.level = "consistency"
        self.doubt(*self._doubtful)

    def known_hexes(self, key: str) -> int:
        """The hexes of which it is known what ``key`` of their tile is, as a mask."""
        if not self.unknown:
            return (1 << len(HEX_NAMES)) - 1
        return sum(
            1 << hex_ for hex_, name in enumerate(HEX_NAMES) if self.knows(f"/earth/{name}/{key}")
        )

    def need(
        self,
        holds: object,
        pointer: str,
        code: str,
        rule: str,
        detail: str,
        value: object = NOTHING,
        expected: object = None,
        *,
        doubtful: str = "",
    ) -> bool:
        """Record a violation unless the condition holds; answer whether it does.

        ``doubtful`` is the pointer to what it makes doubtful, if not to what it is about.
        """
        if not holds:
            self.found.add(Violation(self.level, pointer, code, rule, detail, value, expected))
            if self.level == "structure":
                self._doubtful.append(doubtful or pointer)
            else:
                self.doubt(doubtful or pointer)
        return bool(holds)

    def asked(self, top: int) -> str:
        """The kind of decision in the frame starting at slot ``top``."""
        return KINDS[self.slots[top + KIND]]

    def tile(self, top: int, where: str) -> bool:
        """The tile that the frame starting at slot ``top`` is about lies on earth.

        False also if that is not known.
        """
        hex_ = self.slots[top + PLACE]
        if not self.knows(f"{where}/hex") or hex_ < 0:
            return False
        name = HEX_NAMES[hex_]
        return self.knows(f"/earth/{name}/terrain") and self.need(
            self.slots[EARTH] >> hex_ & 1,
            f"{where}/hex",
            "no_tile",
            "R2.1",
            f"there is no tile on {name}",
            name,
        )

    def pawn_to_place(self, top: int, where: str) -> None:
        """Whoever decides has a pawn in hand (R6.1).

        There is always a space for it: all pawns that cards can bring do not fill the 41.
        """
        animal = self.slots[top + ANIMAL]
        name = decider_name(animal)
        pawns = ("/action_display/pawns", "/pending/0/space", "/pending/0/animal")
        if self.knows(f"{where}/animal", f"/animals/{name}/action_pawns", *pawns):
            self.need(
                self.slots[IN_HAND + animal],  # below 0 is a violation of structure
                f"{where}/animal",
                "no_pawn_in_hand",
                "R6.1",
                f"the {name} has no pawn in hand to place",
                name,
            )

    def gene_pool(self, top: int, where: str) -> None:
        """Whoever decides has a cube to place (R3.1)."""
        animal = self.slots[top + ANIMAL]
        name = decider_name(animal)
        if self.knows(f"{where}/animal", f"/animals/{name}/gene_pool"):
            self.need(
                self.slots[GENE_POOL + animal],
                f"{where}/animal",
                "empty_gene_pool",
                "R3.1",
                f"the gene pool of the {name} is empty, so there is nothing to place",
                name,
            )

    def bag(self, top: int, where: str) -> None:
        """The bag holds a disk for what is to be drawn or chosen from it."""
        if self.knows("/bag"):
            self.need(
                bag_types(self.state),
                f"{where}/kind",
                "empty_bag",
                "R2.5",
                "the bag is empty, so this decision cannot be asked",
                self.asked(top),
            )


def hex_names(hexes: int) -> list[str]:
    """The names of a set of hexes."""
    return [HEX_NAMES[hex_] for hex_ in bits(hexes)]


def animal_names(animals: int) -> list[str]:
    """The names of a set of animals."""
    return [decider_name(animal) for animal in bits(animals)]
