"""Names in documents, by kind, in the order of the engine's indices."""

from typing import Final

from service.rules.geometry import CORNER_NAMES, HEX_NAMES
from service.rules.steps import PHASES
from service.rules.tables import ANIMALS, BOXES, CARDS, ELEMENTS, SPACES, STACKS, TERRAINS

NATURE_NAME: Final = "nature"

NAMES: Final[dict[str, tuple[str, ...]]] = {
    "animal": ANIMALS,
    "decider": (*ANIMALS, NATURE_NAME),
    "element": ELEMENTS,
    "hex": HEX_NAMES,
    "corner": CORNER_NAMES,
    "space": SPACES,
    "card": CARDS,
    "terrain": TERRAINS,
    "tile": TERRAINS[:-1],  # the large tiles: every terrain but tundra
    "box": BOXES,
    "phase": PHASES,
    "stack": tuple(str(stack + 1) for stack in range(STACKS)),
}

INDEX: Final[dict[str, dict[str, int]]] = {
    kind: {name: i for i, name in enumerate(names)} for kind, names in NAMES.items()
}


def value_of(kind: str, number: int) -> str | int:
    """How an engine value appears in JSON: a name, or a number for stacks and plain ints."""
    if kind == "int":
        return number
    if kind == "stack":
        return number + 1
    return NAMES[kind][number]


def decider_name(animal: int) -> str:
    """The name of an animal, or of nature."""
    return NAMES["decider"][animal]
