"""How many action pawns an animal has: what it began with, and what cards made of that (R1.1, R8).

Three cards give pawns and one may take them, each once in a game:

* intelligence: the animal that takes it and every animal above it in the food chain gain one;
* parasitism: the animal that takes it and every animal below it gain one;
* omnivore: the animal that takes it gains one;
* immigrants: each animal may lose one.

So the numbers of all animals together tell whether there are animals that can have taken them.
"""

from itertools import product
from operator import eq, ge, le
from typing import Final

from service.documents.checks import Checks
from service.documents.names import NAMES, decider_name
from service.documents.wording import counted
from service.rules.geometry import bits
from service.rules.kinds import IMMIGRANTS
from service.rules.slots import (
    ANIMAL,
    ANIMAL_COUNT,
    DEPTH,
    IN_HAND,
    IN_PLAY,
    KIND,
    PAWNS,
    SPACE,
    TAKEN,
)
from service.rules.tables import ACTION_PAWNS, CARDS

_INTELLIGENCE: Final = CARDS.index("intelligence")
_PARASITISM: Final = CARDS.index("parasitism")
_OMNIVORE: Final = CARDS.index("omnivore")
_IMMIGRANTS: Final = CARDS.index("immigrants")
_CHANGING: Final = (_IMMIGRANTS, _INTELLIGENCE, _OMNIVORE, _PARASITISM)


def check_pawns(checks: Checks) -> None:
    """Pawns on the display belong to animals in play, and all of an animal's to what it owns."""
    if not checks.knows("/players"):
        return
    slots = checks.slots
    for space, name in enumerate(NAMES["space"]):
        owner = slots[SPACE + space] - 1
        checks.need(
            owner < 0 or slots[IN_PLAY] >> owner & 1,
            f"/action_display/pawns/{name}",
            "animal_not_in_play",
            "R1.1",
            f"no player has the {NAMES['animal'][owner]}",
            NAMES["animal"][owner],
        )
    animals = bits(slots[IN_PLAY])
    right = [_owned(checks, animal) for animal in animals]
    if all(right) and checks.knows("/animals/*/action_pawns", "/cards/taken", "/pending"):
        _together(checks, animals)


def _owned(checks: Checks, animal: int) -> bool:
    """Whether the animal's number is known and one that it can have by itself."""
    slots = checks.slots
    name = decider_name(animal)
    where = f"/animals/{name}/action_pawns"
    if not checks.knows(where):
        return False
    owned = slots[PAWNS + animal]
    start = ACTION_PAWNS[slots[ANIMAL_COUNT]]
    least, most = _range(checks, animal)
    has = f"the {name} has {counted(owned, 'action pawn')}"
    used = owned - slots[IN_HAND + animal]
    return checks.need(
        least <= owned <= most,
        where,
        "pawn_count",
        "R1.1",
        f"{has}; it began with {start}, and {_since(checks)}",
        owned,
        least if least == most else {"minimum": least, "maximum": most},
    ) and checks.need(
        used <= owned or not checks.knows("/pending/0", "/action_display/pawns"),
        where,
        "pawn_count",
        "R1.1",
        f"{has}, but {used} {'is' if used == 1 else 'are'} on the display or being carried out",
        owned,
        {"minimum": used},
    )


def _since(checks: Checks) -> str:
    if not checks.knows("/cards/taken"):
        return "cards give three more at most and take one"
    cards = _changing(checks)
    if not cards:
        return "no card that changes that has been taken"
    return f"the cards taken since ({', '.join(cards)}) do not explain the difference"


def _changing(checks: Checks) -> list[str]:
    return [CARDS[card] for card in _CHANGING if checks.slots[TAKEN] >> card & 1]


def _taken(checks: Checks, card: int) -> int:
    """1 if the card has been taken, or it is not known which ones were."""
    return checks.slots[TAKEN] >> card & 1 if checks.knows("/cards/taken") else 1


def _may_have_lost(checks: Checks, animal: int) -> int:
    """1 if the animal may have given up a pawn for immigrants; they choose down the food chain."""
    if not _taken(checks, _IMMIGRANTS):
        return 0
    slots = checks.slots
    if slots[DEPTH] and checks.knows("/pending"):
        top = checks.state.top()
        return int(slots[top + KIND] != IMMIGRANTS or animal < slots[top + ANIMAL])
    return 1


def _range(checks: Checks, animal: int) -> tuple[int, int]:
    """The least and the most pawns that the animal by itself can have.

    Whoever took them, intelligence gave one to the highest animal, parasitism to the lowest.
    """
    slots = checks.slots
    start = ACTION_PAWNS[slots[ANIMAL_COUNT]]
    animals = bits(slots[IN_PLAY])
    certain = 0
    if checks.knows("/cards/taken"):
        certain += animal == animals[0] and _taken(checks, _INTELLIGENCE)
        certain += animal == animals[-1] and _taken(checks, _PARASITISM)
    most = sum(_taken(checks, card) for card in (_INTELLIGENCE, _PARASITISM, _OMNIVORE))
    return start + certain - _may_have_lost(checks, animal), start + most


def _together(checks: Checks, animals: list[int]) -> None:
    """There are animals that can have taken the cards so that all have their numbers (R8)."""
    slots = checks.slots
    cards = _changing(checks)
    if not cards:
        return
    start = ACTION_PAWNS[slots[ANIMAL_COUNT]]
    changes = [slots[PAWNS + animal] - start for animal in animals]
    lost = [_may_have_lost(checks, animal) for animal in animals]
    # For each giving card whom it gave a pawn, whoever took it: nobody if it was not taken.
    given = [
        [[fits(animal, taker) for animal in animals] for taker in animals]
        if slots[TAKEN] >> card & 1
        else [[False] * len(animals)]
        for card, fits in (
            (_INTELLIGENCE, le),
            (_PARASITISM, ge),
            (_OMNIVORE, eq),
        )
    ]
    possible = any(
        all(
            0 <= sum(gains) - change <= may
            for gains, change, may in zip(zip(*takers, strict=True), changes, lost, strict=True)
        )
        for takers in product(*given)
    )
    checks.need(
        possible,
        "/animals",
        "pawn_counts",
        "R8",
        "whichever animals took them, the cards that change how many action pawns animals have"
        f" ({', '.join(cards)}) do not lead to these numbers from {start} for each",
        {decider_name(animal): slots[PAWNS + animal] for animal in animals},
        doubtful="/animals/*/action_pawns",
    )
