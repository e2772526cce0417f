"""Reset: Extinction, Survival, Reseed (R9), and the end of the game (R10)."""

from typing import Final

from service.rules import events as ev
from service.rules import kinds
from service.rules.dominance import endangered
from service.rules.earth import award, eliminate, species
from service.rules.geometry import HEX_COUNT, bits
from service.rules.moves import DECLINE, SAVE, subject_of, target_of, verb_of
from service.rules.scoring import score_game, survival_points, survivor
from service.rules.slots import (
    BAG,
    BOX,
    CURSOR,
    DOMINATED,
    ELEMENT_BITS,
    ELEMENT_MASK,
    GENE_POOL,
    HIBERNATING,
    HIBERNATOR,
    IN_PLAY,
    LAST_TURN,
    OCCUPIED,
    PRESENCE,
    SAVE_ANY,
    SPACE,
    SURVIVAL,
    TURN,
    TURN_LIMIT,
)
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import (
    ABUNDANCE_BOX,
    ADAPTATION_BOX,
    DEPLETION_BOX,
    MAMMAL,
    REGRESSION_BOX,
    SPACES,
    WANDERLUST_BOX,
    WASTELAND_BOX,
)

_GLACIATION: Final = SPACES.index("glaciation.1")


def protected(state: State, animal: int, hex_: int) -> int:
    """How many of the animal's species on the tile hibernate (R8.hibernation)."""
    if state.slots[HIBERNATOR] == animal + 1:
        return state.slots[HIBERNATING + hex_]
    return 0


def candidates(state: State, animal: int) -> int:
    """The hexes where the animal has an unprotected endangered species, as a mask (R9.1)."""
    found = 0
    for hex_ in bits(endangered(state, animal)):
        if species(state, animal, hex_) > protected(state, animal, hex_):
            found |= 1 << hex_
    return found


def begin(state: State) -> None:
    """Ask the mammals whom to save, if there is a choice; then Extinction follows (R9.1)."""
    slots = state.slots
    slots[DOMINATED] = 0
    if slots[IN_PLAY] >> MAMMAL & 1:
        savable = 0
        for animal in range(6 if slots[SAVE_ANY] else 1):
            savable |= candidates(state, animal)
        if savable:
            state.push(kinds.SAVE_SPECIES, MAMMAL)
            return
    _extinction(state, -1, -1)


def offer_saves(state: State) -> None:
    """Any unprotected endangered species that the option allows to save (R0, R9.1)."""
    for animal in range(6 if state.slots[SAVE_ANY] else 1):
        state.offer(SAVE << 7 | animal << 13, candidates(state, animal))
    state.offer(DECLINE << 7, 1)


def save(state: State, move: int) -> None:
    """Save a species or none; then Extinction (R9.1)."""
    state.pop()
    if verb_of(move) == SAVE:
        if state.events is not None:
            state.tell(ev.SPECIES_SAVED, "R9.1", [subject_of(move), target_of(move)])
        _extinction(state, subject_of(move), target_of(move))
    else:
        _extinction(state, -1, -1)


def _extinction(state: State, saved: int, saved_hex: int) -> None:
    """Eliminate every unprotected endangered species but the saved one; then Survival (R9.1)."""
    slots = state.slots
    for animal in bits(slots[IN_PLAY]):
        for hex_ in bits(endangered(state, animal)):
            lost = species(state, animal, hex_) - protected(state, animal, hex_)
            if animal == saved and hex_ == saved_hex:
                lost -= 1
            if lost > 0:
                eliminate(state, animal, hex_, lost, "R9.1")
    if slots[HIBERNATOR]:
        slots[HIBERNATOR] = 0
        for hex_ in range(HEX_COUNT):
            slots[HIBERNATING + hex_] = 0
    _survival(state)


def _survival(state: State) -> None:
    """Award Survival, and end the game if this was its last turn (R9.2, R9.4, R10.1)."""
    slots = state.slots
    holder = survivor(state)
    if holder >= 0:
        if state.events is not None:
            state.tell(ev.SURVIVAL_AWARDED, "R9.2", [holder])
        award(state, holder, survival_points(state, holder), "R9.2")
    elif state.events is not None:
        state.tell(ev.SURVIVAL_VACANT, "R9.2", [])
    slots[SURVIVAL] = holder + 1
    if is_last_turn(state) or extinct(state):
        score_game(state)
        slots[CURSOR] = FINISHED


def is_last_turn(state: State) -> bool:
    """Whether the game ends with this turn: Ice Age was taken (R10.1), or the limit is reached."""
    slots = state.slots
    limit = slots[TURN_LIMIT]
    return bool(slots[LAST_TURN]) or (limit > 0 and slots[TURN] >= limit)


def extinct(state: State) -> bool:
    """Whether no animal has a species on earth or in its gene pool (R9.4)."""
    slots = state.slots
    return not any(slots[PRESENCE + animal] or slots[GENE_POOL + animal] for animal in range(6))


def boxes(state: State) -> None:
    """Slide the Glaciation pawns, return and move on the disks of the boxes (R9.3)."""
    _slide(state)
    for box in (REGRESSION_BOX, DEPLETION_BOX, WANDERLUST_BOX):
        _return_disks(state, box)
    _move_disks(state, WASTELAND_BOX, DEPLETION_BOX)
    _move_disks(state, ABUNDANCE_BOX, WASTELAND_BOX)
    _move_disks(state, ADAPTATION_BOX, REGRESSION_BOX)


def _slide(state: State) -> None:
    """Glaciation pawns move up one space each, where the space before them is empty (R9.3)."""
    slots = state.slots
    for space in range(_GLACIATION + 1, _GLACIATION + 4):
        if slots[SPACE + space] and not slots[SPACE + space - 1]:
            slots[SPACE + space - 1] = slots[SPACE + space]
            slots[SPACE + space] = 0
            slots[OCCUPIED] ^= 3 << (space - 1)
            if state.events is not None:
                owner = slots[SPACE + space - 1] - 1
                state.tell(ev.PAWN_SLID, "R9.3", [owner, space, space - 1])


def _return_disks(state: State, box: int) -> None:
    slots = state.slots
    for element in range(6):
        count = slots[BOX + box] >> (ELEMENT_BITS * element) & ELEMENT_MASK
        slots[BAG + element] += count
        if count and state.events is not None:
            state.tell(ev.DISKS_RETURNED, "R9.3", [box, element, count])
    slots[BOX + box] = 0


def _move_disks(state: State, origin: int, target: int) -> None:
    slots = state.slots
    if state.events is not None:
        for element in range(6):
            count = slots[BOX + origin] >> (ELEMENT_BITS * element) & ELEMENT_MASK
            if count:
                state.tell(ev.DISKS_MOVED, "R9.3", [origin, target, element, count])
    slots[BOX + target] = slots[BOX + origin]
    slots[BOX + origin] = 0
