"""Plain UCT with random playouts: the reference that the levels are measured against.

What many projects ship, as Kocsis and Szepesvári (2006) describe it: a tree over single moves,
UCB1 at its nodes, and random moves from a leaf to the end of the game. Every animal plays for
itself (max^n), draws are sampled anew in each playout (an open loop), and nothing about this game
is known but its rules and who has won. It serves the arena; the service has no such level.
"""

import math
import time
from typing import Final, final

from service.rules.dominance import interject
from service.rules.engine import legal_moves, play, random_move
from service.rules.rng import Random
from service.rules.scoring import player_ranking
from service.rules.slots import ANIMAL, CLAIMED, CURSOR, MANUAL, PLAYER, TURN, TURN_LIMIT
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import NATURE
from workers.search.playouts import drawn
from workers.search.policies import claims
from workers.search.selfplay import TURN_LIMIT as LAST_TURN

EXPLORATION: Final = math.sqrt(2.0)  # of UCB1, for rewards between 0 and 1


@final
class Node:
    """A move in the tree: how often it was made, and what it won for the animal that made it."""

    __slots__ = ("children", "visits", "wins")

    def __init__(self) -> None:
        # By move and the animal that makes it, for after other draws another may decide.
        self.children: dict[int, Node] = {}
        self.visits: int = 0
        self.wins: float = 0.0


def _key(move: int, animal: int) -> int:
    return 8 * move + animal


def uct(state: State, seed: int, simulations: int, seconds: float) -> tuple[int, int]:
    """The move made most often, for the animal that decides, and the number of playouts made.

    Stops after so many playouts or, where ``simulations`` is 0, so many seconds of the process's
    own time, which other processes on the machine do not shorten. One playout is always made.
    The same state, seed and number of playouts give the same move.
    """
    started = time.process_time()
    random = Random(seed)
    start = state.copy()
    start.slots[MANUAL] = 0
    if not start.slots[TURN_LIMIT]:  # playouts end all the same (R10.1)
        start.slots[TURN_LIMIT] = max(LAST_TURN, start.slots[TURN])
    animal = start.slots[start.top() + ANIMAL]
    root = Node()
    made = 0
    while True:
        _simulate(root, start.copy(), random)
        made += 1
        if made >= simulations if simulations else time.process_time() - started >= seconds:
            break
    best = -1
    best_node = root
    for move in legal_moves(start):
        node = root.children.get(_key(move, animal))
        if node is not None and (
            best < 0
            or node.visits > best_node.visits
            or (node.visits == best_node.visits and node.wins > best_node.wins)
        ):
            best = move
            best_node = node
    return best, made


def _simulate(root: Node, state: State, random: Random) -> None:
    """Go down the tree, add a node to it, play on at random to the end, and tell the way down."""
    state.random = random
    slots = state.slots
    node = root
    root.visits += 1
    path: list[Node] = []
    animals: list[int] = []
    growing = True
    while slots[CURSOR] != FINISHED:
        animal = slots[state.top() + ANIMAL]
        if animal == NATURE:
            play(state, drawn(state, random))
            continue
        if slots[CLAIMED]:
            for claim in claims(state, animal):
                interject(state, claim)
        if not growing:
            play(state, random_move(state, random))
            continue
        move = _select(node, state, animal, random)
        key = _key(move, animal)
        child = node.children.get(key)
        if child is None:
            child = Node()
            node.children[key] = child
            growing = False
        child.visits += 1
        path.append(child)
        animals.append(animal)
        node = child
        play(state, move)
    winner = player_ranking(state)[0]
    for i in range(len(path)):
        if slots[PLAYER + animals[i]] == winner:
            path[i].wins += 1.0


def _select(node: Node, state: State, animal: int, random: Random) -> int:
    """A move not yet tried, by chance; else the one of the highest upper confidence bound."""
    children = node.children
    untried: list[int] = []
    best = -1
    best_bound = 0.0
    moves = legal_moves(state)
    log_visits = math.log(node.visits)
    for move in moves:
        child = children.get(_key(move, animal))
        if child is None:
            untried.append(move)
        elif not untried:
            visits = float(child.visits)
            bound = child.wins / visits + EXPLORATION * math.sqrt(log_visits / visits)
            if best < 0 or bound > best_bound:
                best = move
                best_bound = bound
    if untried:
        return untried[random.below(len(untried))]
    return best
