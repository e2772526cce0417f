"""Pictures of the arena's results: SVG, written here, for two plain plots need no library."""

from collections.abc import Sequence
from typing import Any, Final

from service.svg import element, label, number
from workers.arena.calibration import Bin, Brier

_INK: Final = "#222222"
_GREY: Final = "#888888"
_FAINT: Final = "#dddddd"
_BLUE: Final = "#1f5fa8"
_SIZE: Final = 400  # of the square of both axes, in pixels
_LEFT: Final = 70
_TOP: Final = 60
_ROW: Final = 46  # between two levels
_NAMES: Final = 170  # the width of the column of levels' names


def calibration_chart(bins: Sequence[Bin], brier: Brier | None, title: str) -> str:
    """The share that came true against the predicted chance, with intervals and counts.

    ``brier`` is None, and there are no bins, where nothing was predicted.
    """
    told = "Brier score: none; no predictions"
    if brier:
        told = f"Brier score {brier.score:.4f}, base rate {brier.base:.4f};"
        told += f" {brier.predictions:,} predictions"
    drawn = [label(_LEFT, 28, title, font_size=15, fill=_INK)]
    drawn.append(label(_LEFT, 46, told, font_size=12, fill=_GREY))
    for tenth in range(0, 11, 2):
        share = tenth / 10
        drawn += [
            _line(_x(0), _y(share), _x(1), _y(share), _FAINT),
            _line(_x(share), _y(0), _x(share), _y(1), _FAINT),
            label(_LEFT - 8, _y(share) + 4, f"{share:.0%}", text_anchor="end", **_SMALL),
            label(_x(share), _y(0) + 18, f"{share:.0%}", text_anchor="middle", **_SMALL),
        ]
    drawn.append(_line(_x(0), _y(0), _x(1), _y(1), _GREY, stroke_dasharray="4 4"))
    for one in bins:
        x = _x(one.chance)
        drawn += [
            *_whisker(x, _y(one.low), x, _y(one.high)),
            element("circle", cx=x, cy=_y(one.share), r=4.5, fill=_BLUE),
            label(x, _y(one.high) - 6, f"{one.predictions:,}", text_anchor="middle", **_SMALL),
        ]
    middle = _y(0.5)
    turned = f"rotate(-90 20 {number(middle)})"
    drawn += [
        label(_x(0.5), _y(0) + 40, "predicted chance to win", text_anchor="middle", **_NAME),
        label(20, middle, "share that won", text_anchor="middle", transform=turned, **_NAME),
    ]
    return _picture(_LEFT + _SIZE + 30, _TOP + _SIZE + 60, drawn)


def results_chart(entries: Sequence[dict[str, Any]], title: str) -> str:
    """Each level's share of wins with its interval; a tick marks what its seats alone are worth.

    ``entries`` are those of ``matches.results``.
    """
    seats = sum(entry["seats"] for entry in entries)
    bottom = _TOP + _ROW * len(entries)
    left = _NAMES
    drawn = [label(20, 28, title, font_size=15, fill=_INK)]
    for tenth in range(0, 11, 2):
        x = left + _SIZE * tenth / 10
        drawn += [
            _line(x, _TOP, x, bottom, _FAINT),
            label(x, bottom + 18, f"{tenth / 10:.0%}", text_anchor="middle", **_SMALL),
        ]
    for row, entry in enumerate(entries):
        y = _TOP + _ROW * (row + 0.5)
        x = left + _SIZE * entry["share"]
        par = left + _SIZE * entry["seats"] / seats
        name = f"{entry['level']}, {entry['seats']} seat{'s' * (entry['seats'] > 1)}"
        wins = f"{entry['wins']} of {entry['games']}"
        drawn += [
            label(20, y + 4, name, **_NAME),
            _line(par, y - 14, par, y + 14, _GREY, stroke_dasharray="3 3"),
            *_whisker(left + _SIZE * entry["low"], y, left + _SIZE * entry["high"], y),
            element("circle", cx=x, cy=y, r=4.5, fill=_BLUE),
            label(left + _SIZE + 14, y + 4, wins, **_SMALL),
        ]
    words = "share of games won; dashed: the share of the seats"
    drawn.append(label(left, bottom + 40, words, **_SMALL))
    return _picture(left + _SIZE + 110, bottom + 60, drawn)


_SMALL: Final[dict[str, str | int]] = {"font_size": 11, "fill": _GREY}
_NAME: Final[dict[str, str | int]] = {"font_size": 13, "fill": _INK}


def _x(share: float) -> float:
    return _LEFT + _SIZE * share


def _y(share: float) -> float:
    return _TOP + _SIZE * (1 - share)


def _line(
    x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, **more: str
) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width, **more)


def _whisker(x1: float, y1: float, x2: float, y2: float) -> list[str]:
    """An interval between two points, on one line across or upright, with its ends."""
    off = (0, 5) if y1 == y2 else (5, 0)
    ends = [
        _line(x - off[0], y - off[1], x + off[0], y + off[1], _BLUE)
        for x, y in ((x1, y1), (x2, y2))
    ]
    return [_line(x1, y1, x2, y2, _BLUE, 1.5), *ends]


def _picture(width: float, height: float, drawn: list[str]) -> str:
    box = f"0 0 {number(width)} {number(height)}"
    ground = element("rect", width=width, height=height, fill="#ffffff")
    return (
        element(
            "svg",
            ground + "".join(drawn),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=box,
            width=width,
            height=height,
            font_family="sans-serif",
        )
        + "\n"
    )
