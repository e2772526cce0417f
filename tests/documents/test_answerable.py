"""Whatever validates can be played on: no dead end, no crash, nothing that does not validate."""

import copy
from collections import Counter
from collections.abc import Callable
from random import Random as Chooser
from typing import Any

import pytest

from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.problems import InvalidDocument
from service.documents.read import read_state
from service.documents.score import score_object
from service.documents.write import write_state
from service.rules.draws import weights
from service.rules.engine import apply, legal_moves, random_move
from service.rules.geometry import HEX_COUNT
from service.rules.kinds import KINDS
from service.rules.rng import Random
from service.rules.slots import ANIMAL, CURSOR, DEPTH, HIBERNATING, HIBERNATOR
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import NATURE
from tests.documents.games import SETTINGS, Document, games, pose


def slots_of(state: State) -> list[int]:
    """The slots; whose hibernation it was no longer matters when nobody hibernates."""
    slots = state.slots[:]
    if not any(slots[HIBERNATING : HIBERNATING + HEX_COUNT]):
        slots[HIBERNATOR] = 0
    return slots


def check_state(game: GameState, state: State) -> None:
    """The state validates, and reading its document gives the same slots."""
    written = write_state(GameState(game.game, game.players, game.chance, state))
    read = read_state(copy.deepcopy(written))
    assert read.state.slots == slots_of(state)
    assert write_state(read) == written


def play_on(document: Document, chooser: Chooser, plies: int) -> None:
    """Read a valid document, try some of its moves, and play a few."""
    game = read_state(copy.deepcopy(document))
    check_state(game, game.state)
    score_object(game)
    state = game.state
    if state.slots[CURSOR] == FINISHED:
        return
    moves = legal_moves(state)
    assert moves
    assert decision_object(state)
    if state.slots[state.top() + ANIMAL] == NATURE:
        assert all(weight > 0 for weight in weights(state, moves))
    for move in chooser.sample(moves, min(2, len(moves))):
        check_state(game, apply(state, move, Random(chooser.getrandbits(64)), []))
    random = Random(chooser.getrandbits(64))
    for _ in range(plies):
        if not state.slots[DEPTH]:
            break
        state = apply(state, random_move(state, random), random, [])
    check_state(game, state)


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_states_of_random_games(setting: int) -> None:
    """Every resting state validates, in all options."""
    for game in games(setting, 40 + setting):
        check_state(game, game.state)


def test_every_kind_of_decision_posed_anywhere() -> None:
    """Decisions with random context: those that validate can be answered, and each kind is."""
    chooser = Chooser(7)
    bases = [game for setting in range(len(SETTINGS)) for game in games(setting, 70)[::25]]
    valid: Counter[str] = Counter()
    for kind, name in enumerate(KINDS):
        for _ in range(60):
            document = pose(chooser.choice(bases), kind, chooser)
            for _ in range(3):
                try:
                    read_state(copy.deepcopy(document))
                except InvalidDocument as error:
                    # A violation says what it expects; that repairs a number.
                    if not repair(document, error):
                        break
                else:
                    valid[name] += 1
                    play_on(document, chooser, 12)
                    break
    assert {name for name in KINDS if not valid[name]} == set()


def repair(document: Document, error: InvalidDocument) -> bool:
    """Set each number of the pending decision to what its violation expects."""
    done = False
    for violation in error.violations:
        if violation.code == "wrong_remaining" and type(violation.expected) is int:
            document["pending"][-1]["remaining"] = violation.expected
            done = violation.expected > 0
    return done


def _someone(document: Document, chooser: Chooser) -> Any:
    return document["animals"][chooser.choice(list(document["animals"]))]


def edit_pawns(document: Document, chooser: Chooser) -> None:
    _someone(document, chooser)["action_pawns"] = chooser.randint(0, 10)


def edit_no_pawns(document: Document, chooser: Chooser) -> None:
    document.get("action_display", {}).pop("pawns", None)
    for animal in document["animals"].values():
        animal["action_pawns"] = 0


def edit_gene_pool(document: Document, chooser: Chooser) -> None:
    animal = _someone(document, chooser)
    animal["eliminated"] = animal.get("eliminated", 0) + animal.pop("gene_pool", 0)


def edit_species(document: Document, chooser: Chooser) -> None:
    origin, target = (chooser.choice(list(document["earth"].values())) for _ in range(2))
    for animal, count in origin.pop("species", {}).items():
        there = target.setdefault("species", {})
        there[animal] = there.get(animal, 0) + count


def edit_boxes(document: Document, chooser: Chooser) -> None:
    element = chooser.choice(list(document.get("bag", {})) or ["sun"])
    document.setdefault("bag", {}).setdefault(element, 0)
    document["bag"][element] -= 1
    elements = document.setdefault("action_display", {}).setdefault("elements", {})
    box = elements.setdefault(chooser.choice(["adaptation", "abundance", "wanderlust"]), {})
    box[element] = box.get(element, 0) + 1


def edit_no_elements(document: Document, chooser: Chooser) -> None:
    bag = document.setdefault("bag", {})
    for element in document.pop("elements", {}).values():
        bag[element] = bag.get(element, 0) + 1


def edit_tundra(document: Document, chooser: Chooser) -> None:
    chooser.choice(list(document["earth"].values()))["tundra"] = True


def edit_cards(document: Document, chooser: Chooser) -> None:
    cards = document.setdefault("cards", {})
    cards.setdefault("taken", []).extend(cards.pop("available", []))


def edit_turn(document: Document, chooser: Chooser) -> None:
    document["turn"] = chooser.randint(0, 6)


def edit_pawn_on_space(document: Document, chooser: Chooser) -> None:
    spaces = document.setdefault("action_display", {}).setdefault("pawns", {})
    spaces[f"glaciation.{chooser.randint(1, 4)}"] = chooser.choice(list(document["animals"]))


def edit_initiative(document: Document, chooser: Chooser) -> None:
    chooser.shuffle(document["initiative"])


def edit_hibernation(document: Document, chooser: Chooser) -> None:
    animal = chooser.choice(list(document["animals"]))
    hex_ = chooser.choice(list(document["earth"]))
    document.setdefault("execution", {})["hibernating"] = {animal: {hex_: 1}}
    taken = document.setdefault("cards", {}).setdefault("taken", [])
    document["cards"]["taken"] = sorted({*taken, "hibernation"})


EDITS: list[Callable[[Document, Chooser], None]] = [
    edit_pawns,
    edit_no_pawns,
    edit_gene_pool,
    edit_species,
    edit_boxes,
    edit_no_elements,
    edit_tundra,
    edit_cards,
    edit_turn,
    edit_pawn_on_space,
    edit_initiative,
    edit_hibernation,
]


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_edited_states(setting: int) -> None:
    """Small edits of states met in games: those that validate can be played on."""
    chooser = Chooser(setting)
    valid = 0
    for game in games(setting, 90 + setting)[::9]:
        for _ in range(4):
            document = copy.deepcopy(write_state(game))
            for edit in chooser.sample(EDITS, chooser.choice([1, 1, 2])):
                edit(document, chooser)
            try:
                read_state(copy.deepcopy(document))
            except InvalidDocument:
                continue
            valid += 1
            play_on(document, chooser, 12)
    assert valid > 15
