"""The order of a turn: one step after another (R5, R7)."""

from collections.abc import Callable

from tests.oracle import actions, reset
from tests.oracle.asking import Asking
from tests.oracle.game import Game
from tests.oracle.planning import place_one_pawn
from tests.oracle.tables import SECTIONS

# What comes before or after the pawns of a section (R7.3, R7.5, R7.8, R7.11).
_BEFORE = {"competition": ["competition.free"]}
_AFTER = {
    "regression": ["regression.free", "regression.losses"],
    "wasteland": ["wasteland.losses"],
    "speciation": ["speciation.free"],
}
_RESET = [
    "reset.extinction", "reset.survival", "reset.cards", "reset.disks", "reset.adaptation",
    "reset.abundance", "reset.wanderlust", "reset.tiles",
]  # fmt: skip


def _steps() -> list[str]:
    found = ["planning"]
    for section, names in SECTIONS.items():
        pawns = [section] if section == "glaciation" else [f"{section}.{name}" for name in names]
        found += [*_BEFORE.get(section, []), *pawns, *_AFTER.get(section, [])]
    return [*found, *_RESET]


STEPS = _steps()
FIRST_STEP = "reset.cards"

_QUESTIONS: dict[str, Callable[[Game], Asking[None]]] = {
    "regression.free": actions.reptiles_protect,
    "speciation.free": actions.insects_speciate,
    "competition.free": actions.arachnids_compete,
    "reset.extinction": reset.extinction,
    "reset.cards": reset.turn_up_cards,
    "reset.tiles": reset.turn_up_tiles,
}
_CHANGES: dict[str, Callable[[Game], None]] = {
    "regression.losses": actions.regression_losses,
    "wasteland.losses": actions.wasteland_losses,
    "reset.survival": reset.survival,
    "reset.disks": reset.move_pawns_and_disks,
}


def carry_out_step(game: Game) -> Asking[None]:
    """The step at which the game is; it then stands at the next one."""
    step = game.step
    if step == "planning":
        if (yield from place_one_pawn(game)):
            return
    elif step in _QUESTIONS:
        yield from _QUESTIONS[step](game)
    elif step in _CHANGES:
        _CHANGES[step](game)
    elif step.startswith("reset."):
        yield from reset.draw_disks(game, step.partition(".")[2])
    elif step == "glaciation":
        waiting = [space for space in game.display if space.startswith("glaciation.")]
        if waiting:
            yield from _act(game, min(waiting))
    elif step in game.display:
        yield from _act(game, step)
    _go_on(game)


def _act(game: Game, space: str) -> Asking[None]:
    """R7.0: a pawn is lifted off, acts, and returns to hand."""
    animal = game.display.pop(space)
    returns = yield from actions.ACTIONS[space.partition(".")[0]](game, animal, space)
    if returns:
        game.hand[animal] += 1


def _go_on(game: Game) -> None:
    if game.step != STEPS[-1]:
        game.step = STEPS[STEPS.index(game.step) + 1]
        return
    game.step = STEPS[0]
    game.turn += 1
    game.placed = 0
