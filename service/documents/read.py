"""From a state document to the engine's state, and every fault of the document on the way."""

from typing import Final

from service.documents.consistency import consistency
from service.documents.decisions import KIND_INDEX, KIND_TABLE, Field
from service.documents.game import Chance, GameState
from service.documents.names import NAMES, NATURE_NAME
from service.documents.problems import InvalidDocument, Violation
from service.documents.shape import Shape, escape
from service.documents.structure import structure
from service.documents.write import FORMAT, ranking_object
from service.rules.earth import lay_tile, lay_tundra, put_element, put_species
from service.rules.slots import (
    ANIMAL,
    ANIMAL_COUNT,
    AVAILABLE,
    BAG,
    BOX,
    CLAIMED,
    CONES,
    COUNT,
    CURSOR,
    DEPTH,
    DOMINATED,
    ELEMENT_BITS,
    ELEMENTS_OF,
    ELIMINATED,
    FACE_DOWN,
    FACE_UP,
    FRAME_SIZE,
    FRAMES,
    GENE_POOL,
    HIBERNATING,
    HIBERNATOR,
    IN_HAND,
    IN_PLAY,
    INITIATIVE,
    INITIATIVE_RETURN,
    KIND,
    LAST_TURN,
    MANUAL,
    MAX_DEPTH,
    MOVED,
    OCCUPIED,
    PAWNS,
    PLACE,
    PLAYER,
    PRINTED,
    PROTECTED,
    SAVE_ANY,
    SIZE,
    SPACE,
    SPACE_OF,
    SURVIVAL,
    TAKEN,
    TURN,
    TURN_LIMIT,
    UNSEEN,
    VP,
)
from service.rules.state import NONE, State
from service.rules.steps import FINISHED, PHASES, PLANNING, STEP_INDEX
from service.rules.tables import MAX_ACTION_PAWNS, NATURE, STACKS

REQUIRED: Final = (
    "format", "game", "rules", "chance", "turn", "phase", "last_turn", "players", "animals",
    "initiative", "earth", "tiles",
)  # fmt: skip
OPTIONAL: Final = (
    "elements", "action_display", "bag", "cards", "survival", "execution", "pending", "ranking",
)  # fmt: skip
MAX_TURN: Final = 1_000_000
MAX_VP: Final = 1_000_000_000
MAX_CUBES: Final = 54  # the largest allotment without the marker cube (R1.1)
MAX_SEED: Final = 200

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
    if shape.violations:
        raise InvalidDocument(shape.violations)
    found = structure(game.state)
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
    finished = game.state.slots[CURSOR] == FINISHED
    if not given:
        return []
    if not finished:
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
    _read_animals(shape, slots, fields.get("animals", {}))
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
        )
    _read_earth(shape, state, fields.get("earth", {}))
    _read_elements(shape, state, fields.get("elements", {}))
    _read_display(shape, slots, fields.get("action_display", {}))
    for element, count in shape.counts(fields.get("bag", {}), "/bag", "element", 20).items():
        slots[BAG + element] = count
    _read_tiles(shape, slots, fields.get("tiles", {}))
    cards = shape.fields(fields.get("cards", {}), "/cards", (), ("available", "taken"))
    for key, slot in (("available", AVAILABLE), ("taken", TAKEN)):
        for card in shape.names(cards.get(key, []), f"/cards/{key}", "card"):
            slots[slot] |= 1 << card
    if fields.get("survival") is not None:
        slots[SURVIVAL] = shape.name(fields["survival"], "/survival", "animal") + 1
    phase = shape.choice(fields.get("phase"), "/phase", PHASES) if "phase" in fields else 1
    _read_execution(shape, slots, fields.get("execution", {}), PHASES[phase])
    _read_pending(shape, slots, fields.get("pending", []))
    _read_ranking(shape, fields.get("ranking"))
    for animal in range(6):
        slots[IN_HAND + animal] = slots[PAWNS + animal]
    for space in range(len(NAMES["space"])):
        if slots[SPACE + space]:
            slots[IN_HAND + slots[SPACE + space] - 1] -= 1
    if slots[DEPTH] and slots[FRAMES + SPACE_OF] != NONE and slots[FRAMES + ANIMAL] < 6:
        slots[IN_HAND + slots[FRAMES + ANIMAL]] -= 1
    return GameState(game, players, chance, state)


def _read_ranking(shape: Shape, value: object) -> None:
    if value is None:
        return
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
    fields = shape.mapping(value, "/players")
    for player, (key, animals) in enumerate(sorted(fields.items())):
        names.append(shape.text(key, f"/players/{escape(key)}"))
        for animal in shape.names(animals, f"/players/{escape(key)}", "animal"):
            if slots[IN_PLAY] >> animal & 1:
                shape.fault(
                    f"/players/{escape(key)}",
                    "animal_taken",
                    f"the {NAMES['animal'][animal]} has another player already",
                    rule="R1.1",
                )
            slots[IN_PLAY] |= 1 << animal
            slots[PLAYER + animal] = player
    sizes = {len(v) for v in fields.values() if isinstance(v, list)}
    allowed = {1} if len(names) > 3 else {1, 6 // max(1, len(names))}
    if not 2 <= len(names) <= 6 or len(sizes) != 1 or not sizes <= allowed:
        shape.fault(
            "/players",
            "wrong_players",
            "2 to 6 players have one animal each, or 2 have three each, or 3 have two each",
            rule="R1.5",
        )
    return tuple(names)


def _read_animals(shape: Shape, slots: list[int], value: object) -> None:
    fields = shape.mapping(value, "/animals")
    for key, item in fields.items():
        where = f"/animals/{escape(key)}"
        animal = shape.name(key, where, "animal")
        if animal < 0:
            continue
        if not slots[IN_PLAY] >> animal & 1:
            shape.fault(where, "animal_not_in_play", f"no player has the {key}", rule="R1.1")
        own = shape.fields(
            item,
            where,
            (),
            ("added_elements", "gene_pool", "eliminated", "action_pawns", "victory_points"),
        )
        added = shape.counts(own.get("added_elements", {}), f"{where}/added_elements", "element", 4)
        slots[ELEMENTS_OF + animal] = PRINTED[animal]
        if sum(added.values()) <= 4:
            for element, count in added.items():
                slots[ELEMENTS_OF + animal] += count << (ELEMENT_BITS * element)
        total = PRINTED[animal] % 7 + sum(added.values())
        if total > 6:
            shape.fault(
                f"{where}/added_elements",
                "too_many_elements",
                f"with the printed ones the {key} would have {total} elements; six is the most",
                total,
                6,
                "R1.2",
            )
            slots[ELEMENTS_OF + animal] = PRINTED[animal]
        for name, slot, high in (
            ("gene_pool", GENE_POOL, MAX_CUBES),
            ("eliminated", ELIMINATED, MAX_CUBES),
            ("action_pawns", PAWNS, MAX_ACTION_PAWNS),
            ("victory_points", VP, MAX_VP),
        ):
            slots[slot + animal] = shape.integer(own.get(name, 0), f"{where}/{name}", 0, high)
    for animal, name in enumerate(NAMES["animal"]):
        if slots[IN_PLAY] >> animal & 1 and name not in fields:
            shape.fault(f"/animals/{name}", "missing", f"the {name} is in play, so it stands here")


def _read_earth(shape: Shape, state: State, value: object) -> None:
    slots = state.slots
    for key, item in shape.mapping(value, "/earth").items():
        where = f"/earth/{escape(key)}"
        hex_ = shape.name(key, where, "hex")
        tile = shape.fields(item, where, ("terrain",), ("tundra", "species", "cone"))
        if "terrain" not in tile:
            continue
        terrain = shape.choice(tile["terrain"], f"{where}/terrain", NAMES["terrain"][:-1])
        tundra = shape.boolean(tile.get("tundra", False), f"{where}/tundra")
        present = shape.counts(tile.get("species", {}), f"{where}/species", "animal", MAX_CUBES)
        cone = -1
        if tile.get("cone") is not None:
            cone = shape.name(tile["cone"], f"{where}/cone", "animal")
        if hex_ < 0:
            continue
        lay_tile(state, hex_, terrain)
        if tundra:
            lay_tundra(state, hex_)
        for animal, count in present.items():
            put_species(state, animal, hex_, count)
        if cone >= 0:
            slots[CONES + cone] |= 1 << hex_


def _read_elements(shape: Shape, state: State, value: object) -> None:
    for key, item in shape.mapping(value, "/elements").items():
        where = f"/elements/{escape(key)}"
        corner = shape.name(key, where, "corner")
        element = shape.name(item, where, "element")
        if corner >= 0 and element >= 0:
            put_element(state, element, corner)


def _read_display(shape: Shape, slots: list[int], value: object) -> None:
    where = "/action_display"
    fields = shape.fields(value, where, (), ("pawns", "elements"))
    for key, item in shape.mapping(fields.get("pawns", {}), f"{where}/pawns").items():
        space = shape.name(key, f"{where}/pawns/{escape(key)}", "space")
        animal = shape.name(item, f"{where}/pawns/{escape(key)}", "animal")
        if space >= 0 and animal >= 0:
            slots[SPACE + space] = animal + 1
            slots[OCCUPIED] |= 1 << space
    for key, item in shape.mapping(fields.get("elements", {}), f"{where}/elements").items():
        pointer = f"{where}/elements/{escape(key)}"
        box = shape.name(key, pointer, "box")
        counts = shape.counts(item, pointer, "element", 4)
        if sum(counts.values()) > 4:
            shape.fault(
                pointer,
                "too_many_disks",
                "a section holds four disks at most",
                sum(counts.values()),
                4,
                "R1.4",
            )
        elif box >= 0:
            for element, count in counts.items():
                slots[BOX + box] += count << (ELEMENT_BITS * element)


def _read_tiles(shape: Shape, slots: list[int], value: object) -> None:
    fields = shape.fields(value, "/tiles", ("face_up", "face_down"), ("unseen",))
    for key in ("face_up", "face_down"):
        items = shape.sequence(fields.get(key, [0] * STACKS), f"/tiles/{key}")
        if len(items) != STACKS:
            shape.fault(
                f"/tiles/{key}", "wrong_length", f"there are {STACKS} stacks", len(items), STACKS
            )
            continue
        for stack, item in enumerate(items):
            where = f"/tiles/{key}/{stack}"
            if key == "face_down":
                slots[FACE_DOWN + stack] = shape.integer(item, where, 0, 8)
            elif item is not None and key in fields:
                slots[FACE_UP + stack] = shape.choice(item, where, NAMES["terrain"][:-1]) + 1
    unseen = shape.mapping(fields.get("unseen", {}), "/tiles/unseen")
    for key, item in unseen.items():
        where = f"/tiles/unseen/{escape(key)}"
        terrain = shape.choice(key, where, NAMES["terrain"][:-1])
        slots[UNSEEN + terrain] = shape.integer(item, where, 0, 24)


def _read_execution(shape: Shape, slots: list[int], value: object, phase: str) -> None:
    where = "/execution"
    fields = shape.fields(value, where, (), ("at", "dominated", "protected", "hibernating"))
    stepping = phase in ("setup", "execution", "reset")
    if stepping and "at" not in fields:
        shape.fault(f"{where}/at", "missing", f"the phase {phase} has a step it is at")
    elif not stepping and "at" in fields:
        shape.fault(f"{where}/at", "unknown_key", f"the phase {phase} has no step")
    slots[CURSOR] = FINISHED if phase == "finished" else PLANNING
    if stepping and "at" in fields:
        at = fields["at"]
        steps = tuple(
            step
            for step in STEP_INDEX
            if step not in ("planning", "finished")
            and step.startswith("reset.") == (phase in ("setup", "reset"))
        )
        slots[CURSOR] = STEP_INDEX[steps[shape.choice(at, f"{where}/at", steps)]]
        if phase == "setup" and slots[TURN]:
            shape.fault("/turn", "out_of_range", "set-up is turn 0", slots[TURN], 0)
    if phase != "setup" and not slots[TURN]:
        shape.fault("/turn", "out_of_range", "only set-up is turn 0", 0, {"minimum": 1})
    for hex_ in shape.names(fields.get("dominated", []), f"{where}/dominated", "hex"):
        slots[DOMINATED] |= 1 << hex_
    for key, item in shape.mapping(fields.get("protected", {}), f"{where}/protected").items():
        pointer = f"{where}/protected/{escape(key)}"
        animal = shape.name(key, pointer, "animal")
        for element in shape.names(item, pointer, "element"):
            if animal >= 0:
                slots[PROTECTED + animal] |= 1 << element
    sleepers = shape.mapping(fields.get("hibernating", {}), f"{where}/hibernating")
    if len(sleepers) > 1:
        shape.fault(f"{where}/hibernating", "too_many", "one animal hibernates at most", rule="R8")
    for key, item in sleepers.items():
        pointer = f"{where}/hibernating/{escape(key)}"
        slots[HIBERNATOR] = shape.name(key, pointer, "animal") + 1
        for hex_, count in shape.counts(item, pointer, "hex", 5).items():
            slots[HIBERNATING + hex_] = count


def _read_pending(shape: Shape, slots: list[int], value: object) -> None:
    frames = shape.sequence(value, "/pending")
    if len(frames) > MAX_DEPTH:
        shape.fault("/pending", "too_many", "decisions do not nest so deep", len(frames), MAX_DEPTH)
        return
    for depth, item in enumerate(frames):
        _read_frame(shape, slots, item, depth, outer=depth < len(frames) - 1)
    slots[DEPTH] = len(frames)


def _read_frame(shape: Shape, slots: list[int], value: object, depth: int, *, outer: bool) -> None:
    where = f"/pending/{depth}"
    top = FRAMES + FRAME_SIZE * depth
    slots[top + SPACE_OF] = NONE
    slots[top + PLACE] = NONE
    given = value.get("kind") if isinstance(value, dict) else None
    kind = KIND_INDEX.get(given) if isinstance(given, str) else None
    if kind is None:
        shape.fault(f"{where}/kind", "unknown_name", "this is no kind of decision", given)
        return
    row = KIND_TABLE[kind]
    fields: tuple[Field, ...] = row.fields
    if outer and row.outer is not None:
        fields = (*fields, row.outer)
    required = ["kind", "animal", *(field.name for field in fields)]
    optional = ["moved"] if given == "migrate" else []
    if row.pawn == "always":
        required.append("space")
    elif row.pawn == "sometimes":
        optional.append("space")
    found = shape.fields(value, where, required, optional)
    slots[top + KIND] = kind
    if "animal" in found:
        if found["animal"] == NATURE_NAME:
            slots[top + ANIMAL] = NATURE
        else:
            slots[top + ANIMAL] = max(0, shape.name(found["animal"], f"{where}/animal", "animal"))
    if "space" in found:
        slots[top + SPACE_OF] = shape.name(found["space"], f"{where}/space", "space")
    for field in fields:
        if field.name in found:
            _read_field(shape, slots, top, field, found[field.name], f"{where}/{field.name}")
    if "moved" in found:
        for hex_, count in shape.counts(found["moved"], f"{where}/moved", "hex", 7).items():
            slots[MOVED + hex_] = count


def _read_field(
    shape: Shape, slots: list[int], top: int, field: Field, value: object, pointer: str
) -> None:
    if field.many:
        for number in shape.names(value, pointer, field.kind):
            slots[top + field.slot] |= 1 << number
    elif field.kind == "int":
        slots[top + COUNT] = shape.integer(value, pointer, 0, 12)
    else:
        slots[top + field.slot] = shape.name(value, pointer, field.kind)
