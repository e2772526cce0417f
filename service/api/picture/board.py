"""The whole picture: a heading, the map, what lies beside it, and the action display below."""

from typing import Any, Final

from service.api.picture.display import CELL_HEIGHT, draw_display
from service.api.picture.earth import HALF_HEIGHT, HALF_WIDTH, draw_earth
from service.api.picture.legend import draw_legends
from service.api.picture.symbols import INK
from service.api.picture.table import draw_table
from service.documents import meanings
from service.documents.components import components_object
from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.score import score_object
from service.documents.write import write_state
from service.svg import element, label, title

WIDTH: Final = 900.0
_MARGIN: Final = 14.0
_HEADING: Final = 58.0
_HEIGHT: Final = _HEADING + 2 * HALF_HEIGHT + 2 * CELL_HEIGHT + 34
_FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"


def board_picture(game: GameState) -> str:
    """The state as an SVG document, 900 wide; the same state gives the same text.

    It shows the earth with terrains, species, cones and elements, the animals with what they own,
    and the action display. Each part has a ``<title>`` that says what it is. For pages that make
    parts of it answer clicks, ``data-hex``, ``data-space``, ``data-stack`` and ``data-card`` name
    them, and the earth's group has where the map's centre is and how long a side (``data-x``,
    ``data-y``, ``data-side``), for the coordinates of ``/v1/components``.
    """
    document = write_state(game)
    scoring = score_object(game)
    components: dict[str, Any] = components_object()
    decision = decision_object(game.state)
    centre_x, centre_y = _MARGIN + HALF_WIDTH, _HEADING + HALF_HEIGHT + 4
    below = _HEADING + 2 * HALF_HEIGHT + 24
    where, question = _headings(document, decision)
    decider = str(decision["animal"]) if decision else ""
    content = (
        title(f"Dominant Species: {where}"),
        element("rect", width=WIDTH, height=_HEIGHT, fill="#fcfbf7"),
        label(_MARGIN, 24, where, font_size=17, font_weight="bold", fill=INK),
        label(_MARGIN, 43, question, font_size=12.5, fill=INK),
        draw_earth(document, scoring, components, centre_x, centre_y),
        draw_legends(document, components, centre_x, centre_y),
        draw_table(document, scoring, components, centre_x + HALF_WIDTH + 14, 12, decider),
        draw_display(document, components, _MARGIN, below),
    )
    return element(
        "svg",
        "".join(content),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:.0f} {_HEIGHT:.0f}",
        width=WIDTH,
        height=_HEIGHT,
        role="img",
        font_family=_FONT,
    )


def _headings(document: dict[str, Any], decision: dict[str, object] | None) -> tuple[str, str]:
    """Where the game stands, and what is to be decided."""
    last = ", the last turn" if document.get("last_turn") else ""
    where = f"Turn {document['turn']}{last} · {meanings.title(document['phase'])}"
    if decision is None:
        players = document["ranking"]["players"]
        return where, f"The game is over. {players[0]} has won."
    who = meanings.title(str(decision["animal"]))
    space = f", {meanings.space_title(str(decision['space']))}" if "space" in decision else ""
    return where, f"{who}{space}: {decision['question']}"
