"""What lies on the board: elements, species, cones and pawns, each as a small drawing of ours."""

import math
from typing import Final

from service.svg import Value, element, group, label, polygon

TERRAIN_COLOURS: Final = {
    "sea": "#7db4dc",
    "wetland": "#97cdbd",
    "savannah": "#efe08f",
    "jungle": "#66a556",
    "forest": "#b3c998",
    "desert": "#f0bd85",
    "mountain": "#b5aba4",
    "tundra": "#edf5fb",
}
ANIMAL_COLOURS: Final = {  # fill, and what is legible on it
    "mammal": ("#ffffff", "#222222"),
    "reptile": ("#2b2b2b", "#ffffff"),
    "bird": ("#ffd92f", "#222222"),
    "amphibian": ("#2f6fd0", "#ffffff"),
    "arachnid": ("#d23b34", "#ffffff"),
    "insect": ("#2f9e44", "#ffffff"),
}
ANIMAL_LETTERS: Final = {
    "mammal": "M",
    "reptile": "R",
    "bird": "B",
    "amphibian": "Am",
    "arachnid": "Ar",
    "insect": "I",
}
ELEMENT_STYLES: Final = {  # fill, and two letters
    "grass": ("#4caf50", "Gr"),
    "grub": ("#c99a6b", "Gb"),
    "meat": ("#e0786c", "Me"),
    "seed": ("#b98bd1", "Se"),
    "sun": ("#ffcf33", "Su"),
    "water": ("#6db7f2", "Wa"),
}
INK: Final = "#333333"
GREY: Final = "#666666"
CURRENT: Final = ("#fff4d6", "#b08900")  # fill and edge of what the game is at
DANGER: Final = "#c2185b"
TAG_WIDTH: Final = 26.0
TAG_HEIGHT: Final = 16.0
CONE_HEIGHT: Final = 9.0


def animal_word(animal: str) -> str:
    """The letters by which the picture names an animal."""
    return ANIMAL_LETTERS[animal]


def _around(x: float, y: float, radii: list[float], turn: float) -> list[tuple[float, float]]:
    """Points around a centre, clockwise, one for each radius; ``turn`` in degrees from the top."""
    step = 360 / len(radii)
    return [
        (
            x + radius * math.sin(math.radians(turn + step * i)),
            y - radius * math.cos(math.radians(turn + step * i)),
        )
        for i, radius in enumerate(radii)
    ]


def _outline(kind: str, x: float, y: float, size: float, **style: Value) -> str:
    """The shape of a kind of element; ``size`` is about its radius."""
    if kind == "sun":
        return polygon(_around(x, y, [size * 1.15, size * 0.86] * 8, 0), **style)
    if kind == "grass":
        return polygon(_around(x, y + size * 0.15, [size * 1.3] * 3, 0), **style)
    if kind == "meat":
        return polygon(_around(x, y, [size * 1.2] * 4, 45), **style)
    if kind == "seed":
        return element("ellipse", cx=x, cy=y, rx=size * 1.15, ry=size * 0.8, **style)
    if kind == "water":
        drop = (
            f"M{x:.1f} {y - size * 1.3:.1f}"
            f"Q{x + size * 1.7:.1f} {y + size:.1f} {x:.1f} {y + size:.1f}"
            f"Q{x - size * 1.7:.1f} {y + size:.1f} {x:.1f} {y - size * 1.3:.1f}Z"
        )
        return element("path", d=drop, **style)
    return element(
        "rect",
        x=x - size * 1.2,
        y=y - size * 0.75,
        width=size * 2.4,
        height=size * 1.5,
        rx=size * 0.75,
        **style,
    )


def disk(kind: str, x: float, y: float, size: float, name: str) -> str:
    """An element: its own shape and its two letters."""
    fill, letters = ELEMENT_STYLES[kind]
    shape = _outline(kind, x, y, size, fill=fill, stroke=INK, stroke_width=0.8)
    lower = size * 0.32 if kind not in ("grass", "water") else size * 0.5
    words = label(x, y + lower, letters, font_size=size * 0.95, text_anchor="middle", fill=INK)
    return group(name, shape, words)


def cone(x: float, y: float, fill: str) -> str:
    """A cone that stands on this point."""
    return polygon(
        [(x, y - CONE_HEIGHT + 1), (x + 6, y), (x - 6, y)], fill=fill, stroke=INK, stroke_width=1
    )


def species_tag(
    animal: str, count: int, matches: int, x: float, y: float, *, dominant: bool, endangered: bool
) -> str:
    """The cubes of an animal on a tile: letters and count, a cone if it dominates, dashed edge
    if it is endangered.
    """
    fill, ink = ANIMAL_COLOURS[animal]
    edge: dict[str, Value] = {"stroke": INK, "stroke_width": 1}
    if endangered:
        edge = {"stroke": DANGER, "stroke_width": 2, "stroke_dasharray": "3 2"}
    left, top = x - TAG_WIDTH / 2, y - TAG_HEIGHT / 2
    box = element(
        "rect", x=left, y=top, width=TAG_WIDTH, height=TAG_HEIGHT, rx=3, fill=fill, **edge
    )
    letters = f"{animal_word(animal)}{count}"
    words = label(
        x,
        y + 4,
        letters,
        font_size=11 if len(letters) < 3 else 9.5,
        font_weight="bold",
        text_anchor="middle",
        fill=ink,
    )
    name = f"{animal}: {count} species, {matches} {'match' if matches == 1 else 'matches'}"
    marks = ""
    if dominant:
        marks = cone(x, top - 1, fill)
        name += ", dominant"
    if endangered:
        name += ", endangered"
    return group(name, marks, box, words)


def pawn(animal: str, x: float, y: float, radius: float) -> str:
    """An action pawn."""
    fill, ink = ANIMAL_COLOURS[animal]
    ring = element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=INK, stroke_width=1.2)
    letters = animal_word(animal)
    size = radius * (1.15 if len(letters) == 1 else 0.95)
    words = label(
        x, y + size * 0.36, letters, font_size=size, font_weight="bold", text_anchor="middle",
        fill=ink,
    )  # fmt: skip
    return ring + words
