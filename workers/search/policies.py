"""The simple players: a random one, and a greedy one that looks one step ahead."""

from typing import Final

from service.rules import kinds
from service.rules.dominance import interject, interjections
from service.rules.engine import legal_moves, play
from service.rules.moves import CLAIM, subject_of, verb_of
from service.rules.rng import Random
from service.rules.slots import ANIMAL, CURSOR, KIND, MANUAL
from service.rules.state import State
from service.rules.steps import FINISHED
from workers.search.evaluation import lead
from workers.search.watching import Standing, Watcher, go_on

# Choices that only lead up to another choice of the same animal: the greedy player plays them
# out before it judges them.
_PREPARING: Final = frozenset(
    (
        kinds.PLACE_SPECIES,
        kinds.TAKE_CARD,
        kinds.AQUATIC_TILE,
        kinds.AQUATIC_ELEMENT,
        kinds.AQUATIC_SPECIES,
        kinds.BLIGHT_TILE,
        kinds.BLIGHT_KEEP,
        kinds.CATASTROPHE_TILE,
        kinds.CATASTROPHE_KEEP,
        kinds.CATASTROPHE_ELIMINATE,
        kinds.BIOMASS,
        kinds.PREDATOR,
        kinds.EVOLUTION,
        kinds.FECUNDITY,
        kinds.FERTILE,
        kinds.HIBERNATION,
        kinds.METAMORPHOSIS,
    )
)
_STEPS: Final = 12  # how many such choices are played out at most
# Positions that may be judged while playing out, in one decision and for one of its moves: some
# choices have more than 150 moves, and so many at each of several steps would take a minute.
PLAYED_OUT: Final = 3000
PLAYED_OUT_OF_ONE: Final = 500  # so the watcher is asked a few times a second


def decider(state: State) -> int:
    """The animal that decides, or NATURE; the game must not be over."""
    return state.slots[state.top() + ANIMAL]


def claims(state: State, animal: int) -> list[int]:
    """The claims the animal can make for itself now (R4.3)."""
    return [
        move
        for move in interjections(state)
        if verb_of(move) == CLAIM and subject_of(move) == animal
    ]


def _sample(state: State, seed: int) -> State:
    """A copy to try a move in, whose draws are sampled from ``seed`` and never asked for."""
    trial = state.copy()
    trial.slots[MANUAL] = 0
    trial.random = Random(seed)
    return trial


def _best(state: State, moves: list[int], animal: int, seed: int) -> int:
    """The move after which the animal stands best, judged at once; the first of equals."""
    best_move = -1
    best_value = 0.0
    for move in moves:
        trial = _sample(state, seed)
        play(trial, move)
        value = lead(trial, animal)
        if best_move < 0 or value > best_value:
            best_move = move
            best_value = value
    return best_move


def _settled_value(trial: State, animal: int, seed: int, judged: int) -> float:
    """The value after the animal has greedily played out what its move only prepared.

    Where that takes more than ``judged`` positions, the rest is not played out.
    """
    for _ in range(_STEPS):
        if trial.slots[CURSOR] == FINISHED:
            break
        top = trial.top()
        if trial.slots[top + ANIMAL] != animal or trial.slots[top + KIND] not in _PREPARING:
            break
        moves = legal_moves(trial)
        judged -= len(moves)
        if judged < 0:
            break
        play(trial, _best(trial, moves, animal, seed))
    return lead(trial, animal)


def rate_moves(state: State, seed: int, watcher: Watcher = go_on) -> list[tuple[float, int]]:
    """Every legal move with its worth to the animal that decides, best first, then by move.

    Claims of the animal are taken as made (R4.3), since they cost nothing. When ``watcher`` says
    stop, the moves rated until then (one at least) are answered.
    """
    animal = decider(state)
    start = state.copy()
    for claim in claims(start, animal):
        interject(start, claim)
    rated: list[tuple[float, int]] = []
    best = (0.0, -1)
    moves = legal_moves(start)
    judged = min(PLAYED_OUT // len(moves), PLAYED_OUT_OF_ONE)
    for move in moves:
        trial = _sample(start, seed)
        play(trial, move)
        value = _settled_value(trial, animal, seed, judged)
        rated.append((value, move))
        if best[1] < 0 or value > best[0]:
            best = (value, move)
        if not watcher(Standing(len(rated), best[1], best[0])):
            break
    rated.sort(key=lambda pair: (-pair[0], pair[1]))
    return rated
