"""The pending decision and the turn's memory against everything else (R5 to R9).

The last check asks the engine itself: a decision that offers no move fits no display.
"""

from collections.abc import Callable
from typing import Final

from service.documents.decisions import KIND_TABLE
from service.documents.names import NAMES, NATURE_NAME, decider_name
from service.documents.problems import Violation
from service.rules import kinds
from service.rules.competition import FIRST_SPACE as FIRST_COMPETITION
from service.rules.competition import SPACE_TERRAINS
from service.rules.draws import bag_size, deck_size
from service.rules.earth import added_elements, element_count, inhabited, species
from service.rules.engine import legal_moves
from service.rules.geometry import CORNER_HEX_MASK, HEX_NAMES, bits
from service.rules.migration import DISTANCES
from service.rules.migration import FIRST_SPACE as FIRST_MIGRATION
from service.rules.slots import (
    ANIMAL,
    AVAILABLE,
    BOX,
    COUNT,
    CURSOR,
    DEPTH,
    DOMINATED,
    EARTH,
    ELEMENT_MASK,
    FACE_DOWN,
    FACE_UP,
    FRAME_SIZE,
    FRAMES,
    GENE_POOL,
    HIBERNATING,
    HIBERNATOR,
    IN_HAND,
    IN_PLAY,
    KIND,
    LAST_TURN,
    MANUAL,
    MOVED,
    PLACE,
    PRESENCE,
    PROTECTED,
    SET,
    SPACE,
    SPACE_OF,
    TAKEN,
    TURN,
    TURN_LIMIT,
)
from service.rules.state import NONE, State
from service.rules.steps import (
    DRAW_ABUNDANCE,
    DRAW_ADAPTATION,
    DRAW_WANDERLUST,
    EXTINCTION,
    FINISHED,
    STEP_INDEX,
    STEPS,
)
from service.rules.tables import (
    ABUNDANCE_BOX,
    ADAPTATION_BOX,
    CARD_PLACES,
    CARDS,
    EVOLUTION_LIMIT,
    HIBERNATION_LIMIT,
    MAX_ELEMENTS,
    NATURE,
    SECTION_DISKS,
    SPACES,
    WANDERLUST_BOX,
)

_ICE_AGE: Final = 1 << CARDS.index("ice_age")
_HIBERNATION: Final = 1 << CARDS.index("hibernation")
_DOMINATION: Final = STEP_INDEX["domination.1"]
_REGRESSION: Final = (STEP_INDEX["regression.1"], STEP_INDEX["regression.free"])
_GLACIATION: Final = STEP_INDEX["glaciation"]

# Which kinds of decision can be outermost at a step: by the section of a space, or by the step.
_OUTERMOST: Final[dict[str, tuple[int, ...]]] = {
    "planning": (kinds.PLACE_PAWN,),
    "initiative": (kinds.SWAP_INITIATIVE, kinds.PLACE_INITIATIVE_PAWN),
    "adaptation": (kinds.ADAPT,),
    "regression": (kinds.PROTECT,),
    "regression.free": (kinds.PROTECT,),
    "abundance": (kinds.ADD_ELEMENT,),
    "wasteland": (kinds.CLEAR_WASTELAND,),
    "depletion": (kinds.DEPLETE,),
    "glaciation": (kinds.GLACIATE,),
    "speciation": (kinds.SPECIATE, kinds.PLACE_SPECIES),
    "speciation.free": (kinds.INSECT_SPECIATION,),
    "wanderlust": (kinds.LAY_TILE,),
    "migration": (kinds.MIGRATE,),
    "competition.free": (kinds.ARACHNID_COMPETITION,),
    "competition": (kinds.COMPETE,),
    "domination": (kinds.DOMINATE,),
    "reset.extinction": (kinds.SAVE_SPECIES,),
    "reset.cards": (kinds.DRAW_CARDS,),
    "reset.adaptation": (kinds.DRAW_ELEMENTS,),
    "reset.abundance": (kinds.DRAW_ELEMENTS,),
    "reset.wanderlust": (kinds.DRAW_ELEMENTS,),
    "reset.tiles": (kinds.DRAW_TILE,),
    # Losses happen at once, and boxes move on at once: nothing can be pending there.
    "regression.losses": (),
    "wasteland.losses": (),
    "reset.boxes": (),
}
_DRAW_BOX: Final = {
    DRAW_ADAPTATION: ADAPTATION_BOX,
    DRAW_ABUNDANCE: ABUNDANCE_BOX,
    DRAW_WANDERLUST: WANDERLUST_BOX,
}
_ON_NEW_TILE: Final = (kinds.ADD_TILE_ELEMENT, kinds.MOVE_IN)


class _Checks:
    """The violations found so far, of level ``consistency``."""

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


def consistency(state: State, *, sound: bool) -> list[Violation]:
    """Every violation of level ``consistency``; ``sound`` says that the structure has none.

    Only a sound state is put to the engine to see whether its decision offers a move.
    """
    checks = _Checks(state)
    _memory(checks)
    _cards(checks)
    if state.slots[CURSOR] == FINISHED:
        checks.need(
            not state.slots[DEPTH],
            "/pending",
            "pending_at_end",
            "R10.3",
            "the game is finished, so no decision is pending",
        )
        return checks.found
    if not state.slots[DEPTH]:
        checks.need(
            False, "/pending", "nothing_pending", "R5", "a game that goes on has a pending decision"
        )
        return checks.found
    _stack(checks)
    for depth in range(state.slots[DEPTH]):
        _frame(checks, depth)
    if sound and not checks.found:
        checks.need(
            legal_moves(state),
            f"/pending/{state.slots[DEPTH] - 1}",
            "no_legal_move",
            kinds.KIND_RULES[state.slots[state.top() + KIND]],
            "this decision offers no move, so it cannot be pending",
        )
    return checks.found


def _memory(checks: _Checks) -> None:
    """What ``execution`` remembers of the turn, and the turn's number."""
    slots = checks.slots
    cursor = slots[CURSOR]
    checks.need(
        not slots[DOMINATED] or _DOMINATION <= cursor < EXTINCTION,
        "/execution/dominated",
        "memory_out_of_place",
        "R7.12",
        "tiles are remembered as dominated only during Domination",
    )
    for hex_ in bits(slots[DOMINATED] & ~slots[EARTH]):
        checks.need(
            False,
            "/execution/dominated",
            "no_tile",
            "R7.12",
            f"there is no tile on {HEX_NAMES[hex_]}",
            HEX_NAMES[hex_],
        )
    for animal in range(6):
        checks.need(
            not slots[PROTECTED + animal]
            or (_REGRESSION[0] <= cursor <= _REGRESSION[1] and slots[IN_PLAY] >> animal & 1),
            f"/execution/protected/{decider_name(animal)}",
            "memory_out_of_place",
            "R7.3",
            "protections last during Regression, for animals in play",
        )
    _hibernating(checks)
    limit = slots[TURN_LIMIT]
    checks.need(
        not limit or slots[TURN] <= limit,
        "/turn",
        "past_turn_limit",
        "R0",
        "the turn limit has ended the game before",
        slots[TURN],
        {"maximum": limit},
    )


def _hibernating(checks: _Checks) -> None:
    slots = checks.slots
    holder = slots[HIBERNATOR] - 1
    if holder < 0:
        return
    where = f"/execution/hibernating/{decider_name(holder)}"
    total = sum(slots[HIBERNATING + hex_] for hex_ in range(len(HEX_NAMES)))
    checks.need(
        _DOMINATION <= slots[CURSOR] <= EXTINCTION and slots[TAKEN] & _HIBERNATION,
        where,
        "memory_out_of_place",
        "R8",
        "species hibernate from the card hibernation to Extinction of the same turn",
    )
    checks.need(
        total <= HIBERNATION_LIMIT,
        where,
        "too_many_hibernating",
        "R8",
        "five species hibernate at most",
        total,
        HIBERNATION_LIMIT,
    )
    for hex_ in range(len(HEX_NAMES)):
        asleep = slots[HIBERNATING + hex_]
        present = species(checks.state, holder, hex_)
        checks.need(
            asleep <= present,
            f"{where}/{HEX_NAMES[hex_]}",
            "hibernating_absent",
            "R8",
            "more species hibernate on this tile than the animal has there",
            asleep,
            {"maximum": present},
        )


def _cards(checks: _Checks) -> None:
    slots = checks.slots
    checks.need(
        bool(slots[LAST_TURN]) == bool(slots[TAKEN] & _ICE_AGE),
        "/last_turn",
        "last_turn",
        "R10.1",
        "the last turn is the one in which Ice Age is taken",
        bool(slots[LAST_TURN]),
        bool(slots[TAKEN] & _ICE_AGE),
    )
    seen = slots[AVAILABLE] | slots[TAKEN]
    checks.need(
        not seen & _ICE_AGE or seen.bit_count() == len(CARDS),
        "/cards",
        "ice_age_early",
        "R1.4",
        "Ice Age lies at the bottom of the deck: it is seen only when every other card has been",
    )


def _stack(checks: _Checks) -> None:
    """The outermost decision against the step, and the decisions on top of it."""
    slots = checks.slots
    cursor = slots[CURSOR]
    step = STEPS[cursor]
    kind = slots[FRAMES + KIND]
    allowed = _OUTERMOST.get(step, _OUTERMOST.get(step.split(".")[0], ()))
    checks.need(
        kind in allowed,
        "/pending/0/kind",
        "wrong_decision",
        "R7",
        f"at {step} the decision cannot be {kinds.KINDS[kind]}",
        kinds.KINDS[kind],
        [kinds.KINDS[other] for other in allowed],
    )
    if kind not in allowed:
        return
    _space(checks, step)
    depth = slots[DEPTH]
    nests = kind in (kinds.LAY_TILE, kinds.DOMINATE)
    checks.need(
        depth == 1 or (depth == 2 and nests),
        "/pending",
        "wrong_nesting",
        "R7",
        "a decision lies only on top of a Wanderlust or a Domination, and only one",
        depth,
    )
    if depth == 2 and nests:
        _nested(checks, kind)


def _space(checks: _Checks, step: str) -> None:
    """The acting pawn's space."""
    slots = checks.slots
    space = slots[FRAMES + SPACE_OF]
    cursor = slots[CURSOR]
    if cursor == _GLACIATION:
        first = SPACES.index("glaciation.1")
        checks.need(
            first <= space < first + 4 and not any(slots[SPACE + s] for s in range(first, space)),
            "/pending/0/space",
            "wrong_space",
            "R7.7",
            "the left-most Glaciation pawn acts",
        )
    elif step in SPACES:
        checks.need(
            space == SPACES.index(step),
            "/pending/0/space",
            "wrong_space",
            "R7",
            "the acting pawn comes from the space that Execution is at",
            SPACES[space] if space >= 0 else None,
            step,
        )
    else:
        checks.need(
            space == NONE, "/pending/0/space", "wrong_space", "R7.0", "no pawn acts at this step"
        )
    if space != NONE:
        checks.need(
            not slots[SPACE + space],
            f"/action_display/pawns/{SPACES[space]}",
            "space_not_vacant",
            "R7.0",
            "the acting pawn has been lifted, so its space is vacant",
        )


def _nested(checks: _Checks, outer: int) -> None:
    slots = checks.slots
    top = checks.state.top()
    kind = slots[top + KIND]
    hex_ = slots[FRAMES + PLACE]
    checks.need(
        slots[EARTH] >> hex_ & 1,
        "/pending/0/hex",
        "no_tile",
        "R7",
        "there is no tile on this hex",
        HEX_NAMES[hex_],
    )
    checks.need(
        slots[top + SPACE_OF] == NONE,
        "/pending/1/space",
        "wrong_space",
        "R7.0",
        "only the outermost decision has a pawn",
    )
    if outer == kinds.LAY_TILE:
        checks.need(
            kind in _ON_NEW_TILE and slots[top + PLACE] == hex_,
            "/pending/1",
            "wrong_decision",
            "R7.9",
            "after a tile is laid its element and the moves onto it are decided",
        )
        return
    card = KIND_TABLE[kind].card
    checks.need(
        kind == kinds.TAKE_CARD or card,
        "/pending/1/kind",
        "wrong_decision",
        "R7.12",
        "on a Domination only the choice of a card or the card itself can be pending",
        kinds.KINDS[kind],
    )
    if card:
        checks.need(
            slots[TAKEN] >> CARDS.index(card) & 1,
            "/pending/1/kind",
            "card_not_taken",
            "R8",
            f"this decision belongs to the card {card}, which has not been taken",
            None,
            card,
        )
    checks.need(
        slots[DOMINATED] >> hex_ & 1,
        "/execution/dominated",
        "not_dominated",
        "R7.12",
        "the tile of the pending Domination is one of those dominated this turn",
        None,
        HEX_NAMES[hex_],
    )


def _frame(checks: _Checks, depth: int) -> None:
    """Who decides, and the frame's context."""
    slots = checks.slots
    top = FRAMES + FRAME_SIZE * depth
    where = f"/pending/{depth}"
    animal = slots[top + ANIMAL]
    row = KIND_TABLE[slots[top + KIND]]
    if row.decider == "animal":
        fits = animal < 6 and bool(slots[IN_PLAY] >> animal & 1)
        detail = "an animal in play decides here"
    else:
        fits = decider_name(animal) == row.decider and (
            animal == NATURE or bool(slots[IN_PLAY] >> animal & 1)
        )
        detail = f"here the {row.decider} decides, if in play"
    checks.need(
        fits,
        f"{where}/animal",
        "wrong_decider",
        kinds.KIND_RULES[slots[top + KIND]],
        detail,
        decider_name(animal),
    )
    checks.need(
        row.decider != NATURE_NAME or slots[MANUAL],
        f"{where}/kind",
        "draw_not_manual",
        "R1.7",
        "draws are decisions only when chance is manual",
    )
    check = _CONTEXT.get(slots[top + KIND])
    if fits and check is not None:
        check(checks, top, where)


def _tile(checks: _Checks, top: int, where: str) -> None:
    hex_ = checks.slots[top + PLACE]
    checks.need(
        checks.slots[EARTH] >> hex_ & 1,
        f"{where}/hex",
        "no_tile",
        "R2.1",
        "there is no tile on this hex",
        HEX_NAMES[hex_],
    )


def _subset(checks: _Checks, top: int, where: str, key: str, fitting: int, rule: str) -> None:
    """The frame's set is not empty and lies within what fits."""
    given = checks.slots[top + SET]
    checks.need(
        given and not given & ~fitting,
        f"{where}/{key}",
        "wrong_context",
        rule,
        f"{key} names what this decision still has to handle, and here is something that does not"
        " fit, or nothing",
    )


def _place_pawn(checks: _Checks, top: int, where: str) -> None:
    checks.need(
        checks.slots[IN_HAND + checks.slots[top + ANIMAL]] > 0,
        f"{where}/animal",
        "no_pawn_in_hand",
        "R6.1",
        "the animal has no pawn in hand to place",
    )


def _place_species(checks: _Checks, top: int, where: str) -> None:
    tiles = CORNER_HEX_MASK[checks.slots[top + PLACE]] & checks.slots[EARTH]
    given = checks.slots[top + SET]
    checks.need(
        not given & ~tiles,
        f"{where}/hexes",
        "wrong_context",
        "R7.8",
        "new species go on the tiles that touch the chosen corner",
    )


def _migrate(checks: _Checks, top: int, where: str) -> None:
    slots = checks.slots
    space = slots[top + SPACE_OF]
    if not FIRST_MIGRATION <= space < FIRST_MIGRATION + len(DISTANCES):
        return
    distance = DISTANCES[space - FIRST_MIGRATION]
    moved = sum(slots[MOVED + hex_] for hex_ in range(len(HEX_NAMES)))
    checks.need(
        slots[top + COUNT] + moved == distance,
        f"{where}/remaining",
        "wrong_remaining",
        "R7.10",
        f"this pawn moves {distance} species, of which {moved} have moved",
        slots[top + COUNT],
        distance - moved,
    )
    for hex_ in range(len(HEX_NAMES)):
        present = species(checks.state, slots[top + ANIMAL], hex_)
        checks.need(
            slots[MOVED + hex_] <= present,
            f"{where}/moved/{HEX_NAMES[hex_]}",
            "moved_absent",
            "R7.10",
            "more species are said to have moved here than the animal has here",
            slots[MOVED + hex_],
            {"maximum": present},
        )


def _compete(checks: _Checks, top: int, where: str) -> None:
    space = checks.slots[top + SPACE_OF]
    if FIRST_COMPETITION <= space < FIRST_COMPETITION + len(SPACE_TERRAINS):
        given = checks.slots[top + SET]
        checks.need(
            not given & ~SPACE_TERRAINS[space - FIRST_COMPETITION],
            f"{where}/terrains",
            "wrong_context",
            "R7.11",
            "the pawn competes on the two terrains of its space and on tundra",
        )


def _others(checks: _Checks, animal: int) -> int:
    """The hexes where some other animal is present."""
    found = 0
    for other in range(6):
        if other != animal:
            found |= checks.slots[PRESENCE + other]
    return found


def _inhabited(checks: _Checks, top: int, where: str) -> None:
    _subset(checks, top, where, "hexes", inhabited(checks.state), "R8")


def _predator(checks: _Checks, top: int, where: str) -> None:
    animal = checks.slots[top + ANIMAL]
    shared = checks.slots[PRESENCE + animal] & _others(checks, animal)
    _subset(checks, top, where, "hexes", shared, "R8")


def _fecundity(checks: _Checks, top: int, where: str) -> None:
    slots = checks.slots
    animal = slots[top + ANIMAL]
    _subset(checks, top, where, "hexes", slots[PRESENCE + animal], "R8")
    _pool(checks, top, where)


def _pool(checks: _Checks, top: int, where: str) -> None:
    checks.need(
        checks.slots[GENE_POOL + checks.slots[top + ANIMAL]],
        f"{where}/animal",
        "empty_gene_pool",
        "R3.1",
        "with an empty gene pool there is nothing to decide",
    )


def _disease(checks: _Checks, top: int, where: str) -> None:
    losers = 0
    for animal in bits(checks.slots[IN_PLAY]):
        if added_elements(checks.state, animal):
            losers |= 1 << animal
    _subset(checks, top, where, "animals", losers, "R8")
    given = checks.slots[top + SET]
    checks.need(
        given & -given == 1 << checks.slots[top + ANIMAL],
        f"{where}/animal",
        "wrong_decider",
        "R8",
        "the highest in the food chain of those still to lose chooses next",
    )


def _evolution(checks: _Checks, top: int, where: str) -> None:
    slots = checks.slots
    others = 0
    for animal in range(6):
        if animal != slots[top + ANIMAL] and slots[PRESENCE + animal]:
            others |= 1 << animal
    _subset(checks, top, where, "animals", others, "R8")
    _pool(checks, top, where)
    checks.need(
        1 <= slots[top + COUNT] <= EVOLUTION_LIMIT,
        f"{where}/remaining",
        "wrong_remaining",
        "R8",
        "one or two species can still be replaced",
        slots[top + COUNT],
    )


def _symbiotic(checks: _Checks, top: int, where: str) -> None:
    gainers = 0
    for animal in bits(checks.slots[IN_PLAY]):
        if element_count(checks.state, animal) < MAX_ELEMENTS:
            gainers |= 1 << animal
    _subset(checks, top, where, "animals", gainers, "R8")


def _draw_elements(checks: _Checks, top: int, where: str) -> None:
    slots = checks.slots
    box = slots[top + PLACE]
    checks.need(
        box == _DRAW_BOX.get(slots[CURSOR]),
        f"{where}/section",
        "wrong_context",
        "R9.3",
        "the section drawn for is not the one that Reseed is at",
    )
    held = slots[BOX + box] % ELEMENT_MASK
    most = min(SECTION_DISKS - held, bag_size(checks.state))
    checks.need(
        1 <= slots[top + COUNT] <= most,
        f"{where}/remaining",
        "wrong_remaining",
        "R9.3",
        "a section is filled up to four disks, as far as the bag goes",
        slots[top + COUNT],
        most,
    )


def _draw_cards(checks: _Checks, top: int, where: str) -> None:
    slots = checks.slots
    wanted = min(CARD_PLACES - slots[AVAILABLE].bit_count(), deck_size(checks.state))
    checks.need(
        slots[top + COUNT] == wanted and wanted > 0,
        f"{where}/remaining",
        "wrong_remaining",
        "R9.3",
        "the empty card places are refilled, as far as the deck goes",
        slots[top + COUNT],
        wanted,
    )


def _draw_tile(checks: _Checks, top: int, where: str) -> None:
    stack = checks.slots[top + PLACE]
    checks.need(
        not checks.slots[FACE_UP + stack] and checks.slots[FACE_DOWN + stack],
        f"{where}/stack",
        "wrong_context",
        "R9.3",
        "a tile is turned up where a stack has face-down tiles and none face up",
        NAMES["stack"][stack],
    )


_CONTEXT: Final[dict[int, Callable[[_Checks, int, str], None]]] = {
    kinds.PLACE_PAWN: _place_pawn,
    kinds.INSTINCT: _place_pawn,
    kinds.PLACE_SPECIES: _place_species,
    kinds.ADD_TILE_ELEMENT: _tile,
    kinds.MOVE_IN: _tile,
    kinds.MIGRATE: _migrate,
    kinds.COMPETE: _compete,
    kinds.AQUATIC_ELEMENT: _tile,
    kinds.AQUATIC_SPECIES: _tile,
    kinds.BLIGHT_KEEP: _tile,
    kinds.CATASTROPHE_KEEP: _tile,
    kinds.MASS_EXODUS: _tile,
    kinds.BIOMASS: _inhabited,
    kinds.CATASTROPHE_ELIMINATE: _inhabited,
    kinds.PREDATOR: _predator,
    kinds.FECUNDITY: _fecundity,
    kinds.DISEASE: _disease,
    kinds.EVOLUTION: _evolution,
    kinds.SYMBIOTIC: _symbiotic,
    kinds.DRAW_ELEMENTS: _draw_elements,
    kinds.DRAW_CARDS: _draw_cards,
    kinds.DRAW_TILE: _draw_tile,
}
