"""Draws of several disks or cards in one move, as a table that draws by hand enters them (R1.7).

Such a draw belongs to the pending decision alone. It names all that is drawn there or a part of
it, and never more: how more would be divided among sections or animals is not told.
"""

from collections.abc import Mapping, Sequence

from service.documents.names import NAMES
from service.rules.draws import ICE_AGE, deck, next_cards
from service.rules.errors import IllegalMove
from service.rules.kinds import KIND_VERBS, SYMBIOTIC
from service.rules.moves import DRAW_CARD, DRAW_ELEMENT, pack, verb_of
from service.rules.reasons import reason
from service.rules.slots import BAG, COUNT, KIND
from service.rules.state import State


def disks(state: State, counts: Mapping[int, int]) -> list[int]:
    """The single draws that so many disks of each element come to; one disk or more.

    Left out are those that the engine makes by itself, because after the others the bag holds
    disks of one element only. Raises IllegalMove.
    """
    singles = [pack(DRAW_ELEMENT, 0, element) for element in sorted(counts)]
    _expect(state, singles[0])
    total = sum(counts.values())
    if state.slots[state.top() + KIND] == SYMBIOTIC:
        if total > 1:
            raise IllegalMove(
                "R8.symbiotic",
                "elements",
                "the animals draw one after another, in food chain order: a draw names the one"
                " disk of the next animal",
            )
    else:
        _check_size(state, total, "elements", "disks")
    left = state.slots[BAG : BAG + 6]
    for element, count in counts.items():
        if count > left[element]:
            name = NAMES["element"][element]
            held = f"{count} of {name} are named, and the bag holds {left[element]}"
            raise IllegalMove("R1.7", f"elements/{name}", held)
    found: list[int] = []
    for element, single in zip(sorted(counts), singles, strict=True):
        for _ in range(counts[element]):
            if not found or sum(n > 0 for n in left) > 1:
                found.append(single)
            left[element] -= 1
    return found


def cards(state: State, drawn: Sequence[int]) -> list[int]:
    """The single draws that these cards come to, in any order; one card or more.

    Left out are those that the engine makes by itself, because after the others just one card
    can be next. Raises IllegalMove.
    """
    _expect(state, pack(DRAW_CARD, 0, drawn[0]))
    _check_size(state, len(drawn), "cards", "cards")
    left = deck(state)
    for i, card in enumerate(drawn):
        name = NAMES["card"][card]
        if card in drawn[:i]:
            raise IllegalMove("R1.7", f"cards/{i}", f"{name} is named twice")
        if not left >> card & 1:
            raise IllegalMove("R1.7", f"cards/{i}", f"{name} is not in the deck")
    found: list[int] = []
    # Ice Age lies at the bottom.
    for card in sorted(drawn, key=lambda card: 1 << card == ICE_AGE):
        offered = next_cards(left)
        if not offered >> card & 1:
            raise IllegalMove(
                "R1.4", "cards", "ice_age lies at the bottom of the deck, below cards not named"
            )
        if not found or offered.bit_count() > 1:
            found.append(pack(DRAW_CARD, 0, card))
        left &= ~(1 << card)
    return found


def _expect(state: State, move: int) -> None:
    """Raise IllegalMove unless the pending decision takes such draws."""
    if verb_of(move) not in KIND_VERBS[state.slots[state.top() + KIND]]:
        raise IllegalMove(*reason(state, move))


def _check_size(state: State, drawn: int, field: str, things: str) -> None:
    most = state.slots[state.top() + COUNT]
    if drawn > most:
        raise IllegalMove(
            "R9.3",
            field,
            f"{drawn} {things} are named, and the pending decision draws {most}: what is drawn"
            " after it belongs to the next draw",
        )
