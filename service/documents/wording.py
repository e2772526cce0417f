"""English for sentences: articles, numbers and lists."""

from collections.abc import Sequence

from service.documents.names import NATURE_NAME


def indefinite(noun: str) -> str:
    """The noun after ``a`` or ``an``, by the sound that it begins with."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def definite(decider: str) -> str:
    """The name of whoever decides, as in ``the bird``; nature has no article."""
    return decider if decider == NATURE_NAME else f"the {decider}"


def counted(number: int, noun: str) -> str:
    """``1 pawn``, ``2 pawns``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: Sequence[str]) -> str:
    """``sun and water``; hexes have commas in their names, so ``and`` stands between all."""
    return " and ".join(names) or "none"


def are(names: Sequence[object]) -> str:
    """The verb to a list of names."""
    return "is" if len(names) == 1 else "are"
