"""The map as tables of bit masks (R1.4, R2.1, R2.4).

A set of hexes is an int with bit ``i`` for ``HEXES[i]``; a set of corners is two ints, one for
the east corners and one for the west corners, so that each stays below 2^62 and needs no big
integer when compiled. Corner ``c`` is bit ``c`` of the east half, or bit ``c - EAST`` of the west.
"""

from typing import Final

from service.rules.tables import HEXES, START_TILES, START_TUNDRA

DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
# The hexes that meet at the east and at the west corner of hex (0, 0).
EAST_CORNER: Final = ((0, 0), (1, -1), (1, 0))
WEST_CORNER: Final = ((0, 0), (-1, 0), (-1, 1))

HEX_COUNT: Final = 35
HEX_NAMES: Final = tuple(f"{q},{r}" for q, r in HEXES)
HEX_INDEX: Final[dict[str, int]] = {name: i for i, name in enumerate(HEX_NAMES)}
# The hexes of the start tiles, as a mask, and the one in their middle, under the tundra (R1.4).
START_EARTH: Final = sum(1 << HEX_INDEX[f"{q},{r}"] for _, (q, r) in START_TILES)
CENTRE: Final = HEX_INDEX[f"{START_TUNDRA[0]},{START_TUNDRA[1]}"]


def _corners(offsets: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """All (q, r), on the map or off it, whose corner with these offsets touches the map."""
    return sorted({(q - dq, r - dr) for q, r in HEXES for dq, dr in offsets})


_EAST_OWNERS: Final = _corners(EAST_CORNER)
_WEST_OWNERS: Final = _corners(WEST_CORNER)

EAST: Final = 46  # the number of east corners, and the index of the first west one
CORNER_NAMES: Final = tuple(
    [f"{q},{r},E" for q, r in _EAST_OWNERS] + [f"{q},{r},W" for q, r in _WEST_OWNERS]
)
CORNER_INDEX: Final[dict[str, int]] = {name: i for i, name in enumerate(CORNER_NAMES)}


def _touching(owner: tuple[int, int], offsets: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Indices of the map hexes that meet at a corner."""
    found = [f"{owner[0] + dq},{owner[1] + dr}" for dq, dr in offsets]
    return tuple(sorted(HEX_INDEX[name] for name in found if name in HEX_INDEX))


# For each corner the hexes touching it (one to three), as a tuple and as a mask.
CORNER_HEXES: Final = tuple(
    [_touching(owner, EAST_CORNER) for owner in _EAST_OWNERS]
    + [_touching(owner, WEST_CORNER) for owner in _WEST_OWNERS]
)
CORNER_HEX_MASK: Final = tuple(sum(1 << h for h in hexes) for hexes in CORNER_HEXES)

# For each hex the mask of its neighbours.
NEIGHBOURS: Final = tuple(
    sum(
        1 << HEX_INDEX[f"{q + dq},{r + dr}"]
        for dq, dr in DIRECTIONS
        if f"{q + dq},{r + dr}" in HEX_INDEX
    )
    for q, r in HEXES
)

# For each hex the masks of its three east-half and three west-half corners.
HEX_EAST_CORNERS: Final = tuple(
    sum(1 << c for c in range(EAST) if CORNER_HEX_MASK[c] >> h & 1) for h in range(HEX_COUNT)
)
HEX_WEST_CORNERS: Final = tuple(
    sum(1 << c for c in range(EAST) if CORNER_HEX_MASK[EAST + c] >> h & 1) for h in range(HEX_COUNT)
)


def neighbours_of(hexes: int) -> int:
    """The hexes adjacent to at least one of the hexes, which may be among them, as a mask."""
    near = 0
    while hexes:
        low = hexes & -hexes
        near |= NEIGHBOURS[low.bit_length() - 1]
        hexes ^= low
    return near


def corners_of(hexes: int) -> tuple[int, int]:
    """The corners that touch at least one of the hexes, east half and west half."""
    east = 0
    west = 0
    while hexes:
        low = hexes & -hexes
        east |= HEX_EAST_CORNERS[low.bit_length() - 1]
        west |= HEX_WEST_CORNERS[low.bit_length() - 1]
        hexes ^= low
    return east, west


def bits(mask: int) -> list[int]:
    """The positions of the set bits, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
