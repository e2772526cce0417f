"""The one table of decision kinds as documents show them.

Rule and verbs of each kind stand in ``rules.kinds``; this table adds the question put to whoever
decides, where the decision is asked, the frame's context fields, and what must hold of them.
Reader, writer, validator, schema and docs/decisions.md are all made from it.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from service.documents import card_context, context
from service.documents.checks import Checks
from service.documents.names import NAMES, NATURE_NAME, decider_name
from service.documents.planning_order import next_to_place
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
    """A kind of decision: its question, where it is asked, its context, and what must hold.

    ``at`` are the sections of the action display and the steps at which it can be outermost;
    ``on`` is the kind that it lies on top of otherwise, and ``card`` the card that asks there.
    ``decider`` is ``animal``, one animal's name, or ``nature``; ``pawn`` is ``always``,
    ``sometimes`` or ``never``: whether the frame names the space of the acting pawn. ``outer`` is
    the field that the frame carries while another decision lies on top of it.

    ``taker`` says what is certain, as long as the decision is pending, of the animal that took the
    card: that it decides, and is ``dominant`` on the tile that was scored (nothing the card has
    done can have changed it), ``dominant_if_present`` there, or ``present``; or only that
    ``somebody`` is there. ``check`` is given the checks,
    the frame's first slot and its JSON pointer, and reports a context that cannot be.
    """

    question: str
    fields: tuple[Field, ...] = ()
    at: tuple[str, ...] = ()
    on: str = ""
    decider: str = "animal"
    pawn: str = "never"
    card: str = ""
    outer: Field | None = None
    taker: str = ""
    check: Callable[[Checks, int, str], None] | None = None


_HEX: Final = Field("hex", PLACE, "hex")
_HEXES: Final = Field("hexes", SET, "hex", True)
_ANIMALS: Final = Field("animals", SET, "animal", True)
_REMAINING: Final = Field("remaining", COUNT, "int")
_PAWN: Final = "always"


def _of_card(
    card: str,
    question: str,
    fields: tuple[Field, ...] = (),
    taker: str = "dominant",
    check: Callable[[Checks, int, str], None] | None = None,
    decider: str = "animal",
) -> Row:
    """A decision of a Dominance card, asked on top of the Domination that brought it."""
    return Row(
        question, fields, on="dominate", decider=decider, card=card, taker=taker, check=check
    )


_ROWS: Final[dict[str, Row]] = {
    "place_pawn": Row("Where does your action pawn go?", at=("planning",), check=next_to_place),
    "swap_initiative": Row(
        "Swap your initiative marker with the one to its left?", at=("initiative",), pawn=_PAWN
    ),
    "place_initiative_pawn": Row("Where does this pawn act later?", at=("initiative",), pawn=_PAWN),
    "adapt": Row("Which element do you take onto your display?", at=("adaptation",), pawn=_PAWN),
    "protect": Row(
        "From the loss of which element do you protect your animal?",
        at=("regression", "regression.free"),
        pawn="sometimes",
        check=context.protect,
    ),
    "add_element": Row("Which element do you put on which corner?", at=("abundance",), pawn=_PAWN),
    "clear_wasteland": Row("Which disk do you take out of the box?", at=("wasteland",), pawn=_PAWN),
    "deplete": Row("Which element do you remove from earth?", at=("depletion",), pawn=_PAWN),
    "glaciate": Row(
        "Where do you lay the tundra tile?",
        at=("glaciation",),
        on="dominate",
        pawn="sometimes",
        card="ice_sheet",
        taker="dominant",
        check=card_context.ice_sheet,
    ),
    "speciate": Row("Around which element do new species appear?", at=("speciation",), pawn=_PAWN),
    "place_species": Row(
        "How many new species go on which tile?",
        (Field("corner", PLACE, "corner"), _HEXES),
        at=("speciation",),
        pawn=_PAWN,
        check=context.place_species,
    ),
    "insect_speciation": Row(
        "Where does one new insect species appear?",
        at=("speciation.free",),
        decider="insect",
        check=Checks.gene_pool,
    ),
    "lay_tile": Row(
        "Which new tile do you lay, and where?", at=("wanderlust",), pawn=_PAWN, outer=_HEX
    ),
    "add_tile_element": Row(
        "Which element do you put on the new tile?",
        (_HEX,),
        on="lay_tile",
        check=context.new_tile,
    ),
    "move_in": Row(
        "Which of your species move onto the new tile?",
        (_HEX,),
        on="lay_tile",
        check=context.move_in,
    ),
    "migrate": Row(
        "Which species move where?",
        (_REMAINING,),
        at=("migration",),
        pawn=_PAWN,
        check=context.migrate,
    ),
    "arachnid_competition": Row(
        "Which opposing species is eliminated?",
        at=("competition.free",),
        decider="arachnid",
        check=context.arachnids,
    ),
    "compete": Row(
        "Which opposing species is eliminated on which tile?",
        (Field("terrains", SET, "terrain", True),),
        at=("competition",),
        pawn=_PAWN,
        check=context.compete,
    ),
    "dominate": Row("Which tile is scored?", at=("domination",), pawn=_PAWN, outer=_HEX),
    "take_card": Row(
        "Which Dominance card do you take?",
        on="dominate",
        taker="dominant",
        check=card_context.take_card,
    ),
    "aquatic_tile": _of_card(
        "aquatic",
        "Which sea or wetland tile do you choose?",
        check=card_context.aquatic_tile,
    ),
    "aquatic_element": _of_card(
        "aquatic",
        "Which element do you put on the tile?",
        (_HEX,),
        check=card_context.aquatic_element,
    ),
    "aquatic_species": _of_card(
        "aquatic",
        "How many species do you place there?",
        (_HEX,),
        taker="present",
        check=card_context.aquatic_species,
    ),
    "biomass": _of_card(
        "biomass",
        "Which species is eliminated on this tile?",
        (_HEXES,),
        taker="dominant_if_present",
        check=card_context.biomass,
    ),
    "blight_tile": _of_card("blight", "Which tile loses its elements?"),
    "blight_keep": _of_card(
        "blight", "Which element stays?", (_HEX,), check=card_context.blight_keep
    ),
    "catastrophe_tile": _of_card("catastrophe", "Which tile does the catastrophe strike?"),
    "catastrophe_keep": _of_card(
        "catastrophe",
        "Which species survives there?",
        (_HEX,),
        check=card_context.inhabited_tile,
    ),
    "catastrophe_eliminate": _of_card(
        "catastrophe",
        "Which species is eliminated on this tile?",
        (_HEXES,),
        taker="dominant_if_present",
        check=card_context.catastrophe_eliminate,
    ),
    "disease": _of_card(
        "disease",
        "Which added element do you lose?",
        (_ANIMALS,),
        taker="somebody",
        check=card_context.disease,
    ),
    "evolution": _of_card(
        "evolution",
        "Which opposing species do you replace?",
        (_ANIMALS, _REMAINING),
        check=card_context.evolution,
    ),
    "fecundity": _of_card(
        "fecundity",
        "Do you place a species on this tile?",
        (_HEXES,),
        check=card_context.fecundity,
    ),
    "fertile": _of_card("fertile", "Which of your tiles is counted?", check=card_context.fertile),
    "habitat": _of_card(
        "habitat", "Which element do you put on which corner?", check=card_context.habitat
    ),
    "hibernation": _of_card(
        "hibernation",
        "How many of your eliminated species return where?",
        check=card_context.hibernation,
    ),
    "immigrants": _of_card("immigrants", "What do you give up?", taker="somebody"),
    "instinct": _of_card(
        "instinct", "Where does one of your pawns in hand go?", check=Checks.pawn_to_place
    ),
    "mass_exodus_tile": _of_card("mass_exodus", "Which tile is left by all species?"),
    "mass_exodus": _of_card(
        "mass_exodus",
        "Which species move where?",
        (_HEX,),
        taker="",
        check=card_context.inhabited_tile,
    ),
    "metamorphosis": _of_card(
        "metamorphosis",
        "Which element do you exchange for which?",
        check=card_context.metamorphosis,
    ),
    "predator": _of_card(
        "predator",
        "Which opposing species is eliminated on this tile?",
        (_HEXES,),
        check=card_context.predator,
    ),
    "symbiotic": _of_card(
        "symbiotic",
        "Which element is drawn from the bag?",
        (_ANIMALS,),
        taker="somebody",
        decider=NATURE_NAME,
        check=card_context.symbiotic,
    ),
    "save_species": Row(
        "Which endangered species do the mammals save?",
        at=("reset.extinction",),
        decider="mammal",
        check=context.save_species,
    ),
    "draw_elements": Row(
        "Which element is drawn from the bag?",
        (Field("section", PLACE, "box"), _REMAINING),
        at=("reset.adaptation", "reset.abundance", "reset.wanderlust"),
        decider=NATURE_NAME,
        check=context.draw_elements,
    ),
    "draw_cards": Row(
        "Which card is turned up?",
        (_REMAINING,),
        at=("reset.cards",),
        decider=NATURE_NAME,
        check=context.draw_cards,
    ),
    "draw_tile": Row(
        "Which tile is turned up?",
        (Field("stack", PLACE, "stack"),),
        at=("reset.tiles",),
        decider=NATURE_NAME,
        check=context.draw_tile,
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
