"""Dominance cards about elements and tundra (R8)."""

from tests.oracle.asking import Asking, ask, parts
from tests.oracle.game import Game
from tests.oracle.tables import CORNERS, DISPLAY_SIZE, Hex
from tests.oracle.tundra import glaciation_tiles, lay_tundra


def _choose_tile(kind: str, you: str, tiles: list[Hex]) -> Asking[Hex]:
    move = yield from ask(kind, you, [f"choose_tile:{name}" for name in tiles])
    return parts(move)[0]


def _place_from_bag(game: Game, kind: str, you: str, tiles: list[Hex]) -> Asking[None]:
    """An element of your choice from the bag onto a vacant corner, if there are both."""
    offered = [
        f"place_element:{element}@{corner}"
        for element in game.in_bag()
        for corner in game.vacant_corners(tiles)
    ]
    if offered:
        element, corner = parts((yield from ask(kind, you, offered)))
        game.bag[element] -= 1
        game.elements[corner] = element


def aquatic(game: Game, you: str) -> Asking[None]:
    """An element on a sea or wetland tile, and up to four species there."""
    tiles = [name for name in game.tiles() if game.terrain(name) in ("sea", "wetland")]
    with_room = [name for name in tiles if game.vacant_corners([name])]
    if game.in_bag() and with_room:
        tiles = with_room
    if not tiles:
        return
    name = yield from _choose_tile("aquatic_tile", you, tiles)
    yield from _place_from_bag(game, "aquatic_element", you, [name])
    counts = range(1, min(4, game.pool[you]) + 1)
    offered = [f"place_species:{name}x{count}" for count in counts]
    move = yield from ask("aquatic_species", you, [*offered, "done"])
    if move != "done":
        game.place(you, name, int(parts(move)[1]))


def blight(game: Game, you: str) -> Asking[None]:
    """All elements of a tile but one are removed."""
    name = yield from _choose_tile("blight_tile", you, game.tiles())
    found = [corner for corner in CORNERS[name] if corner in game.elements]
    if found:
        offered = [f"keep_element:{corner}" for corner in found]
        (kept,) = parts((yield from ask("blight_keep", you, offered)))
        for corner in found:
            if corner != kept:
                game.remove_element(corner)


def disease(game: Game, you: str) -> Asking[None]:
    """Who has more elements than you loses an added one of its own choice."""
    victims = [a for a in game.animals if game.display_size(a) > game.display_size(you)]
    for animal in victims:
        if game.added_types(animal):
            offered = [f"lose_element:{element}" for element in game.added_types(animal)]
            move = yield from ask("disease", animal, offered)
            game.lose_element(animal, parts(move)[0])


def habitat(game: Game, you: str) -> Asking[None]:
    """An element from the bag on any vacant corner."""
    yield from _place_from_bag(game, "habitat", you, game.tiles())


def ice_sheet(game: Game, you: str) -> Asking[None]:
    """A Glaciation at once."""
    tiles = glaciation_tiles(game)
    if tiles:
        move = yield from ask("glaciate", you, [f"glaciate:{name}" for name in tiles])
        lay_tundra(game, you, parts(move)[0])


def metamorphosis(game: Game, you: str) -> Asking[None]:
    """Exchange an added element for one that was in the bag before."""
    offered = [
        f"exchange:{given}>{wanted}" for given in game.added_types(you) for wanted in game.in_bag()
    ]
    if offered:
        given, wanted = parts((yield from ask("metamorphosis", you, offered)))
        game.gain_element(you, wanted)
        game.lose_element(you, given)


def symbiotic(game: Game, you: str) -> Asking[None]:
    """You and who has fewer elements than you draw one, not beyond six."""
    own = game.display_size(you)
    gaining = [a for a in game.animals if a == you or game.display_size(a) < own]
    for animal in gaining:
        if game.display_size(animal) < DISPLAY_SIZE and game.in_bag():
            offered = [f"draw_element:{element}" for element in game.in_bag()]
            move = yield from ask("symbiotic", "nature", offered)
            game.gain_element(animal, parts(move)[0])
