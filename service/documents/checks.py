"""What every check of level ``consistency`` works with."""

from service.documents.names import decider_name
from service.documents.problems import Violation
from service.rules.geometry import HEX_NAMES
from service.rules.slots import ANIMAL, EARTH, GENE_POOL, IN_HAND, PLACE
from service.rules.state import State


class Checks:
    """A state and the violations found in it so far."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.slots = state.slots
        self.found: list[Violation] = []

    def need(
        self,
        holds: object,
        pointer: str,
        code: str,
        rule: str,
        detail: str,
        value: object = None,
        expected: object = None,
    ) -> None:
        """Record a violation unless the condition holds."""
        if not holds:
            self.found.append(
                Violation("consistency", pointer, code, rule, detail, value, expected)
            )

    def tile(self, top: int, where: str) -> None:
        """The tile that the frame starting at slot ``top`` is about lies on earth."""
        hex_ = self.slots[top + PLACE]
        self.need(
            self.slots[EARTH] >> hex_ & 1,
            f"{where}/hex",
            "no_tile",
            "R2.1",
            f"there is no tile on {HEX_NAMES[hex_]}",
            HEX_NAMES[hex_],
        )

    def pawn_in_hand(self, top: int, where: str) -> None:
        """Whoever decides has a pawn in hand (R6.1)."""
        self.need(
            self.slots[IN_HAND + self.slots[top + ANIMAL]] > 0,
            f"{where}/animal",
            "no_pawn_in_hand",
            "R6.1",
            "the animal has no pawn in hand to place",
            decider_name(self.slots[top + ANIMAL]),
        )

    def gene_pool(self, top: int, where: str) -> None:
        """Whoever decides has a cube to place (R3.1)."""
        self.need(
            self.slots[GENE_POOL + self.slots[top + ANIMAL]],
            f"{where}/animal",
            "empty_gene_pool",
            "R3.1",
            "with an empty gene pool there is nothing to place",
            decider_name(self.slots[top + ANIMAL]),
        )
