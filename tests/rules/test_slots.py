"""The layout of a state: no two things share a slot, none is wasted."""

from service.rules import slots

# How many slots each block has, in the order of the state (R1: what there is of everything).
WIDTHS = {
    **dict.fromkeys(("SPECIES", "HEX_ELEMENTS", "TERRAIN", "MOVED", "HIBERNATING"), 35),
    "SPACE": 41,
    "TERRAIN_TILES": 8,
    "EARTH": 1,
    "ELEMENT_CORNERS": 2 * 6,
    "EARTH_CORNERS": 2,
    **dict.fromkeys(("PRESENCE", "ELEMENTS_OF", "GENE_POOL", "ELIMINATED", "PAWNS", "IN_HAND"), 6),
    **dict.fromkeys(("VP", "CONES", "PROTECTED", "INITIATIVE", "PLAYER", "BOX", "BAG"), 6),
    "UNSEEN": 7,
    "FACE_UP": 3,
    "FACE_DOWN": 3,
    **dict.fromkeys(("OCCUPIED", "AVAILABLE", "TAKEN", "DOMINATED", "SURVIVAL", "TURN"), 1),
    **dict.fromkeys(("CURSOR", "LAST_TURN", "TURN_LIMIT", "IN_PLAY", "ANIMAL_COUNT"), 1),
    **dict.fromkeys(("CLAIMED", "SAVE_ANY", "INITIATIVE_RETURN", "MANUAL", "HIBERNATOR"), 1),
    "DEPTH": 1,
    # At most four decisions wait for one another.
    "FRAMES": 4 * 6,
}


def test_the_blocks_follow_one_another() -> None:
    place = 0
    for name, width in WIDTHS.items():
        assert getattr(slots, name) == place, name
        place += width
    assert place == slots.SIZE
    frames = slots.MAX_DEPTH * slots.FRAME_SIZE
    assert frames == WIDTHS["FRAMES"]


def test_the_fields_of_a_frame_follow_one_another() -> None:
    fields = ("KIND", "ANIMAL", "SPACE_OF", "PLACE", "SET", "COUNT")
    assert [getattr(slots, name) for name in fields] == list(range(slots.FRAME_SIZE))
