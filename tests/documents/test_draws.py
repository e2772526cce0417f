"""Several draws of nature in one move (R1.7, R9.3)."""

from collections import Counter
from typing import Any

import pytest

from service.documents.game import GameState
from service.documents.moves import move_id
from service.documents.play import MoveRejected, make_moves
from service.documents.read import read_state
from service.documents.write import write_state
from service.rules.engine import legal_moves
from service.rules.geometry import CORNER_NAMES, HEX_NAMES
from tests.documents.games import SETTINGS, games
from tests.positions import CARDS, ELEMENTS, FOOD_CHAIN, STACK_TILES, START_TILES, build

MANUAL = {"mode": "manual"}
# With all 31 large tiles laid and just these hexes bare, each of the 92 corners touches a tile.
BARE = ("-2,0", "-2,1", "-2,2", "-1,-1")
# Six elements at most, printed ones included: so many may be added (R1.2).
ADDED = {"mammal": 4, "reptile": 4, "bird": 4, "amphibian": 3, "arachnid": 4, "insect": 4}


def with_bag(bag: dict[str, int]) -> GameState:
    """Before the draw to Adaptation, with these disks in the bag and all others elsewhere."""
    terrains = [terrain for terrain, count in STACK_TILES.items() for _ in range(count)]
    hexes = [hex_ for hex_ in HEX_NAMES if hex_ not in START_TILES and hex_ not in BARE]
    out = [element for element in ELEMENTS for _ in range(20 - bag.get(element, 0))]
    elements = {corner: out.pop() for corner in CORNER_NAMES}
    boxes = {
        section: Counter(out.pop() for _ in range(4))
        for section in ("regression", "wasteland", "depletion")
    }
    added = {
        animal: Counter(out.pop() for _ in range(min(most, len(out))))
        for animal, most in ADDED.items()
    }
    assert not out
    remaining = min(4, sum(bag.values()))
    document = build(
        {
            "animals": list(FOOD_CHAIN),
            "tiles": dict(zip(hexes, terrains, strict=True)),
            "face_up": [None, None, None],
            "species": {},
            "elements": elements,
            "boxes": boxes,
            "added": added,
            "chance": MANUAL,
            "at": "reset.adaptation",
            "pending": [
                {
                    "kind": "draw_elements",
                    "animal": "nature",
                    "section": "adaptation",
                    "remaining": remaining,
                }
            ],
        }
    )
    assert Counter(document["bag"]) == Counter(bag)
    return read_state(document)


def with_deck(deck: set[str], places: int) -> GameState:
    """Before so many empty card places are refilled from a deck of these cards."""
    others = [card for card in CARDS if card not in deck]
    shown = 5 - places
    return read_state(
        build(
            {
                "cards": others[:shown],
                "taken": others[shown:],
                "chance": MANUAL,
                "at": "reset.cards",
                "pending": [
                    {
                        "kind": "draw_cards",
                        "animal": "nature",
                        "remaining": min(places, len(deck)),
                    }
                ],
            }
        )
    )


def symbiotic() -> GameState:
    """The mammal, with three elements, has taken symbiotic; the bird, with two, gains as well."""
    return read_state(
        build(
            {
                "chance": MANUAL,
                "added": {"mammal": {"sun": 1}},
                "taken": ["symbiotic"],
                "at": "domination.1",
                "execution": {"dominated": ["0,1"]},
                "pending": [
                    {"kind": "dominate", "animal": "amphibian", "space": "domination.1"}
                    | {"hex": "0,1"},
                    {"kind": "symbiotic", "animal": "nature", "animals": ["mammal", "bird"]},
                ],
            }
        )
    )


def disks(**elements: int) -> dict[str, object]:
    return {"type": "draw", "elements": elements}


def cards(*names: str) -> dict[str, object]:
    return {"type": "draw", "cards": list(names)}


def section(game: GameState, name: str) -> dict[str, int]:
    display: Any = write_state(game).get("action_display", {})
    found: dict[str, int] = display.get("elements", {}).get(name, {})
    return found


def pending(game: GameState) -> Any:
    frames: Any = write_state(game)["pending"]
    return frames[-1]


def refused(game: GameState, move: object, rule: str, field: str, word: str) -> None:
    before = write_state(game)
    with pytest.raises(MoveRejected) as caught:
        make_moves(game, [move])
    error = caught.value.error
    assert (error.rule, error.field) == (rule, field)
    assert word in error.reason
    assert write_state(game) == before


@pytest.mark.parametrize(
    "move",
    [
        disks(grass=1, sun=3),  # all that is drawn, the last three by themselves
        disks(grass=1, sun=2),
        disks(grass=1, sun=1),
        disks(grass=1),  # the free part alone
        disks(sun=3),  # then grass is the last disk left
        disks(sun=3, grass=1, water=0),
    ],
)
def test_what_is_forced_may_be_named(move: object) -> None:
    """Four are drawn from a bag of a grass and three sun disks: all of them."""
    game, events = make_moves(with_bag({"grass": 1, "sun": 3}), [move])
    assert section(game, "adaptation") == {"grass": 1, "sun": 3}
    assert "bag" not in write_state(game)
    # The bag is empty and no tile is left to turn up, so the next turn has begun (R9.3).
    assert section(game, "abundance") == {}
    assert write_state(game)["turn"] == 3
    assert pending(game)["kind"] == "place_pawn"
    assert events


def test_a_part_of_what_is_drawn_leaves_the_rest_to_be_drawn() -> None:
    game, _ = make_moves(with_bag({"grass": 1, "sun": 3}), [disks(sun=2)])
    assert section(game, "adaptation") == {"sun": 2}
    assert pending(game)["remaining"] == 2
    game, _ = make_moves(game, [disks(grass=1, sun=1)])
    assert section(game, "adaptation") == {"grass": 1, "sun": 3}


def test_a_bag_of_one_element() -> None:
    for move in (disks(sun=3), disks(sun=1), "draw_element:sun"):
        game, _ = make_moves(with_bag({"sun": 3}), [move])
        assert section(game, "adaptation") == {"sun": 3}
        assert write_state(game)["turn"] == 3


@pytest.mark.parametrize(
    ("move", "rule", "field", "word"),
    [
        (disks(sun=2, meat=1), "R1.7", "elements/meat", "1 of meat are named, and the bag holds 0"),
        (disks(grass=2), "R1.7", "elements/grass", "2 of grass are named, and the bag holds 1"),
        (disks(sun=4), "R1.7", "elements/sun", "4 of sun are named, and the bag holds 3"),
        (disks(grass=1, sun=4), "R9.3", "elements", "draws 4"),
        (disks(grass=1, sun=2**53 - 1), "R9.3", "elements", "draws 4"),
    ],
)
def test_what_cannot_have_been_drawn_is_refused(
    move: object, rule: str, field: str, word: str
) -> None:
    refused(with_bag({"grass": 1, "sun": 3}), move, rule, field, word)


def test_disks_of_several_sections_are_not_divided() -> None:
    """Which of twelve disks lie in which section is not told, so four at most are named."""
    given = {
        "chance": MANUAL,
        "at": "reset.adaptation",
        "pending": [
            {"kind": "draw_elements", "animal": "nature", "section": "adaptation", "remaining": 4}
        ],
    }
    game = read_state(build(given))
    refused(game, disks(grass=3, grub=3, meat=3, sun=3), "R9.3", "elements", "12 disks")
    refused(game, disks(grass=5), "R9.3", "elements", "draws 4")
    game, _ = make_moves(game, [disks(grass=1)])
    refused(game, disks(grass=3, sun=1), "R9.3", "elements", "draws 3")
    game, _ = make_moves(game, [disks(grass=3)])
    assert section(game, "adaptation") == {"grass": 4}
    assert pending(game) == {
        "kind": "draw_elements", "animal": "nature", "section": "abundance", "remaining": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    "move",
    [
        cards("blight", "disease", "ice_age"),
        cards("ice_age", "disease", "blight"),
        cards("blight", "disease"),
        cards("disease"),
        cards("blight"),
    ],
)
def test_the_last_cards_may_be_named(move: object) -> None:
    """Three places take up all three cards; after the first the others follow by themselves."""
    game, events = make_moves(with_deck({"blight", "disease", "ice_age"}, 3), [move])
    shown: Any = write_state(game)["cards"]
    assert {"blight", "disease", "ice_age"} < set(shown["available"])
    assert pending(game)["kind"] == "draw_elements"
    drawn = [event.values[0] for event in events if event.rule == "R9.3"]
    assert CARDS.index("ice_age") == drawn[2]


@pytest.mark.parametrize(
    ("move", "rule", "field", "word"),
    [
        (cards("blight", "ice_age"), "R1.4", "cards", "bottom"),
        (cards("ice_age"), "R1.4", "cards", "bottom"),
        (cards("blight", "blight"), "R1.7", "cards/1", "twice"),
        (cards("blight", "habitat"), "R1.7", "cards/1", "habitat is not in the deck"),
        (cards("blight", "disease", "ice_age", "habitat"), "R9.3", "cards", "draws 3"),
        (cards(*["blight"] * 1000), "R9.3", "cards", "draws 3"),
    ],
)
def test_cards_that_cannot_have_been_turned_up(
    move: object, rule: str, field: str, word: str
) -> None:
    refused(with_deck({"blight", "disease", "ice_age"}, 3), move, rule, field, word)


def test_ice_age_comes_up_after_the_last_other_card() -> None:
    deck = {"blight", "disease", "fertile", "ice_age"}
    refused(with_deck(deck, 3), cards("blight", "disease", "ice_age"), "R1.4", "cards", "bottom")
    game, _ = make_moves(with_deck(deck, 4), [cards("ice_age", *sorted(deck - {"ice_age"}))])
    shown: Any = write_state(game)["cards"]
    assert deck < set(shown["available"])
    game, _ = make_moves(with_deck({"ice_age"}, 2), [cards("ice_age")])
    shown = write_state(game)["cards"]
    assert "ice_age" in shown["available"]


def test_each_animal_draws_its_own_disk() -> None:
    """Two disks of symbiotic would not tell which animal drew which (R5)."""
    game = symbiotic()
    refused(game, disks(grub=1, sun=1), "R8.symbiotic", "elements", "food chain order")
    refused(game, disks(sun=2), "R8.symbiotic", "elements", "food chain order")
    game, _ = make_moves(game, [disks(grub=1), disks(sun=1)])
    animals: Any = write_state(game)["animals"]
    assert animals["mammal"]["added_elements"] == {"sun": 1, "grub": 1}
    assert animals["bird"]["added_elements"] == {"sun": 1}


def test_a_draw_is_one_that_the_decision_takes() -> None:
    planning = read_state(build({}))
    refused(planning, disks(sun=1), "R6.1", "move", "place_pawn")
    refused(planning, cards("blight"), "R6.1", "move", "place_pawn")
    refused(with_bag({"sun": 3}), cards("blight"), "R9.3", "move", "draw_elements")
    refused(with_deck({"blight", "ice_age"}, 1), disks(sun=1), "R9.3", "move", "draw_cards")
    tiles = {"type": "draw", "tiles": ["sea", "desert"]}
    refused(planning, tiles, "R6.1", "tiles", "elements")
    with pytest.raises(MoveRejected) as caught:
        make_moves(games(1, 1)[-1], [disks(sun=1)])
    assert caught.value.error.rule == "R10.3"


def test_one_draw_is_its_disks_one_by_one() -> None:
    """Wherever games draw to a section, the whole draw in one move leads to the same state."""
    met = 0
    for setting in (number for number, options in enumerate(SETTINGS) if options[4]):
        for game in games(setting, 3):
            frames: Any = write_state(game).get("pending")
            if not frames or frames[-1]["kind"] != "draw_elements":
                continue
            name = frames[-1]["section"]
            before = Counter(section(game, name))
            after = game
            while write_state(after)["pending"] and pending(after).get("section") == name:
                moves = legal_moves(after.state)
                after, _ = make_moves(after, [move_id(moves[met % len(moves)])])
                met += 1
            drawn = Counter(section(after, name)) - before
            at_once, _ = make_moves(game, [disks(**drawn)])
            assert write_state(at_once) == write_state(after)
    assert met > 50
