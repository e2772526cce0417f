"""From a request to the search that answers it: what can be searched, and what is shared."""

import hashlib
from typing import Any, Final

from service.api.answers import VERSIONS
from service.api.context import context
from service.api.moving import chance_unavailable, game_over
from service.api.problems import Problem, error_entry
from service.build import fingerprint
from service.documents.canonical import dumps, position_hash, state_hash
from service.documents.chance import ChanceUnavailable
from service.documents.decisions import decision_object
from service.documents.game import GameState
from service.documents.names import NATURE_NAME
from service.levels import WEIGHTS_VERSION, budget_for, parallel_for

_SEARCH: Final = fingerprint()  # other sources may give other answers


def check_searchable(game: GameState, document: dict[str, Any], body: dict[str, Any]) -> None:
    """Refuse what no search could answer; raises Problem."""
    decision = decision_object(game.state)
    if decision is None:
        raise game_over()
    if decision["animal"] == NATURE_NAME and "until" not in body:
        detail = "a draw of nature is pending, and no animal is to decide"
        entry = error_entry("/state/pending", "nature_decides", detail, rule="R1.7")
        raise Problem("nature_decides", detail, errors=[entry])
    key = context().key
    if game.chance.mode == "server" and (key is None or key.kid != game.chance.kid):
        raise chance_unavailable(ChanceUnavailable(game.chance.kid), "/state")
    playing = document["animals"]
    named = [(f"/levels/{animal}", animal) for animal in body.get("levels", ())]
    waited_for = body.get("until", {}).get("turn_over_to", ())
    named += [(f"/until/turn_over_to/{place}", a) for place, a in enumerate(waited_for)]
    absent = [
        error_entry(pointer, "animal_not_in_play", f"the {animal} is not in play")
        for pointer, animal in named
        if animal not in playing
    ]
    if absent:
        raise Problem("invalid_request", absent[0]["detail"], errors=absent)


def search_payload(document: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """The request with everything resolved, as the worker gets it."""
    level = body["level"]
    levels = body.get("levels", {})
    until = body.get("until")
    seed = body.get("seed")
    if seed is None:
        seed = int(position_hash(document)[:13], 16)
    return {
        "state": document,
        "level": level,
        "budget": budget_for((level, *levels.values()), body.get("budget")),
        "seed": seed,
        "until": until and {"turn_over_to": sorted(set(until["turn_over_to"]))},
        "levels": levels,
        "parallel": parallel_for((level, *levels.values()), body["parallel"]),
    }


def search_digest(document: dict[str, Any], payload: dict[str, Any]) -> str:
    """What equal requests have in common.

    One decision depends on the position alone, and on which animals play together (R1.5).
    Playing on meets draws, which depend on the game's chance, so there the whole state counts.
    """
    parts = {name: value for name, value in payload.items() if name != "state"}
    parts["weights"] = WEIGHTS_VERSION
    parts["search"] = _SEARCH
    parts["hands"] = sorted(sorted(own) for own in document["players"].values())
    basis = position_hash(document) if payload["until"] is None else state_hash(document)
    return hashlib.sha256(dumps({**parts, **VERSIONS, "basis": basis})).hexdigest()
