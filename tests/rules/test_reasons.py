"""Why a move is illegal: whatever the engine says is true, by the second implementation."""

import re
from collections.abc import Callable
from random import Random as Chooser
from typing import Any, NamedTuple

import pytest

from service.documents.decisions import frame_object
from service.documents.moves import move_id
from service.rules import kinds, moves
from service.rules.engine import is_legal, legal_moves
from service.rules.reasons import reason
from service.rules.slots import DEPTH, KIND
from service.rules.state import State
from tests import lockstep
from tests.oracle.actions import within_reach
from tests.oracle.asking import Decision, parts
from tests.oracle.game import Game
from tests.oracle.reset import dying
from tests.oracle.tables import CORNERS, DISPLAY_SIZE, HEXES_OF, LIMIT, NEIGHBOURS
from tests.rules.test_random_games import KIND_LIMITS

GAMES = 10
TRIES = 6


class Refused(NamedTuple):
    """An illegal move: its id, what it names, and the decision with its frame in the document.

    ``one`` and ``two`` are its parts, ``amount`` the number of species, ``number`` what the reason
    says.
    """

    game: Game
    decision: Decision
    frame: dict[str, Any]
    verb: str
    one: str
    two: str
    amount: int
    number: int

    @property
    def who(self) -> str:
        return self.decision.animal

    def species(self, name: str) -> int:
        """How many species the deciding animal has on a hex."""
        return self.game.species[name, self.who]


def _no_tile(name: str, game: Game) -> bool:
    return name not in game.terrains


def _by_tundra(name: str, game: Game) -> bool:
    return any(near in game.tundra for near in NEIGHBOURS[name])


def _fits_no_card(r: Refused) -> bool:
    """R8: aquatic asks for sea or wetland, with room if any has; fertile for an own tile."""
    if r.frame["kind"] == "fertile":
        return not r.species(r.one)
    if r.frame["kind"] != "aquatic_tile" or _no_tile(r.one, r.game):
        return _no_tile(r.one, r.game)
    full = not r.game.vacant_corners([r.one])
    return r.game.terrain(r.one) not in ("sea", "wetland") or full


def _cannot_be_saved(r: Refused) -> bool:
    return not dying(r.game)[r.one, r.two] or not (r.game.save_any or r.one == "mammal")


def _allowed_count(r: Refused) -> int:
    return 4 if r.frame["kind"] == "aquatic_species" else 1


def _unmoved(r: Refused) -> int:
    return r.species(r.one) - int(r.frame.get("moved", {}).get(r.one, 0))


def _not_on_deck(r: Refused) -> bool:
    return r.one in r.game.available | r.game.taken or (
        r.one == "ice_age" and len(r.game.available | r.game.taken) < 25
    )


def _box(section: str) -> Callable[[Refused], bool]:
    return lambda r: (
        (r.game.elements[r.one] if r.verb == "remove_element" else r.one)
        not in r.game.in_box(section)
    )


def _bag(r: Refused) -> bool:
    return not r.game.bag[r.two if r.verb == "exchange" else r.one]


# The reason, the rule if it is not that of the decision, and what must be true then.
TRUTHS: dict[str, tuple[str, Callable[[Refused], bool]]] = {
    "there is a pawn on that space already": ("", lambda r: r.one in r.game.display),
    "the option 'initiative_return' keeps the pawn off Initiative":
        ("R7.1", lambda r: not r.game.initiative_return and r.one == "initiative.1"),
    "the animal has six elements already":
        ("R1.2", lambda r: r.game.display_size(r.who) == DISPLAY_SIZE),
    "there is no such disk in Adaptation": ("", _box("adaptation")),
    "there is no such disk in Abundance": ("", _box("abundance")),
    "there is no such disk in Wanderlust": ("", _box("wanderlust")),
    "there is no such disk in Depletion": ("", _box("depletion")),
    "there is no such disk in the Wasteland box": ("", _box("wasteland")),
    "that element is not in the Regression box": ("", _box("regression")),
    "the animal has no added disk of that element to lose":
        ("", lambda r: not r.game.added[r.who, r.one]),
    "the animal has protected that element already":
        ("", lambda r: (r.who, r.one) in r.game.protected),
    "that corner touches no tile":
        ("R2.4", lambda r: all(_no_tile(name, r.game) for name in HEXES_OF[r.two])),
    "that corner holds an element already": ("R2.4", lambda r: r.two in r.game.elements),
    "that corner does not belong to the tile":
        ("", lambda r: r.two not in CORNERS[r.frame["hex"]]),
    "the bag holds no disk of that element": ("", _bag),
    "there is no element on that corner": ("", lambda r: r.one not in r.game.elements),
    "all tundra tiles are laid": ("", lambda r: not r.game.tundra_is_left()),
    "there is no tile on that hex": ("", lambda r: _no_tile(r.one, r.game)),
    "that tile is tundra already": ("", lambda r: r.one in r.game.tundra),
    "that tile is not adjacent to tundra": ("", lambda r: not _by_tundra(r.one, r.game)),
    "the element on that corner is not of the space's type":
        ("", lambda r: r.game.elements[r.one] != r.frame["space"].partition(".")[2]),
    "that tile is not one of those still open for this speciation":
        ("", lambda r: r.one not in r.frame["hexes"]),
    "the speciation limit of that tile is #":
        ("R2.3", lambda r: r.number == LIMIT[r.game.terrain(r.one)] < r.amount),
    "the tiles are handled in the order of the hexes; another is next":
        ("R8.0", lambda r: r.frame["hexes"][0] != r.one),
    "the species go on the tile that was chosen": ("", lambda r: r.frame["hex"] != r.one),
    "at least one species must be placed": ("", lambda r: r.amount == 0),
    "no more than five species can hibernate": ("", lambda r: r.amount > 5),
    "the animal has # eliminated species":
        ("", lambda r: r.number == r.game.eliminated[r.who] < r.amount),
    "the gene pool holds # species":
        ("R3.1", lambda r: r.number == r.game.pool[r.who] < r.amount),
    "that is more species than this decision allows":
        ("", lambda r: r.amount > _allowed_count(r)),
    "that stack shows no face-up tile": ("", lambda r: not r.game.face_up[int(r.one) - 1]),
    "there is a tile on that hex already": ("", lambda r: not _no_tile(r.two, r.game)),
    "that hex is not adjacent to any tile":
        ("", lambda r: all(_no_tile(name, r.game) for name in NEIGHBOURS[r.two])),
    "that hex is not adjacent to the new tile":
        ("", lambda r: r.frame["hex"] not in NEIGHBOURS[r.one]),
    "the animal has # species there, and 1 to that many can move":
        ("", lambda r: r.number == r.species(r.one) and not 1 <= r.amount <= r.number),
    "the animal has no species there": ("", lambda r: not r.species(r.one)),
    "there is no tile to move to": ("", lambda r: _no_tile(r.two, r.game)),
    "that tile is out of reach for one move":
        ("", lambda r: r.two not in within_reach(r.game, r.who, r.one)),
    "this pawn moves only # more species":
        ("", lambda r: r.number == r.frame["remaining"] < r.amount),
    "so many species there have not moved under this pawn yet":
        ("", lambda r: r.amount > _unmoved(r)),
    "at least one species must move": ("", lambda r: r.amount == 0),
    "that animal has no species there": ("", lambda r: not r.game.species[r.two, r.one]),
    "the tiles are handled in the order of the hexes":
        ("R8.0", lambda r: r.frame["hexes"][0] != r.two),
    "the acting animal is not present there": ("", lambda r: not r.species(r.two)),
    "the terrain of that tile is not open to this pawn, or no longer":
        ("", lambda r: r.game.terrain(r.two) not in r.frame["terrains"]),
    "only an opposing species can be eliminated": ("", lambda r: r.one == r.who),
    "that tile was chosen already in this turn's Domination":
        ("", lambda r: r.one in r.game.dominated),
    "there are no species on that hex": ("", lambda r: not r.game.here(r.one)),
    "that card is not one of the # face-up cards":
        ("", lambda r: r.number == len(r.game.available) and r.one not in r.game.available),
    "the animal has no added disk of that element to give":
        ("R1.2", lambda r: not r.game.added[r.who, r.one]),
    "the species go to a tile adjacent to the one they leave":
        ("", lambda r: _no_tile(r.two, r.game) or r.two not in NEIGHBOURS[r.frame["hex"]]),
    "that animal has not so many species on the tile":
        ("", lambda r: not 1 <= r.amount <= r.game.species[r.frame["hex"], r.one]),
    "no pawn is acting here, so there is no action to forfeit":
        ("", lambda r: "space" not in r.frame),
    "the action has begun, so it can only be ended with done":
        ("", lambda r: "done" in r.decision.moves),
    "nothing has been done yet, so the action can only be forfeited":
        ("", lambda r: "forfeit" in r.decision.moves),
    "this is a pawn's action: it can be forfeited, not declined":
        ("", lambda r: "space" in r.frame and "forfeit" in r.decision.moves),
    "the animal is first in initiative already": ("", lambda r: r.game.initiative[0] == r.who),
    "that hex holds no tile that fits the card": ("", _fits_no_card),
    "there is no element of the chosen tile on that corner":
        ("", lambda r: r.one not in r.game.elements or r.one not in CORNERS[r.frame["hex"]]),
    "that animal has no species on the chosen tile":
        ("", lambda r: r.one not in r.game.here(r.frame["hex"])),
    "the animal has no added disk of that element":
        ("", lambda r: not r.game.added[r.who, r.one]),
    "the animal has no pawn in hand": ("", lambda r: not r.game.hand[r.who]),
    "that animal has no species there, or cannot be chosen (again)":
        ("", lambda r: r.one not in r.frame["animals"] or not r.game.species[r.two, r.one]),
    "no unprotected endangered species of that animal is on that tile": ("", _cannot_be_saved),
    "that card is not in the deck, or Ice Age lies below others": ("", _not_on_deck),
    "no unseen tile has that terrain": ("", lambda r: not r.game.unseen[r.one]),
}  # fmt: skip


def attempts(state: State, chooser: Chooser) -> list[int]:
    """Moves of a verb that the decision knows, and legal ones with one part changed."""
    verb = chooser.choice(kinds.KIND_VERBS[state.slots[state.top() + KIND]])
    found = [_changed(moves.pack(verb, 0, 0, 0), chooser, parts=(0, 1, 2))]
    legal = legal_moves(state)
    found += [_changed(chooser.choice(legal), chooser, parts=(part,)) for part in (0, 1, 2)]
    return [move for move in found if not is_legal(state, move)]


def _changed(move: int, chooser: Chooser, parts: tuple[int, ...]) -> int:
    verb = moves.verb_of(move)
    _, subject, target, counted = moves.VERBS[verb]
    numbers = [moves.subject_of(move), moves.target_of(move), moves.count_of(move)]
    for part, field in ((0, subject), (1, target)):
        if part in parts and field is not None:
            numbers[part] = chooser.randrange(KIND_LIMITS[field[1]])
    if 2 in parts and counted:
        numbers[2] = chooser.randrange(9)
    return moves.pack(verb, *numbers)


def _check(state: State, game: Game, decision: Decision, move: int) -> str:
    """Check what the engine says of an illegal move; its reason, with # for numbers."""
    rule, field, text = reason(state, move)
    name = move_id(move)
    found = re.search(r"(?<!and )\b\d+\b", text)
    plain = text.replace(found.group(), "#", 1) if found else text
    one, two, *_ = [*parts(name), "", ""]
    verb = name.partition(":")[0]
    frame = frame_object(state, state.slots[DEPTH] - 1)
    amount, number = moves.count_of(move), int(found.group()) if found else 0
    refused = Refused(game, decision, frame, verb, one, two, amount, number)
    expected, is_true = TRUTHS[plain]
    kind = kinds.KIND_RULES[state.slots[state.top() + KIND]]
    speciation = plain == "the gene pool is empty"
    assert is_true(refused), f"{name} at {frame}: {text}"
    assert rule == (expected or kind) or speciation, f"{name}: {rule}"
    assert field
    return plain


@pytest.mark.parametrize("seed", range(GAMES))
def test_reasons_are_true(seed: int) -> None:
    chooser = Chooser(seed)
    told = set()
    for engine, playing in lockstep.states(seed, shocked=seed % 2 == 1, turn_limit=8):
        if playing.decision is not None:
            for _ in range(TRIES):
                for move in attempts(engine.state, chooser):
                    told.add(_check(engine.state, playing.game, playing.decision, move))
    assert told
