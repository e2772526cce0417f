"""The action Migration (R7.10)."""

from typing import Final

from service.rules.earth import move_species, species
from service.rules.geometry import NEIGHBOURS, bits, neighbours_of
from service.rules.moves import DONE, FORFEIT, MIGRATE, count_of, subject_of, target_of, verb_of
from service.rules.pawns import finish, forfeit
from service.rules.slots import ANIMAL, COUNT, EARTH, MOVED, PRESENCE, SPACE_OF
from service.rules.state import State
from service.rules.tables import BIRD, SPACES

FIRST_SPACE: Final = SPACES.index("migration.7")
DISTANCES: Final = tuple(
    int(space.split(".")[1]) for space in SPACES[FIRST_SPACE : FIRST_SPACE + 6]
)


def reachable(state: State, animal: int, origin: int) -> int:
    """The tiles a species of the animal can move to from a tile, as a mask (R7.10)."""
    earth = state.slots[EARTH]
    near = NEIGHBOURS[origin] & earth
    if animal != BIRD:
        return near
    return (near | neighbours_of(near)) & earth & ~(1 << origin)


def offer(state: State) -> None:
    """From each tile with species not yet moved, each count to each tile in reach (R7.10)."""
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    remaining = slots[top + COUNT]
    if remaining:
        for origin in bits(slots[PRESENCE + animal]):
            free = species(state, animal, origin) - slots[MOVED + origin]
            if free > 0:
                targets = reachable(state, animal, origin)
                base = MIGRATE << 7 | origin << 13
                for count in range(1, min(free, remaining) + 1):
                    state.offer(base | count << 19, targets)
    whole = remaining == DISTANCES[slots[top + SPACE_OF] - FIRST_SPACE]
    state.offer((FORFEIT if whole else DONE) << 7, 1)


def migrate(state: State, move: int) -> None:
    """Move species to another tile, or end the action (R7.10)."""
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    verb = verb_of(move)
    if verb == MIGRATE:
        target = target_of(move)
        count = count_of(move)
        move_species(state, animal, subject_of(move), target, count, "R7.10")
        slots[MOVED + target] += count
        slots[top + COUNT] -= count
        return
    if verb == FORFEIT:
        forfeit(state)
        return
    for hex_ in bits(slots[PRESENCE + animal]):
        slots[MOVED + hex_] = 0
    finish(state)
