"""The state of a game, and the stack of pending decisions."""

from typing import Final, final

from service.rules.events import Event
from service.rules.rng import Random
from service.rules.slots import (
    ANIMAL,
    COUNT,
    DEPTH,
    FRAME_SIZE,
    FRAMES,
    KIND,
    PLACE,
    SET,
    SPACE_OF,
)

NONE: Final = -1  # no space, no place


@final
class State:
    """A game between two moves, and what is needed while one is made.

    ``slots`` is the whole game (see ``slots.py``). The rest is scratch: ``events`` is a list to
    append to, or None when nobody listens; ``random`` answers draws; ``bases`` and ``masks`` hold
    the legal moves of the pending decision while ``fresh`` is true.
    """

    __slots__ = ("bases", "events", "fresh", "masks", "random", "slots")

    def __init__(self, slots: list[int]) -> None:
        self.slots: list[int] = slots
        self.events: list[Event] | None = None
        self.random: Random | None = None
        self.bases: list[int] = []
        self.masks: list[int] = []
        self.fresh: bool = False

    def copy(self) -> "State":
        """An independent copy of the game, without the scratch."""
        return State(self.slots[:])

    def tell(self, kind: int, rule: str, values: list[int]) -> None:
        """Record an event, if anybody listens.

        What happens often asks ``events is not None`` first, to build nothing in vain.
        """
        events = self.events
        if events is not None:
            events.append(Event(kind, rule, values))

    def offer(self, base: int, mask: int) -> None:
        """Offer the moves ``base + i`` for every set bit ``i`` of ``mask``."""
        if mask:
            self.bases.append(base)
            self.masks.append(mask)

    def push(
        self,
        kind: int,
        animal: int,
        space: int = NONE,
        place: int = NONE,
        remaining: int = 0,
        count: int = 0,
    ) -> None:
        """Put a decision on top of the stack; ``remaining`` fills the frame's SET."""
        slots = self.slots
        top = FRAMES + FRAME_SIZE * slots[DEPTH]
        slots[DEPTH] += 1
        slots[top + KIND] = kind
        slots[top + ANIMAL] = animal
        slots[top + SPACE_OF] = space
        slots[top + PLACE] = place
        slots[top + SET] = remaining
        slots[top + COUNT] = count

    def pop(self) -> None:
        """Drop the decision on top of the stack, leaving no trace of it."""
        slots = self.slots
        slots[DEPTH] -= 1
        top = FRAMES + FRAME_SIZE * slots[DEPTH]
        for i in range(top, top + FRAME_SIZE):
            slots[i] = 0

    def top(self) -> int:
        """The index of the first slot of the topmost frame."""
        return FRAMES + FRAME_SIZE * (self.slots[DEPTH] - 1)
