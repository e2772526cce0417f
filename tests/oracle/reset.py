"""Reset, the draws, and the end of the game (R9, R10)."""

from collections import Counter

from tests.oracle.asking import Asking, ask, parts
from tests.oracle.dominance import endangered
from tests.oracle.game import Game
from tests.oracle.scoring import score_tile, survivor, tundra_bonus
from tests.oracle.tables import CARD_PLACES, CARDS, Hex


def dying(game: Game) -> Counter[tuple[str, Hex]]:
    """R9.1: the unprotected endangered species, by (animal, hex)."""
    found: Counter[tuple[str, Hex]] = Counter()
    for name in game.tiles():
        for animal in endangered(game, name):
            safe = game.hibernating[name] if game.hibernator == animal else 0
            if game.species[name, animal] > safe:
                found[animal, name] = game.species[name, animal] - safe
    return found


def extinction(game: Game) -> Asking[None]:
    """R9.1; the turn's Domination is over (R7.12)."""
    game.dominated.clear()
    lost = dying(game)
    if "mammal" in game.animals:
        offered = [f"save:{a}@{name}" for a, name in lost if game.save_any or a == "mammal"]
        move = yield from ask("save_species", "mammal", [*offered, "decline"])
        if move != "decline":
            animal, name = parts(move)
            lost[animal, name] -= 1
    for (animal, name), count in lost.items():
        game.eliminate(animal, name, count)
    game.hibernator = None
    game.hibernating.clear()


def survival(game: Game) -> None:
    """R9.2, and whether that was the end (R9.4, R10.1, turn_limit)."""
    game.survival = survivor(game)
    if game.survival:
        game.award(game.survival, tundra_bonus(game, game.survival))
    cubes = any(game.pool[animal] or game.occupied(animal) for animal in game.animals)
    if game.last_turn or not cubes or game.turn == game.turn_limit:
        end(game)


def end(game: Game) -> None:
    """R10.2."""
    game.cones.clear()
    for name in game.tiles():
        score_tile(game, name)
    game.over = True


def turn_up_cards(game: Game) -> Asking[None]:
    """R9.3: the empty card places; Ice Age lies at the bottom (R1.4)."""
    while len(game.available) < CARD_PLACES:
        deck = [card for card in CARDS if card not in game.available | game.taken]
        if not deck:
            return
        drawn = [card for card in deck if card != "ice_age"] or deck
        move = yield from ask("draw_cards", "nature", [f"draw_card:{card}" for card in drawn])
        game.available.add(parts(move)[0])


def move_pawns_and_disks(game: Game) -> None:
    """R9.3: Glaciation pawns slide, the boxes are emptied and moved on."""
    for place in (2, 3, 4):
        behind, ahead = f"glaciation.{place}", f"glaciation.{place - 1}"
        if behind in game.display and ahead not in game.display:
            game.display[ahead] = game.display.pop(behind)
    for section in ("regression", "depletion", "wanderlust"):
        game.bag.update(game.empty_box(section))
    game.fill_box("depletion", game.empty_box("wasteland"))
    game.fill_box("wasteland", game.empty_box("abundance"))
    game.fill_box("regression", game.empty_box("adaptation"))


def draw_disks(game: Game, section: str) -> Asking[None]:
    """R9.3: four disks to a section, one by one, as long as there are any."""
    for _ in range(4):
        offered = [f"draw_element:{element}" for element in game.in_bag()]
        if offered:
            (element,) = parts((yield from ask("draw_elements", "nature", offered)))
            game.bag[element] -= 1
            game.boxes[section, element] += 1


def turn_up_tiles(game: Game) -> Asking[None]:
    """R9.3: the top tile of each stack whose top is face down."""
    for stack in range(3):
        if not game.face_up[stack] and game.face_down[stack]:
            unseen = [terrain for terrain, count in game.unseen.items() if count]
            move = yield from ask("draw_tile", "nature", [f"draw_tile:{t}" for t in unseen])
            (terrain,) = parts(move)
            game.unseen[terrain] -= 1
            game.face_down[stack] -= 1
            game.face_up[stack] = terrain
