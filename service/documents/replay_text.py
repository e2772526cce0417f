"""The readable form of a replay, line by line; docs/replays.md describes it for its readers."""

import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from service.documents.canonical import dumps
from service.documents.game import GameState
from service.documents.names import INDEX, NATURE_NAME
from service.documents.problems import InvalidDocument
from service.documents.read import CHANCE_MODES, DOMINANCE, MAMMAL_SAVE, MAX_SEED, read_state
from service.documents.reader import read_json
from service.documents.replay import AT, EVENT, FACTS, MAX_MOVES, Check, Replay, Setup, Step
from service.documents.shape import NAME
from service.documents.write import write_state
from service.rules.errors import SetupError
from service.rules.setup import PLAYERS, check_dealt_once
from service.rules.tables import MAX_PLAYERS, MAX_TURN_LIMIT

FORMAT: Final = "dominant-species-replay/1"
MAX_BYTES: Final = 4 * 1024 * 1024
MAX_LINES: Final = 200_000
MAX_FAULTS: Final = 100
COMMENT: Final = "#"
BYTE_ORDER_MARK: Final = "\ufeff"

_DECIDERS: Final = {*INDEX["animal"], NATURE_NAME}
_CHECKS: Final = {"[": "]", ">": "", "=": ""}
_BOOLEANS: Final = {"true": True, "false": False}
_ALIKE: Final = 0.7
_DIGITS: Final = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "dominance": DOMINANCE,
    "mammal_save": MAMMAL_SAVE,
    "initiative_return": tuple(_BOOLEANS),
}


class Fault(NamedTuple):
    """A line that cannot be read, and why; ``rule`` is a rule's id or empty."""

    line: int
    detail: str
    rule: str = ""


class UnreadableReplay(ValueError):
    """A text that is no replay.

    ``faults`` lists what is wrong with it, at most MAX_FAULTS; ``more`` were found besides.
    """

    def __init__(self, faults: list[Fault], more: int = 0) -> None:
        super().__init__("; ".join(f"line {fault.line}: {fault.detail}" for fault in faults[:5]))
        self.faults = faults
        self.more = more


def header_lines(origin: Setup | GameState) -> Iterator[str]:
    """The lines that say where a replay begins."""
    yield FORMAT
    if isinstance(origin, GameState):
        yield "state " + dumps(write_state(origin)).decode("utf-8")
        return
    if origin.game:
        yield f"game {origin.game}"
    players = origin.players
    if isinstance(players, Mapping):
        yield from (f"player {name} {' '.join(animals)}" for name, animals in players.items())
    else:
        yield from (f"player {name}" for name in players)
    if origin.animals_per_player is not None:
        yield f"animals_per_player {origin.animals_per_player}"
    for name, value in origin.rules.items():
        yield f"rule {name} {json.dumps(value) if isinstance(value, bool) else value}"
    if origin.turn_limit:
        yield f"turn_limit {origin.turn_limit}"
    chance = origin.chance or {}
    words = ["chance", str(chance.get("mode"))]
    if "seed" in chance:
        seed = str(chance["seed"])
        words.append(seed if NAME.fullmatch(seed) else json.dumps(seed))
    if "kid" in chance:
        words.append(str(chance["kid"]))
    yield " ".join(words)


class _Reader:
    """Reads a text line by line: first the header, then moves and checks."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.more_faults = 0
        self.line = 0
        self.state: GameState | None = None
        self.game: str | None = None
        self.players: dict[str, list[str]] = {}
        self.player_lines: dict[str, int] = {}
        self.hands: list[list[int]] = []  # the animals of the players so far, none twice
        self.rules: dict[str, object] = {}
        self.chance: dict[str, object] | None = None
        self.turn_limit: int | None = None
        self.animals_per_player: int | None = None
        self.entries: list[Step | Check] = []
        self.lines: dict[str, int] = {}  # of each part of the header
        self.steps = 0
        self._header: dict[str, Callable[[str], None]] = {
            "state": self._read_state,
            "game": self._read_game,
            "player": self._read_player,
            "animals_per_player": self._read_animals_per_player,
            "rule": self._read_rule,
            "turn_limit": self._read_turn_limit,
            "chance": self._read_chance,
        }

    def fault(self, detail: str, rule: str = "", line: int = 0) -> None:
        """Note what is wrong in a line, or in the present one."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(Fault(line or self.line, detail, rule))
        else:
            self.more_faults += 1

    def read(self, line: str) -> None:
        """Read the next line."""
        self.line += 1
        text = line.strip()
        if self.line == 1:
            if text.startswith(BYTE_ORDER_MARK):
                self.fault("a replay begins with no byte order mark (U+FEFF): save it without")
            elif text != FORMAT:
                self.fault(f"a replay begins with the line {FORMAT}")
        elif not text or text.startswith(COMMENT):
            return
        elif text[0] in _CHECKS:
            self._read_check(text)
        else:
            name, _, rest = text.partition(" ")
            if name in self._header:
                self._read_header(name, rest.strip())
            else:
                self._read_step(text)

    def _read_header(self, name: str, rest: str) -> None:
        said = f"rule {rest.split()[0][:40]}" if name == "rule" and rest else name
        if self.entries:
            self.fault(f"the line {name!r} belongs before the first move")
        elif said in self.lines:
            self.fault(f"the line {said!r} is there already, as line {self.lines[said]}")
        else:
            if self.lines and ("state" in self.lines) != (name == "state"):
                self.fault("a replay begins either with a state or with a setup, not with both")
            # Each player has a line; the last of them stands for all.
            self.lines["players" if name == "player" else said] = self.line
            self._header[name](rest)

    def _read_check(self, text: str) -> None:
        sign = text[0]
        body = " ".join(text[1:].split())
        if sign == "[":
            if not text.endswith("]"):
                self.fault("a heading ends in ]")
            self.entries.append(Check(self.line, AT, body[:-1].strip()))
        elif sign == ">":
            self.entries.append(Check(self.line, EVENT, body))
        else:
            what, _, value = body.partition(" ")
            if what not in FACTS or what == AT:
                known = ", ".join(name for name in FACTS if name != AT)
                self.fault(f"there is no check {what[:40]!r}; there are {known}")
            self.entries.append(Check(self.line, what, value))

    def _read_step(self, text: str) -> None:
        words = text.split(f" {COMMENT}", 1)[0].split()
        first = words[0]
        decider = words.pop(0) if first in _DECIDERS else ""
        if len(words) != 1:
            self.fault(self._no_move(first))
            return
        self.steps += 1
        if self.steps == MAX_MOVES + 1:
            self.fault(f"a replay has at most {MAX_MOVES} moves")
        self.entries.append(Step(self.line, decider, words[0]))

    def _no_move(self, first: str) -> str:
        """What is wrong with a line that begins with this word and is not read as a move."""
        if first not in _DECIDERS and len(self.faults) < MAX_FAULTS:  # else nobody is told
            word = first[:40]
            for what, known in (("line", self._header), ("animal", _DECIDERS)):
                meant = difflib.get_close_matches(word, known, 1, _ALIKE)
                if meant:
                    return f"there is no {what} {word!r}; did you mean {meant[0]!r}?"
        return "a move is the animal that decides, or nature, and the id of the move"

    def _read_state(self, text: str) -> None:
        try:
            self.state = read_state(read_json(text.encode("utf-8"), limit=MAX_BYTES))
        except InvalidDocument as error:
            for found in error.violations:
                self.fault(f"the state at {found.pointer or '/'}: {found.detail}", found.rule)
            self.more_faults += error.more

    def _read_game(self, text: str) -> None:
        if not NAME.fullmatch(text):
            self.fault(f"the id of a game is {NAME.pattern}")
        self.game = text

    def _read_player(self, text: str) -> None:
        name, *animals = text.split() or [""]
        if not NAME.fullmatch(name) or name in self.players:
            self.fault(f"each player has a name of its own, {NAME.pattern}", "R1.1")
        unknown = [animal for animal in animals if animal not in INDEX["animal"]]
        if unknown:
            self.fault(f"there is no animal {unknown[0][:40]!r}", "R1.2")
        if len(self.players) == MAX_PLAYERS:
            self.fault(PLAYERS, "R1.1")
            return
        if not unknown and name not in self.players:
            self._deal([INDEX["animal"][animal] for animal in animals])
        self.players[name] = animals
        self.player_lines.setdefault(name, self.line)

    def _deal(self, hand: list[int]) -> None:
        try:
            check_dealt_once([*self.hands, hand])
        except SetupError as error:
            self.fault(error.reason, error.rule)
        else:
            self.hands.append(hand)

    def _read_animals_per_player(self, text: str) -> None:
        if text in ("1", "2", "3"):
            self.animals_per_player = int(text)
        else:
            self.fault("each player is dealt 1, 2 or 3 animals", "R1.5")

    def _read_rule(self, text: str) -> None:
        name, _, value = text.partition(" ")
        values = _OPTIONS.get(name, ())
        if value.strip() in values:
            self.rules[name] = _BOOLEANS.get(value.strip(), value.strip())
        elif values:
            self.fault(f"the rule {name} is {' or '.join(values)}", "R0")
        else:
            listed = f"{', '.join(_OPTIONS)}, and a line turn_limit of its own"
            self.fault(f"there is no rule {name[:40]!r}; there are {listed}", "R0")

    def _read_turn_limit(self, text: str) -> None:
        if _DIGITS.fullmatch(text) and int(text) <= MAX_TURN_LIMIT:
            self.turn_limit = int(text)
        else:
            self.fault(f"a turn limit is a number from 1 to {MAX_TURN_LIMIT}", "R0")

    def _read_chance(self, text: str) -> None:
        mode, _, value = text.partition(" ")
        value = value.strip()
        self.chance = {"mode": mode}
        if mode not in CHANCE_MODES:
            self.fault(f"chance is {', '.join(CHANCE_MODES)}", "R1.7")
        elif mode == "manual":
            if value:
                self.fault("chance manual has neither seed nor key", "R1.7")
        elif mode == "server":
            if value and not NAME.fullmatch(value):
                self.fault(f"the id of a key is {NAME.pattern}", "R1.7")
            elif value:
                self.chance["kid"] = value
        else:
            self._read_seed(value)

    def _read_seed(self, text: str) -> None:
        seed: object = text
        if text.startswith('"'):
            try:
                seed = read_json(text.encode("utf-8"), limit=MAX_BYTES)
            except InvalidDocument as error:
                self.fault(f"the seed is no JSON string: {error.violations[0].detail}", "R1.7")
        if not isinstance(seed, str) or not 1 <= len(seed) <= MAX_SEED:
            self.fault(f"a seed has 1 to {MAX_SEED} characters", "R1.7")
        elif self.chance is not None:
            self.chance["seed"] = seed

    def _origin(self) -> Setup | GameState | None:
        if self.state is not None:
            return self.state
        if not self.players:
            self.fault("a replay begins with players or with a state", line=1)
        dealt = [name for name, animals in self.players.items() if not animals]
        if dealt and len(dealt) != len(self.players):
            detail = "either every player has his animals named, or none"
            self.fault(detail, "R1.1", self.player_lines[dealt[0]])
        players = dealt or self.players
        each = self.animals_per_player
        return Setup(players, self.rules, self.chance, self.turn_limit, self.game, each)

    def result(self) -> Replay:
        """The replay; raises UnreadableReplay."""
        origin = None if self.faults else self._origin()
        if self.faults or origin is None:
            raise UnreadableReplay(self.faults, self.more_faults)
        return Replay(origin, self.entries, self.lines)


def read_replay(data: bytes) -> Replay:
    """The replay that a text in UTF-8 of at most MAX_BYTES describes; raises UnreadableReplay."""
    if len(data) > MAX_BYTES:
        raise UnreadableReplay([Fault(1, f"a replay has at most {MAX_BYTES} bytes")])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise UnreadableReplay([Fault(number, "this line is not UTF-8 text")]) from None
    if text.count("\n") > MAX_LINES:
        raise UnreadableReplay([Fault(MAX_LINES, f"a replay has at most {MAX_LINES} lines")])
    reader = _Reader()
    for line in text.split("\n"):
        reader.read(line)
    return reader.result()
