"""Numbers below a bound are exactly uniform: Lemire's method, with its rare second draw."""

import pytest

from service.rules.rng import Random


def about_to_draw(word: int) -> Random:
    """A stream whose next word is the given one, small enough not to be shifted into itself."""
    random = Random(0)
    random.x, random.w = 0, word
    return random


@pytest.mark.parametrize(
    ("n", "word", "words"),
    [
        # 2**32 words fall on n numbers; 2**32 mod n of them are too many and are drawn again:
        # those with word * n mod 2**32 below that rest.
        (3, 0, 2),  # 2**32 mod 3 = 1
        (3, 1, 1),  # 3 is not below 1
        (4, 0, 1),  # 2**32 mod 4 = 0: no word is too many
        (7, 0, 2),  # 2**32 mod 7 = 4
        (7, 1, 1),  # 7 is not below 4
    ],
)
def test_a_word_too_many_is_drawn_again(n: int, word: int, words: int) -> None:
    random = about_to_draw(word)
    number = random.below(n)
    assert random.used == words
    assert 0 <= number < n
    if words == 1:
        assert number == word * n >> 32


@pytest.mark.parametrize("n", [2, 1000, 65_537, 2**29 - 1, 2**29])
def test_a_number_is_its_word_scaled_down(n: int) -> None:
    """Of the whole product, also where its halves carry; hardly any word is too many here."""
    words, random = Random(9), Random(9)
    for _ in range(200):
        assert random.below(n) == words.word() * n >> 32
    assert random.used == 200
