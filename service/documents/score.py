"""What a state is worth as it stands: per tile and per animal (R4, R7.12, R9.2, R10)."""

from service.documents.game import GameState
from service.documents.names import decider_name
from service.rules.dominance import cone, dominant, endangered, matches
from service.rules.earth import inhabited, species, terrain_of
from service.rules.geometry import HEX_NAMES, bits
from service.rules.scoring import (
    bonus,
    final_points,
    survival_points,
    survival_standing,
    survivor,
    tile_payout,
    tiles_dominated,
)
from service.rules.slots import CURSOR, DOMINATED, EARTH, IN_PLAY, VP
from service.rules.state import State
from service.rules.steps import FINISHED
from service.rules.tables import ANIMALS, MAX_VP, TERRAINS


def _animal_or_none(animal: int) -> str | None:
    return ANIMALS[animal] if animal >= 0 else None


def _tile(state: State, hex_: int, lost: list[int]) -> dict[str, object]:
    """One tile; ``lost`` holds for each animal the hexes where it is endangered."""
    present = [animal for animal in range(6) if species(state, animal, hex_)]
    in_play = bits(state.slots[IN_PLAY])
    open_tile = bool(present) and not state.slots[DOMINATED] >> hex_ & 1
    return {
        "terrain": TERRAINS[terrain_of(state, hex_)],
        "species": {ANIMALS[animal]: species(state, animal, hex_) for animal in present},
        "matches": {
            ANIMALS[animal]: count for animal in in_play if (count := matches(state, animal, hex_))
        },
        "dominant": _animal_or_none(dominant(state, hex_)),
        "cone": _animal_or_none(cone(state, hex_)),
        "endangered": [ANIMALS[animal] for animal in present if lost[animal] >> hex_ & 1],
        "payout": {ANIMALS[animal]: points for animal, points in tile_payout(state, hex_)},
        "can_be_dominated": open_tile,
    }


def score_object(game: GameState) -> dict[str, object]:
    """The scoring of the state: ``tiles`` by hex, ``animals`` by name, and the hexes ``inhabited``.

    ``projected`` is the VP plus the final scoring of earth as it stands (R10.2), or the VP alone
    once the game is over; ``rank`` orders the animals by it (R10.3), 1 for the first.
    """
    state = game.state
    slots = state.slots
    in_play = bits(slots[IN_PLAY])
    final = final_points(state)
    dominated = tiles_dominated(state)
    standing = survival_standing(state)
    first = survivor(state)
    lost = [endangered(state, animal) for animal in range(len(ANIMALS))]
    over = slots[CURSOR] == FINISHED
    projected = {
        animal: min(MAX_VP, slots[VP + animal] + (0 if over else final[animal]))
        for animal in in_play
    }
    ranked = sorted(in_play, key=lambda animal: (-projected[animal], animal))
    return {
        "tiles": {HEX_NAMES[hex_]: _tile(state, hex_, lost) for hex_ in bits(slots[EARTH])},
        "animals": {
            decider_name(animal): {
                "victory_points": slots[VP + animal],
                "tiles_dominated": dominated[animal],
                "tundra_species": standing[animal],
                "survival": animal == first,
                "survival_bonus": survival_points(state, animal) if animal == first else 0,
                "ice_age_bonus": bonus(dominated[animal]),
                "final_scoring": 0 if over else final[animal],
                "projected": projected[animal],
                "rank": ranked.index(animal) + 1,
            }
            for animal in in_play
        },
        "inhabited": [HEX_NAMES[hex_] for hex_ in bits(inhabited(state))],
    }
