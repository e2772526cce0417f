"""From a state document to the engine's state, and every fault of the document on the way."""

from typing import Final

from service.documents.consistency import consistency
from service.documents.game import Chance, GameState
from service.documents.names import NAMES
from service.documents.problems import InvalidDocument, Violation
from service.documents.read_board import (
    read_animals,
    read_display,
    read_earth,
    read_elements,
    read_tiles,
)
from service.documents.read_turn import read_execution, read_pending
from service.documents.shape import Shape, escape
from service.documents.structure import structure
from service.documents.write import FORMAT, ranking_object
from service.rules.slots import (
    ANIMAL,
    ANIMAL_COUNT,
    AVAILABLE,
    BAG,
    CLAIMED,
    CURSOR,
    DEPTH,
    FRAMES,
    IN_HAND,
    IN_PLAY,
    INITIATIVE,
    INITIATIVE_RETURN,
    LAST_TURN,
    MANUAL,
    PAWNS,
    PLAYER,
    SAVE_ANY,
    SIZE,
    SPACE,
    SPACE_OF,
    SURVIVAL,
    TAKEN,
    TURN,
    TURN_LIMIT,
)
from service.rules.state import NONE, State
from service.rules.steps import FINISHED, PHASES
from service.rules.tables import DISKS_PER_ELEMENT

REQUIRED: Final = (
    "format", "game", "rules", "chance", "turn", "phase", "last_turn", "players", "animals",
    "initiative", "earth", "tiles",
)  # fmt: skip
OPTIONAL: Final = (
    "elements", "action_display", "bag", "cards", "survival", "execution", "pending", "ranking",
)  # fmt: skip
MAX_TURN: Final = 1_000_000
MAX_SEED: Final = 200
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6

DOMINANCE: Final = ("automatic", "claimed")
MAMMAL_SAVE: Final = ("mammals", "any")
CHANCE_MODES: Final = ("seeded", "server", "manual")


def read_state(value: object) -> GameState:
    """The game of a document that ``reader.read_json`` has read.

    Raises InvalidDocument with every violation: those of syntax, or when there are none all those
    of structure and consistency together.
    """
    shape = Shape()
    game = _read(shape, value)
    found = shape.violations
    levels = {violation.level for violation in found}
    if "syntax" in levels:
        raise InvalidDocument([v for v in found if v.level == "syntax"])
    found += structure(game.state)
    if "consistency" not in levels:
        # The phase and its step fit each other, so there is a step to hold the rest against.
        found += consistency(game.state, sound=not found)
    if not found:
        found = _check_ranking(game, value)
    if found:
        raise InvalidDocument(found)
    return game


def violations(value: object) -> list[Violation]:
    """Every violation of the document, none if it is valid."""
    try:
        read_state(value)
    except InvalidDocument as error:
        return error.violations
    return []


def _check_ranking(game: GameState, value: object) -> list[Violation]:
    given = value.get("ranking") if isinstance(value, dict) else None
    if given is None:
        return []
    if game.state.slots[CURSOR] != FINISHED:
        detail = "a ranking is given only when the phase is finished"
        return [Violation("consistency", "/ranking", "early_ranking", "R10.3", detail)]
    true = ranking_object(game)
    if given != true:
        detail = "the ranking does not follow from the victory points"
        return [Violation("consistency", "/ranking", "wrong_ranking", "R10.3", detail, None, true)]
    return []


def _read(shape: Shape, value: object) -> GameState:
    slots = [0] * SIZE
    state = State(slots)
    fields = shape.fields(value, "", REQUIRED, OPTIONAL)
    if "format" in fields and fields["format"] != FORMAT:
        shape.fault(
            "/format", "wrong_format", "this service reads one format", fields["format"], FORMAT
        )
    game = shape.text(fields["game"], "/game") if "game" in fields else ""
    _read_rules(shape, slots, fields.get("rules", {}))
    chance = _read_chance(shape, slots, fields.get("chance", {"mode": "manual"}))
    players = _read_players(shape, slots, fields.get("players", {}))
    slots[TURN] = shape.integer(fields.get("turn", 0), "/turn", 0, MAX_TURN)
    slots[LAST_TURN] = int(shape.boolean(fields.get("last_turn", False), "/last_turn"))
    read_animals(shape, slots, fields.get("animals", {}))
    initiative = shape.names(fields.get("initiative", []), "/initiative", "animal")
    for place, animal in enumerate(initiative):
        slots[INITIATIVE + place] = animal
    slots[ANIMAL_COUNT] = slots[IN_PLAY].bit_count()
    if sorted(initiative) != [a for a in range(6) if slots[IN_PLAY] >> a & 1]:
        shape.fault(
            "/initiative",
            "initiative_incomplete",
            "the initiative track holds each animal in play once",
            rule="R1.3",
            level="structure",
        )
    read_earth(shape, state, fields.get("earth", {}))
    read_elements(shape, state, fields.get("elements", {}))
    read_display(shape, slots, fields.get("action_display", {}))
    for element, count in shape.counts(
        fields.get("bag", {}), "/bag", "element", DISKS_PER_ELEMENT
    ).items():
        slots[BAG + element] = count
    read_tiles(shape, slots, fields.get("tiles", {}))
    cards = shape.fields(fields.get("cards", {}), "/cards", (), ("available", "taken"))
    for key, slot in (("available", AVAILABLE), ("taken", TAKEN)):
        for card in shape.names(cards.get(key, []), f"/cards/{key}", "card"):
            slots[slot] |= 1 << card
    if fields.get("survival") is not None:
        slots[SURVIVAL] = shape.name(fields["survival"], "/survival", "animal") + 1
    phase = shape.choice(fields.get("phase"), "/phase", PHASES) if "phase" in fields else 1
    read_execution(shape, slots, fields.get("execution", {}), PHASES[phase])
    read_pending(shape, slots, fields.get("pending", []))
    if "ranking" in fields:
        _read_ranking(shape, fields["ranking"])
    for animal in range(6):
        slots[IN_HAND + animal] = slots[PAWNS + animal]
    for space in range(len(NAMES["space"])):
        if slots[SPACE + space]:
            slots[IN_HAND + slots[SPACE + space] - 1] -= 1
    if slots[DEPTH] and slots[FRAMES + SPACE_OF] != NONE and slots[FRAMES + ANIMAL] < 6:
        slots[IN_HAND + slots[FRAMES + ANIMAL]] -= 1
    return GameState(game, players, chance, state)


def _read_ranking(shape: Shape, value: object) -> None:
    fields = shape.fields(value, "/ranking", ("animals", "players"))
    shape.names(fields.get("animals", []), "/ranking/animals", "animal")
    for i, player in enumerate(shape.sequence(fields.get("players", []), "/ranking/players")):
        shape.text(player, f"/ranking/players/{i}")


def _read_rules(shape: Shape, slots: list[int], value: object) -> None:
    options = ("dominance", "mammal_save", "initiative_return", "turn_limit")
    fields = shape.fields(value, "/rules", (), options)
    slots[CLAIMED] = shape.choice(
        fields.get("dominance", DOMINANCE[0]), "/rules/dominance", DOMINANCE
    )
    slots[SAVE_ANY] = shape.choice(
        fields.get("mammal_save", MAMMAL_SAVE[0]), "/rules/mammal_save", MAMMAL_SAVE
    )
    returns = fields.get("initiative_return", True)
    slots[INITIATIVE_RETURN] = int(shape.boolean(returns, "/rules/initiative_return"))
    if fields.get("turn_limit") is not None:
        slots[TURN_LIMIT] = shape.integer(fields["turn_limit"], "/rules/turn_limit", 0, MAX_TURN)


def _read_chance(shape: Shape, slots: list[int], value: object) -> Chance:
    fields = shape.fields(value, "/chance", ("mode",), ("seed", "draws", "kid"))
    mode = CHANCE_MODES[shape.choice(fields.get("mode"), "/chance/mode", CHANCE_MODES)]
    allowed = {"seeded": ("seed", "draws"), "server": ("kid",), "manual": ()}[mode]
    for key in fields:
        if key in ("seed", "draws", "kid") and key not in allowed:
            shape.fault(f"/chance/{key}", "unknown_key", f"chance {mode} has no {key}", rule="R1.7")
    slots[MANUAL] = int(mode == "manual")
    if mode == "seeded":
        seed = fields.get("seed")
        if not isinstance(seed, str) or len(seed) > MAX_SEED:
            shape.fault(
                "/chance/seed",
                "wrong_type",
                f"a seed is a string of at most {MAX_SEED} characters",
                seed,
                rule="R1.7",
            )
            seed = ""
        return Chance("seeded", seed, shape.integer(fields.get("draws", 0), "/chance/draws"))
    if mode == "server":
        return Chance("server", kid=shape.text(fields.get("kid"), "/chance/kid"))
    return Chance("manual")


def _read_players(shape: Shape, slots: list[int], value: object) -> tuple[str, ...]:
    names: list[str] = []
    sizes: set[int] = set()
    fields = shape.mapping(value, "/players")
    for player, (key, animals) in enumerate(sorted(fields.items())):
        names.append(shape.text(key, f"/players/{escape(key)}"))
        own = shape.names(animals, f"/players/{escape(key)}", "animal")
        sizes.add(len(own))
        for animal in own:
            if slots[IN_PLAY] >> animal & 1:
                shape.fault(
                    f"/players/{escape(key)}",
                    "animal_taken",
                    f"the {NAMES['animal'][animal]} has another player already",
                    rule="R1.1",
                    level="structure",
                )
            slots[IN_PLAY] |= 1 << animal
            slots[PLAYER + animal] = player
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        shape.fault(
            "/players",
            "wrong_players",
            "a game has 2 to 6 players",
            len(names),
            {"minimum": MIN_PLAYERS, "maximum": MAX_PLAYERS},
            "R1.1",
        )
    elif sizes not in ({1}, {6 // len(names)}):
        shape.fault(
            "/players",
            "wrong_players",
            "each player has one animal; or 2 players have three each, or 3 players two each",
            rule="R1.5",
            level="structure",
        )
    return tuple(names)
