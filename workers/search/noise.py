"""The noise by which playouts differ.

What a playout does at random is reckoned from what it is for, not taken from a stream: candidates
meet the same noise and the same luck wherever their playouts come to the same decision. Within a
step of the turn an animal is of one mind: a move that it can make again is worth the same to it.
"""

from typing import Final

# A compiled build is fast at products of numbers below 2**30 only.
_WORD: Final = (1 << 30) - 1
_HALF: Final = (1 << 15) - 1


def mixed(key: int, number: int) -> int:
    """A number in [0, 2**30) for two such numbers, as different for neighbours as for any."""
    word = key ^ number
    word = (word ^ (word >> 15)) * 0x2C1B3C6D & _WORD
    word = (word ^ (word >> 13)) * 0x297A2D39 & _WORD
    return word ^ (word >> 15)


def stray(word: int) -> float:
    """Two uniform numbers added up, from one in [0, 2**30): in [-1, 1), and most often near 0."""
    return ((word & _HALF) + (word >> 15)) / 32768.0 - 1.0
