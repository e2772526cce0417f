"""A newcomer's way through the page: a new game, moves on the board and in the list, the end."""

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.conftest import Service
from tests.positions import BEFORE_SYMBIOTIC, FOOD_CHAIN, build

QUESTION = "#question"
MOVES = "#moves .moves button"
SOON = 30_000  # milliseconds that the AI may take


def begin(
    page: Page, *, limit: int | None = None, dominance: str | None = None, **who: str
) -> None:
    """Fill in the form: who plays which animal, and the options, and begin."""
    form = page.locator("form")
    for animal in FOOD_CHAIN:
        form.get_by_label(animal.title(), exact=True).select_option(who.get(animal, "out"))
    if limit:
        form.get_by_text("Options").click()
        form.get_by_label("The game ends after turn").fill(str(limit))
    form.get_by_role("button", name="Begin").click()
    expect(page.locator(QUESTION)).to_be_visible()


def choices(page: Page, kind: str) -> Locator:
    """The places of a kind on the board that can be chosen."""
    return page.locator(f"#board .choice[data-{kind}]")


def load(page: Page, state: Any) -> None:
    """Open a file that holds a state."""
    text = json.dumps(state).encode()
    file: FilePayload = {"name": "table.json", "mimeType": "application/json", "buffer": text}
    expect(page.locator("#load")).to_be_enabled()
    page.locator("#load").set_input_files(file)


def test_a_game_against_the_ai_from_start_to_end(page: Page) -> None:
    """A turn on the board, where the board offers it, and else in the list."""
    begin(page, mammal="person", bird="greedy", insect="greedy", limit=1)
    page.get_by_text("Who plays", exact=True).click()
    page.get_by_label("Show the AI’s moves").select_option("at once")
    won = page.get_by_role("heading", name="has won.")
    for clicks in range(150):
        expect(page.locator(MOVES).first.or_(won)).to_be_visible(timeout=SOON)
        if won.is_visible():
            break
        on_board = page.locator("#board .choice")
        if clicks % 2 and on_board.count():
            on_board.first.click()
        else:
            page.locator(MOVES).first.click()
    expect(won).to_be_visible()
    assert clicks > 5
    expect(page.locator(".ranking li")).to_have_count(3)
    expect(page.locator("#story")).to_contain_text("The game is over.")
    page.reload()
    expect(won).to_be_visible()


def test_a_place_on_the_board_is_a_button(page: Page) -> None:
    """R6.1: with the keyboard alone, and told to those who hear the page."""
    begin(page, mammal="person", bird="person")
    first = page.locator(QUESTION).inner_text()
    space = page.locator('#board [data-space="wanderlust.2"]')
    expect(space).to_have_attribute("role", "button")
    expect(space).to_have_attribute("aria-label", "Place a pawn on Wanderlust, second space")
    space.focus()
    page.keyboard.press("Enter")
    expect(page.locator(QUESTION)).not_to_have_text(first)
    expect(page.locator("#story li").first).to_contain_text("Wanderlust, second space")
    expect(choices(page, "space")).to_have_count(40)
    assert not space.evaluate("part => part.classList.contains('choice')")
    second = page.locator(QUESTION).inner_text()
    for key in ("Tab", "Tab", "Enter"):  # from the question over its rule to the first move
        page.keyboard.press(key)
    expect(page.locator(QUESTION)).not_to_have_text(second)
    expect(page.locator("#story li").first).to_contain_text("Place a pawn on Initiative")


def test_undo_takes_back_what_the_ai_did_since(page: Page) -> None:
    begin(page, mammal="person", bird="greedy")
    expect(page.locator(MOVES).first).to_be_visible(timeout=SOON)
    before = page.locator("#board").inner_html()
    story = page.locator("#story li").count()
    page.locator('#board [data-space="migration.7"]').click()
    expect(page.locator("#story li")).to_have_count(story + 2, timeout=SOON)  # its own, the bird's
    expect(page.locator(MOVES).first).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#story li")).to_have_count(story)
    expect(page.locator(MOVES).first).to_be_visible()  # the board, too, is as it will be
    assert page.locator("#board").inner_html() == before


def test_the_game_is_still_there_after_a_reload(page: Page) -> None:
    begin(page, mammal="person", bird="person")
    page.locator('#board [data-space="migration.7"]').click()
    expect(page.locator("#story li").first).to_contain_text("Migration of 7 species")
    asked = page.locator(QUESTION).inner_text()
    page.reload()
    expect(page.locator(QUESTION)).to_have_text(asked)
    expect(page.locator("#story li").first).to_contain_text("Migration of 7 species")
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_a_state_from_a_file_goes_on(page: Page) -> None:
    """R7.10: a Migration is chosen by the tile left, the tile reached, and the number."""
    state = build(
        {
            "at": "migration.7",
            "pending": [
                {"kind": "migrate", "animal": "mammal", "space": "migration.7", "remaining": 7}
            ],
        }
    )
    load(page, state)
    expect(page.locator(QUESTION)).to_contain_text("Mammal")
    page.locator('#board [data-hex="0,1"].choice').click()
    expect(page.get_by_role("button", name="Choose anew")).to_be_visible()
    page.locator('#board [data-hex="0,0"].choice').click()
    expect(page.locator(MOVES)).to_have_count(2)  # one or both of the species there
    page.locator(MOVES).last.click()
    expect(page.locator("#story li").first).to_contain_text("2")
    expect(page.locator('#board [data-hex="0,0"]')).to_contain_text("M2")


def test_a_file_that_is_no_valid_state_is_told_why(page: Page) -> None:
    state = build({})
    state["bag"]["sun"] += 1
    load(page, state)
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("This is not a valid state.")
    expect(trouble).to_contain_text("/bag/sun")
    expect(trouble).to_contain_text("R1.4")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#trouble")).to_be_empty()


def test_the_ai_gives_advice_that_can_be_taken(page: Page) -> None:
    begin(page, mammal="person", bird="person")
    page.get_by_role("button", name="Ask the AI").click()
    best = page.locator("#advice ol button").first
    expect(best).to_be_visible(timeout=SOON)
    expect(page.locator("#advice meter")).to_have_count(2)
    text = best.inner_text()
    best.click()
    expect(page.locator("#story li").first).to_contain_text(text)


def seat(page: Page, animal: str, who: str) -> None:
    """Give an animal to somebody else."""
    page.locator("#seats").get_by_label(animal).select_option(who)


def test_a_search_can_be_stopped_and_taken_over(page: Page) -> None:
    begin(page, mammal="expert", bird="expert")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    page.get_by_text("Who plays", exact=True).click()
    for animal in ("Mammal", "Bird"):
        seat(page, animal, "person")
    expect(page.locator(MOVES).first).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)


def test_moves_that_are_being_shown_can_be_stopped(page: Page) -> None:
    """The rest of what a search found is left, and the AI searches anew when it goes on."""
    begin(page, mammal="greedy", bird="greedy")
    page.get_by_text("Who plays", exact=True).click()
    page.get_by_label("Show the AI’s moves").select_option("step by step")
    expect(page.locator("#story li").nth(2)).to_be_attached(timeout=SOON)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    told = page.locator("#story li").count()
    page.wait_for_timeout(1500)
    assert page.locator("#story li").count() == told
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#story li").nth(told)).to_be_attached(timeout=SOON)
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)


def test_a_move_made_while_the_ai_is_shown_is_made_once(page: Page) -> None:
    """Clicks, undo and other seats while something is going on give that up, and no more."""
    begin(page, mammal="person", bird="greedy")
    page.get_by_text("Who plays", exact=True).click()
    page.get_by_label("Show the AI’s moves").select_option("step by step")
    expect(page.locator(MOVES).first).to_be_visible(timeout=SOON)
    told = page.locator("#story li").count()
    page.route("**/v1/ai/moves", lambda _: None)  # so that the bird thinks for long
    page.locator(MOVES).first.click()
    expect(page.get_by_text("thinking …")).to_be_visible()
    expect(page.locator("#story li")).to_have_count(told + 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#story li")).to_have_count(told)
    page.unroute("**/v1/ai/moves")
    expect(page.locator(MOVES).first).to_be_visible()
    page.wait_for_timeout(1500)
    expect(page.locator("#story li")).to_have_count(told)
    page.locator(MOVES).first.click()
    seat(page, "Bird", "easy")
    expect(page.locator("#story li")).to_have_count(told + 2, timeout=SOON)
    expect(page.locator(MOVES).first).to_be_visible(timeout=SOON)


def move_and(page: Page, then: str) -> None:
    """Click the first move and do something else before the service can answer."""
    page.evaluate(f"move => {{ document.querySelector(move).click(); {then} }}", MOVES)


UNDO = "document.getElementById('undo').click();"
SEAT_RANDOM = """
    const mammal = document.querySelector("#seats select");
    mammal.value = "random";
    mammal.dispatchEvent(new Event("change"));
"""
LOAD_NO_STATE = """
    const chosen = new DataTransfer();
    chosen.items.add(new File(["{}"], "no-state.json"));
    document.getElementById("load").files = chosen.files;
    document.getElementById("load").dispatchEvent(new Event("change"));
"""


def test_a_move_on_its_way_to_the_service_is_made(page: Page) -> None:
    """What is asked for before it is answered comes after it: another seat, undo, a file."""
    story = page.locator("#story li")
    begin(page, mammal="person", bird="person")
    expect(page.locator(MOVES).first).to_be_visible()
    told = story.count()
    move_and(page, SEAT_RANDOM)
    expect(story).to_have_count(told + 2, timeout=SOON)  # the bird begins, then the mammal
    expect(page.locator(MOVES).first).to_be_visible(timeout=SOON)
    told = story.count()
    move_and(page, UNDO)
    expect(page.locator(MOVES).first).to_be_visible()
    expect(story).to_have_count(told)
    page.get_by_text("Who plays", exact=True).click()
    seat(page, "Mammal", "person")
    expect(page.locator(MOVES).first).to_be_visible()
    move_and(page, LOAD_NO_STATE)
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(story).to_have_count(told + 1)
    expect(page.locator(MOVES).first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(story).to_have_count(told)


def test_what_comes_after_a_move_that_is_refused_is_not_done(page: Page) -> None:
    """Undo takes back what was to be decided, not the decision before; the refusal is told."""
    begin(page, mammal="person", bird="person")
    page.locator(MOVES).first.click()
    expect(page.locator("#story li")).to_have_count(2)
    expect(page.locator(MOVES).first).to_be_visible()
    refusal = {"title": "Busy", "detail": "the service is busy"}
    page.route("**/v1/moves", lambda route: route.fulfill(status=503, json=refusal))
    move_and(page, UNDO)
    expect(page.get_by_role("alert")).to_contain_text("the service is busy")
    expect(page.locator(MOVES).first).to_be_visible()
    expect(page.locator("#story li")).to_have_count(2)
    page.unroute("**/v1/moves")
    page.locator(MOVES).first.click()
    expect(page.locator("#story li")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#story li")).to_have_count(2)
    expect(page.locator("#trouble")).to_be_empty()


def test_undo_once_nobody_is_a_person_any_more(page: Page) -> None:
    """A click on Undo before the page has heard of that undoes nothing."""
    begin(page, mammal="person", bird="person")
    page.locator(MOVES).first.click()
    expect(page.locator("#story li")).to_have_count(2)
    expect(page.locator(MOVES).first).to_be_visible()
    page.evaluate(
        """() => {
            for (const who of document.querySelectorAll("#seats select")) {
                who.value = "greedy";
                who.dispatchEvent(new Event("change"));
            }
            document.getElementById("undo").click();
        }"""
    )
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.locator("#story li")).to_have_count(2)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_search_that_is_refused_can_be_tried_again(page: Page) -> None:
    refusal = {"title": "The queue is full", "detail": "the queue is full; try again"}
    page.route(
        "**/v1/ai/moves",
        lambda route: route.fulfill(status=503, json=refusal),
    )
    begin(page, mammal="greedy", bird="greedy", limit=1)
    expect(page.get_by_role("alert")).to_contain_text("the queue is full; try again")
    page.unroute("**/v1/ai/moves")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#trouble")).to_be_empty()
    expect(page.locator("#story li").nth(1)).to_be_attached(timeout=SOON)


def test_an_answer_of_the_service_is_as_good_as_a_state(page: Page, web: Service) -> None:
    state = web.new_game(players={"a": ["mammal"], "b": ["bird"]})
    load(page, {"state": state})
    expect(page.locator(MOVES).first).to_be_visible()
    expect(page.locator("#story li").first).to_contain_text("table.json")


def test_dominance_can_be_claimed(page: Page) -> None:
    """R4.3: whoever truly dominates a tile may put a cone there; the decision stays."""
    load(page, build({"rules": {"dominance": "claimed"}, "cones": {"0,1": "bird"}}))
    expect(page.locator(MOVES).first).to_be_visible()
    asked = page.locator(QUESTION).inner_text()
    page.locator("#claims button", has_text="The mammal claims 0,1").click()
    expect(page.locator("#story li").first).to_contain_text("The mammal claims 0,1")
    dominant = page.locator('#board [data-hex="0,1"] title', has_text="dominant")
    expect(dominant).to_have_text("mammal: 2 species, 4 matches, dominant")
    expect(page.locator(QUESTION)).to_have_text(asked)


def test_who_draws_by_hand_tells_what_was_drawn(page: Page) -> None:
    """R1.7: with chance manual, a draw is a decision like any other, made by whoever draws."""
    load(page, build(BEFORE_SYMBIOTIC))
    page.locator('#board [data-card="symbiotic"].choice').click()
    expect(page.locator(QUESTION)).to_contain_text("Nature")
    page.locator(MOVES, has_text="meat").click()
    expect(page.locator("#story li").first).to_contain_text("Nature")
    expect(page.locator("#board title", has_text="meat of the mammal")).to_have_count(3)


def test_players_with_several_animals(page: Page) -> None:
    """R1.5: animals with the same name belong to one player."""
    for animal, name in zip(FOOD_CHAIN, "aabbcc", strict=True):
        page.get_by_label(animal.title(), exact=True).select_option("person")
        page.get_by_label(f"Name of the {animal}'s player").fill(f"p{name}")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(QUESTION)).to_be_visible()
    kept = page.evaluate("localStorage.getItem('dominant-species-game')")
    assert json.loads(kept)["state"]["players"] == {
        "pa": ["mammal", "reptile"],
        "pb": ["bird", "amphibian"],
        "pc": ["arachnid", "insect"],
    }


@pytest.mark.parametrize("width", [400, 800])
def test_a_narrow_screen_needs_no_sideways_scrolling(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    begin(page, mammal="person", bird="person")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
