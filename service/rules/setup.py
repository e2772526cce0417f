"""The start of a game (R0, R1)."""

from typing import Final

from service.rules.dominance import set_cones
from service.rules.earth import lay_tile, lay_tundra, put_element, put_species
from service.rules.engine import settle
from service.rules.errors import SetupError
from service.rules.events import Event
from service.rules.geometry import CORNER_INDEX, HEX_INDEX
from service.rules.rng import Random
from service.rules.slots import (
    ANIMAL_COUNT,
    BAG,
    CLAIMED,
    CURSOR,
    ELEMENTS_OF,
    FACE_DOWN,
    GENE_POOL,
    IN_HAND,
    IN_PLAY,
    INITIATIVE,
    INITIATIVE_RETURN,
    MANUAL,
    PAWNS,
    PLAYER,
    PRINTED,
    SAVE_ANY,
    SIZE,
    TURN_LIMIT,
    UNSEEN,
)
from service.rules.state import State
from service.rules.steps import EXTINCTION
from service.rules.tables import (
    ACTION_PAWNS,
    ANIMALS,
    CUBES,
    DISKS_PER_ELEMENT,
    ELEMENTS,
    MARKER_CUBES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    STACK_SIZE,
    STACK_TILES,
    STACKS,
    START_ELEMENTS,
    START_SPECIES,
    START_SPECIES_PER_ANIMAL,
    START_TILES,
    START_TUNDRA,
    TERRAINS,
)

PLAYERS: Final = f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players"
HANDS: Final = "each player has one animal, or with 2 players three each, with 3 players two each"


def hand_sizes(players: int) -> tuple[int, ...]:
    """How many animals each of so many players may have (R1.1, R1.5)."""
    return (1, 6 // players) if players <= 3 else (1,)


def check_dealt_once(players: list[list[int]]) -> None:
    """Raise SetupError if an animal is dealt twice (R1.1, R1.5)."""
    dealt: list[int] = []
    for own in players:
        for place, animal in enumerate(own):
            if animal in own[:place]:
                raise SetupError(
                    "R1.5", "players", f"one player cannot have the {ANIMALS[animal]} twice"
                )
            if animal in dealt:
                raise SetupError(
                    "R1.1", "players", f"two players cannot both have the {ANIMALS[animal]}"
                )
        dealt += own


def check_players(players: list[list[int]]) -> None:
    """Raise SetupError unless the animals are dealt as R1.1 or R1.5 allows."""
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise SetupError("R1.1", "players", PLAYERS)
    check_dealt_once(players)
    sizes = {len(own) for own in players}
    if len(sizes) > 1 or not sizes <= set(hand_sizes(len(players))):
        raise SetupError("R1.5", "players", HANDS)


def new_game(
    players: list[list[int]],
    *,
    claimed: bool = False,
    save_any: bool = False,
    initiative_return: bool = True,
    manual: bool = False,
    turn_limit: int = 0,
    random: Random | None = None,
    events: list[Event] | None = None,
) -> State:
    """A game ready for its first decision.

    ``players`` holds each player's animals by index; ``random`` answers the first draws unless
    chance is ``manual``, when the first decision is a draw of nature. Raises SetupError.
    """
    check_players(players)
    state = start_position([animal for own in players for animal in own], claimed=claimed)
    slots = state.slots
    for player, own in enumerate(players):
        for animal in own:
            slots[PLAYER + animal] = player
    slots[SAVE_ANY] = int(save_any)
    slots[INITIATIVE_RETURN] = int(initiative_return)
    slots[MANUAL] = int(manual)
    slots[TURN_LIMIT] = turn_limit
    state.random = random
    state.events = events
    settle(state)
    state.events = None
    state.random = None
    return state


def start_position(animals: list[int], *, claimed: bool) -> State:
    """The table before the first draws, with these animals in play (R1.1 to R1.4)."""
    slots = [0] * SIZE
    state = State(slots)
    for animal in animals:
        slots[IN_PLAY] |= 1 << animal
    count = len(animals)
    slots[ANIMAL_COUNT] = count
    for place, animal in enumerate(sorted(animals, reverse=True)):
        slots[INITIATIVE + place] = animal
    slots[CLAIMED] = int(claimed)
    _lay_earth(state)
    for animal in animals:
        slots[ELEMENTS_OF + animal] = PRINTED[animal]
        slots[PAWNS + animal] = ACTION_PAWNS[count]
        slots[IN_HAND + animal] = ACTION_PAWNS[count]
        slots[GENE_POOL + animal] = CUBES[count] - MARKER_CUBES - START_SPECIES_PER_ANIMAL
    if claimed:
        set_cones(state)
    for terrain, tiles in enumerate(STACK_TILES):
        slots[UNSEEN + terrain] = tiles
    for stack in range(STACKS):
        slots[FACE_DOWN + stack] = STACK_SIZE
    slots[CURSOR] = EXTINCTION
    return state


def _lay_earth(state: State) -> None:
    """The seven start tiles, their elements and the species of the animals in play (R1.4)."""
    slots = state.slots
    where: dict[str, int] = {}
    for terrain, (q, r) in START_TILES:
        hex_ = HEX_INDEX[f"{q},{r}"]
        where[terrain] = hex_
        lay_tile(state, hex_, TERRAINS.index(terrain))
    lay_tundra(state, HEX_INDEX[f"{START_TUNDRA[0]},{START_TUNDRA[1]}"])
    for element in range(6):
        slots[BAG + element] = DISKS_PER_ELEMENT
    for corner, name in START_ELEMENTS:
        element = ELEMENTS.index(name)
        slots[BAG + element] -= 1
        put_element(state, element, CORNER_INDEX[corner])
    for animal_name, places in START_SPECIES:
        animal = ANIMALS.index(animal_name)
        if slots[IN_PLAY] >> animal & 1:
            for terrain, cubes in places:
                put_species(state, animal, where[terrain], cubes)
