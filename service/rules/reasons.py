"""Why a move is not legal, in one sentence with the rule that forbids it.

Only asked for moves that are known to be illegal, so the sentences may assume that something is
wrong; the last one of each function is what remains when nothing more precise holds.
"""

from collections.abc import Callable
from typing import Final

from service.rules import kinds, moves
from service.rules.earth import (
    added_elements,
    element_at,
    element_count,
    species,
    terrain_of,
    types_in,
)
from service.rules.geometry import CORNER_HEX_MASK, HEX_COUNT, NEIGHBOURS, bits
from service.rules.migration import reachable
from service.rules.slots import (
    ANIMAL,
    AVAILABLE,
    BOX,
    COUNT,
    DOMINATED,
    EARTH,
    ELIMINATED,
    FACE_UP,
    GENE_POOL,
    KIND,
    MOVED,
    OCCUPIED,
    PLACE,
    SET,
    SPACE_OF,
    TERRAIN_TILES,
)
from service.rules.state import NONE, State
from service.rules.tables import (
    ANIMALS,
    HIBERNATION_LIMIT,
    MAX_ELEMENTS,
    MAX_TUNDRA,
    REGRESSION_BOX,
    SPECIATION_LIMIT,
    STACKS,
    TUNDRA_TERRAIN,
)

_Reason = tuple[str, str, str]


def reason(state: State, move: int) -> _Reason:
    """The rule id, the field at fault and the reason for a move that is not legal."""
    kind = state.slots[state.top() + KIND]
    rule = kinds.KIND_RULES[kind]
    verb = moves.verb_of(move)
    allowed = kinds.KIND_VERBS[kind]
    if verb not in allowed:
        names = " or ".join(f"'{moves.VERBS[other][0]}'" for other in allowed)
        return (
            rule,
            "move",
            f"the pending decision is '{kinds.KINDS[kind]}', which takes {names},"
            f" not '{moves.VERBS[verb][0]}'",
        )
    if verb == moves.FORFEIT and state.slots[state.top() + SPACE_OF] == NONE:
        return (rule, "move", "no pawn is acting here, so there is no action to forfeit")
    explain = _EXPLAIN.get(verb)
    if explain is not None:
        return explain(state, move, rule)
    return (rule, "move", _OTHER.get(verb, "this decision must be made: it cannot be passed over"))


def _animal(state: State) -> int:
    return state.slots[state.top() + ANIMAL]


def _is_tile(state: State, hex_: int) -> bool:
    return bool(state.slots[EARTH] >> hex_ & 1)


def _place_pawn(state: State, move: int, rule: str) -> _Reason:
    if state.slots[OCCUPIED] >> moves.target_of(move) & 1:
        return (rule, "space", "there is a pawn on that space already")
    return ("R7.1", "space", "the option 'initiative_return' keeps the pawn off Initiative")


def _adapt(state: State, move: int, rule: str) -> _Reason:
    if element_count(state, _animal(state)) >= MAX_ELEMENTS:
        return ("R1.2", "element", "the animal has six elements already")
    return _not_in_box("Adaptation", rule)


def _not_in_box(name: str, rule: str) -> _Reason:
    return (rule, "element", f"there is no such disk in {name}")


def _protect(state: State, move: int, rule: str) -> _Reason:
    element = moves.target_of(move)
    if not types_in(state.slots[BOX + REGRESSION_BOX]) >> element & 1:
        return (rule, "element", "that element is not in the Regression box")
    if not types_in(added_elements(state, _animal(state))) >> element & 1:
        return (rule, "element", "the animal has no added disk of that element to lose")
    return (rule, "element", "the animal has protected that element already")


def _place_element(state: State, move: int, rule: str) -> _Reason:
    slots = state.slots
    top = state.top()
    kind = slots[top + KIND]
    corner = moves.target_of(move)
    if not CORNER_HEX_MASK[corner] & slots[EARTH]:
        return ("R2.4", "corner", "that corner touches no tile")
    if element_at(state, corner) >= 0:
        return ("R2.4", "corner", "that corner holds an element already")
    if slots[top + PLACE] >= 0 and not CORNER_HEX_MASK[corner] >> slots[top + PLACE] & 1:
        return (rule, "corner", "that corner does not belong to the tile")
    if kind == kinds.ADD_ELEMENT:
        return _not_in_box("Abundance", rule)
    if kind == kinds.ADD_TILE_ELEMENT:
        return _not_in_box("Wanderlust", rule)
    return (rule, "element", "the bag holds no disk of that element")


def _remove_element(state: State, move: int, rule: str) -> _Reason:
    element = element_at(state, moves.target_of(move))
    if element < 0:
        return (rule, "corner", "there is no element on that corner")
    return _not_in_box("Depletion", rule)


def _glaciate(state: State, move: int, rule: str) -> _Reason:
    tundra = state.slots[TERRAIN_TILES + TUNDRA_TERRAIN]
    hex_ = moves.target_of(move)
    if tundra.bit_count() >= MAX_TUNDRA:
        return (rule, "hex", "all tundra tiles are laid")
    if not _is_tile(state, hex_):
        return (rule, "hex", "there is no tile on that hex")
    if tundra >> hex_ & 1:
        return (rule, "hex", "that tile is tundra already")
    return (rule, "hex", "that tile is not adjacent to tundra")


def _speciate(state: State, move: int, rule: str) -> _Reason:
    if not state.slots[GENE_POOL + _animal(state)]:
        return ("R3.1", "corner", "the gene pool is empty")
    if element_at(state, moves.target_of(move)) < 0:
        return (rule, "corner", "there is no element on that corner")
    return (rule, "corner", "the element on that corner is not of the space's type")


def _place_species(state: State, move: int, rule: str) -> _Reason:
    slots = state.slots
    top = state.top()
    kind = slots[top + KIND]
    hex_ = moves.target_of(move)
    count = moves.count_of(move)
    animal = slots[top + ANIMAL]
    if not _is_tile(state, hex_):
        return (rule, "hex", "there is no tile on that hex")
    if kind == kinds.PLACE_SPECIES:
        if not slots[top + SET] >> hex_ & 1:
            return (rule, "hex", "that tile is not one of those still open for this speciation")
        limit = SPECIATION_LIMIT[terrain_of(state, hex_)]
        if count > limit:
            return ("R2.3", "count", f"the speciation limit of that tile is {limit}")
    if kind == kinds.FECUNDITY and (slots[top + SET] & -slots[top + SET]) != 1 << hex_:
        return ("R8.0", "hex", "the tiles are handled in the order of the hexes; another is next")
    if kind == kinds.AQUATIC_SPECIES and slots[top + PLACE] != hex_:
        return (rule, "hex", "the species go on the tile that was chosen")
    if not count:
        return (rule, "count", "at least one species must be placed")
    if kind == kinds.HIBERNATION:
        if count > HIBERNATION_LIMIT:
            return (rule, "count", "no more than five species can hibernate")
        return (rule, "count", f"the animal has {slots[ELIMINATED + animal]} eliminated species")
    if count > slots[GENE_POOL + animal]:
        return ("R3.1", "count", f"the gene pool holds {slots[GENE_POOL + animal]} species")
    return (rule, "count", "that is more species than this decision allows")


def _lay_tile(state: State, move: int, rule: str) -> _Reason:
    stack = moves.subject_of(move)
    if stack >= STACKS or not state.slots[FACE_UP + stack]:
        return (rule, "stack", "that stack shows no face-up tile")
    if _is_tile(state, moves.target_of(move)):
        return (rule, "hex", "there is a tile on that hex already")
    return (rule, "hex", "that hex is not adjacent to any tile")


def _move_in(state: State, move: int, rule: str) -> _Reason:
    top = state.top()
    origin = moves.target_of(move)
    if not NEIGHBOURS[origin] >> state.slots[top + PLACE] & 1:
        return (rule, "from", "that hex is not adjacent to the new tile")
    return _too_few(state, origin, rule)


def _too_few(state: State, origin: int, rule: str) -> _Reason:
    present = species(state, _animal(state), origin)
    return (rule, "count", f"the animal has {present} species there, and 1 to that many can move")


def _migrate(state: State, move: int, rule: str) -> _Reason:
    slots = state.slots
    top = state.top()
    animal = slots[top + ANIMAL]
    origin = moves.subject_of(move)
    count = moves.count_of(move)
    if origin >= HEX_COUNT or not species(state, animal, origin):
        return (rule, "from", "the animal has no species there")
    if not _is_tile(state, moves.target_of(move)):
        return (rule, "to", "there is no tile to move to")
    if not reachable(state, animal, origin) >> moves.target_of(move) & 1:
        return (rule, "to", "that tile is out of reach for one move")
    if count > slots[top + COUNT]:
        return (rule, "count", f"this pawn moves only {slots[top + COUNT]} more species")
    if count > species(state, animal, origin) - slots[MOVED + origin]:
        return (rule, "count", "so many species there have not moved under this pawn yet")
    return (rule, "count", "at least one species must move")


def _eliminate(state: State, move: int, rule: str) -> _Reason:
    slots = state.slots
    top = state.top()
    kind = slots[top + KIND]
    victim = moves.subject_of(move)
    hex_ = moves.target_of(move)
    animal = slots[top + ANIMAL]
    if victim >= len(ANIMALS) or not species(state, victim, hex_):
        return (rule, "species", "that animal has no species there")
    if kind in (kinds.BIOMASS, kinds.CATASTROPHE_ELIMINATE, kinds.PREDATOR):
        if slots[top + SET] & -slots[top + SET] != 1 << hex_:
            return ("R8.0", "hex", "the tiles are handled in the order of the hexes")
    elif not species(state, animal, hex_):
        return (rule, "hex", "the acting animal is not present there")
    elif kind == kinds.COMPETE and victim != animal:
        return (rule, "hex", "the terrain of that tile is not open to this pawn, or no longer")
    return (rule, "species", "only an opposing species can be eliminated")


def _dominate(state: State, move: int, rule: str) -> _Reason:
    hex_ = moves.target_of(move)
    if state.slots[DOMINATED] >> hex_ & 1:
        return (rule, "hex", "that tile was chosen already in this turn's Domination")
    return (rule, "hex", "there are no species on that hex")


def _take_card(state: State, move: int, rule: str) -> _Reason:
    shown = len(bits(state.slots[AVAILABLE]))
    return (rule, "card", f"that card is not one of the {shown} face-up cards")


def _exchange(state: State, move: int, rule: str) -> _Reason:
    if not types_in(added_elements(state, _animal(state))) >> moves.subject_of(move) & 1:
        return ("R1.2", "element", "the animal has no added disk of that element to give")
    return (rule, "for", "the bag holds no disk of that element")


def _move_out(state: State, move: int, rule: str) -> _Reason:
    slots = state.slots
    origin = slots[state.top() + PLACE]
    if not NEIGHBOURS[origin] & slots[EARTH] & 1 << moves.target_of(move):
        return (rule, "to", "the species go to a tile adjacent to the one they leave")
    return (rule, "count", "that animal has not so many species on the tile")


_EXPLAIN: Final[dict[int, Callable[[State, int, str], _Reason]]] = {
    moves.PLACE_PAWN: _place_pawn,
    moves.ADAPT: _adapt,
    moves.PROTECT: _protect,
    moves.PLACE_ELEMENT: _place_element,
    moves.REMOVE_ELEMENT: _remove_element,
    moves.GLACIATE: _glaciate,
    moves.SPECIATE: _speciate,
    moves.PLACE_SPECIES: _place_species,
    moves.LAY_TILE: _lay_tile,
    moves.MOVE_IN: _move_in,
    moves.MIGRATE: _migrate,
    moves.ELIMINATE: _eliminate,
    moves.DOMINATE: _dominate,
    moves.TAKE_CARD: _take_card,
    moves.EXCHANGE: _exchange,
    moves.MOVE_OUT: _move_out,
}

# For the verbs that can be illegal in one way only.
_OTHER: Final[dict[int, str]] = {
    moves.FORFEIT: "the action has begun, so it can only be ended with done",
    moves.DONE: "nothing has been done yet, so the action can only be forfeited",
    moves.DECLINE: "this is a pawn's action: it can be forfeited, not declined",
    moves.SWAP: "the animal is first in initiative already",
    moves.DISCARD: "there is no such disk in the Wasteland box",
    moves.CHOOSE_TILE: "that hex holds no tile that fits the card",
    moves.KEEP_ELEMENT: "there is no element of the chosen tile on that corner",
    moves.KEEP_SPECIES: "that animal has no species on the chosen tile",
    moves.LOSE_ELEMENT: "the animal has no added disk of that element",
    moves.LOSE_PAWN: "the animal has no pawn in hand",
    moves.REPLACE: "that animal has no species there, or cannot be chosen (again)",
    moves.SAVE: "no unprotected endangered species of that animal is on that tile",
    moves.DRAW_ELEMENT: "the bag holds no disk of that element",
    moves.DRAW_CARD: "that card is not in the deck, or Ice Age lies below others",
    moves.DRAW_TILE: "no unseen tile has that terrain",
}
