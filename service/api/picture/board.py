"""The whole picture: a heading, the map, what lies beside it, and the action display below."""

from typing import Any, Final

from service.api.picture.display import CELL_HEIGHT, draw_display
from service.api.picture.earth import HALF_HEIGHT, HALF_WIDTH, draw_earth
from service.api.picture.svg import element, label, title
from service.api.picture.symbols import DANGER, INK
from service.api.picture.table import draw_table
from service.documents.components import components_object
from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.score import score_object
from service.documents.write import write_state

WIDTH: Final = 800.0
_MARGIN: Final = 14.0
_HEADING: Final = 46.0
_HEIGHT: Final = _HEADING + 2 * HALF_HEIGHT + 2 * CELL_HEIGHT + 40
_FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"


def board_picture(game: GameState) -> str:
    """The state as an SVG document, 800 wide; the same state gives the same text.

    It shows the earth with terrains, species, cones and elements, the animals with what they own,
    and the action display. Each part has a ``<title>`` that says what it is.
    """
    document = write_state(game)
    scoring = score_object(game)
    components: dict[str, Any] = components_object()
    centre_x, centre_y = _MARGIN + HALF_WIDTH, _HEADING + HALF_HEIGHT + 8
    below = _HEADING + 2 * HALF_HEIGHT + 24
    where, question = _headings(game, document)
    content = (
        title(f"Dominant Species: {where}"),
        element("rect", width=WIDTH, height=_HEIGHT, fill="#fcfbf7"),
        label(_MARGIN, 22, where, font_size=15, font_weight="bold", fill=INK),
        label(_MARGIN, 39, question, font_size=11.5, fill=INK),
        draw_earth(document, scoring, components, centre_x, centre_y),
        draw_table(document, scoring, components, centre_x + HALF_WIDTH + 14, 14),
        _legend(_MARGIN, below - 6),
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


def _headings(game: GameState, document: dict[str, Any]) -> tuple[str, str]:
    """Where the game stands, and what is to be decided."""
    last = ", the last turn" if document.get("last_turn") else ""
    where = f"turn {document['turn']}{last} · {document['phase']}"
    decision = decision_object(game.state)
    if decision is None:
        players = document["ranking"]["players"]
        return where, f"The game is over. {players[0]} has won."
    space = f", {decision['space']}" if "space" in decision else ""
    return where, f"{decision['animal']}{space}: {decision['question']}"


def _legend(x: float, y: float) -> str:
    """The marks that are not plain from the picture."""
    return label(
        x, y, "▲ dominant · dashed: endangered · ★ Survival · → points with the final scoring",
        font_size=8.5, fill=DANGER,
    )  # fmt: skip
