"""The events of a move, carried out on the document before it: do they tell all that changed?"""

import copy
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

Document = dict[str, Any]
Event = dict[str, Any]
# What of a document the events account for. They tell of disks only where they are seen to go,
# not by way of which box or bag, so bag and boxes are left to the conservation of disks.
TOLD = ("turn", "animals", "initiative", "earth", "elements", "tiles", "cards", "survival")


def _add(place: Document, key: str, change: int) -> None:
    place[key] = place.get(key, 0) + change


class _Account:
    """A document on which events are carried out."""

    def __init__(self, document: Document) -> None:
        self.document = copy.deepcopy(document)
        for key in ("elements", "cards", "action_display"):
            self.document.setdefault(key, {})
        for key in ("available", "taken"):
            self.document["cards"].setdefault(key, [])
        self.pawns: dict[str, str] = self.document["action_display"].setdefault("pawns", {})

    def animal(self, event: Event) -> Document:
        found: Document = self.document["animals"][event["animal"]]
        return found

    def species(self, event: Event, change: int, key: str = "hex") -> None:
        _add(self.document["earth"][event[key]].setdefault("species", {}), event["animal"], change)

    def disk(self, event: Event, change: int) -> None:
        _add(self.animal(event).setdefault("added_elements", {}), event["element"], change)

    # One method for each event that changes what is told.

    def pawn_placed(self, event: Event) -> None:
        assert event["space"] not in self.pawns, f"a pawn on a pawn: {event}"
        self.pawns[event["space"]] = event["animal"]

    def pawn_lifted(self, event: Event) -> None:
        assert self.pawns.pop(event["space"]) == event["animal"], event

    def pawn_slid(self, event: Event) -> None:
        self.pawns[event["to"]] = self.pawns.pop(event["from"])

    def pawn_gained(self, event: Event) -> None:
        _add(self.animal(event), "action_pawns", 1)

    def pawn_lost(self, event: Event) -> None:
        _add(self.animal(event), "action_pawns", -1)

    def initiative_changed(self, event: Event) -> None:
        order = self.document["initiative"]
        order.remove(event["animal"])
        order.insert(event["position"] - 1, event["animal"])

    def element_gained(self, event: Event) -> None:
        self.disk(event, 1)

    def element_lost(self, event: Event) -> None:
        self.disk(event, -1)

    def element_placed(self, event: Event) -> None:
        assert event["corner"] not in self.document["elements"], event
        self.document["elements"][event["corner"]] = event["element"]

    def element_removed(self, event: Event) -> None:
        assert self.document["elements"].pop(event["corner"]) == event["element"], event

    def species_placed(self, event: Event) -> None:
        _add(self.animal(event), "gene_pool", -event["count"])
        self.species(event, event["count"])

    def species_moved(self, event: Event) -> None:
        self.species(event, -event["count"], "from")
        self.species(event, event["count"], "to")

    def species_eliminated(self, event: Event) -> None:
        _add(self.animal(event), "eliminated", event["count"])
        self.species(event, -event["count"])

    def species_returned(self, event: Event) -> None:
        _add(self.animal(event), "gene_pool", event["count"])
        self.species(event, -event["count"])

    def species_revived(self, event: Event) -> None:
        _add(self.animal(event), "eliminated", -event["count"])
        self.species(event, event["count"])

    def tile_laid(self, event: Event) -> None:
        assert self.document["tiles"]["face_up"][event["stack"] - 1] == event["terrain"], event
        self.document["tiles"]["face_up"][event["stack"] - 1] = None
        self.document["earth"][event["hex"]] = {"terrain": event["terrain"]}

    def tundra_laid(self, event: Event) -> None:
        self.document["earth"][event["hex"]]["tundra"] = True

    def tile_turned_up(self, event: Event) -> None:
        tiles = self.document["tiles"]
        tiles["face_up"][event["stack"] - 1] = event["terrain"]
        tiles["face_down"][event["stack"] - 1] -= 1
        _add(tiles["unseen"], event["terrain"], -1)

    def points(self, event: Event) -> None:
        _add(self.animal(event), "victory_points", event["points"])

    def card_drawn(self, event: Event) -> None:
        self.document["cards"]["available"].append(event["card"])

    def card_taken(self, event: Event) -> None:
        self.document["cards"]["available"].remove(event["card"])
        self.document["cards"]["taken"].append(event["card"])

    def cone_placed(self, event: Event) -> None:
        self.document["earth"][event["hex"]]["cone"] = event["animal"]

    def cone_removed(self, event: Event) -> None:
        assert self.document["earth"][event["hex"]].pop("cone") == event["animal"], event

    def survival_awarded(self, event: Event) -> None:
        self.document["survival"] = event["animal"]

    def survival_vacant(self, event: Event) -> None:
        self.document.pop("survival", None)

    def turn_started(self, event: Event) -> None:
        self.document["turn"] = event["turn"]


def _plain(value: Any) -> Any:
    """Without zeros and empties, with cards in order."""
    if isinstance(value, dict):
        trimmed = {key: _plain(part) for key, part in value.items()}
        return {key: part for key, part in trimmed.items() if part or part is None}
    return value


def _told(document: Document) -> Document:
    found = {key: _plain(document.get(key)) or None for key in TOLD}
    found["cards"] = {k: Counter(v) for k, v in (document.get("cards") or {}).items() if v}
    found["pawns"] = _plain(document.get("action_display", {}).get("pawns", {}))
    return found


def untold(before: Document, events: Iterable[Event], after: Document) -> dict[str, Any]:
    """What the events leave different from the document after the move; nothing, if all is told."""
    account = _Account(before)
    for event in events:
        carry_out: Callable[[Event], None] | None = getattr(account, event["event"], None)
        if carry_out is not None:
            carry_out(event)
    expected, found = _told(account.document), _told(after)
    return {key: (expected[key], found[key]) for key in found if expected[key] != found[key]}
