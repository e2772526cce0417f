"""Which golden games there are, how they are played, and their texts.

``python -m tests.golden.record`` plays them all anew and writes ``games/``. A change of a rule
changes them: read the difference before you commit it.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from service.documents.game import GameState
from service.documents.moves import move_id
from service.documents.play import make_move
from service.documents.replay import Setup, begin
from service.documents.replay_record import Detail, record
from service.rules.engine import interjections, legal_moves
from service.rules.rng import Random
from service.rules.slots import CURSOR
from service.rules.steps import FINISHED

FOLDER: Final = Path(__file__).parent / "games"
EVERYTHING: Final = Detail(labels=True, events=True, decisions=True)
REFUSALS: Final = ("forfeit", "decline")


class Golden(NamedTuple):
    """A game to be played: by whom, under which rules, and where pawns are put most often."""

    name: str
    players: Mapping[str, Sequence[str]] | Sequence[str]
    rules: Mapping[str, object]
    sections: Sequence[str]
    turn_limit: int | None = None
    chance: str = "seeded"

    def setup(self) -> Setup:
        """The setup; the name is the seed and the id of the game."""
        chance = {"mode": self.chance, **({"seed": self.name} if self.chance == "seeded" else {})}
        return Setup(self.players, self.rules, chance, self.turn_limit, self.name)


def _alone(*animals: str) -> dict[str, list[str]]:
    return {f"player-{animal}": [animal] for animal in animals}


_CARDS: Final = ("domination", "domination", "abundance", "wanderlust")
_EARTH: Final = ("wanderlust", "abundance", "glaciation", "speciation", "migration", "domination")
_STRIFE: Final = ("competition", "glaciation", "wasteland", "depletion", "domination")
_DISPLAY: Final = ("adaptation", "regression", "initiative", "domination")
_CLAIMED: Final = {"dominance": "claimed"}
_ANY: Final = {"mammal_save": "any"}
_NO_RETURN: Final = {"initiative_return": False}
_SIX: Final = _alone("mammal", "reptile", "bird", "amphibian", "arachnid", "insect")

GAMES: Final = (
    Golden("two-to-the-ice-age", _alone("mammal", "bird"), {}, _CARDS),
    Golden("two-dealt", ["ann", "bob"], {}, _EARTH, 8),
    Golden("two-claimed", _alone("reptile", "arachnid"), _CLAIMED, _CARDS, 8),
    Golden("two-times-three", {"ann": ["mammal", "bird", "arachnid"],
                               "bob": ["reptile", "amphibian", "insect"]}, {}, _CARDS, 8),
    Golden("three", _alone("mammal", "amphibian", "insect"), {**_ANY, **_NO_RETURN}, _DISPLAY, 6),
    Golden("three-times-two", {"ann": ["mammal", "insect"], "bob": ["reptile", "arachnid"],
                               "cy": ["bird", "amphibian"]}, {**_CLAIMED, **_ANY}, _STRIFE, 8),
    Golden("four-to-the-ice-age", _alone("mammal", "reptile", "bird", "amphibian"), {}, _CARDS),
    Golden("four-by-hand", _alone("bird", "amphibian", "arachnid", "insect"), _NO_RETURN, _EARTH,
           5, "manual"),
    Golden("five", _alone("mammal", "reptile", "bird", "arachnid", "insect"), _ANY, _STRIFE, 8),
    Golden("five-claimed", _alone("reptile", "bird", "amphibian", "arachnid", "insect"), _CLAIMED,
           _CARDS, 8),
    Golden("six-to-the-ice-age", _SIX, {**_ANY, **_NO_RETURN}, _CARDS),
    Golden("six-claimed-by-hand", _SIX, {**_CLAIMED, **_ANY, **_NO_RETURN}, _CARDS, 5, "manual"),
    Golden("six-display", _SIX, {}, _DISPLAY, 8),
)  # fmt: skip


def _choose(game: GameState, sections: Sequence[str], chooser: Random) -> int:
    """A random move: now and then an interjection, seldom a refusal, pawns where they should go."""
    claims = interjections(game.state)
    if claims and chooser.below(3) == 0:
        return claims[chooser.below(len(claims))]
    moves = legal_moves(game.state)
    names = {move: move_id(move) for move in moves}
    if chooser.below(6):
        moves = [move for move in moves if names[move] not in REFUSALS]
    if chooser.below(3):
        section = f"place_pawn:{sections[chooser.below(len(sections))]}."
        moves = [move for move in moves if names[move].startswith(section)] or moves
    return moves[chooser.below(len(moves))]


def _moves(golden: Golden) -> Iterator[str]:
    game, _ = begin(golden.setup())
    chooser = Random(int.from_bytes(golden.name.encode("utf-8"), "big"))
    while game.state.slots[CURSOR] != FINISHED:
        move = _choose(game, golden.sections, chooser)
        yield move_id(move)
        game = make_move(game, move, None)


def text(golden: Golden) -> str:
    """The text of a game: before each move its decision, the number of legal moves, the points and
    the hash; after it all events."""
    return record(golden.setup(), list(_moves(golden)), detail=EVERYTHING)


def path(golden: Golden) -> Path:
    """Where the text of a game is kept."""
    return FOLDER / f"{golden.name}.txt"


def main() -> None:
    """Write every game anew and remove those that are no longer listed."""
    FOLDER.mkdir(exist_ok=True)
    for old in {*FOLDER.iterdir()} - {path(golden) for golden in GAMES}:
        old.unlink()
    for golden in GAMES:
        path(golden).write_text(text(golden), encoding="utf-8")
        sys.stdout.write(f"{path(golden).name}: {path(golden).stat().st_size // 1024} KB\n")


if __name__ == "__main__":
    main()
