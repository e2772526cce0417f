"""Scoring as documents show it, and the components."""

import json
from typing import Any

from service.documents.components import components_object
from service.documents.play import start
from service.documents.read import read_state
from service.documents.score import score_object
from service.rules.scoring import final_points
from service.rules.slots import VP
from service.rules.tables import ANIMALS
from tests.documents.games import SETTINGS, games
from tests.positions import build


def score(**given: object) -> dict[str, Any]:
    return score_object(read_state(build(dict(given))))


def test_the_check_values_of_the_start() -> None:
    """R1.6."""
    game, _ = start({name: [name] for name in ANIMALS}, None, {"mode": "seeded", "seed": "1"})
    found: dict[str, Any] = score_object(game)
    for animal in ANIMALS:
        for tile in found["tiles"].values():
            count = tile["species"].get(animal, 0)
            if count:
                strong = 3 if animal == "amphibian" else 2
                assert tile["matches"][animal] == (strong * 2 if count == 2 else strong)
                assert (tile["dominant"] == animal) == (count == 2)
            assert tile["endangered"] == []
        assert found["animals"][animal]["tiles_dominated"] == 1
        assert found["animals"][animal]["tundra_species"] == 0
        assert found["animals"][animal]["ice_age_bonus"] == 1
    assert found["tiles"]["0,0"]["terrain"] == "tundra"
    assert found["tiles"]["0,0"]["payout"] == {}


def test_a_tile_and_an_animal() -> None:
    found = score(
        animals=["mammal", "reptile", "bird"],
        species={
            "0,-1": {"mammal": 3, "reptile": 1, "bird": 3},
            "0,0": {"bird": 2, "mammal": 1},
            "0,1": {"mammal": 1},
        },
        points={"bird": 5},
        at="domination.2",
        execution={"dominated": ["0,-1"]},
        pending=[{"kind": "dominate", "animal": "bird", "space": "domination.2"}],
    )
    wetland = found["tiles"]["0,-1"]
    # 8-4-2-1; the tie of three goes to the mammals, higher in the food chain.
    assert wetland["payout"] == {"mammal": 8, "bird": 4, "reptile": 2}
    assert wetland["can_be_dominated"] is False
    assert wetland["dominant"] is None
    assert wetland["endangered"] == ["mammal", "reptile", "bird"]
    assert found["tiles"]["0,1"]["can_be_dominated"] is True
    assert found["tiles"]["1,0"]["can_be_dominated"] is False
    bird = found["animals"]["bird"]
    assert bird["survival"] is True
    assert bird["survival_bonus"] == 1
    assert bird["tundra_species"] == 2
    assert bird["final_scoring"] == 4 + 1
    assert bird["projected"] == 10
    mammal = found["animals"]["mammal"]
    assert mammal["projected"] == 8 + 0 + 3
    assert [mammal["rank"], bird["rank"], found["animals"]["reptile"]["rank"]] == [1, 2, 3]


def test_ties_go_to_the_higher_in_the_food_chain() -> None:
    found = score(animals=["reptile", "insect"], species={})
    assert found["animals"]["reptile"]["rank"] == 1
    assert found["animals"]["insect"]["rank"] == 2


def test_scoring_of_any_state_adds_up() -> None:
    for setting in range(len(SETTINGS)):
        for game in games(setting, 4)[:-1:20]:
            found: dict[str, Any] = score_object(game)
            final = final_points(game.state)
            for animal, row in found["animals"].items():
                paid = sum(tile["payout"].get(animal, 0) for tile in found["tiles"].values())
                assert paid == final[ANIMALS.index(animal)]
                assert row["victory_points"] == game.state.slots[VP + ANIMALS.index(animal)]
                assert row["projected"] == row["victory_points"] + paid
            ranks = sorted(row["rank"] for row in found["animals"].values())
            assert ranks == list(range(1, len(ranks) + 1))


def test_a_finished_game_is_not_scored_twice() -> None:
    for setting in range(len(SETTINGS)):
        found: dict[str, Any] = score_object(games(setting, 4)[-1])
        for row in found["animals"].values():
            assert row["projected"] == row["victory_points"]
            assert row["final_scoring"] == 0


def test_components() -> None:
    """Counts of R1.4 and R6.2; corners and neighbours name each other."""
    found: Any = json.loads(json.dumps(components_object()))
    hexes = {row["id"]: row for row in found["hexes"]}
    corners = {row["id"]: row for row in found["corners"]}
    assert (len(hexes), len(corners), len(found["cards"])) == (35, 92, 26)
    assert sum(len(section["spaces"]) for section in found["sections"]) == 41
    for name, row in hexes.items():
        assert len(row["corners"]) == 6
        for corner in row["corners"]:
            assert name in corners[corner]["hexes"]
            dx = corners[corner]["x"] - row["x"]
            dy = corners[corner]["y"] - row["y"]
            assert abs(dx * dx + dy * dy - 1) < 1e-5
        for other in row["neighbours"]:
            assert name in hexes[other]["neighbours"]
    assert sum(name.rsplit(",", 1)[0] not in hexes for name in corners) == 22
    assert found["per_animal_count"]["4"] == {"action_pawns": 5, "cubes": 45, "gene_pool": 40}
    assert sum(terrain["stack_tiles"] for terrain in found["terrains"]) == 24
