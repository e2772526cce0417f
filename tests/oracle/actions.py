"""The twelve actions and the free ones, in the order of the display (R7).

An action is given the acting animal and the space; it answers whether the pawn returns to hand.
"""

from collections import Counter
from collections.abc import Callable

from tests.oracle.asking import Asking, ask, parts
from tests.oracle.cards import CARD_EFFECTS
from tests.oracle.dominance import cone
from tests.oracle.game import Game
from tests.oracle.scoring import bonus, score_tile
from tests.oracle.tables import (
    DISPLAY_SIZE,
    HEXES,
    HEXES_OF,
    LIMIT,
    NEIGHBOURS,
    Hex,
)
from tests.oracle.tundra import glaciation_tiles, lay_tundra


def initiative(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.1."""
    swap = ["swap"] if game.initiative[0] != animal else []
    move = yield from ask("swap_initiative", animal, [*swap, "decline"])
    if move == "swap":
        game.move_up(animal)
    vacant = [to for to in game.vacant_spaces() if game.initiative_return or to != space]
    offered = [f"place_pawn:{to}" for to in vacant]
    move = yield from ask("place_initiative_pawn", animal, [*offered, "decline"])
    if move == "decline":
        return True
    game.display[parts(move)[0]] = animal
    return False


def adaptation(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.2."""
    room = game.display_size(animal) < DISPLAY_SIZE
    offered = [f"adapt:{element}" for element in game.in_box("adaptation") if room]
    move = yield from ask("adapt", animal, [*offered, "forfeit"])
    if move != "forfeit":
        (element,) = parts(move)
        game.boxes["adaptation", element] -= 1
        game.added[animal, element] += 1
    return True


def threatened(game: Game, animal: str) -> list[str]:
    """R7.3: the types in the box that an animal would lose and has not protected."""
    return [
        element
        for element in game.in_box("regression")
        if game.added[animal, element] and (animal, element) not in game.protected
    ]


def regression(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.3, one pawn."""
    offered = [f"protect:{element}" for element in threatened(game, animal)]
    move = yield from ask("protect", animal, [*offered, "forfeit"])
    if move != "forfeit":
        game.protected.add((animal, parts(move)[0]))
    return True


def reptiles_protect(game: Game) -> Asking[None]:
    """R7.3: the free action of the reptiles."""
    if "reptile" in game.animals:
        offered = [f"protect:{element}" for element in threatened(game, "reptile")]
        move = yield from ask("protect", "reptile", [*offered, "decline"])
        if move != "decline":
            game.protected.add(("reptile", parts(move)[0]))


def regression_losses(game: Game) -> None:
    """R7.3: one disk of each type in the box, whether a pawn was there or not."""
    for animal in game.animals:
        for element in threatened(game, animal):
            game.lose_element(animal, element)
    game.protected.clear()


def abundance(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.4."""
    offered = [
        f"place_element:{element}@{corner}"
        for element in game.in_box("abundance")
        for corner in game.vacant_corners(game.tiles())
    ]
    move = yield from ask("add_element", animal, [*offered, "forfeit"])
    if move != "forfeit":
        _from_box(game, "abundance", move)
    return True


def _from_box(game: Game, section: str, move: str) -> None:
    element, corner = parts(move)
    game.boxes[section, element] -= 1
    game.elements[corner] = element


def wasteland(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.5, the pawn."""
    offered = [f"discard:{element}" for element in game.in_box("wasteland")]
    move = yield from ask("clear_wasteland", animal, [*offered, "forfeit"])
    if move != "forfeit":
        (element,) = parts(move)
        game.boxes["wasteland", element] -= 1
        game.bag[element] += 1
    return True


def wasteland_losses(game: Game) -> None:
    """R7.5: elements at tundra whose type is still in the box, pawn or not."""
    for corner, element in list(game.elements.items()):
        if game.on_tundra(corner) and element in game.in_box("wasteland"):
            game.remove_element(corner)


def depletion(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.6."""
    box, earth = game.in_box("depletion"), game.elements
    offered = [f"remove_element:{corner}" for corner in earth if earth[corner] in box]
    move = yield from ask("deplete", animal, [*offered, "forfeit"])
    if move != "forfeit":
        game.remove_element(parts(move)[0])
    return True


def glaciation(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.7."""
    offered = [f"glaciate:{name}" for name in glaciation_tiles(game)]
    move = yield from ask("glaciate", animal, [*offered, "forfeit"])
    if move != "forfeit":
        lay_tundra(game, animal, parts(move)[0])
    return True


def speciation(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.8; without cubes nothing can be placed, so no element is chosen."""
    wanted = space.partition(".")[2]
    around = [corner for corner, element in game.elements.items() if element == wanted]
    offered = [f"speciate:{corner}" for corner in around if game.pool[animal]]
    move = yield from ask("speciate", animal, [*offered, "forfeit"])
    if move == "forfeit":
        return True
    left = [name for name in HEXES_OF[parts(move)[0]] if name in game.terrains]
    while True:
        offered = [
            f"place_species:{name}x{count}"
            for name in left
            for count in range(1, min(game.pool[animal], LIMIT[game.terrain(name)]) + 1)
        ]
        move = yield from ask("place_species", animal, [*offered, "done"])
        if move == "done":
            return True
        name, count_text = parts(move)
        game.place(animal, name, int(count_text))
        left.remove(name)


def insects_speciate(game: Game) -> Asking[None]:
    """R7.8: the free action of the insects."""
    if "insect" in game.animals and game.pool["insect"]:
        offered = [f"place_species:{name}x1" for name in game.tiles()]
        move = yield from ask("insect_speciation", "insect", [*offered, "decline"])
        if move != "decline":
            game.place("insect", parts(move)[0], 1)


def rim(game: Game) -> list[Hex]:
    """R7.9: the empty map hexes adjacent to at least one tile."""
    empty = [name for name in HEXES if name not in game.terrains]
    return [name for name in empty if any(near in game.terrains for near in NEIGHBOURS[name])]


def wanderlust(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.9."""
    empty = rim(game)
    offered = [
        f"lay_tile:{stack + 1}@{name}"
        for stack in range(3)
        if game.face_up[stack]
        for name in empty
    ]
    move = yield from ask("lay_tile", animal, [*offered, "forfeit"])
    if move == "forfeit":
        return True
    stack_text, name = parts(move)
    terrain = game.face_up[int(stack_text) - 1]
    assert terrain is not None
    game.face_up[int(stack_text) - 1] = None
    game.award(animal, bonus(sum(near in game.terrains for near in NEIGHBOURS[name])))
    game.terrains[name] = terrain
    offered = [
        f"place_element:{element}@{corner}"
        for element in game.in_box("wanderlust")
        for corner in game.vacant_corners([name])
    ]
    move = yield from ask("add_tile_element", animal, [*offered, "decline"])
    if move != "decline":
        _from_box(game, "wanderlust", move)
    for mover in game.animals:
        yield from _move_in(game, mover, name)
    return True


def _move_in(game: Game, animal: str, name: Hex) -> Asking[None]:
    while True:
        offered = [
            f"move_in:{near}x{count}"
            for near in NEIGHBOURS[name]
            for count in range(1, game.species[near, animal] + 1)
        ]
        move = yield from ask("move_in", animal, [*offered, "done"])
        if move == "done":
            return
        near, count_text = parts(move)
        game.move(animal, near, name, int(count_text))


def within_reach(game: Game, animal: str, start: Hex) -> list[Hex]:
    """R7.10: the adjacent tiles; for birds those within two steps, but where they began."""
    reached = {name for name in NEIGHBOURS[start] if name in game.terrains}
    if animal == "bird":
        reached |= {end for name in reached for end in NEIGHBOURS[name] if end in game.terrains}
    return sorted(reached - {start})


def migration(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.10; ``arrived`` counts the species that have moved under this pawn."""
    most = left = int(space.partition(".")[2])
    arrived: Counter[Hex] = Counter()
    while True:
        offered = [
            f"migrate:{start}>{end}x{count}"
            for start in game.occupied(animal)
            for end in within_reach(game, animal, start)
            for count in range(1, min(game.species[start, animal] - arrived[start], left) + 1)
        ]
        move = yield from ask("migrate", animal, [*offered, "forfeit" if left == most else "done"])
        if move in ("forfeit", "done"):
            return True
        start, end, count_text = parts(move)
        game.move(animal, start, end, int(count_text))
        arrived[end] += int(count_text)
        left -= int(count_text)


def arachnids_compete(game: Game) -> Asking[None]:
    """R7.11: the free action of the arachnids."""
    if "arachnid" in game.animals:
        offered = [
            f"eliminate:{other}@{name}"
            for name in game.occupied("arachnid")
            for other in game.others("arachnid", name)
        ]
        move = yield from ask("arachnid_competition", "arachnid", [*offered, "decline"])
        if move != "decline":
            victim, name = parts(move)
            game.eliminate(victim, name)


def competition(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.11."""
    terrains = {*space.partition(".")[2].split("-"), "tundra"}
    stop = "forfeit"
    while True:
        offered = [
            f"eliminate:{other}@{name}"
            for name in game.occupied(animal)
            if game.terrain(name) in terrains
            for other in game.others(animal, name)
        ]
        move = yield from ask("compete", animal, [*offered, stop])
        if move == stop:
            return True
        victim, name = parts(move)
        game.eliminate(victim, name)
        terrains.remove(game.terrain(name))
        stop = "done"


def domination(game: Game, animal: str, space: str) -> Asking[bool]:
    """R7.12."""
    offered = [
        f"dominate:{name}"
        for name in game.tiles()
        if game.here(name) and name not in game.dominated
    ]
    move = yield from ask("dominate", animal, [*offered, "forfeit"])
    if move == "forfeit":
        return True
    (name,) = parts(move)
    game.dominated.add(name)
    terrain = game.terrain(name)
    score_tile(game, name)
    taker = cone(game, name)
    if taker and game.available:
        cards = [f"take_card:{card}" for card in game.available]
        (card,) = parts((yield from ask("take_card", taker, cards)))
        game.available.remove(card)
        game.taken.add(card)
        yield from CARD_EFFECTS[card](game, taker, terrain)
    return True


ACTIONS: dict[str, Callable[[Game, str, str], Asking[bool]]] = {
    "initiative": initiative,
    "adaptation": adaptation,
    "regression": regression,
    "abundance": abundance,
    "wasteland": wasteland,
    "depletion": depletion,
    "glaciation": glaciation,
    "speciation": speciation,
    "wanderlust": wanderlust,
    "migration": migration,
    "competition": competition,
    "domination": domination,
}
