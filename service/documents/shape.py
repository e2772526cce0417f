"""The shape of JSON values: types, keys and names, every fault collected with its pointer."""

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Final

from service.documents.names import INDEX, NAMES
from service.documents.places import meant_place
from service.documents.problems import NOTHING, Findings, Violation
from service.documents.unknown import Unknown, leaves
from service.documents.wording import indefinite

NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}", re.ASCII)
MAX_INT: Final = 2**53 - 1  # of a number in JSON that every reader holds exactly
MAX_ITEMS: Final = 200  # no list or map of a document has more entries that mean something
MAX_KEY: Final = 40  # characters of a key in a pointer; no key of a document is longer
_MAX_SHOWN: Final = 60  # characters
_MAX_GUESSES: Final = 20  # misspelt keys of one document that are guessed at
_ALIKE: Final = 0.6
# What the sentences call a kind of name, where that is not the kind's own name.
_NOUNS: Final = {"box": "section of disks", "decider": "animal"}

# The rule that speaks of each part of a document, by its first key.
_RULES: Final = {
    "rules": "R0", "chance": "R1.7", "turn": "R5", "phase": "R5", "last_turn": "R10.1",
    "players": "R1.1", "animals": "R1.1", "initiative": "R1.3", "earth": "R2.1",
    "elements": "R2.4", "action_display": "R6.2", "bag": "R1.4", "tiles": "R1.4",
    "cards": "R1.4", "survival": "R9.2", "execution": "R7", "pending": "R7", "ranking": "R10.3",
}  # fmt: skip
# The rule that speaks of a key of an animal, where that is not the rule of all animals.
_ANIMAL_RULES: Final = {"added_elements": "R1.2", "victory_points": "R3.2"}
# The rule that says which names there are, by kind.
_NAME_RULES: Final = {
    "animal": "R1.2", "decider": "R1.2", "element": "R1.4", "hex": "R1.4", "corner": "R2.4",
    "space": "R6.2", "card": "R8", "terrain": "R2.3", "tile": "R2.3", "box": "R1.4",
    "stack": "R1.4",
}  # fmt: skip


def shown(value: object) -> object:
    """The value as a violation quotes it: whole if short, otherwise its beginning."""
    if isinstance(value, int | bool) or value is None or value is NOTHING:
        return value
    if isinstance(value, str):
        return value if len(value) <= _MAX_SHOWN else value[:_MAX_SHOWN] + "…"
    if len(value) <= _MAX_SHOWN // 2:  # type: ignore[arg-type]  # a dict or a list
        text = json.dumps(value, ensure_ascii=False)
        if len(text) <= _MAX_SHOWN:
            return value
    return "an object" if isinstance(value, dict) else "a list"


def pointer_part(key: str) -> str:
    """A key as part of a JSON pointer (RFC 6901); the beginning of one that is too long."""
    return key[:MAX_KEY].replace("~", "~0").replace("/", "~1")


def _rule_of(pointer: str) -> str:
    parts = pointer.split("/", 4)
    if len(parts) > 3 and parts[1] == "animals" and parts[3] in _ANIMAL_RULES:
        return _ANIMAL_RULES[parts[3]]
    return _RULES.get(parts[1], "") if len(parts) > 1 else ""


class Shape:
    """Reads values and collects the violations met on the way, mostly of level ``syntax``.

    Every method answers a usable value, so that reading goes on and finds the other faults too;
    what could not be read is noted in ``unknown``. ``reported`` are the faults that the JSON
    reader has found: what it left at their places is not reported again.
    """

    def __init__(self, reported: Findings) -> None:
        self.found = reported
        self.unknown = Unknown()
        self._reported = {violation.pointer for violation in reported.kept}
        self._guesses = 0
        for pointer in self._reported:
            self.unknown.add(pointer)

    def fault(
        self,
        pointer: str,
        code: str,
        detail: str,
        value: object = NOTHING,
        expected: object = None,
        rule: str = "",
        *,
        level: str = "syntax",
        hides: bool = True,
    ) -> None:
        """Record a violation; if it ``hides`` what stands there, that is not known any more."""
        if pointer in self._reported:
            return
        if hides:
            self.unknown.add(pointer)
        self.found.add(
            Violation(
                level, pointer, code, rule or _rule_of(pointer), detail, shown(value), expected
            )
        )

    def knows(self, *patterns: str) -> bool:
        """Whether all that these patterns stand for has been read (see ``Unknown.touches``)."""
        return not self.unknown or not self.unknown.touches(*patterns)

    def mapping(self, value: object, pointer: str) -> dict[str, object]:
        """An object with string keys, or an empty one."""
        if not isinstance(value, dict):
            self.fault(pointer, "wrong_type", "an object is expected here", value, "object")
            return {}
        return {} if self._too_many(value, pointer) else value

    def _too_many(self, value: Sized, pointer: str, *, hides: bool = True) -> bool:
        """Whether there are more entries than in any part of a document, which is a fault."""
        if len(value) <= MAX_ITEMS:
            return False
        detail = "there are more entries than a game can have"
        limits = {"maximum": MAX_ITEMS}
        self.fault(pointer, "too_many", detail, len(value), limits, hides=hides)
        return True

    def fields(
        self,
        value: object,
        pointer: str,
        required: Iterable[str] = (),
        optional: Iterable[str] = (),
    ) -> dict[str, object]:
        """An object with known keys; unknown and missing ones are faults.

        An unknown key that looks like one that is not there is taken as a misspelling of it: then
        that one is not missing, but not known.
        """
        needed = tuple(required)
        known = {*needed, *optional}
        if isinstance(value, dict) and self._too_many(value, pointer, hides=False):
            found = {key: item for key, item in value.items() if key in known}
        else:
            found = self.mapping(value, pointer)
        absent = [key for key in (*needed, *optional) if key not in found]
        meant: set[str] = set()
        for key in found:
            if key not in known:
                guess = self._guess(key, absent)
                meant.update(guess)
                hint = (
                    f"did you mean {guess[0]!r}?"
                    if len(guess) == 1
                    else f"known are {_quoted(sorted(known))}"
                )
                self.fault(
                    f"{pointer}/{pointer_part(key)}",
                    "unknown_key",
                    f"there is no key {key[:MAX_KEY]!r} here; {hint}",
                    found[key],
                    guess[0] if len(guess) == 1 else sorted(known),
                    hides=False,
                )
        for key in meant:
            self.unknown.add(f"{pointer}/{key}")
        if isinstance(value, dict):
            for key in needed:
                if key not in found and key not in meant:
                    self.fault(f"{pointer}/{key}", "missing", f"the key {key!r} is missing")
        return found

    def _guess(self, word: str, options: Sequence[str], kind: str = "") -> Sequence[str]:
        """Which of the options an unknown word may stand for: all, when too many are unknown.

        A place is guessed by what is written, not by its looks: one beside the map is not another.
        """
        if kind in ("hex", "corner"):
            return [place for place in (meant_place(word[:MAX_KEY]),) if place in options]
        if not options:
            return ()
        self._guesses += 1
        if self._guesses > _MAX_GUESSES:
            return options
        return difflib.get_close_matches(word[:MAX_KEY], options, 1, _ALIKE)

    def sequence(self, value: object, pointer: str) -> list[object]:
        """A list, or an empty one."""
        if not isinstance(value, list):
            self.fault(pointer, "wrong_type", "a list is expected here", value, "array")
            return []
        return [] if self._too_many(value, pointer) else value

    def integer(self, value: object, pointer: str, low: int = 0, high: int = MAX_INT) -> int:
        """An integer in a range; bools are no integers."""
        if type(value) is not int:
            self.fault(pointer, "wrong_type", "an integer is expected here", value, "integer")
            return low
        if not low <= value <= high:
            self.fault(
                pointer,
                "out_of_range",
                f"the number must be from {low} to {high}",
                value,
                {"minimum": low, "maximum": high},
            )
            return low
        return value

    def boolean(self, value: object, pointer: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fault(pointer, "wrong_type", "true or false is expected here", value, "boolean")
            return False
        return value

    def text(self, value: object, pointer: str) -> str:
        """A free name or id; no check reads one."""
        if not isinstance(value, str) or NAME.fullmatch(value) is None:
            self.fault(
                pointer,
                "bad_name",
                "a name has 1 to 40 characters of A-Z a-z 0-9 '_' '.' '-'",
                value,
                NAME.pattern,
                hides=False,
            )
            return ""
        return value

    def choice(
        self,
        value: object,
        pointer: str,
        options: Sequence[str],
        what: str = "",
        rule: str = "",
        hint: str = "",
    ) -> int:
        """The index of one of several words, or -1; ``what`` they are, for the sentence."""
        if isinstance(value, str):
            if value in options:
                return options.index(value)
            guess = self._guess(value, options, what)
            named = f"names no {_NOUNS.get(what, what)}" if what else "is not known here"
            meant = "; ".join(
                part
                for part in (
                    hint,
                    f"did you mean {guess[0]!r}?" if len(guess) == 1 else "",
                    "" if what or guess else f"known are {_quoted(options)}",
                )
                if part
            )
            self.fault(
                pointer,
                "unknown_name",
                f"{shown(value)!r} {named}" + (f"; {meant}" if meant else ""),
                value,
                _listed(options, guess),
                rule,
            )
        else:
            noun = indefinite(_NOUNS.get(what, what)) if what else ""
            detail = f"the name of {noun} is expected here" if what else "a string is expected here"
            self.fault(pointer, "wrong_type", detail, value, _listed(options, []), rule)
        return -1

    def name(self, value: object, pointer: str, kind: str) -> int:
        """The index of a name of a kind (see names.py), or -1."""
        if kind == "stack":
            known = len(self.found)
            number = self.integer(value, pointer, 1, len(NAMES[kind])) - 1
            return number if len(self.found) == known else -1
        return self.choice(value, pointer, NAMES[kind], kind, _NAME_RULES[kind], _hint(kind, value))

    def names(self, value: object, pointer: str, kind: str) -> list[int]:
        """A list of different names of a kind, as indices in any order."""
        found: list[int] = []
        for i, item in enumerate(self.sequence(value, pointer)):
            number = self.name(item, f"{pointer}/{i}", kind)
            if number in found:
                detail = f"{shown(item)!r} stands here twice"
                self.fault(f"{pointer}/{i}", "duplicate", detail, item)
            elif number >= 0:
                found.append(number)
        return found

    def entries(self, value: object, pointer: str, kind: str) -> Iterator[tuple[int, object, str]]:
        """The entries of a map from names of a kind: index of the name or -1, item, pointer.

        A name that is not known may be a misspelling of any that is not there, so what it holds
        counts as not known for those.
        """
        found = self.mapping(value, pointer)
        absent: frozenset[str] | None = None
        for key, item in found.items():
            where = f"{pointer}/{pointer_part(key)}"
            number = INDEX[kind].get(key, -1)
            if number < 0:
                if absent is None:
                    absent = frozenset(name for name in NAMES[kind] if name not in found)
                guess = self._guess(key, sorted(absent), kind)
                meant = f"; did you mean {guess[0]!r}?" if len(guess) == 1 else ""
                hint = f"; {_hint(kind, key)}" if _hint(kind, key) else ""
                self.fault(
                    where,
                    "unknown_name",
                    f"{shown(key)!r} names no {_NOUNS.get(kind, kind)}{hint}{meant}",
                    key,
                    _listed(NAMES[kind], guess),
                    _NAME_RULES[kind],
                    hides=False,
                )
                for leaf in leaves(item) if absent else ():
                    self.unknown.add(pointer, absent, *leaf)
            yield number, item, where

    def counts(self, value: object, pointer: str, kind: str, high: int) -> dict[int, int]:
        """A map from names of a kind to counts; zeros are dropped."""
        found: dict[int, int] = {}
        for number, item, where in self.entries(value, pointer, kind):
            count = self.integer(item, where, 0, high)
            if number >= 0 and count:
                found[number] = count
        return found


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(repr(word) for word in words) or "none"


def _hint(kind: str, value: object) -> str:
    """What a person should know who gave a name of another kind."""
    if kind == "tile" and value == "tundra":
        return 'name the terrain that the tundra covers, and say "tundra": true'
    if kind == "hex":
        return 'a hex is written "q,r" and lies on the map of 35 hexes'
    if kind == "corner":
        return 'a corner is written "q,r,E" or "q,r,W"'
    return ""


def _listed(options: Sequence[str], guess: Sequence[str]) -> object:
    """The options as ``expected`` shows them: all if they are few, otherwise the likely one."""
    if len(options) <= 12:
        return list(options)
    return guess[0] if len(guess) == 1 else None
