"""Following a game by its events alone, as a front end would that never compares states."""

import copy
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]

# What events tell in full. Of disks in bag and boxes they tell only those of Reset.
TOLD = ("animals/", "earth/", "elements/", "action_display/pawns/", "cards/", "tiles/face_up",
        "initiative", "survival", "turn", "phase")  # fmt: skip


def follow(document: Json, events: Iterable[Json]) -> Json:
    """What the events make of a state document; the parts of TOLD are as they are then."""
    state = copy.deepcopy(document)
    for key in ("elements", "action_display", "cards"):
        state.setdefault(key, {})
    state["action_display"].setdefault("pawns", {})
    for key in ("available", "taken"):
        state["cards"].setdefault(key, [])
    for event in events:
        _apply(state, event)
    return state


def listed(document: dict[str, Any], path: str = "") -> Json:
    """The values of a document by their paths, such as ``animals/bird/gene_pool``."""
    found: Json = {}
    for key, value in document.items():
        where = f"{path}/{key}" if path else key
        if isinstance(value, dict):
            found |= listed(value, where)
        else:
            found[where] = value
    return found


def untold(before: Json, events: Iterable[Json], after: Json) -> Json:
    """What of TOLD the events leave different from the later document, with both values."""
    followed, found = listed(follow(before, events)), listed(after)
    return {
        where: (followed.get(where), found.get(where))
        for where in sorted({*followed, *found})
        if where.startswith(TOLD) and (followed.get(where) or None) != (found.get(where) or None)
    }


def _add(counts: Json, key: str, number: int) -> None:
    counts[key] = counts.get(key, 0) + number
    if not counts[key]:
        del counts[key]


def _species(state: Json, event: Json, number: int, hex_: str, source: str = "") -> None:
    """Change the number of an animal's species on a tile, at the cost of a pool if one is named."""
    animal = event["animal"]
    tile = state["earth"][hex_]
    _add(tile.setdefault("species", {}), animal, number)
    if source:
        _add(state["animals"][animal], source, -number)


def _apply(state: Json, event: Json) -> None:
    name = event["event"]
    animal = event.get("animal", "")
    own = state["animals"].get(animal, {})
    pawns = state["action_display"]["pawns"]
    count = event.get("count", 1)
    match name:
        case "pawn_placed":
            assert event["space"] not in pawns
            pawns[event["space"]] = animal
        case "pawn_lifted":
            assert pawns.pop(event["space"]) == animal
        case "pawn_slid":
            pawns[event["to"]] = pawns.pop(event["from"])
        case "pawn_gained":
            _add(own, "action_pawns", 1)
        case "pawn_lost":
            _add(own, "action_pawns", -1)
        case "initiative_changed":
            state["initiative"].remove(animal)
            state["initiative"].insert(event["position"] - 1, animal)
        case "element_gained":
            _add(own.setdefault("added_elements", {}), event["element"], 1)
        case "element_lost":
            _add(own["added_elements"], event["element"], -1)
        case "element_placed":
            assert event["corner"] not in state["elements"]
            state["elements"][event["corner"]] = event["element"]
        case "element_removed":
            assert state["elements"].pop(event["corner"]) == event["element"]
        case "species_placed":
            _species(state, event, count, event["hex"], "gene_pool")
        case "species_returned":
            _species(state, event, -count, event["hex"], "gene_pool")
        case "species_eliminated":
            _species(state, event, -count, event["hex"], "eliminated")
        case "species_revived":
            _species(state, event, count, event["hex"], "eliminated")
        case "species_moved":
            _species(state, event, -count, event["from"])
            _species(state, event, count, event["to"])
        case "tile_laid":
            assert state["tiles"]["face_up"][event["stack"] - 1] == event["terrain"]
            state["earth"][event["hex"]] = {"terrain": event["terrain"]}
            state["tiles"]["face_up"][event["stack"] - 1] = None
        case "tile_turned_up":
            state["tiles"]["face_up"][event["stack"] - 1] = event["terrain"]
        case "tundra_laid":
            state["earth"][event["hex"]]["tundra"] = True
        case "points":
            _add(own, "victory_points", event["points"])
        case "card_drawn":
            state["cards"]["available"] = sorted([*state["cards"]["available"], event["card"]])
        case "card_taken":
            state["cards"]["available"].remove(event["card"])
            state["cards"]["taken"] = sorted([*state["cards"]["taken"], event["card"]])
        case "cone_placed":
            state["earth"][event["hex"]]["cone"] = animal
        case "cone_removed":
            assert state["earth"][event["hex"]].pop("cone") == animal
        case "survival_awarded":
            state["survival"] = animal
        case "survival_vacant":
            state.pop("survival", None)
        case "turn_started":
            state["turn"] = event["turn"]
        case "phase_started":
            state["phase"] = event["phase"]
        case "game_ended":
            state["phase"] = "finished"
