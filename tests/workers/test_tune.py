"""Tuning prices: steps towards what wins, the same again, and taken up where they ended."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from workers.search.valuation import PRICES
from workers.search.weights import weights
from workers.seeds import entropy
from workers.tune import (
    GAMES,
    Outcome,
    Prices,
    Progress,
    begin,
    improve,
    play_pair_game,
    priced,
    read_progress,
    write_progress,
)

PAWN = PRICES.index("pawn")


def dearer_pawns_win(games: list[tuple[Prices, Prices, int]]) -> Iterable[Outcome]:
    """As if each VP that a pawn is priced higher, early, won a game by ten VP."""
    for first, second, _ in games:
        ahead = first[0][PAWN] - second[0][PAWN]
        yield Outcome(10 * ahead, 1 if ahead > 0 else -1)


def test_prices_move_towards_what_wins() -> None:
    """The price that decides rises most; the others, which decide nothing, stay about there."""
    progress = begin()
    for _ in range(60):
        progress = improve(weights(), progress, 1, dearer_pawns_win)
    assert progress.changes[PAWN] > 2
    assert progress.changes[PAWN] == max(map(abs, progress.changes))
    assert progress.iterations == 60
    dearer = priced(weights(), progress.mean)
    assert dearer[0][PAWN] > weights().policy[0][PAWN]
    assert priced(weights(), begin().mean) == [list(prices) for prices in weights().policy]


def test_each_version_has_each_seat_as_often() -> None:
    """Of 24 games every version sits 12 times on every seat."""
    asked: list[tuple[Prices, Prices, int]] = []

    def play(games: list[tuple[Prices, Prices, int]]) -> Iterable[Outcome]:
        asked.extend(games)
        return [Outcome(0, 1)] * len(games)

    improve(weights(), begin(), 1, play)
    assert len(asked) == GAMES == 24
    assert [game for _, _, game in asked] == list(range(asked[0][2], asked[0][2] + GAMES))
    assert asked[0][2] % 6 == 0


def test_a_version_against_itself() -> None:
    """What one loses the other wins: the game of the swapped seats mirrors the outcome."""
    same = [list(prices) for prices in weights().policy]
    first, second = play_pair_game(same, same, 0), play_pair_game(same, same, 1)
    assert first.difference == -second.difference
    assert first.won == -second.won


def test_it_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "tuning"
    assert read_progress(path, weights(), 1) == begin()
    whole = once = improve(weights(), begin(), 1, dearer_pawns_win)
    for _ in range(2):
        whole = improve(weights(), whole, 1, dearer_pawns_win)
    write_progress(path, once, weights(), 1)
    again = read_progress(path, weights(), 1)
    for _ in range(2):
        again = improve(weights(), again, 1, dearer_pawns_win)
    assert again == whole == Progress(3, whole.changes, whole.mean)
    with pytest.raises(ValueError, match="belongs to a tuning"):
        read_progress(path, weights(), 2)


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    """Of 128 bits about half differ; 40 to 88 leave one case in a hundred thousand aside."""
    differing = [(entropy(1, n) ^ entropy(1, n + 1)).bit_count() for n in range(50)]
    assert all(40 <= bits <= 88 for bits in differing)
    assert entropy(1, 23) != entropy(12, 3)
