"""Seeds that have nothing in common, for games that are played one after another."""

import hashlib


def entropy(*numbers: int) -> int:
    """128 bits for ``rng.Random``, as different for neighbouring numbers as for any.

    The generator spreads a seed slowly, so that streams of neighbouring seeds begin alike.
    """
    text = " ".join(map(str, numbers))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
