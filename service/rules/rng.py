"""The engine's own random numbers: the same sequence in every build, version and machine.

Marsaglia's xorshift on 128 bits of state (Journal of Statistical Software 8(14), 2003), chosen
because every step fits in 62-bit integers, which a compiled build handles without big ints.
"""

from typing import Final, final

_WORD: Final = 0xFFFFFFFF


@final
class Random:
    """A stream of uniform numbers expanded from one entropy value.

    ``used`` counts the numbers drawn, so a caller can tell whether a move drew anything.
    """

    __slots__ = ("used", "w", "x", "y", "z")

    def __init__(self, entropy: int) -> None:
        """Start from the low 128 bits of ``entropy``, a non-negative int."""
        self.x: int = entropy & _WORD
        self.y: int = (entropy >> 32) & _WORD
        self.z: int = (entropy >> 64) & _WORD
        # The all-zero state would never leave zero.
        self.w: int = ((entropy >> 96) & _WORD) ^ 0x5EED5EED
        self.used: int = 0
        # Small entropies differ in few bits; a few rounds spread them over all four words.
        for _ in range(12):
            self.word()
        self.used = 0

    def word(self) -> int:
        """The next number in [0, 2**32)."""
        t = (self.x ^ (self.x << 11)) & _WORD
        self.x = self.y
        self.y = self.z
        self.z = self.w
        self.w = self.w ^ (self.w >> 19) ^ t ^ (t >> 8)
        self.used += 1
        return self.w

    def below(self, n: int) -> int:
        """A number in [0, n), exactly uniform, for 1 <= n <= 2**29 (Lemire's method)."""
        product = _product(self.word(), n)
        low = product & _WORD
        if low < n:
            threshold = (0x100000000 - n) % n
            while low < threshold:
                product = _product(self.word(), n)
                low = product & _WORD
        return product >> 32


def _product(word: int, n: int) -> int:
    """By halves: a compiled build is fast at products of numbers below 2**30 only."""
    return ((word >> 16) * n << 16) + (word & 0xFFFF) * n
