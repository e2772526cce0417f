"""Changes by force where Planning begins, so that rare positions come about in lockstep games.

Empty gene pools, an empty bag, twelve tundra tiles, many pawns, animals without species, full
displays: all of them such as a Reset can leave them (R9).
"""

from collections.abc import Callable
from random import Random
from typing import Final

from tests.oracle.actions import rim
from tests.oracle.dominance import endangered
from tests.oracle.game import Game
from tests.oracle.scoring import survivor
from tests.oracle.tables import CARD_PLACES, CARDS, ELEMENTS
from tests.oracle.tundra import glaciation_tiles


def change(game: Game, chooser: Random) -> None:
    """Some of the shocks, and what a Reset after them would have done."""
    for shock in SHOCKS:
        if chooser.random() < 0.25:
            shock(game, chooser)
    _reset(game, chooser)


def _reset(game: Game, chooser: Random) -> None:
    """Extinction, Survival, and the draws of Reseed (R9.1 to R9.4)."""
    saved = "mammal" if "mammal" in game.animals and chooser.random() < 0.5 else ""
    for name in game.tiles():
        for animal in endangered(game, name):
            spared = bool(saved) and (game.save_any or animal == saved)
            game.eliminate(animal, name, game.species[name, animal] - spared)
            saved = "" if spared else saved
    if not any(game.pool[animal] or game.occupied(animal) for animal in game.animals):
        last = chooser.choice(game.animals)  # otherwise the game would have ended (R9.4)
        game.pool[last] += 1
        game.eliminated[last] -= 1
    game.survival = survivor(game)
    while len(game.available) < CARD_PLACES:
        deck = [card for card in CARDS if card not in game.available | game.taken]
        if not deck:
            break
        game.available.add(chooser.choice([card for card in deck if card != "ice_age"] or deck))
    for section in ("adaptation", "abundance", "wanderlust"):
        while game.in_bag() and sum(game.boxes[section, e] for e in ELEMENTS) < 4:
            element = chooser.choice(game.in_bag())
            game.bag[element] -= 1
            game.boxes[section, element] += 1


def _eliminate_pools(game: Game, chooser: Random) -> None:
    for animal in game.animals:
        lost = chooser.choice([0, game.pool[animal], chooser.randint(0, game.pool[animal])])
        game.pool[animal] -= lost
        game.eliminated[animal] += lost


def _eliminate_species(game: Game, chooser: Random) -> None:
    for animal in game.animals:
        if chooser.random() < 0.4:
            for name in game.occupied(animal):
                game.eliminate(animal, name, game.species[name, animal])


def _eliminate_everything(game: Game, chooser: Random) -> None:
    if chooser.random() < 0.2:
        for animal in game.animals:
            for name in game.occupied(animal):
                game.eliminate(animal, name, game.species[name, animal])
            game.eliminated[animal] += game.pool.pop(animal, 0)


def _lay_tiles(game: Game, chooser: Random) -> None:
    """From the stacks, which may be exhausted with it."""
    for _ in range(chooser.choice([1, 8, 24])):
        stacks = [stack for stack in range(3) if game.face_down[stack]]
        if stacks:
            terrain = chooser.choice(sorted((+game.unseen).elements()))
            game.unseen[terrain] -= 1
            game.face_down[chooser.choice(stacks)] -= 1
            game.terrains[chooser.choice(rim(game))] = terrain


def _lay_tundra(game: Game, chooser: Random) -> None:
    for _ in range(chooser.randint(1, 12)):
        tiles = glaciation_tiles(game)
        if tiles:
            game.tundra.add(chooser.choice(tiles))


def _strew_elements(game: Game, chooser: Random) -> None:
    corners = game.vacant_corners(game.tiles())
    for corner in chooser.sample(corners, min(len(corners), chooser.choice([3, 10, 40, 92]))):
        if game.in_bag():
            element = chooser.choice(game.in_bag())
            game.bag[element] -= 1
            game.elements[corner] = element


def _clear_elements(game: Game, chooser: Random) -> None:
    for corner in list(game.elements):
        if chooser.random() < 0.6:
            game.remove_element(corner)


def _fill_displays(game: Game, chooser: Random) -> None:
    for animal in game.animals:
        while game.display_size(animal) < 6 and game.in_bag() and chooser.random() < 0.8:
            game.gain_element(animal, chooser.choice(game.in_bag()))


def _empty_the_bag(game: Game, chooser: Random) -> None:
    """All disks of the bag onto earth, as far as there is room, and into displays."""
    _fill_displays(game, chooser)
    for corner in game.vacant_corners(game.tiles()):
        if game.in_bag():
            element = chooser.choice(game.in_bag())
            game.bag[element] -= 1
            game.elements[corner] = element


def _take(game: Game, card: str, chooser: Random) -> None:
    """A card that is not out of the game yet is taken, and its pawns are gained or lost (R8)."""
    if card in game.taken:
        return
    game.taken.add(card)
    game.available.discard(card)
    taker = chooser.choice(game.animals)
    place = game.animals.index(taker)
    if card == "intelligence":
        gaining = game.animals[: place + 1]
    elif card == "parasitism":
        gaining = game.animals[place:]
    else:
        gaining = (taker,) if card == "omnivore" else ()
    for animal in gaining:
        game.gain_pawn(animal)
    for animal in game.animals if card == "immigrants" else ():
        if game.hand[animal] and chooser.random() < 0.7:
            game.hand[animal] -= 1
            game.pawns[animal] -= 1


def _give_pawns(game: Game, chooser: Random) -> None:
    for card in ("intelligence", "omnivore", "parasitism"):
        if chooser.random() < 0.7:
            _take(game, card, chooser)


def _lose_pawns(game: Game, chooser: Random) -> None:
    _take(game, "immigrants", chooser)


def _set_points(game: Game, chooser: Random) -> None:
    for animal in game.animals:
        game.points[animal] = chooser.choice([0, 1, 5, 5, 20])


def _crowd_tiles(game: Game, chooser: Random) -> None:
    for animal in game.animals:
        for name in chooser.sample(game.tiles(), 2):
            game.place(animal, name, chooser.randint(0, min(6, game.pool[animal])))


def _thin_the_deck(game: Game, chooser: Random) -> None:
    deck = [c for c in CARDS if c not in game.available | game.taken and c != "ice_age"]
    for card in chooser.sample(deck, chooser.randint(0, len(deck))):
        _take(game, card, chooser)


SHOCKS: Final[list[Callable[[Game, Random], None]]] = [
    _eliminate_pools,
    _eliminate_species,
    _eliminate_everything,
    _lay_tiles,
    _lay_tundra,
    _strew_elements,
    _clear_elements,
    _fill_displays,
    _empty_the_bag,
    _give_pawns,
    _lose_pawns,
    _set_points,
    _crowd_tiles,
    _thin_the_deck,
]
