"""The requests that are timed: the two calls that a front end makes all the time."""

import json
from typing import Final

from service.documents.moves import move_id
from service.documents.write import write_state
from service.rules.engine import legal_moves
from workers.bench.positions import mid_game

CALLS: Final = {"moves": "/v1/moves", "legal_moves": "/v1/legal-moves"}


def bodies(call: str) -> list[bytes]:
    """The bodies of a call, one per position; the move is the one in the middle of the list."""
    found = []
    for game in mid_game():
        body: dict[str, object] = {"state": write_state(game)}
        if call == "moves":
            moves = legal_moves(game.state)
            body["moves"] = [move_id(moves[len(moves) // 2])]
        found.append(json.dumps(body, separators=(",", ":")).encode())
    return found
