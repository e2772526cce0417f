"""The picture of a state: sound SVG that shows what is on the board, and tells it in words."""

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from service.api.worked_examples import read_file
from service.documents.meanings import space_title, title
from service.rules.geometry import CORNER_HEXES, CORNER_NAMES, HEX_NAMES
from service.rules.tables import ELEMENTS
from tests.api.conftest import Client

SVG = "{http://www.w3.org/2000/svg}"
STATES = read_file("states")
Json = dict[str, Any]


def picture(client: Client, state: Json) -> ET.Element:
    answer = client.post("/v1/states/board", json={"state": state})
    assert answer.status_code == 200, answer.json
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    return ET.fromstring(answer.text)


def titles(root: ET.Element) -> list[str]:
    return [found.text or "" for found in root.iter(f"{SVG}title")]


def named(root: ET.Element, kind: str) -> list[str]:
    """The values of a ``data-`` attribute, of which each part of that kind has its own."""
    return sorted(
        found.attrib[f"data-{kind}"] for found in root.iter() if f"data-{kind}" in found.attrib
    )


def words(root: ET.Element) -> list[str]:
    return [found.text or "" for found in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", STATES)
def test_everything_on_the_board_is_told(client: Client, name: str) -> None:
    state = STATES[name]
    root = picture(client, state)
    told = Counter(titles(root))
    for place, tile in state["earth"].items():
        terrain = tile["terrain"]
        what = f"tundra on {terrain}" if tile.get("tundra") else terrain
        assert told[f"{place}: {what}"] == 1
    assert sum(text.endswith(": no tile") for text in told) == 35 - len(state["earth"])
    for corner, element in state["elements"].items():
        assert told[f"{element} at {corner}"] == 1
    cubes = Counter(
        f"{animal}: {count} species"
        for tile in state["earth"].values()
        for animal, count in tile.get("species", {}).items()
    )
    shown = Counter(
        text.partition(", ")[0] for text in told.elements() if re.search(r": \d+ species", text)
    )
    assert shown == cubes
    pawns = state.get("action_display", {}).get("pawns", {})
    assert sum(text.endswith(": empty") for text in told) == 41 - len(pawns)
    for space, animal in pawns.items():
        assert told[f"{space_title(space)}: {animal}"] == 1
    for box, disks in state.get("action_display", {}).get("elements", {}).items():
        for element, count in disks.items():
            assert told[f"{element} in {title(box)}"] == count
    cards = state.get("cards", {}).get("available", [])
    names = ", ".join(title(card) for card in cards) or "none"
    assert told[f"Dominance cards on offer: {names}"] == 1


def test_who_is_dominant_and_who_is_endangered(client: Client) -> None:
    told = titles(picture(client, STATES["migration"]))
    scored = client.post("/v1/states/score", json={"state": STATES["migration"]}).json
    tiles = scored["scoring"]["tiles"].values()
    matched = Counter(
        f"{animal}: {count} species, {tile['matches'].get(animal, 0)} match"
        for tile in tiles
        for animal, count in tile["species"].items()
    )
    shown = Counter(re.findall(r"\w+: \d+ species, \d+ match", "\n".join(told)))
    assert shown == matched
    assert sum(", dominant" in text for text in told) == sum(1 for t in tiles if t["cone"])
    assert sum(", endangered" in text for text in told) == sum(len(t["endangered"]) for t in tiles)
    assert any(t["cone"] for t in tiles)
    assert any(t["endangered"] for t in tiles)


def test_what_is_to_be_decided(client: Client) -> None:
    shown = words(picture(client, STATES["migration"]))
    assert "Turn 1 · Execution" in shown
    assert "Mammal, Migration of 7 species: Which species move where?" in shown
    told = titles(picture(client, STATES["migration"]))
    assert [text for text in told if text.endswith(", decides now")] == [
        text for text in told if text.startswith("mammal of ")
    ]
    assert "The game is over. bob has won." in words(picture(client, STATES["finished"]))


def test_every_group_has_a_title_first(client: Client) -> None:
    root = picture(client, STATES["migration"])
    assert root.attrib["role"] == "img"
    for node in [root, *root.iter(f"{SVG}g")]:
        assert node[0].tag == f"{SVG}title", node.attrib
        assert node[0].text


def test_everything_lies_inside_the_picture(client: Client) -> None:
    root = picture(client, STATES["migration"])
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    assert width == 900
    for x, y in points(root):
        assert 0 <= x <= width
        assert 0 <= y <= height


def points(root: ET.Element) -> Iterator[tuple[float, float]]:
    """Every point that an element is drawn at."""
    for node in root.iter():
        attributes = node.attrib
        for first, second in (("x", "y"), ("cx", "cy"), ("x1", "y1"), ("x2", "y2")):
            if first in attributes:
                yield float(attributes[first]), float(attributes[second])
        if "width" in attributes and "x" in attributes:
            yield (
                float(attributes["x"]) + float(attributes["width"]),
                float(attributes["y"]) + float(attributes["height"]),
            )
        for pair in attributes.get("points", "").split():
            x, y = pair.split(",")
            yield float(x), float(y)


def test_the_same_state_gives_the_same_text(client: Client) -> None:
    state = STATES["migration"]
    shuffled = json.loads(json.dumps(dict(reversed(state.items()))))
    pictures = {
        client.post("/v1/states/board", json={"state": one}).data for one in (state, shuffled)
    }
    assert len(pictures) == 1


@pytest.mark.parametrize("name", ["a" * 40, "_.-", "0"])
def test_any_name_of_a_player(client: Client, name: str) -> None:
    game = client.post("/v1/games", json={"players": {name: ["mammal"], "bob": ["bird"]}}).json
    told = titles(picture(client, game["state"]))
    assert any(text.startswith(f"mammal of {name}: 0 points") for text in told)


def test_six_animals_on_a_tile(client: Client) -> None:
    """The most that a tile can hold: two rows of three."""
    animals = ("mammal", "reptile", "bird", "amphibian", "arachnid", "insect")
    game = client.post("/v1/games", json={"players": {a: [a] for a in animals}}).json
    state = game["state"]
    # In Planning all would stand as at the start, or unendangered.
    state |= {"phase": "execution", "execution": {"at": "domination.1"}}
    state["pending"] = [{"kind": "dominate", "animal": "insect", "space": "domination.1"}]
    for animal in animals:
        present = sum(tile.get("species", {}).get(animal, 0) for tile in state["earth"].values())
        assert present == 4
        state["animals"][animal]["gene_pool"] += 3
    for tile in state["earth"].values():
        tile.pop("species", None)
    state["earth"]["0,1"]["species"] = dict.fromkeys(animals, 1)
    root = picture(client, state)
    assert sum(": 1 species" in text for text in titles(root)) == 6
    assert {"M1", "R1", "B1", "Am1", "Ar1", "I1"} <= set(words(root))


def groups(root: ET.Element, end: str) -> list[ET.Element]:
    """The groups whose title ends so."""
    return [node for node in root.iter(f"{SVG}g") if (node[0].text or "").endswith(end)]


def test_disks_leave_the_words_of_every_tile_free(client: Client) -> None:
    """With a disk on each of the 24 corners of the start tiles, two of them covered by tundra."""
    game = client.post("/v1/games", json={"players": {"ann": ["mammal"], "bob": ["bird"]}}).json
    state = game["state"]
    state["turn"] = 2  # in the first Planning all lies as at the start
    state["earth"]["0,-1"]["tundra"] = True
    for number, (corner, hexes) in enumerate(zip(CORNER_NAMES, CORNER_HEXES, strict=True)):
        if any(HEX_NAMES[hex_] in state["earth"] for hex_ in hexes):
            element = state["elements"].setdefault(corner, ELEMENTS[number % 6])
            state["bag"][element] -= 1
    for element in ELEMENTS:
        held = sum(own == element for own in state["elements"].values())
        boxes = state["action_display"]["elements"].values()
        state["bag"][element] = 20 - held - sum(box.get(element, 0) for box in boxes)
    root = picture(client, state)
    disks = [
        node.find(f"{SVG}text")
        for corner in state["elements"]
        for node in groups(root, f" at {corner}")
    ]
    assert len(disks) == len(state["elements"]) == 24
    tiles = [
        node
        for name in state["earth"]
        for node in root.iter(f"{SVG}g")
        if (node[0].text or "").startswith(f"{name}: ")
    ]
    assert len(tiles) == 7
    for tile in tiles:
        for word in tile.findall(f"{SVG}text"):
            size, x, y = (float(word.attrib[key]) for key in ("font-size", "x", "y"))
            half = len(word.text or "") * size * 0.36  # bold letters are 0.7 of their height wide
            for disk in disks:
                assert disk is not None
                across = abs(float(disk.attrib["x"]) - x) - half
                down = abs(float(disk.attrib["y"]) - 3 - (y - size * 0.4)) - size * 0.4
                assert max(across, down) > 11, (word.text, disk.text)


def test_the_legend_says_what_the_signs_mean(client: Client) -> None:
    """Points by terrain as in R2.3, and how many disks of each element the bag holds."""
    state = STATES["migration"]
    shown = words(picture(client, state))
    assert {"sea 9 · 5 · 3 · 2", "savannah 7 · 4 · 2", "desert 4 · 2", "tundra 1"} <= set(shown)
    assert {f"{element} {state['bag'].get(element, 0)}" for element in ELEMENTS} <= set(shown)
    assert {"dominant", "endangered", "holds Survival", "with the final scoring"} <= set(shown)


def test_each_edge_between_empty_hexes_is_drawn_once(client: Client) -> None:
    """28 empty hexes around the seven start tiles: 28 times six edges, less the shared ones.

    The map has 126 edges (92 corners and 35 hexes: 92 + 35 - 1), the start tiles have 12 within.
    """
    game = client.post("/v1/games", json={"players": {"ann": ["mammal"], "bob": ["bird"]}}).json
    [edges] = groups(picture(client, game["state"]), "Hexes without a tile")
    lines = re.findall(r"M(\S+) (\S+)L(\S+) (\S+?)(?=M|$)", edges[1].attrib["d"])
    ends = {frozenset([(a, b), (c, d)]) for a, b, c, d in lines}
    assert len(lines) == len(ends) == 126 - 12


def test_text_is_escaped() -> None:
    from service.svg import group, label

    root = ET.fromstring(group("a <b> & c", label(1, 2, "<script>&", fill='"red"')))
    assert root[0].text == "a <b> & c"
    assert root[1].text == "<script>&"
    assert root[1].attrib["fill"] == '"red"'


@pytest.mark.parametrize("name", STATES)
def test_pages_can_find_the_parts(client: Client, name: str) -> None:
    """Each hex, space, stack and card by its name, and corners by the place of the map."""
    state = STATES[name]
    root = picture(client, state)
    components = client.get("/v1/components").json
    assert named(root, "hex") == sorted(HEX_NAMES)
    assert named(root, "space") == sorted(components["titles"]["spaces"])
    assert named(root, "stack") == ["1", "2", "3"]
    assert named(root, "card") == sorted(state.get("cards", {}).get("available", []))
    [earth] = [found for found in root.iter() if "data-side" in found.attrib]
    x, y, side = (float(earth.attrib[f"data-{part}"]) for part in ("x", "y", "side"))
    coordinates = {corner["id"]: (corner["x"], corner["y"]) for corner in components["corners"]}
    disks = {
        found.findtext(f"{SVG}title"): found.find(f"{SVG}text") for found in earth.iter(f"{SVG}g")
    }
    for corner, element in state["elements"].items():
        word = disks[f"{element} at {corner}"]
        assert word is not None
        assert float(word.attrib["x"]) == pytest.approx(x + side * coordinates[corner][0], abs=0.1)
        assert float(word.attrib["y"]) == pytest.approx(
            y + side * coordinates[corner][1], abs=6
        )  # its letters stand a little below the middle
