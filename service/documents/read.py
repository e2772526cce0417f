"""From a state document to the engine's state, and every fault of the document on the way."""

from typing import Final

from service.documents.checks import Checks
from service.documents.consistency import check_consistency
from service.documents.game import Chance, GameState
from service.documents.names import NAMES
from service.documents.problems import ABSENT, LEVELS, NOTHING, Findings, InvalidDocument, Violation
from service.documents.read_board import (
    read_animals,
    read_display,
    read_earth,
    read_elements,
    read_tiles,
)
from service.documents.read_turn import read_execution, read_pending
from service.documents.shape import Shape, pointer_part
from service.documents.structure import check_structure
from service.documents.unknown import STEP
from service.documents.write import FORMAT, ranking_object
from service.rules.geometry import bits
from service.rules.setup import PLAYERS
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
from service.rules.tables import (
    DISKS_PER_ELEMENT,
    MAX_PLAYERS,
    MAX_TURN,
    MAX_TURN_LIMIT,
    MIN_PLAYERS,
)

REQUIRED: Final = (
    "format", "game", "rules", "chance", "turn", "phase", "last_turn", "players", "animals",
    "initiative", "earth", "tiles",
)  # fmt: skip
OPTIONAL: Final = (
    "elements", "action_display", "bag", "cards", "survival", "execution", "pending", "ranking",
)  # fmt: skip
MAX_SEED: Final = 200

DOMINANCE: Final = ("automatic", "claimed")
MAMMAL_SAVE: Final = ("mammals", "any")
CHANCE_MODES: Final = ("seeded", "server", "manual")


def read_state(value: object, reported: Findings | None = None) -> GameState:
    """The game of a document that ``reader.parse`` has read.

    Raises InvalidDocument with every violation of every level (see ``Findings``), those the reader
    has ``reported`` included. Where something could not be read, what depends on it is not judged.
    """
    found = Findings() if reported is None else reported
    shape = Shape(found)
    game = _read(shape, value)
    checks = Checks(game.state, shape.unknown, found)
    check_structure(checks)
    check_consistency(checks)
    _check_ranking(checks, game, value)
    if found:
        by_level = sorted(found.kept, key=lambda violation: LEVELS.index(violation.level))
        raise InvalidDocument(by_level, found.more)
    return game


def violations(value: object) -> list[Violation]:
    """Every violation of the document, none if it is valid."""
    try:
        read_state(value)
    except InvalidDocument as error:
        return error.violations
    return []


def _check_ranking(checks: Checks, game: GameState, value: object) -> None:
    """A ranking is that of the victory points, at the end (R10.3)."""
    given = value.get("ranking") if isinstance(value, dict) else None
    if given is None or not checks.knows("/ranking", STEP):
        return
    if not checks.need(
        game.state.slots[CURSOR] == FINISHED,
        "/ranking",
        "early_ranking",
        "R10.3",
        "a ranking is given only when the phase is finished",
        "ranking",
        ABSENT,
    ):
        return
    if checks.knows("/players", "/animals/*/victory_points"):
        true = ranking_object(game)
        detail = "the ranking does not follow from the victory points"
        checks.need(given == true, "/ranking", "wrong_ranking", "R10.3", detail, given, true)


def _read(shape: Shape, value: object) -> GameState:
    slots = [0] * SIZE
    state = State(slots)
    fields = shape.fields(value, "", REQUIRED, OPTIONAL)
    if "format" in fields and fields["format"] != FORMAT:
        shape.fault(
            "/format",
            "wrong_format",
            f"this service reads the format {FORMAT}",
            fields["format"],
            FORMAT,
        )
    game = shape.text(fields["game"], "/game") if "game" in fields else ""
    _read_rules(shape, slots, fields.get("rules", {}))
    chance = Chance("manual")
    if "chance" in fields:
        chance = _read_chance(shape, slots, fields["chance"])
    players: tuple[str, ...] = ()
    if "players" in fields:
        players = _read_players(shape, slots, fields["players"])
    slots[TURN] = shape.integer(fields.get("turn", 0), "/turn", 0, MAX_TURN)
    slots[LAST_TURN] = int(shape.boolean(fields.get("last_turn", False), "/last_turn"))
    if "animals" in fields:
        read_animals(shape, slots, fields["animals"])
    _read_initiative(shape, slots, fields.get("initiative", []))
    read_earth(shape, state, fields.get("earth", {}))
    read_elements(shape, state, fields.get("elements", {}))
    read_display(shape, slots, fields.get("action_display", {}))
    bag = shape.counts(fields.get("bag", {}), "/bag", "element", DISKS_PER_ELEMENT)
    for element, count in bag.items():
        slots[BAG + element] = count
    if "tiles" in fields:
        read_tiles(shape, slots, fields["tiles"])
    cards = shape.fields(fields.get("cards", {}), "/cards", (), ("available", "taken"))
    for key, slot in (("available", AVAILABLE), ("taken", TAKEN)):
        for card in shape.names(cards.get(key, []), f"/cards/{key}", "card"):
            slots[slot] |= 1 << card
    if fields.get("survival") is not None:
        slots[SURVIVAL] = shape.name(fields["survival"], "/survival", "animal") + 1
    phase = -1
    if "phase" in fields:
        phase = shape.choice(fields["phase"], "/phase", PHASES, "phase", "R5")
    read_execution(shape, slots, fields.get("execution", {}), PHASES[phase] if phase >= 0 else "")
    read_pending(shape, slots, fields.get("pending", []))
    if "ranking" in fields:
        _read_ranking(shape, fields["ranking"])
    _count_pawns_in_hand(slots)
    return GameState(game, players, chance, state)


def _read_initiative(shape: Shape, slots: list[int], value: object) -> None:
    initiative = shape.names(value, "/initiative", "animal")
    for place, animal in enumerate(initiative):
        slots[INITIATIVE + place] = animal
    slots[ANIMAL_COUNT] = slots[IN_PLAY].bit_count()
    in_play = bits(slots[IN_PLAY])
    if sorted(initiative) != in_play and shape.knows("/initiative", "/players"):
        shape.fault(
            "/initiative",
            "initiative_incomplete",
            "the initiative track holds each animal in play once",
            [NAMES["animal"][animal] for animal in initiative],
            {"each once": [NAMES["animal"][animal] for animal in in_play]},
            "R1.3",
            level="structure",
        )


def _count_pawns_in_hand(slots: list[int]) -> None:
    """Pawns that are neither on the display nor being carried out are in hand (R7.0)."""
    for animal in range(6):
        slots[IN_HAND + animal] = slots[PAWNS + animal]
    for space in range(len(NAMES["space"])):
        if slots[SPACE + space]:
            slots[IN_HAND + slots[SPACE + space] - 1] -= 1
    if slots[DEPTH] and slots[FRAMES + SPACE_OF] != NONE and slots[FRAMES + ANIMAL] < 6:
        slots[IN_HAND + slots[FRAMES + ANIMAL]] -= 1


def _read_ranking(shape: Shape, value: object) -> None:
    fields = shape.fields(value, "/ranking", ("animals", "players"))
    shape.names(fields.get("animals", []), "/ranking/animals", "animal")
    for i, player in enumerate(shape.sequence(fields.get("players", []), "/ranking/players")):
        shape.text(player, f"/ranking/players/{i}")


def _read_rules(shape: Shape, slots: list[int], value: object) -> None:
    options = ("dominance", "mammal_save", "initiative_return", "turn_limit")
    fields = shape.fields(value, "/rules", (), options)
    for key, slot, names in (
        ("dominance", CLAIMED, DOMINANCE),
        ("mammal_save", SAVE_ANY, MAMMAL_SAVE),
    ):
        slots[slot] = max(0, shape.choice(fields.get(key, names[0]), f"/rules/{key}", names))
    returns = fields.get("initiative_return", True)
    slots[INITIATIVE_RETURN] = int(shape.boolean(returns, "/rules/initiative_return"))
    if fields.get("turn_limit") is not None:
        limit = shape.integer(fields["turn_limit"], "/rules/turn_limit", 1, MAX_TURN_LIMIT)
        slots[TURN_LIMIT] = limit


def _read_chance(shape: Shape, slots: list[int], value: object) -> Chance:
    fields = shape.fields(value, "/chance", ("mode",), ("seed", "draws", "kid"))
    if "mode" not in fields:
        return Chance("manual")
    number = shape.choice(fields["mode"], "/chance/mode", CHANCE_MODES)
    if number < 0:
        return Chance("manual")
    mode = CHANCE_MODES[number]
    allowed = {"seeded": ("seed", "draws"), "server": ("kid",), "manual": ()}[mode]
    for key in fields:
        if key in ("seed", "draws", "kid") and key not in allowed:
            detail = f"with chance {mode} there is no {key}"
            shape.fault(f"/chance/{key}", "unknown_key", detail, fields[key], ABSENT)
    slots[MANUAL] = int(mode == "manual")
    if mode == "seeded":
        seed = fields.get("seed")
        if not isinstance(seed, str) or len(seed) > MAX_SEED:
            shape.fault(
                "/chance/seed",
                "wrong_type" if "seed" in fields else "missing",
                f"a seed is a string of at most {MAX_SEED} characters",
                fields.get("seed", NOTHING),
                "string",
            )
            seed = ""
        return Chance("seeded", seed, shape.integer(fields.get("draws", 0), "/chance/draws"))
    if mode == "server":
        if "kid" not in fields:
            detail = "with chance server the key it draws with is named here"
            shape.fault("/chance/kid", "missing", detail)
            return Chance("server")
        return Chance("server", kid=shape.text(fields["kid"], "/chance/kid"))
    return Chance("manual")


def _read_players(shape: Shape, slots: list[int], value: object) -> tuple[str, ...]:
    names: list[str] = []
    sizes: set[int] = set()
    fields = shape.mapping(value, "/players")
    for player, (key, animals) in enumerate(sorted(fields.items())):
        where = f"/players/{pointer_part(key)}"
        names.append(shape.text(key, where))
        own = shape.names(animals, where, "animal")
        sizes.add(len(own))
        for animal in own:
            if slots[IN_PLAY] >> animal & 1:
                name = NAMES["animal"][animal]
                detail = f"the {name} has another player already"
                shape.fault(where, "animal_taken", detail, name, None, "R1.1", level="structure")
            slots[IN_PLAY] |= 1 << animal
            slots[PLAYER + animal] = player
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        if isinstance(value, dict) and len(value) == len(names):
            limits = {"minimum": MIN_PLAYERS, "maximum": MAX_PLAYERS}
            shape.fault("/players", "wrong_players", PLAYERS, len(names), limits, "R1.1")
    elif shape.knows("/players") and sizes not in ({1}, {6 // len(names)}):
        shape.fault(
            "/players",
            "wrong_players",
            "each player has one animal; or 2 players have three each, or 3 players two each",
            sorted(sizes),
            None,
            "R1.5",
            level="structure",
        )
    return tuple(names)
