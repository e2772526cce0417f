"""Matching, dominance, endangered species, and the cones that show dominance (R4)."""

from service.rules import events as ev
from service.rules.errors import IllegalMove
from service.rules.geometry import bits
from service.rules.moves import (
    CALL_OFF,
    CLAIM,
    pack,
    subject_of,
    target_of,
    verb_of,
)
from service.rules.slots import (
    CLAIMED,
    CONES,
    CURSOR,
    EARTH,
    ELEMENT_BITS,
    ELEMENT_MASK,
    ELEMENTS_OF,
    HEX_ELEMENTS,
    PRESENCE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_MASK,
)
from service.rules.state import State
from service.rules.steps import FINISHED


def matches(state: State, animal: int, hex_: int) -> int:
    """The animal's matches on the tile (R4.1)."""
    owned = state.slots[ELEMENTS_OF + animal]
    around = state.slots[HEX_ELEMENTS + hex_]
    total = 0
    while owned and around:
        total += (owned & ELEMENT_MASK) * (around & ELEMENT_MASK)
        owned >>= ELEMENT_BITS
        around >>= ELEMENT_BITS
    return total


def dominant(state: State, hex_: int) -> int:
    """The animal that is truly dominant on the tile, or -1 (R4.2)."""
    packed = state.slots[SPECIES + hex_]
    best = 0
    leader = -1
    animal = 0
    while packed:
        if packed & SPECIES_MASK:
            count = matches(state, animal, hex_)
            if count > best:
                best = count
                leader = animal
            elif count == best:
                leader = -1
        packed >>= SPECIES_BITS
        animal += 1
    return leader


def cone(state: State, hex_: int) -> int:
    """The animal whose cone is on the tile, or -1: what Domination and Ice Age count (R4.3)."""
    slots = state.slots
    if not slots[CLAIMED]:
        return dominant(state, hex_)
    for animal in range(6):
        if slots[CONES + animal] >> hex_ & 1:
            return animal
    return -1


def endangered(state: State, animal: int) -> int:
    """The hexes where the animal's species match no element (R4.2)."""
    slots = state.slots
    owned = slots[ELEMENTS_OF + animal]
    wanted = 0
    field = ELEMENT_MASK
    while owned >= field & -field:
        if owned & field:
            wanted |= field
        field <<= ELEMENT_BITS
    found = 0
    presence = slots[PRESENCE + animal]
    while presence:
        low = presence & -presence
        if not slots[HEX_ELEMENTS + low.bit_length() - 1] & wanted:
            found |= low
        presence ^= low
    return found


def set_cones(state: State) -> None:
    """Put the first cones down: they show R4.2, as at the start of a claimed game (R4.3)."""
    slots = state.slots
    for hex_ in bits(slots[EARTH]):
        animal = dominant(state, hex_)
        if animal >= 0:
            slots[CONES + animal] |= 1 << hex_


def interjections(state: State) -> list[int]:
    """Every true claim and every cone that can be called off, as packed moves (R4.3).

    They may be made before any move and leave the pending decision as it is.
    """
    slots = state.slots
    found: list[int] = []
    if not slots[CLAIMED] or slots[CURSOR] == FINISHED:
        return found
    for hex_ in bits(slots[EARTH]):
        true = dominant(state, hex_)
        shown = cone(state, hex_)
        if true == shown:
            continue
        if true >= 0:
            found.append(pack(CLAIM, true, hex_))
        if shown >= 0:
            found.append(pack(CALL_OFF, 0, hex_))
    found.sort()
    return found


def interject(state: State, move: int) -> None:
    """Carry out a claim or a call-off.

    Raises IllegalMove for a false claim, and for calling off a cone that holds (R4.3).
    """
    slots = state.slots
    if not slots[CLAIMED]:
        raise IllegalMove(
            "R4.3", "move", "cones are claimed and called off only when dominance is 'claimed'"
        )
    hex_ = target_of(move)
    true = dominant(state, hex_)
    shown = cone(state, hex_)
    if verb_of(move) == CLAIM:
        claimant = subject_of(move)
        if true != claimant:
            raise IllegalMove("R4.3", "move", "the animal is not dominant on that tile")
        if shown == claimant:
            raise IllegalMove("R4.3", "move", "the animal's cone is on that tile already")
    elif shown < 0:
        raise IllegalMove("R4.3", "move", "there is no cone on that tile")
    elif shown == true:
        raise IllegalMove("R4.3", "move", "the cone on that tile holds")
    if shown >= 0:
        slots[CONES + shown] &= ~(1 << hex_)
        state.tell(ev.CONE_REMOVED, "R4.3", [shown, hex_])
    if verb_of(move) == CLAIM:
        slots[CONES + true] |= 1 << hex_
        state.tell(ev.CONE_PLACED, "R4.3", [true, hex_])
