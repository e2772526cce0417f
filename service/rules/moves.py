"""Packed moves: one int each, unique within a decision.

Bits 0-6 hold the *target* (the index of a hex, corner, space, card, element, animal or terrain),
bits 7-12 the verb, bits 13-18 a second index, the *subject* (which animal, element or hex is
acted on), bits 19-24 a count of species. Moves that differ only in their target are offered
together, as a base and a mask of targets.
"""

from typing import Final

FORFEIT: Final = 0  # give up the whole action (R7.0)
DECLINE: Final = 1  # do without an optional part or a free action
DONE: Final = 2  # end a composite action
PLACE_PAWN: Final = 3
SWAP: Final = 4
ADAPT: Final = 5
PROTECT: Final = 6
PLACE_ELEMENT: Final = 7
DISCARD: Final = 8
REMOVE_ELEMENT: Final = 9
GLACIATE: Final = 10
SPECIATE: Final = 11
PLACE_SPECIES: Final = 12
LAY_TILE: Final = 13
MOVE_IN: Final = 14
MIGRATE: Final = 15
ELIMINATE: Final = 16
DOMINATE: Final = 17
TAKE_CARD: Final = 18
CHOOSE_TILE: Final = 19
KEEP_ELEMENT: Final = 20
KEEP_SPECIES: Final = 21
LOSE_ELEMENT: Final = 22
LOSE_PAWN: Final = 23
KEEP_ONE_SPECIES: Final = 24
REPLACE: Final = 25
MOVE_OUT: Final = 26
EXCHANGE: Final = 27
SAVE: Final = 28
DRAW_ELEMENT: Final = 29
DRAW_CARD: Final = 30
DRAW_TILE: Final = 31
CLAIM: Final = 32
CALL_OFF: Final = 33

# For each verb: its name; what the subject is, as (field, kind), or None; what the target is;
# whether it carries a count. Kinds: animal, element, hex, corner, space, card, terrain, stack.
_Part = tuple[str, str] | None
VERBS: Final[tuple[tuple[str, _Part, _Part, bool], ...]] = (
    ("forfeit", None, None, False),
    ("decline", None, None, False),
    ("done", None, None, False),
    ("place_pawn", None, ("space", "space"), False),
    ("swap", None, None, False),
    ("adapt", None, ("element", "element"), False),
    ("protect", None, ("element", "element"), False),
    ("place_element", ("element", "element"), ("corner", "corner"), False),
    ("discard", None, ("element", "element"), False),
    ("remove_element", None, ("corner", "corner"), False),
    ("glaciate", None, ("hex", "hex"), False),
    ("speciate", None, ("corner", "corner"), False),
    ("place_species", None, ("hex", "hex"), True),
    ("lay_tile", ("stack", "stack"), ("hex", "hex"), False),
    ("move_in", None, ("from", "hex"), True),
    ("migrate", ("from", "hex"), ("to", "hex"), True),
    ("eliminate", ("species", "animal"), ("hex", "hex"), False),
    ("dominate", None, ("hex", "hex"), False),
    ("take_card", None, ("card", "card"), False),
    ("choose_tile", None, ("hex", "hex"), False),
    ("keep_element", None, ("corner", "corner"), False),
    ("keep_species", None, ("species", "animal"), False),
    ("lose_element", None, ("element", "element"), False),
    ("lose_pawn", None, None, False),
    ("keep_one_species", None, None, False),
    ("replace", ("species", "animal"), ("hex", "hex"), False),
    ("move_out", ("species", "animal"), ("to", "hex"), True),
    ("exchange", ("element", "element"), ("for", "element"), False),
    ("save", ("species", "animal"), ("hex", "hex"), False),
    ("draw_element", None, ("element", "element"), False),
    ("draw_card", None, ("card", "card"), False),
    ("draw_tile", None, ("terrain", "terrain"), False),
    ("claim", ("species", "animal"), ("hex", "hex"), False),
    ("call_off", None, ("hex", "hex"), False),
)


def pack(verb: int, subject: int = 0, target: int = 0, count: int = 0) -> int:
    """The packed move."""
    return target | verb << 7 | subject << 13 | count << 19


def verb_of(move: int) -> int:
    """The verb of a packed move."""
    return move >> 7 & 63


def subject_of(move: int) -> int:
    """The second index of a packed move: whom or what it acts on."""
    return move >> 13 & 63


def target_of(move: int) -> int:
    """The target of a packed move."""
    return move & 127


def count_of(move: int) -> int:
    """The number of species in a packed move."""
    return move >> 19 & 63
