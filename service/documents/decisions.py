"""The one table of decision kinds as documents show them.

Rule and verbs of each kind stand in ``rules.kinds``; this table adds the frame's context fields
and the question put to whoever decides. Reader, writer, validator and schema all work from it.
"""

from typing import Final, NamedTuple

from service.documents.names import NAMES, decider_name
from service.rules.geometry import bits
from service.rules.kinds import KIND_RULES, KINDS
from service.rules.slots import (
    ANIMAL,
    COUNT,
    DEPTH,
    FRAME_SIZE,
    FRAMES,
    KIND,
    MOVED,
    PLACE,
    PRESENCE,
    SET,
    SPACE_OF,
)
from service.rules.state import NONE, State


class Field(NamedTuple):
    """A context field: its name, the frame's slot, and its kind of value.

    ``many`` means a set (a mask in the slot, a list in JSON). The kind ``int`` is a plain number.
    """

    name: str
    slot: int
    kind: str
    many: bool = False


class Row(NamedTuple):
    """A kind of decision: its context fields, who decides, its pawn, its card, its question.

    ``decider`` is ``animal``, one animal's name, or ``nature``; ``pawn`` is ``always``,
    ``sometimes`` or ``never``: whether the frame names the space of the acting pawn; ``card`` is
    the card that asks, if one does; ``outer`` is the field that the frame carries while another
    decision lies on top of it.
    """

    question: str
    fields: tuple[Field, ...] = ()
    decider: str = "animal"
    pawn: str = "never"
    card: str = ""
    outer: Field | None = None


_HEX: Final = Field("hex", PLACE, "hex")
_HEXES: Final = Field("hexes", SET, "hex", True)
_ANIMALS: Final = Field("animals", SET, "animal", True)
_REMAINING: Final = Field("remaining", COUNT, "int")
_PAWN: Final = "always"

_ROWS: Final[dict[str, Row]] = {
    "place_pawn": Row("Where does your action pawn go?"),
    "swap_initiative": Row("Swap your initiative marker with the one to its left?", pawn=_PAWN),
    "place_initiative_pawn": Row("Where does this pawn act later?", pawn=_PAWN),
    "adapt": Row("Which element do you take onto your display?", pawn=_PAWN),
    "protect": Row("From the loss of which element do you protect your animal?", pawn="sometimes"),
    "add_element": Row("Which element do you put on which corner?", pawn=_PAWN),
    "clear_wasteland": Row("Which disk do you take out of the box?", pawn=_PAWN),
    "deplete": Row("Which element do you remove from earth?", pawn=_PAWN),
    "glaciate": Row("Where do you lay the tundra tile?", pawn="sometimes", card="ice_sheet"),
    "speciate": Row("Around which element do new species appear?", pawn=_PAWN),
    "place_species": Row(
        "How many new species go on which tile?",
        (Field("corner", PLACE, "corner"), _HEXES),
        pawn=_PAWN,
    ),
    "insect_speciation": Row("Where does one new insect species appear?", decider="insect"),
    "lay_tile": Row("Which new tile do you lay, and where?", pawn=_PAWN, outer=_HEX),
    "add_tile_element": Row("Which element do you put on the new tile?", (_HEX,)),
    "move_in": Row("Which of your species move onto the new tile?", (_HEX,)),
    "migrate": Row("Which species move where?", (_REMAINING,), pawn=_PAWN),
    "arachnid_competition": Row("Which opposing species is eliminated?", decider="arachnid"),
    "compete": Row(
        "Which opposing species is eliminated on which tile?",
        (Field("terrains", SET, "terrain", True),),
        pawn=_PAWN,
    ),
    "dominate": Row("Which tile is scored?", pawn=_PAWN, outer=_HEX),
    "take_card": Row("Which Dominance card do you take?"),
    "aquatic_tile": Row("Which sea or wetland tile do you choose?", card="aquatic"),
    "aquatic_element": Row("Which element do you put on the tile?", (_HEX,), card="aquatic"),
    "aquatic_species": Row("How many species do you place there?", (_HEX,), card="aquatic"),
    "biomass": Row("Which species is eliminated on this tile?", (_HEXES,), card="biomass"),
    "blight_tile": Row("Which tile loses its elements?", card="blight"),
    "blight_keep": Row("Which element stays?", (_HEX,), card="blight"),
    "catastrophe_tile": Row("Which tile does the catastrophe strike?", card="catastrophe"),
    "catastrophe_keep": Row("Which species survives there?", (_HEX,), card="catastrophe"),
    "catastrophe_eliminate": Row(
        "Which species is eliminated on this tile?", (_HEXES,), card="catastrophe"
    ),
    "disease": Row("Which added element do you lose?", (_ANIMALS,), card="disease"),
    "evolution": Row(
        "Which opposing species do you replace?", (_ANIMALS, _REMAINING), card="evolution"
    ),
    "fecundity": Row("Do you place a species on this tile?", (_HEXES,), card="fecundity"),
    "fertile": Row("Which of your tiles is counted?", card="fertile"),
    "habitat": Row("Which element do you put on which corner?", card="habitat"),
    "hibernation": Row("How many of your eliminated species return where?", card="hibernation"),
    "immigrants": Row("What do you give up?", card="immigrants"),
    "instinct": Row("Where does one of your pawns in hand go?", card="instinct"),
    "mass_exodus_tile": Row("Which tile is left by all species?", card="mass_exodus"),
    "mass_exodus": Row("Which species move where?", (_HEX,), card="mass_exodus"),
    "metamorphosis": Row("Which element do you exchange for which?", card="metamorphosis"),
    "predator": Row(
        "Which opposing species is eliminated on this tile?", (_HEXES,), card="predator"
    ),
    "symbiotic": Row(
        "Which element is drawn from the bag?", (_ANIMALS,), decider="nature", card="symbiotic"
    ),
    "save_species": Row("Which endangered species do the mammals save?", decider="mammal"),
    "draw_elements": Row(
        "Which element is drawn from the bag?",
        (Field("section", PLACE, "box"), _REMAINING),
        decider="nature",
    ),
    "draw_cards": Row("Which card is turned up?", (_REMAINING,), decider="nature"),
    "draw_tile": Row(
        "Which tile is turned up?", (Field("stack", PLACE, "stack"),), decider="nature"
    ),
}

KIND_TABLE: Final = tuple(_ROWS[kind] for kind in KINDS)
KIND_INDEX: Final = {kind: i for i, kind in enumerate(KINDS)}


def frame_object(state: State, depth: int) -> dict[str, object]:
    """One frame of the pending stack, outermost at depth 0, as the document shows it."""
    slots = state.slots
    top = FRAMES + FRAME_SIZE * depth
    kind = slots[top + KIND]
    row = KIND_TABLE[kind]
    found: dict[str, object] = {"kind": KINDS[kind], "animal": decider_name(slots[top + ANIMAL])}
    if slots[top + SPACE_OF] != NONE:
        found["space"] = NAMES["space"][slots[top + SPACE_OF]]
    fields = row.fields
    if row.outer is not None and depth < slots[DEPTH] - 1:
        fields = (*fields, row.outer)
    for field in fields:
        value = slots[top + field.slot]
        if field.many:
            found[field.name] = [NAMES[field.kind][i] for i in bits(value)]
        elif field.kind == "int":
            found[field.name] = value
        elif field.kind == "stack":
            found[field.name] = value + 1
        else:
            found[field.name] = NAMES[field.kind][value]
    if KINDS[kind] == "migrate":
        moved = {
            NAMES["hex"][hex_]: slots[MOVED + hex_]
            for hex_ in bits(slots[PRESENCE + slots[top + ANIMAL]])
            if slots[MOVED + hex_]
        }
        if moved:
            found["moved"] = moved
    return found


def decision_object(state: State) -> dict[str, object] | None:
    """The pending decision with its rule and its question; None when the game is over."""
    depth = state.slots[DEPTH]
    if not depth:
        return None
    kind = state.slots[state.top() + KIND]
    return {
        **frame_object(state, depth - 1),
        "rule": KIND_RULES[kind],
        "question": KIND_TABLE[kind].question,
    }
