"""Counts of move sequences, at a small depth; `make proof` checks them at their full depth."""

import math

import pytest

from service.documents.decisions import KIND_INDEX
from service.documents.write import write_state
from tests.oracle.documents import NAMES, written
from tests.perft.counting import Position, engine_count, in_engine, in_oracle, oracle_count, stored
from tests.perft.proof import check

POSITIONS = stored()
BY_NAME = {position.name: position for position in POSITIONS}
STATES = 300


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_engine_and_oracle_count_what_is_stored(position: Position) -> None:
    state, playing = in_engine(position).state, in_oracle(position)
    for depth in range(1, position.depth(STATES) + 1):
        assert engine_count(state, depth) == position.counts[depth - 1]
        assert oracle_count(playing, depth) == position.counts[depth - 1]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_both_sides_have_the_same_position(position: Position) -> None:
    document = write_state(in_engine(position))
    shown = {k: v for k, v in document.items() if k not in NAMES and k != "pending"}
    assert shown == written(in_oracle(position).game, {})


def test_every_kind_of_decision_is_covered_in_mid_game() -> None:
    asked = {
        decision.kind
        for position in POSITIONS
        if position.state["turn"] > 1 and (decision := in_oracle(position).decision)
    }
    assert asked == set(KIND_INDEX)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        # R1.4: five of the 25 cards above Ice Age, one after another.
        ("start of two", 25),
        ("start of six", 25),
        # R6: each of the first three pawns may go to any vacant space of 41.
        ("first planning of six", 41),
    ],
)
def test_counts_worked_out_by_hand(name: str, first: int) -> None:
    counts = BY_NAME[name].counts
    assert len(counts) >= 3
    for depth in (1, 2, 3):
        assert counts[depth - 1] == math.perm(first, depth)


def test_the_depth_follows_from_the_states_that_are_met() -> None:
    position = Position("", {}, [], [10, 100, 1000])
    # One state for 1 move, 1 + 10 for 2, 1 + 10 + 100 for 3.
    assert [position.depth(most) for most in (1, 10, 11, 110, 111, 10**9)] == [1, 1, 2, 2, 3, 3]


def test_a_count_that_changed_is_found() -> None:
    fewer = BY_NAME["first planning of six"]._replace(counts=[40])
    with pytest.raises(AssertionError, match="1 moves: 41 sequences, not 40"):
        check(fewer)
