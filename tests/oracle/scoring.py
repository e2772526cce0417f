"""What is scored and who is ahead (R2.6, R7.12, R9.2, R10)."""

from collections import Counter
from collections.abc import Mapping

from tests.oracle.dominance import cone, dominant, endangered, matches
from tests.oracle.game import Game
from tests.oracle.tables import BONUS, PLACES, Hex


def bonus(count: int) -> int:
    """R2.6."""
    return BONUS[min(count, 9)]


def payout(game: Game, name: Hex) -> dict[str, int]:
    """R7.12: places by number of species, ties to the higher in the food chain."""
    order = sorted(game.here(name), key=lambda animal: -game.species[name, animal])
    return dict(zip(order, PLACES[game.terrain(name)], strict=False))


def score_tile(game: Game, name: Hex) -> None:
    """R7.12, without cards."""
    for animal, points in payout(game, name).items():
        game.award(animal, points)


def final_points(game: Game) -> Counter[str]:
    """R10.2: every tile scored once."""
    points: Counter[str] = Counter()
    for name in game.tiles():
        points.update(payout(game, name))
    return points


def tiles_dominated(game: Game, animal: str) -> int:
    """The tiles that count as an animal's (R4.3)."""
    return sum(cone(game, name) == animal for name in game.tiles())


def on_tundra(game: Game, animal: str) -> int:
    """An animal's species on all tundra tiles together (R9.2)."""
    return sum(game.species[name, animal] for name in game.tundra)


def tundra_bonus(game: Game, animal: str) -> int:
    """R9.2: the bonus for the tundra tiles that an animal occupies."""
    return bonus(sum(name in game.tundra for name in game.occupied(animal)))


def survivor(game: Game) -> str | None:
    """R9.2: who has strictly the most species on tundra."""
    most = max(on_tundra(game, animal) for animal in game.animals)
    first = [animal for animal in game.animals if on_tundra(game, animal) == most]
    return first[0] if most and len(first) == 1 else None


def ranking(game: Game, points: Counter[str]) -> list[str]:
    """R10.3: most points first, ties to the higher in the food chain."""
    return sorted(game.animals, key=lambda animal: -points[animal])


def player_ranking(players: Mapping[str, list[str]], order: list[str]) -> list[str]:
    """R10.3: players by their last-ranked animal."""
    return sorted(players, key=lambda name: max(order.index(animal) for animal in players[name]))


def score_object(game: Game) -> dict[str, object]:
    """What the service should say of the scoring of a game."""
    final = Counter() if game.over else final_points(game)
    projected = game.points + final
    order = ranking(game, projected)
    first = survivor(game)
    tiles: dict[str, dict[str, object]] = {
        name: {
            "terrain": game.terrain(name),
            "species": {animal: game.species[name, animal] for animal in game.here(name)},
            "matches": {a: matches(game, a, name) for a in game.animals if matches(game, a, name)},
            "dominant": dominant(game, name),
            "cone": cone(game, name),
            "endangered": endangered(game, name),
            "payout": payout(game, name),
            "can_be_dominated": bool(game.here(name)) and name not in game.dominated,
        }
        for name in game.tiles()
    }
    animals: dict[str, dict[str, object]] = {
        animal: {
            "victory_points": game.points[animal],
            "tiles_dominated": tiles_dominated(game, animal),
            "tundra_species": on_tundra(game, animal),
            "survival": animal == first,
            "survival_bonus": tundra_bonus(game, animal) if animal == first else 0,
            "ice_age_bonus": bonus(tiles_dominated(game, animal)),
            "final_scoring": final[animal],
            "projected": projected[animal],
            "rank": order.index(animal) + 1,
        }
        for animal in game.animals
    }
    inhabited = [name for name in game.tiles() if game.here(name)]
    return {"tiles": tiles, "animals": animals, "inhabited": inhabited}
