"""From the engine's state to the canonical content of the state document."""

from typing import Final

from service.documents.decisions import frame_object
from service.documents.game import Chance, GameState
from service.documents.names import NAMES
from service.rules.dominance import cone
from service.rules.earth import added_elements, element_at, species
from service.rules.geometry import CORNER_NAMES, HEX_NAMES, bits
from service.rules.scoring import player_ranking, ranking
from service.rules.slots import (
    ANIMAL_COUNT,
    AVAILABLE,
    BAG,
    BOX,
    CLAIMED,
    CURSOR,
    DEPTH,
    DOMINATED,
    EARTH,
    ELEMENT_BITS,
    ELEMENT_MASK,
    ELIMINATED,
    FACE_DOWN,
    FACE_UP,
    GENE_POOL,
    HIBERNATING,
    HIBERNATOR,
    IN_PLAY,
    INITIATIVE,
    INITIATIVE_RETURN,
    LAST_TURN,
    PAWNS,
    PLAYER,
    PROTECTED,
    SAVE_ANY,
    SPACE,
    SURVIVAL,
    TAKEN,
    TERRAIN,
    TERRAIN_TILES,
    TURN,
    TURN_LIMIT,
    UNSEEN,
    VP,
)
from service.rules.state import State
from service.rules.steps import FINISHED, PHASES, PLANNING, STEPS, phase_of
from service.rules.tables import ANIMALS, BOXES, CARDS, ELEMENTS, STACKS, TERRAINS, TUNDRA_TERRAIN

FORMAT: Final = "dominant-species/1"


def counts_object(names: tuple[str, ...], packed: int) -> dict[str, int]:
    """A packed int of 3-bit counts as a map without zeros."""
    found = {}
    for i, name in enumerate(names):
        count = packed >> (ELEMENT_BITS * i) & ELEMENT_MASK
        if count:
            found[name] = count
    return found


def _slot_counts(state: State, names: tuple[str, ...], first: int) -> dict[str, int]:
    return {name: state.slots[first + i] for i, name in enumerate(names) if state.slots[first + i]}


def _without_empties(fields: dict[str, object]) -> dict[str, object]:
    """The fields but for zero counts and empty containers."""
    return {
        key: value for key, value in fields.items() if value != {} and value != [] and value != 0
    }


def chance_object(chance: Chance) -> dict[str, object]:
    """The document's ``chance``."""
    if chance.mode == "seeded":
        found: dict[str, object] = {"mode": "seeded", "seed": chance.seed}
        if chance.draws:
            found["draws"] = chance.draws
        return found
    if chance.mode == "server":
        return {"mode": "server", "kid": chance.kid}
    return {"mode": "manual"}


def _rules_object(state: State) -> dict[str, object]:
    slots = state.slots
    found: dict[str, object] = {
        "dominance": "claimed" if slots[CLAIMED] else "automatic",
        "mammal_save": "any" if slots[SAVE_ANY] else "mammals",
        "initiative_return": bool(slots[INITIATIVE_RETURN]),
    }
    if slots[TURN_LIMIT]:
        found["turn_limit"] = slots[TURN_LIMIT]
    return found


def _animals_object(state: State) -> dict[str, object]:
    slots = state.slots
    return {
        ANIMALS[animal]: _without_empties(
            {
                "added_elements": counts_object(ELEMENTS, added_elements(state, animal)),
                "gene_pool": slots[GENE_POOL + animal],
                "eliminated": slots[ELIMINATED + animal],
                "action_pawns": slots[PAWNS + animal],
                "victory_points": slots[VP + animal],
            }
        )
        for animal in bits(slots[IN_PLAY])
    }


def tile_object(state: State, hex_: int) -> dict[str, object]:
    """A tile of the document's ``earth``."""
    slots = state.slots
    found: dict[str, object] = {"terrain": TERRAINS[slots[TERRAIN + hex_] - 1]}
    if slots[TERRAIN_TILES + TUNDRA_TERRAIN] >> hex_ & 1:
        found["tundra"] = True
    present = {
        ANIMALS[animal]: species(state, animal, hex_)
        for animal in range(6)
        if species(state, animal, hex_)
    }
    if present:
        found["species"] = present
    if slots[CLAIMED] and cone(state, hex_) >= 0:
        found["cone"] = ANIMALS[cone(state, hex_)]
    return found


def pawns_object(state: State) -> dict[str, str]:
    """The animals of the pawns on the action display, by space."""
    return {
        name: ANIMALS[state.slots[SPACE + i] - 1]
        for i, name in enumerate(NAMES["space"])
        if state.slots[SPACE + i]
    }


def face_up_object(state: State) -> list[str | None]:
    """The terrain of the tile that is face up beside each stack, or None."""
    found = state.slots[FACE_UP : FACE_UP + STACKS]
    return [TERRAINS[terrain - 1] if terrain else None for terrain in found]


def _execution_object(state: State) -> dict[str, object]:
    slots = state.slots
    cursor = slots[CURSOR]
    found: dict[str, object] = {}
    if cursor not in (PLANNING, FINISHED):
        found["at"] = STEPS[cursor]
    if slots[DOMINATED]:
        found["dominated"] = [HEX_NAMES[hex_] for hex_ in bits(slots[DOMINATED])]
    protected = {
        ANIMALS[animal]: [ELEMENTS[i] for i in bits(slots[PROTECTED + animal])]
        for animal in range(6)
        if slots[PROTECTED + animal]
    }
    if protected:
        found["protected"] = protected
    if slots[HIBERNATOR]:
        sleeping = {
            HEX_NAMES[hex_]: slots[HIBERNATING + hex_]
            for hex_ in range(len(HEX_NAMES))
            if slots[HIBERNATING + hex_]
        }
        if sleeping:
            found["hibernating"] = {ANIMALS[slots[HIBERNATOR] - 1]: sleeping}
    return found


def write_state(game: GameState) -> dict[str, object]:
    """The document of a game, in canonical content: no zero counts, no empty containers."""
    state = game.state
    slots = state.slots
    players: dict[str, list[str]] = {name: [] for name in game.players}
    for animal in bits(slots[IN_PLAY]):
        players[game.players[slots[PLAYER + animal]]].append(ANIMALS[animal])
    display = _without_empties(
        {
            "pawns": pawns_object(state),
            "elements": {
                box: counts_object(ELEMENTS, slots[BOX + i])
                for i, box in enumerate(BOXES)
                if slots[BOX + i]
            },
        }
    )
    elements = {}
    for corner, name in enumerate(CORNER_NAMES):
        element = element_at(state, corner)
        if element >= 0:
            elements[name] = ELEMENTS[element]
    found: dict[str, object] = {
        "format": FORMAT,
        "game": game.game,
        "rules": _rules_object(state),
        "chance": chance_object(game.chance),
        "turn": slots[TURN],
        "phase": PHASES[phase_of(slots[TURN], slots[CURSOR])],
        "last_turn": bool(slots[LAST_TURN]),
        "players": players,
        "animals": _animals_object(state),
        "initiative": [ANIMALS[slots[INITIATIVE + place]] for place in range(slots[ANIMAL_COUNT])],
        "earth": {HEX_NAMES[hex_]: tile_object(state, hex_) for hex_ in bits(slots[EARTH])},
        "elements": elements,
        "action_display": display,
        "bag": _slot_counts(state, ELEMENTS, BAG),
        "tiles": {
            "face_up": face_up_object(state),
            "face_down": slots[FACE_DOWN : FACE_DOWN + STACKS],
            **_without_empties({"unseen": _slot_counts(state, TERRAINS[:-1], UNSEEN)}),
        },
        "cards": _without_empties(
            {
                "available": [CARDS[card] for card in bits(slots[AVAILABLE])],
                "taken": [CARDS[card] for card in bits(slots[TAKEN])],
            }
        ),
        "execution": _execution_object(state),
        "pending": [frame_object(state, depth) for depth in range(slots[DEPTH])],
    }
    if slots[SURVIVAL]:
        found["survival"] = ANIMALS[slots[SURVIVAL] - 1]
    if slots[CURSOR] == FINISHED:
        found["ranking"] = ranking_object(game)
    return {key: value for key, value in found.items() if value != {} and value != []}


def ranking_object(game: GameState) -> dict[str, list[str]]:
    """Animals and players, best first (R10.3)."""
    return {
        "animals": [ANIMALS[animal] for animal in ranking(game.state)],
        "players": [game.players[player] for player in player_ranking(game.state)],
    }
