"""What is meant by an odd way to write a place of the map."""

import pytest

from service.documents.components import components_object
from service.documents.places import meant_place
from service.documents.read import violations
from service.rules.geometry import CORNER_NAMES, HEX_NAMES
from tests.documents.slips import rename
from tests.documents.tables import table


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1;-2", "1,-2"), ("(1, -2)", "1,-2"), ("+1,-2", "1,-2"), ("01,-02", "1,-2"),
        ("1,\N{MINUS SIGN}2", "1,-2"), ("0 0", "0,0"),
        ("0,0,e", "0,0,E"), ("0,0 W", "0,0,W"), ("0,0,SE", "1,0,W"), ("0,0,NE", "1,-1,W"),
        ("0,0,NW", "-1,0,E"), ("0,0,SW", "-1,1,E"), ("-4,1,E", "-4,1,E"),
        ("4,-2", ""), ("9,9", ""), ("1", ""), ("1,2,3", ""), ("1,-2,sea", ""), ("0,0,N", ""),
        ("9,9,E", ""), ("", ""), ("sea", ""), ("1234,0", ""),
    ],
)  # fmt: skip
def test_meant_place(text: str, name: str) -> None:
    assert meant_place(text) == name


def test_every_name_means_itself() -> None:
    assert [name for name in (*HEX_NAMES, *CORNER_NAMES) if meant_place(name) != name] == []


def test_corners_by_direction_lie_there() -> None:
    """A flat-top hex of side 1 has its corners at 0, 60, 120 … degrees from its centre."""
    components = components_object()
    hexes, corners = components["hexes"], components["corners"]
    assert isinstance(hexes, list)
    assert isinstance(corners, list)
    at = {corner["id"]: (corner["x"], corner["y"]) for corner in corners}
    centre = {hex_["id"]: (hex_["x"], hex_["y"]) for hex_ in hexes}
    for direction, across, down in (
        ("E", 1, 0), ("SE", 0.5, 0.866), ("SW", -0.5, 0.866), ("W", -1, 0), ("NW", -0.5, -0.866),
        ("NE", 0.5, -0.866),
    ):  # fmt: skip
        for name, (x, y) in centre.items():
            found = at[meant_place(f"{name},{direction}")]
            assert found == pytest.approx((x + across, y + down), abs=0.01)


@pytest.mark.parametrize(
    ("path", "name", "expected"),
    [
        ("/earth/1,-2", "1;-2", "1,-2"),
        ("/earth/1,-2", "4,-2", None),
        ("/elements/1,0,W", "0,0,SE", "1,0,W"),
        ("/elements/1,0,W", "0,0,SSE", None),
    ],
)
def test_a_place_is_guessed_by_what_is_written(path: str, name: str, expected: str | None) -> None:
    """None is expected where it lies off the map: what looks alike is another place."""
    document = table()
    rename(path, name)(document)
    [violation] = violations(document)
    assert violation.expected == expected
    assert ("did you mean" in violation.detail) == (expected is not None)
