"""The tree below a candidate, on numbers small enough to reckon by hand."""

import pytest

from service.rules.moves import target_of
from tests.workers.search.test_search import state_of
from workers.search.levels import decide
from workers.search.tree import DEEPEST, Node


def node_of(*tried: tuple[int, list[float]]) -> Node:
    """A node of moves, each with the leads that playouts through it found."""
    node = Node()
    for move, leads in tried:
        for lead in leads:
            node.credit(node.index_of(move), lead)
    return node


def test_a_move_has_one_child() -> None:
    node = node_of((5, [1.0]), (7, [2.0, 4.0]), (5, [3.0]))
    assert node.moves == [5, 7]
    assert node.visits == [2, 2]
    assert node.sums == [4.0, 6.0]
    assert node.total == 4
    assert node.reach == pytest.approx(1 + 1 / 2 + 1 / 3 + 1 / 4)


def test_it_widens_with_the_root_of_its_visits() -> None:
    """One child at first, a second from 3 visits on (0.6 times 1.73), a third from 12 on."""
    assert not Node().is_full()
    assert node_of((1, [0.0])).is_full()
    assert node_of((1, [0.0] * 2)).is_full()
    assert not node_of((1, [0.0] * 3)).is_full()
    assert node_of((1, [0.0] * 3), (2, [0.0] * 8)).is_full()
    assert not node_of((1, [0.0] * 4), (2, [0.0] * 8)).is_full()


def test_the_better_child_is_tried_again_and_the_seldom_tried_one_in_time() -> None:
    assert node_of((1, [2.0] * 4), (2, [9.0] * 4)).most_promising() == 1
    # 1 + 1/2 + ... + 1/9 is 2.829. A mean of 5 and a doubt of 3.6 times the root of 2.829 / 8
    # against one of 3 and 3.6 times the root of 2.829 / 1: 7.1 against 9.1.
    assert node_of((1, [5.0] * 8), (2, [3.0])).most_promising() == 1
    assert node_of((1, [5.0] * 8), (2, [0.0])).most_promising() == 0  # against 6.1


def test_the_line_is_the_one_gone_most_often() -> None:
    node = node_of((1, [0.0] * 2), (2, [9.0]))
    node.children[0].credit(node.children[0].index_of(4), 1.0)
    assert node.line() == [1, 4]
    assert Node().line() == []


def test_a_search_expects_placements_of_the_animals_that_come_next() -> None:
    """R6.1: one pawn after another, each on a space of its own."""
    answer = decide(state_of(), "easy", {"simulations": 200}, 1)
    assert answer.plan == []
    assert len(answer.replies) == DEEPEST
    spaces = [target_of(move) for move in (answer.move, *answer.replies)]
    assert len(set(spaces)) == len(spaces)


def test_where_no_pawn_is_placed_nothing_is_expected() -> None:
    state = state_of(
        at="domination.5",
        cards=[],
        pending=[{"kind": "dominate", "animal": "mammal", "space": "domination.5"}],
    )
    answer = decide(state, "easy", {"simulations": 60}, 1)
    assert answer.simulations > 0
    assert answer.replies == []
