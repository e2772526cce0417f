"""What a move brought about, told so that a front end can follow without comparing states.

An event is its kind, the id of the rule that caused it, and up to four ints whose meaning
``EVENTS`` gives. Kinds of a field: animal, hex, corner, element, terrain, space, box, card, stack,
phase, or int for a plain number.
"""

from typing import Final, final

PAWN_PLACED: Final = 0
PAWN_LIFTED: Final = 1
PAWN_RETURNED: Final = 2
PAWN_GAINED: Final = 3
PAWN_LOST: Final = 4
PAWN_SLID: Final = 5
ACTION_FORFEITED: Final = 6
INITIATIVE_CHANGED: Final = 7
ELEMENT_GAINED: Final = 8
ELEMENT_LOST: Final = 9
ELEMENT_PROTECTED: Final = 10
ELEMENT_PLACED: Final = 11
ELEMENT_REMOVED: Final = 12
DISKS_DRAWN: Final = 13
DISKS_RETURNED: Final = 14
DISKS_MOVED: Final = 15
SPECIES_PLACED: Final = 16
SPECIES_MOVED: Final = 17
SPECIES_ELIMINATED: Final = 18
SPECIES_RETURNED: Final = 19
SPECIES_REVIVED: Final = 20
SPECIES_SAVED: Final = 21
TILE_LAID: Final = 22
TUNDRA_LAID: Final = 23
TILE_TURNED_UP: Final = 24
TILE_SCORED: Final = 25
POINTS: Final = 26
CARD_DRAWN: Final = 27
CARD_TAKEN: Final = 28
CONE_PLACED: Final = 29
CONE_REMOVED: Final = 30
SURVIVAL_AWARDED: Final = 31
SURVIVAL_VACANT: Final = 32
TURN_STARTED: Final = 33
PHASE_STARTED: Final = 34
GAME_ENDED: Final = 35

EVENTS: Final[tuple[tuple[str, tuple[tuple[str, str], ...]], ...]] = (
    ("pawn_placed", (("animal", "animal"), ("space", "space"))),
    ("pawn_lifted", (("animal", "animal"), ("space", "space"))),
    ("pawn_returned", (("animal", "animal"),)),
    ("pawn_gained", (("animal", "animal"),)),
    ("pawn_lost", (("animal", "animal"),)),
    ("pawn_slid", (("animal", "animal"), ("from", "space"), ("to", "space"))),
    ("action_forfeited", (("animal", "animal"), ("space", "space"))),
    ("initiative_changed", (("animal", "animal"), ("position", "int"))),
    ("element_gained", (("animal", "animal"), ("element", "element"))),
    ("element_lost", (("animal", "animal"), ("element", "element"))),
    ("element_protected", (("animal", "animal"), ("element", "element"))),
    ("element_placed", (("element", "element"), ("corner", "corner"))),
    ("element_removed", (("element", "element"), ("corner", "corner"))),
    ("disks_drawn", (("section", "box"), ("element", "element"), ("count", "int"))),
    ("disks_returned", (("section", "box"), ("element", "element"), ("count", "int"))),
    (
        "disks_moved",
        (("from", "box"), ("to", "box"), ("element", "element"), ("count", "int")),
    ),
    ("species_placed", (("animal", "animal"), ("hex", "hex"), ("count", "int"))),
    (
        "species_moved",
        (("animal", "animal"), ("from", "hex"), ("to", "hex"), ("count", "int")),
    ),
    ("species_eliminated", (("animal", "animal"), ("hex", "hex"), ("count", "int"))),
    ("species_returned", (("animal", "animal"), ("hex", "hex"), ("count", "int"))),
    ("species_revived", (("animal", "animal"), ("hex", "hex"), ("count", "int"))),
    ("species_saved", (("animal", "animal"), ("hex", "hex"))),
    ("tile_laid", (("terrain", "terrain"), ("hex", "hex"), ("stack", "stack"))),
    ("tundra_laid", (("hex", "hex"),)),
    ("tile_turned_up", (("terrain", "terrain"), ("stack", "stack"))),
    ("tile_scored", (("hex", "hex"), ("terrain", "terrain"))),
    ("points", (("animal", "animal"), ("points", "int"))),
    ("card_drawn", (("card", "card"),)),
    ("card_taken", (("animal", "animal"), ("card", "card"))),
    ("cone_placed", (("animal", "animal"), ("hex", "hex"))),
    ("cone_removed", (("animal", "animal"), ("hex", "hex"))),
    ("survival_awarded", (("animal", "animal"),)),
    ("survival_vacant", ()),
    ("turn_started", (("turn", "int"),)),
    ("phase_started", (("phase", "phase"),)),
    ("game_ended", ()),
)


@final
class Event:
    """One change: ``kind`` indexes EVENTS, ``rule`` is a rule id, ``values`` are its fields."""

    __slots__ = ("kind", "rule", "values")

    def __init__(self, kind: int, rule: str, values: list[int]) -> None:
        self.kind: int = kind
        self.rule: str = rule
        self.values: list[int] = values
