"""Documents met in random games, and decisions of every kind posed on them."""

import copy
from random import Random as Chooser
from typing import Any

from service.documents.decisions import KIND_TABLE
from service.documents.game import Chance, GameState
from service.documents.names import NAMES
from service.documents.score import score_object
from service.documents.write import write_state
from service.rules import kinds
from service.rules.engine import apply, interjections, random_move
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import CURSOR
from service.rules.steps import FINISHED

Document = dict[str, Any]

# Animals of the players, dominance claimed, any animal saved, Initiative return, manual chance.
SETTINGS: list[tuple[list[list[int]], bool, bool, bool, bool]] = [
    ([[0], [1]], False, False, True, False),
    ([[1], [4], [5]], True, True, False, True),
    ([[0], [2], [3], [5]], False, True, True, True),
    ([[0], [1], [2], [3], [4], [5]], True, False, True, False),
    ([[0, 2, 4], [1, 3, 5]], False, False, False, False),
    ([[0, 5], [1, 4], [2, 3]], True, True, True, True),
]
TURNS = 5
# The outermost decision of each step, and on which decision the others lie.
STEPS = {
    "place_pawn": [""],
    "swap_initiative": ["initiative.1"],
    "place_initiative_pawn": ["initiative.1"],
    "adapt": ["adaptation.1", "adaptation.2", "adaptation.3"],
    "protect": ["regression.1", "regression.2", "regression.free"],
    "add_element": ["abundance.1", "abundance.2"],
    "clear_wasteland": ["wasteland.1"],
    "deplete": ["depletion.1"],
    "glaciate": ["glaciation"],
    "insect_speciation": ["speciation.free"],
    "lay_tile": ["wanderlust.1", "wanderlust.3"],
    "arachnid_competition": ["competition.free"],
    "dominate": ["domination.1", "domination.4"],
    "save_species": ["reset.extinction"],
    "draw_elements": ["reset.adaptation", "reset.abundance", "reset.wanderlust"],
    "draw_cards": ["reset.cards"],
    "draw_tile": ["reset.tiles"],
}
DRAWS = ("reset.adaptation", "reset.abundance", "reset.wanderlust", "reset.tiles")
for _kind, _section in (
    ("speciate", "speciation"),
    ("place_species", "speciation"),
    ("migrate", "migration"),
    ("compete", "competition"),
):
    STEPS[_kind] = [space for space in NAMES["space"] if space.startswith(_section + ".")]


def games(setting: int, seed: int) -> list[GameState]:
    """Every resting state of a random game of a few turns."""
    players, claimed, save_any, returns, manual = SETTINGS[setting]
    random = Random(seed)
    state = new_game(
        players,
        claimed=claimed,
        save_any=save_any,
        initiative_return=returns,
        manual=manual,
        turn_limit=TURNS,
        random=random,
    )
    names = tuple(f"player-{i}" for i in range(len(players)))
    chance = Chance("manual") if manual else Chance("seeded", "random games")
    found = [GameState("random", names, chance, state)]
    while state.slots[CURSOR] != FINISHED:
        claims = interjections(state)
        claim = claims and random.below(3) == 0
        move = claims[random.below(len(claims))] if claim else random_move(state, random)
        state = apply(state, move, random)
        found.append(GameState("random", names, chance, state))
    return found


def pose(game: GameState, kind: int, chooser: Chooser) -> Document:
    """The document of the game with another decision pending, at a step where it can be.

    The context is chosen at random, so that the document may well be invalid.
    """
    document: Document = copy.deepcopy(write_state(game))
    name = kinds.KINDS[kind]
    row = KIND_TABLE[kind]
    tiles = list(document["earth"])
    document["turn"] = max(1, min(document["turn"], TURNS - 1))
    document.pop("ranking", None)
    document.pop("action_display", None)
    document["action_display"] = {"elements": _boxes(game)}
    document["execution"] = {}
    animal = chooser.choice(list(document["animals"]))
    nested = row.on == "dominate" and (name != "glaciate" or chooser.random() < 0.5)
    hex_, taker = _dominated(game, chooser)
    if nested and row.taker != "somebody":
        animal = taker
    frame = _frame(kind, document, animal, tiles, chooser)
    if nested or row.on == "lay_tile":
        outer = "dominate" if nested else "lay_tile"
        frame.pop("space", None)
        if not nested:
            hex_ = frame["hex"] = _turn_back(document, chooser)
        space = chooser.choice(STEPS[outer])
        owner = animal if name == "add_tile_element" else chooser.choice(list(document["animals"]))
        document["pending"] = [
            {"kind": outer, "animal": owner, "space": space, "hex": hex_},
            frame,
        ]
        document["execution"]["at"] = space
        if nested:
            document["execution"]["dominated"] = [hex_]
        if row.card:
            _take(document, row.card)
    else:
        step = chooser.choice(STEPS[name])
        if step:
            document["execution"]["at"] = step
        document["pending"] = [frame]
        if row.pawn != "never" and not step.endswith(".free"):
            frame["space"] = "glaciation.3" if step == "glaciation" else step
        if name == "migrate":
            frame["remaining"] = int(step.split(".")[1]) - sum(frame.get("moved", {}).values())
    at = document["execution"].get("at", "")
    if at in DRAWS:
        _fill(document, DRAWS.index(at))
    if name == "draw_tile":
        _turn_back(document, chooser)
    document["phase"] = "reset" if at.startswith("reset") else "execution" if at else "planning"
    return document


def _fill(document: Document, step: int) -> None:
    """Reseed has filled the sections before this step, and emptied those from it on."""
    boxes = document["action_display"]["elements"]
    bag = document.setdefault("bag", {})
    for number, box in enumerate(("adaptation", "abundance", "wanderlust")):
        held = boxes.setdefault(box, {})
        if number >= step:
            for element in held:
                bag[element] = bag.get(element, 0) + held[element]
            held.clear()
        while number < step and sum(held.values()) < 4 and any(bag.values()):
            element = max(bag, key=bag.__getitem__)
            bag[element] -= 1
            held[element] = held.get(element, 0) + 1


def _dominated(game: GameState, chooser: Chooser) -> tuple[str, str]:
    """A tile with the animal that dominates it, if there is one."""
    tiles = score_object(game)["tiles"]
    assert isinstance(tiles, dict)
    held = [(hex_, tile["dominant"]) for hex_, tile in tiles.items() if tile["dominant"]]
    return chooser.choice(held or [("0,0", "bird")])


def _turn_back(document: Document, chooser: Chooser) -> str:
    """A tile that may have been laid just now: a stack shows none instead."""
    stack = chooser.randrange(3)
    tiles = document["tiles"]
    terrain = tiles["face_up"][stack]
    if terrain:
        tiles["face_up"][stack] = None
        tiles["face_down"][stack] += 1
        unseen = tiles.setdefault("unseen", {})
        unseen[terrain] = unseen.get(terrain, 0) + 1
    outer = [hex_ for hex_ in document["earth"] if "tundra" not in document["earth"][hex_]]
    hex_: str = chooser.choice(outer[::-1][: max(1, len(outer) - 6)])
    return hex_


def _is_water(tile: Document) -> bool:
    return "tundra" not in tile and tile["terrain"] in ("sea", "wetland")


def _boxes(game: GameState) -> Any:
    display: Any = write_state(game).get("action_display", {})
    return copy.deepcopy(display.get("elements", {}))


def _take(document: Document, card: str) -> None:
    cards = document.setdefault("cards", {})
    cards["available"] = [other for other in cards.get("available", []) if other != card]
    cards["taken"] = sorted({*cards.get("taken", []), card})


def _frame(
    kind: int, document: Document, animal: str, tiles: list[str], chooser: Chooser
) -> Document:
    row = KIND_TABLE[kind]
    frame: Document = {
        "kind": kinds.KINDS[kind],
        "animal": animal if row.decider == "animal" else row.decider,
    }
    for field in row.fields:
        names = list(NAMES[field.kind]) if field.kind in NAMES else []
        if field.kind == "hex":
            names = tiles
            if row.card == "aquatic":
                names = [hex_ for hex_ in tiles if _is_water(document["earth"][hex_])] or tiles
        elif field.kind == "animal":
            names = list(document["animals"])
        elif field.kind == "corner" and document.get("elements"):
            names = list(document["elements"])
        if field.many:
            most = min(len(names), 4)
            frame[field.name] = chooser.sample(names, chooser.randint(0, most))
        elif field.kind == "int":
            frame[field.name] = chooser.randint(0, 5)
        elif field.kind == "stack":
            frame[field.name] = chooser.randint(1, 3)
        else:
            frame[field.name] = chooser.choice(names)
    if row.card == "disease" and frame["animals"]:
        frame["animal"] = min(frame["animals"], key=NAMES["animal"].index)
    if kinds.KINDS[kind] == "migrate":
        homes = [hex_ for hex_ in tiles if animal in document["earth"][hex_].get("species", {})]
        if homes and chooser.random() < 0.5:
            frame["moved"] = {chooser.choice(homes): 1}
    return frame
