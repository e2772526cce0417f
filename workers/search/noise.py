"""The noise by which playouts differ.

What a playout does at random is reckoned from what it is for, not taken from a stream: candidates
meet the same noise and the same luck wherever their playouts come to the same decision.
"""

from typing import Final

_WORD: Final = 0xFFFFFFFF


def mixed(key: int, number: int) -> int:
    """A number in [0, 2**32) for two such numbers, as different for neighbours as for any."""
    # The factors have 29 bits, so that no product leaves the 62 that a compiled build handles fast.
    word = key ^ number
    word = (word ^ (word >> 16)) * 0x1B873593 & _WORD
    word = (word ^ (word >> 15)) * 0x1C69B3F5 & _WORD
    word = (word ^ (word >> 14)) * 0x165667B1 & _WORD
    return word ^ (word >> 16)


def stray(word: int) -> float:
    """Two uniform numbers added up, from one in [0, 2**32): in [-1, 1), and most often near 0."""
    return ((word & 0xFFFF) + (word >> 16)) / 65536.0 - 1.0
