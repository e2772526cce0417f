"""Whole games as lists of moves: carried out again, with what they claim to bring about checked.

A replay begins with a setup or a state, and goes on with moves; between them stand checks, each a
fact that must hold there. Its readable form is in ``replay_text`` and ``replay_record``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn

from service.documents.canonical import state_hash
from service.documents.chance import ChanceUnavailable, ServerKey
from service.documents.decisions import decision_object
from service.documents.events import event_object
from service.documents.game import GameState
from service.documents.names import NAMES, decider_name
from service.documents.play import MoveRejected, make_moves, start
from service.documents.wording import definite
from service.documents.write import ranking_object, write_state
from service.rules.engine import legal_moves
from service.rules.errors import RulesError, SetupError
from service.rules.events import Event
from service.rules.geometry import bits
from service.rules.slots import ANIMAL, CURSOR, DEPTH, IN_PLAY, TURN, VP
from service.rules.steps import FINISHED, PHASES, STEPS, phase_of

MAX_MOVES: Final = 10_000
GAME: Final = "replay"  # the id of a replayed game whose setup names none
EVENT: Final = "event"
AT: Final = "at"
_NO_CHANCE: Final = (
    "a replay says where its draws come from: chance is seeded, with its seed, or server, or manual"
)


@dataclass(frozen=True)
class Setup:
    """A new game, as the body of POST /v1/games describes it, and the id of the game."""

    players: Mapping[str, Sequence[str]] | Sequence[str]
    rules: Mapping[str, object] = field(default_factory=dict)
    chance: Mapping[str, object] | None = None
    turn_limit: int | None = None
    game: str | None = None
    animals_per_player: int | None = None


class Step(NamedTuple):
    """A move, as an id or an object, and who is to make it (empty: not said).

    ``line`` is where it stands in a text, 0 for none.
    """

    line: int
    decider: str
    move: object


class Check(NamedTuple):
    """What must hold here: an event, told in order, or one of the FACTS with its value."""

    line: int
    what: str
    value: str


@dataclass(frozen=True)
class Replay:
    """Where a game begins, and what is done and holds from there on, in order.

    ``lines`` holds the lines of a text that say where it begins, by the name of the part.
    """

    origin: Setup | GameState
    entries: Sequence[Step | Check]
    lines: Mapping[str, int] = field(default_factory=dict)

    def line_of(self, error: RulesError) -> int:
        """The line at fault where the game cannot begin, or 0 without a text.

        A part that no line names is missing after the last line of all.
        """
        part = error.field.strip("/").partition("/")[0]
        return self.lines.get(part) or max(self.lines.values(), default=0)

    def moves(self) -> list[object]:
        """The moves alone."""
        return [entry.move for entry in self.entries if isinstance(entry, Step)]


class Outcome(NamedTuple):
    """The last state of a replay that holds, with the numbers of its moves and checks."""

    game: GameState
    moves: int
    checks: int


class ReplayFailed(ValueError):
    """A replay that goes wrong: with an illegal move, or with a check that does not hold.

    ``line`` is its line (0 without a text), ``index`` the number of moves made before, ``game``
    the state then, and ``check`` whether it is a check. ``rejected`` is an illegal move's error.
    """

    def __init__(
        self,
        line: int,
        index: int,
        game: GameState,
        reason: str,
        rejected: MoveRejected | None = None,
    ) -> None:
        super().__init__(reason)
        self.line = line
        self.index = index
        self.game = game
        self.reason = reason
        self.rejected = rejected


def begin(origin: Setup | GameState, key: ServerKey | None = None) -> tuple[GameState, list[Event]]:
    """The first state of a replay and what its first draws brought.

    Raises SetupError for a setup that is illegal or does not give the same game each time, and
    ChanceUnavailable.
    """
    if isinstance(origin, GameState):
        return origin, []
    chance = origin.chance or {}
    mode = chance.get("mode")
    if mode is None or (mode == "seeded" and "seed" not in chance):
        field_name = "chance/seed" if mode else "chance"
        raise SetupError("R1.7", field_name, _NO_CHANCE)
    if mode == "server":
        if not origin.game:
            reason = "the first draws of a game with server chance depend on its id: name it"
            raise SetupError("R1.7", "game", reason)
        kid = chance.get("kid")
        if kid is not None and (key is None or kid != key.kid):
            raise ChanceUnavailable(str(kid))
    return start(
        origin.players,
        origin.rules,
        chance,
        origin.turn_limit,
        key,
        origin.game or GAME,
        origin.animals_per_player,
    )


def event_text(event: Event) -> str:
    """An event in a line, such as ``species_placed animal=bird hex=0,0 count=2 (R7.8)``."""
    fields = event_object(event)
    name = fields.pop("event")
    rule = fields.pop("rule")
    return " ".join([str(name), *(f"{key}={value}" for key, value in fields.items()), f"({rule})"])


def place_text(game: GameState) -> str:
    """Where the game is: turn, phase, and the section of the display or the part of Reset."""
    slots = game.state.slots
    cursor = slots[CURSOR]
    step, _, part = STEPS[cursor].partition(".")
    text = f"turn {slots[TURN]}, {PHASES[phase_of(slots[TURN], cursor)]}"
    if step in ("planning", "finished"):
        return text
    return f"{text}: {part if step == 'reset' else step}"


def _hash_text(game: GameState) -> str:
    return state_hash(write_state(game))


def _points_text(game: GameState) -> str:
    slots = game.state.slots
    return ", ".join(f"{NAMES['animal'][a]} {slots[VP + a]}" for a in bits(slots[IN_PLAY]))


def _decision_text(game: GameState) -> str:
    return str((decision_object(game.state) or {}).get("kind", "none"))


def _ranking_text(game: GameState) -> str:
    if game.state.slots[CURSOR] != FINISHED:
        return "none"
    return ", ".join(ranking_object(game)["animals"])


# The facts that a check can state, and how each one reads.
FACTS: Final = {
    AT: place_text,
    "decision": _decision_text,
    "legal": lambda game: str(len(legal_moves(game.state))),
    "hash": _hash_text,
    "points": _points_text,
    "ranking": _ranking_text,
}


def decider_of(game: GameState) -> str:
    """Who is to decide, or an empty string when the game is over."""
    slots = game.state.slots
    return decider_name(slots[game.state.top() + ANIMAL]) if slots[DEPTH] else ""


class _Course:
    """A replay on its way: the state reached, the facts asked for in it, the events not yet told.

    A replay that tells one event of a move must tell them all.
    """

    def __init__(self, game: GameState, events: list[Event], key: ServerKey | None) -> None:
        self.game = game
        self.key = key
        self.events = events
        self.told = 0
        self.told_at = 0
        self.moves = 0
        self.facts: dict[str, str] = {}

    def fail(self, line: int, reason: str, rejected: MoveRejected | None = None) -> NoReturn:
        raise ReplayFailed(line, self.moves, self.game, reason, rejected)

    def end_events(self) -> None:
        if 0 < self.told < len(self.events):
            more = event_text(self.events[self.told])
            self.fail(self.told_at, f"after this, this happened too: {more}")

    def check(self, check: Check) -> None:
        if check.what == EVENT:
            self._check_event(check)
            return
        self.end_events()
        if check.what not in self.facts:
            self.facts[check.what] = FACTS[check.what](self.game)
        true = self.facts[check.what]
        if check.value != true:
            what = "" if check.what == AT else f"{check.what} "
            self.fail(check.line, f"what holds here is: {what}{true}")

    def _check_event(self, check: Check) -> None:
        if self.told == len(self.events):
            self.fail(check.line, "this did not happen")
        true = event_text(self.events[self.told])
        if check.value != true:
            self.fail(check.line, f"what happened here is: {true}")
        self.told += 1
        self.told_at = check.line

    def step(self, step: Step) -> None:
        self.end_events()
        decider = decider_of(self.game)
        if step.decider and decider and step.decider != decider:
            self.fail(
                step.line, f"{definite(decider)} decides here, not {definite(step.decider[:40])}"
            )
        try:
            self.game, self.events = make_moves(self.game, (step.move,), self.key)
        except MoveRejected as rejected:
            self.fail(step.line, rejected.error.reason, rejected)
        self.moves += 1
        self.told = 0
        self.facts.clear()


def run(replay: Replay, key: ServerKey | None = None) -> Outcome:
    """Carry out a replay and check what it says.

    Raises ReplayFailed at the first thing that is wrong, SetupError, and ChanceUnavailable.
    """
    course = _Course(*begin(replay.origin, key), key)
    for entry in replay.entries:
        if isinstance(entry, Step):
            course.step(entry)
        else:
            course.check(entry)
    course.end_events()
    return Outcome(course.game, course.moves, len(replay.entries) - course.moves)
