"""The noise by which playouts differ."""

from service.rules.rng import Random


def stray(random: Random) -> float:
    """Two uniform numbers added up: between -1 and 1, and most often near 0."""
    word = random.word()
    return ((word & 0xFFFF) + (word >> 16)) / 65536.0 - 1.0
