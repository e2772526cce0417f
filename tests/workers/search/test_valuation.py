"""What the fast policy thinks moves are worth, against a plain reckoning of the same prices."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.documents.moves import move_id
from service.documents.read import read_state
from service.rules.dominance import matches
from service.rules.earth import species, terrain_of
from service.rules.engine import play, random_move
from service.rules.geometry import bits
from service.rules.rng import Random
from service.rules.setup import new_game
from service.rules.slots import (
    ANIMAL,
    CURSOR,
    EARTH,
    ELEMENT_BITS,
    HEX_ELEMENTS,
    IN_PLAY,
    MANUAL,
    SPECIES,
    SPECIES_BITS,
)
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import MAMMAL, NATURE, SPACES, TERRAIN_VP
from tests.positions import build
from workers.search.fast import rate
from workers.search.planning import Plans
from workers.search.ratings import Ratings
from workers.search.valuation import PRICES, Valuation, pending_dominations

# Prices that are all different, so that none can stand for another.
PLAIN = {name: 0.37 + 0.21 * i for i, name in enumerate(PRICES)}


def state_of(**given: Any) -> State:
    return read_state(build(given)).state


def valuation(state: State, **prices: float) -> Valuation:
    found = Valuation([{**PLAIN, **prices}[name] for name in PRICES])
    found.tune(state, [10.0, 30.0, 20.0, 5.0, 25.0, 15.0])
    return found


def positions(seed: int, every: int = 11) -> Iterator[State]:
    """States of a random game in which an animal decides."""
    random = Random(seed)
    state = new_game([[0], [2], [3], [5]], manual=True, turn_limit=6, random=random)
    number = 0
    while state.slots[CURSOR] != FINISHED:
        number += 1
        if number % every == 0 and state.slots[state.top() + ANIMAL] != NATURE:
            yield state.copy()
        play(state, random_move(state, random))


def reckoned(state: State, values: Valuation, hex_: int, animal: int) -> float:
    """The worth of a tile to an animal, price by price (``valuation.PRICES``)."""
    price = PLAIN
    counts = {other: species(state, other, hex_) for other in range(6)}
    order = sorted((a for a in counts if counts[a]), key=lambda other: (-counts[other], other))
    points = TERRAIN_VP[terrain_of(state, hex_)]
    acting = pending_dominations(state)
    worth = dict.fromkeys(order, 0.0)
    found = {other: matches(state, other, hex_) for other in order}
    for place, other in enumerate(order):
        paid = points[place] if place < len(points) else 0
        if acting >> other & 1:
            worth[other] += price["now"] * paid
        if found[other]:
            worth[other] += price["payout"] * paid + price["species"] * counts[other]
            worth[other] += price["tile"] + (price["fragile"] if found[other] == 1 else 0.0)
    ranked = sorted(order, key=lambda other: -found[other])
    margin = found[ranked[0]] - (found[ranked[1]] if len(ranked) > 1 else 0) if ranked else 0
    if margin:
        worth[ranked[0]] += price["dominance"] + price["dominance_value"] * points[0]
        worth[ranked[0]] += price["strong_dominance"] if margin > 1 else 0.0
        worth[ranked[0]] += price["card_share"] * price["card"] if acting else 0.0
    return sum(
        gain if other == animal else -values.rivals[6 * animal + other] * gain
        for other, gain in worth.items()
    )


def rated(state: State, values: Valuation) -> dict[str, float]:
    """The ratings of the pending decision's moves, by id."""
    ratings = Ratings()
    state.slots[MANUAL] = 1
    rate(state, values, ratings)
    return {move_id(move): score for move, score in zip(ratings.moves, ratings.scores, strict=True)}


@pytest.mark.parametrize("seed", range(3))
def test_a_tile_is_worth_what_its_prices_add_up_to(seed: int) -> None:
    """R7.12's places, R4.1's matches and R4.2's dominance, each at its price."""
    seen = 0
    for state in positions(seed):
        values = valuation(state)
        for animal in bits(state.slots[IN_PLAY]):
            values.begin(state, animal)
            for hex_ in bits(state.slots[EARTH]):
                assert values.as_is(state, hex_) == pytest.approx(
                    reckoned(state, values, hex_, animal)
                )
                seen += 1
    assert seen > 1000


@pytest.mark.parametrize("seed", range(3))
def test_a_changed_tile_is_worth_what_it_then_adds_up_to(seed: int) -> None:
    """Species that come or go and disks that are laid or taken, before and after."""
    species_seen = disks_seen = 0
    for state in positions(seed, every=29):
        values = valuation(state)
        for animal in bits(state.slots[IN_PLAY]):
            values.begin(state, animal)
            for hex_ in bits(state.slots[EARTH]):
                before = reckoned(state, values, hex_, animal)
                for change in (1, 2, -1):
                    if species(state, animal, hex_) + change < 0:
                        continue
                    after = state.copy()
                    after.slots[SPECIES + hex_] += change << SPECIES_BITS * animal
                    expected = reckoned(after, values, hex_, animal) - before
                    packed = change << SPECIES_BITS * animal
                    assert values.with_species(state, hex_, packed) == pytest.approx(expected)
                    species_seen += 1
                if not state.slots[SPECIES + hex_]:
                    continue
                for element in range(6):
                    after = state.copy()
                    after.slots[HEX_ELEMENTS + hex_] += 1 << ELEMENT_BITS * element
                    expected = reckoned(after, values, hex_, animal) - before
                    assert values.with_element(state, hex_, element, 1) == pytest.approx(expected)
                    disks_seen += 1
    assert species_seen > 500
    assert disks_seen > 500


def planned(state: State, **prices: float) -> dict[str, float]:
    """What each action space is worth to the mammals by its action alone."""
    plans = Plans(valuation(state, **prices), 0.0)
    plans.try_actions(state, 1 << MAMMAL, Ratings())
    return dict(zip(SPACES, plans.alone[: len(SPACES)], strict=True))


def test_a_regression_pawn_is_worth_the_element_it_saves() -> None:
    """R7.3: the mammals would lose one of two added suns and their seed, and nobody else any.

    No species is on earth, so an element is worth its price alone. The second pawn saves the
    other element.
    """
    state = state_of(
        added={"mammal": {"sun": 2, "seed": 1}},
        boxes={"regression": {"sun": 1, "seed": 1}},
        species={},
    )
    worth = planned(state, element=5.0, richness=0.0)
    assert worth["regression.1"] == pytest.approx(5.0)
    assert worth["regression.2"] == pytest.approx(5.0)


def test_a_regression_pawn_without_a_threat_is_worth_nothing() -> None:
    """R7.3: grass is in the box, and the mammals have added none."""
    state = state_of(added={"mammal": {"sun": 1}}, boxes={"regression": {"grass": 1}})
    worth = planned(state, element=5.0)
    assert worth["regression.1"] == worth["regression.2"] == 0


def test_a_wasteland_pawn_is_worth_the_disks_it_saves() -> None:
    """R7.5: the meat between tundra, forest and mountain would go, with the mammals' matches.

    Their two species stand on the mountain: 2 * 3 for the species and 4 for the tile.
    """
    state = state_of(
        boxes={"wasteland": {"meat": 1}},
        species={"0,1": {"mammal": 2}},
        elements={"-1,1,E": "meat"},
    )
    nothing = dict.fromkeys(PRICES, 0.0)
    worth = planned(state, **{**nothing, "species": 3.0, "tile": 4.0})
    assert worth["wasteland.1"] == pytest.approx(10.0)


def test_a_domination_pawn_is_worth_its_card_too() -> None:
    """R7.12: the mammals dominate the one tile they stand on, and the card comes to them."""
    nothing = dict.fromkeys(PRICES, 0.0)
    state = state_of(species={"0,1": {"mammal": 2}}, elements={"0,1,E": "meat"})
    plain = planned(state, **nothing)
    worth = planned(state, **{**nothing, "card": 7.0})
    assert worth["domination.1"] - plain["domination.1"] == pytest.approx(7.0)
    assert worth["domination.2"] == plain["domination.2"] == 0


def test_speciation_is_rated_by_all_tiles_around_the_disk() -> None:
    """R7.8: two species on the mountain and three in the forest (R2.3), where meat matches."""
    nothing = dict.fromkeys(PRICES, 0.0)
    state = state_of(
        at="speciation.meat",
        species={"0,1": {"mammal": 1}, "-1,0": {"bird": 1}, "0,-1": {"amphibian": 1}},
        elements={"0,1,W": "meat"},
        pending=[{"kind": "speciate", "animal": "mammal", "space": "speciation.meat"}],
    )
    found = rated(state, valuation(state, **{**nothing, "species": 1.0}))
    assert found == {"speciate:0,1,W": pytest.approx(5.0), "forfeit": 0.0}
