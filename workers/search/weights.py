"""The learned numbers of the search: read from the data file that ``train`` makes."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from service.rules.tables import ANIMALS
from workers.search.figures import FIGURES
from workers.search.valuation import PRICES

FORMAT: Final = 2
FILE: Final = "weights.json"
ANIMAL_COUNTS: Final = range(2, len(ANIMALS) + 1)  # in play (R1.1, R1.5)


class Weights(NamedTuple):
    """Numbers at the start and at the end of a game, as pairs of lists; between them by progress.

    ``policy`` are the fast policy's prices (``valuation.PRICES``), ``figures`` those of the
    figures (``figures.FIGURES``). ``common`` is what every animal still scores, whatever its
    figures, by the number of animals in play; ``spread`` is how many VP of lead change the odds of
    winning by the factor e, and ``ending`` how many do in the last turn for each root of the
    decisions looked ahead. ``made_by`` names the commands that found them.
    """

    version: str
    made_by: str
    policy: tuple[list[float], list[float]]
    figures: tuple[list[float], list[float]]
    common: dict[int, tuple[float, float]]
    spread: tuple[float, float]
    ending: float


def read_weights(text: str) -> Weights:
    """The weights in a data file; raises KeyError or ValueError where it does not fit."""
    data: dict[str, Any] = json.loads(text)
    if data["format"] != FORMAT:
        raise ValueError(f"weights of format {data['format']}, not {FORMAT}")
    policy: dict[str, list[float]] = data["policy"]
    figures: dict[str, list[float]] = data["figures"]
    common: dict[str, list[float]] = data["common"]
    return Weights(
        data["version"],
        data["made_by"],
        ([policy[name][0] for name in PRICES], [policy[name][1] for name in PRICES]),
        ([figures[name][0] for name in FIGURES], [figures[name][1] for name in FIGURES]),
        {count: (common[str(count)][0], common[str(count)][1]) for count in ANIMAL_COUNTS},
        (data["spread"][0], data["spread"][1]),
        data["ending"],
    )


@cache
def weights() -> Weights:
    """The weights that the levels play with."""
    return read_weights(files("workers.search").joinpath(FILE).read_text(encoding="utf-8"))
