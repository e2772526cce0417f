"""What a pawn on each action space is worth to each animal: the heart of Planning.

First by trying each action alone, by the fast policy, on the earth as it is; then, as playouts
come in, by how the turns ended in which an animal had put a pawn there.
"""

from typing import Final, final

from service.rules.engine import play, settle
from service.rules.geometry import bits
from service.rules.rng import Random
from service.rules.slots import (
    ANIMAL,
    AVAILABLE,
    CURSOR,
    DEPTH,
    DOMINATED,
    FRAME_SIZE,
    FRAMES,
    IN_HAND,
    MANUAL,
    MAX_DEPTH,
    OCCUPIED,
    SPACE,
)
from service.rules.state import State
from service.rules.steps import SPACE_STEP, STEP_INDEX
from service.rules.tables import NATURE, SECTIONS, SPACES
from workers.search.fast import best_move
from workers.search.figures import GLACIATION
from workers.search.noise import stray
from workers.search.ratings import Ratings
from workers.search.valuation import Valuation

SPACE_COUNT: Final = len(SPACES)
_SECTION_NAMES: Final = tuple(space.split(".")[0] for space in SPACES)
# For each space the first space of its section.
FIRST_IN_SECTION: Final = tuple(_SECTION_NAMES.index(name) for name in _SECTION_NAMES)
# Sections whose spaces all offer the same, so that an animal's second pawn there finds what its
# first one left.
_SHARED: Final = tuple(
    name in ("adaptation", "regression", "abundance", "glaciation", "wanderlust", "domination")
    for name in _SECTION_NAMES
)
_SIZE: Final = tuple(len(dict(SECTIONS)[name]) for name in _SECTION_NAMES)
# For each space the step of the losses that its action softens (R7.3, R7.5), or 0.
LOSSES_AFTER: Final = tuple(STEP_INDEX.get(f"{name}.losses", 0) for name in _SECTION_NAMES)
_LATER: Final = 0.15  # per place further right in a section
_MOST_STEPS: Final = 60  # decisions of one action
_DOUBT: Final = 4.0  # playouts' worth of doubt about what playouts taught


@final
class Plans:
    """The worth of every action space to every animal, in VP (41 numbers for each animal).

    ``noise`` is added to it by a playout, so that playouts differ; ``sums`` and ``visits`` hold
    the outcomes of the playouts in which an animal put a pawn on a space.
    """

    __slots__ = (
        "alone",
        "noise",
        "playouts",
        "sums",
        "totals",
        "trust",
        "values",
        "visits",
        "wanted",
    )

    def __init__(self, values: Valuation, trust: float) -> None:
        """``trust`` is the weight of what playouts teach."""
        self.values: Valuation = values
        self.wanted: list[float] = [0.0] * (6 * SPACE_COUNT)
        self.alone: list[float] = [0.0] * (6 * SPACE_COUNT)
        self.noise: list[float] = [0.0] * (6 * SPACE_COUNT)
        self.sums: list[float] = [0.0] * (6 * SPACE_COUNT)
        self.visits: list[int] = [0] * (6 * SPACE_COUNT)
        self.totals: list[float] = [0.0] * 6
        self.playouts: int = 0
        self.trust: float = trust

    def try_actions(self, state: State, animals: int, ratings: Ratings) -> None:
        """Reckon what each action alone would do for the animals of the mask as earth is now."""
        values = self.values
        for animal in bits(animals):
            bare = _bare(state, animal)
            start = _worth(bare, animal, values)
            row = SPACE_COUNT * animal
            self.alone[row] = values.initiative_pawn
            board = bare
            before = start
            for space in range(1, SPACE_COUNT):
                first = FIRST_IN_SECTION[space]
                if LOSSES_AFTER[space]:
                    if first == space:
                        board = bare.copy()
                        _act(board, animal, space, 0, values, ratings)
                        before = _worth(board, animal, values)
                    board = bare.copy()
                    _act(board, animal, first, space + 1 - first, values, ratings)
                else:
                    if first == space or not _SHARED[space]:
                        board = bare.copy()
                        before = start
                    _act(board, animal, space, 1, values, ratings)
                after = _worth(board, animal, values)
                self.alone[row + space] = after - before
                before = after

    def compare(self, animal: int, others: int) -> None:
        """Note for the animal how much each space is worth to whichever other wants it most."""
        row = SPACE_COUNT * animal
        rivals = bits(others)
        for space in range(SPACE_COUNT):
            most = 0.0
            for other in rivals:
                most = max(most, self.alone[SPACE_COUNT * other + space])
            self.wanted[row + space] = most

    def shake(self, animals: int, random: Random, strength: float) -> None:
        """Draw new noise for the animals of the mask."""
        for animal in bits(animals):
            row = SPACE_COUNT * animal
            for space in range(SPACE_COUNT):
                self.noise[row + space] = strength * stray(random.word() >> 2)

    def fill(self, state: State, animal: int, spaces: list[float]) -> None:
        """Write what the vacant spaces are worth to the animal's next pawn into its row."""
        slots = state.slots
        values = self.values
        row = SPACE_COUNT * animal
        occupied = slots[OCCUPIED]
        mean = self.totals[animal] / self.playouts if self.playouts else 0.0
        own = 0
        for space in range(SPACE_COUNT):
            first = FIRST_IN_SECTION[space]
            if space == first:
                own = 0
                for other in range(first, first + _SIZE[first]):
                    if slots[SPACE + other] == animal + 1:
                        own += 1
            if occupied >> space & 1:
                continue
            if not _SHARED[space]:
                worth = self.alone[row + space] * (1.0 - values.repeated * own)
            elif first == GLACIATION and occupied >> first & 15:
                worth = values.waiting_glaciation
            elif own < _SIZE[first]:
                worth = self.alone[row + first + own] - _LATER * (space - first)
            else:
                worth = 0.0
            visits = self.visits[row + space]
            if visits:
                learned = self.sums[row + space] - mean * visits
                worth += self.trust * learned / (visits + _DOUBT)
            worth += values.denial * self.wanted[row + space]
            spaces[row + space] = worth + self.noise[row + space]

    def learn(self, placed: list[int], outcome: list[float]) -> None:
        """Credit the pawns of a playout with its outcome, each animal's lead in VP.

        ``placed`` holds 41 * animal + space for each pawn put down.
        """
        self.playouts += 1
        for animal in range(6):
            self.totals[animal] += outcome[animal]
        for key in placed:
            self.sums[key] += outcome[key // SPACE_COUNT]
            self.visits[key] += 1


def _bare(state: State, animal: int) -> State:
    """The position with nothing pending and no pawn but one in the animal's hand."""
    bare = state.copy()
    slots = bare.slots
    slots[MANUAL] = 1
    _drop_pending(bare)
    for space in range(SPACE_COUNT):
        slots[SPACE + space] = 0
    slots[OCCUPIED] = 0
    for other in range(6):
        slots[IN_HAND + other] = 0
    slots[IN_HAND + animal] = 1
    # Cards are judged apart: here a card is a card.
    slots[AVAILABLE] = 0
    return bare


def _drop_pending(state: State) -> None:
    state.slots[DEPTH] = 0
    for i in range(FRAMES, FRAMES + FRAME_SIZE * MAX_DEPTH):
        state.slots[i] = 0
    state.fresh = False


def _worth(board: State, animal: int, values: Valuation) -> float:
    """What the board is worth, with the cards of the tiles chosen for Domination (R7.12)."""
    worth = values.whole(board, animal)
    for hex_ in bits(board.slots[DOMINATED]):
        worth += values.card_given(board, hex_, animal)
    return worth


def _act(
    board: State, animal: int, space: int, pawns: int, values: Valuation, ratings: Ratings
) -> None:
    """Carry out the actions of pawns side by side from a space on, by the fast policy.

    The losses that come after the section come too.
    """
    slots = board.slots
    stop = LOSSES_AFTER[space] or SPACE_STEP[space]
    slots[OCCUPIED] = ((1 << pawns) - 1) << space
    for other in range(space, space + pawns):
        slots[SPACE + other] = animal + 1
    slots[IN_HAND + animal] = 0
    slots[CURSOR] = SPACE_STEP[space] - 1
    settle(board, stop)
    for _ in range(_MOST_STEPS):
        if not slots[DEPTH] or slots[board.top() + ANIMAL] == NATURE:
            break
        play(board, best_move(board, values, ratings), stop)
    _drop_pending(board)
