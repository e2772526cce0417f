// The page: a new game, whose turn it is, and what everyone does.
//
// Whatever somebody asks for is an act. An act gives up the one before it, so that just one is
// going on at any time, and ends by showing what can be done next. Only a move that a person makes
// is not given up: the next act waits for the service's answer, and is not done if that is no.

import * as api from "/web/play/api.js";
import * as board from "/web/play/board.js";
import { Choice } from "/web/play/choice.js";
import { button, element, select } from "/web/play/elements.js";
import { Game, NATURE, PERSON } from "/web/play/game.js";
import * as panel from "/web/play/panel.js";
import { setupForm, whoMayPlay } from "/web/play/setup.js";
import { showStory } from "/web/play/story.js";
import { learn } from "/web/play/words.js";

const ADVISER = "hard"; // the level that gives advice
const PATIENCE = 10_000; // milliseconds that the service may take over a person's move
const PACES = [
  ["700", "step by step"],
  ["200", "quickly"],
  ["0", "at once"],
];

const at = (id) => document.getElementById(id);

let components;
let levels;
let game = null;
let pace = "200";
let acting = new AbortController();
let making = Promise.resolve(); // a person's last move, until the service has answered
let advising = new AbortController();

/** Does what somebody asked for; `task` gets the signal that gives it up. */
async function act(task) {
  acting.abort();
  advising.abort();
  const own = (acting = new AbortController());
  at("trouble").replaceChildren();
  // A second click must not find what the first one has decided.
  for (const part of ["moves", "claims", "doing", "advice"]) at(part).replaceChildren();
  board.unmark(at("board"));
  try {
    await making;
    own.signal.throwIfAborted();
    await task(own.signal);
  } catch (error) {
    if (own.signal.aborted) return;
    making = Promise.resolve();
    complain(error);
    // Some moves may have been made before; the board stays as it is if it cannot be had now.
    if (game) await look(own.signal).catch(() => {});
  }
  if (!own.signal.aborted && game) rest();
}

/** Shows what went wrong; what is no refusal is a fault of the page. */
function complain(error) {
  const faults = (error.errors ?? []).map(({ pointer, detail, rule }) =>
    element("li", {}, pointer ? `${pointer}: ` : "", detail, rule ? ` (${rule})` : ""),
  );
  at("trouble").replaceChildren(error.message, element("ul", {}, ...faults));
  if (!(error instanceof api.Refused)) reportError(error);
}

/** Takes a game onto the table. */
async function sit(started, signal) {
  game = started;
  game.keep();
  document.body.classList.add("playing");
  const seats = Object.keys(game.seats).map((who) =>
    element(
      "label",
      { class: "seat" },
      panel.badge(who),
      select(whoMayPlay(levels), game.seats[who], (value) => reseat(who, value)),
    ),
  );
  at("seats").replaceChildren(...seats);
  await goOn(signal);
}

/** Lets the AI play until a person has to decide, or the game is over. */
async function goOn(signal) {
  await look(signal);
  while (game.decider && !game.isPersonsTurn) await think(signal);
}

/** Shows the state as it is, but nothing that can be done. */
async function look(signal) {
  const { state, decision } = game.now;
  const asked = decision ? panel.question(decision) : [panel.winner(state)];
  at("question").replaceChildren(...asked);
  at("undo").disabled = !game.canUndo;
  showStory(at("story"), game.story);
  board.show(at("board"), await api.picture(state, signal));
}

/** One search of the AI's, and the moves that it found, shown one by one. */
async function think(signal) {
  const request = { state: game.now.state, level: game.seats[game.decider] };
  if (game.persons.length) {
    request.until = { turn_over_to: game.persons };
    const others = Object.entries(game.seats).filter(([, who]) => who !== PERSON);
    request.levels = Object.fromEntries(others);
  }
  const told = element("span", { class: "thinking" }, "thinking …");
  at("doing").replaceChildren(button("Stop", () => act(look)), told);
  const { moves } = await api.search(
    request,
    ({ progress: { decisions = 0, simulations = 0 } }) => {
      told.textContent = `thinking … ${decisions} decided, ${simulations} playouts`;
    },
    signal,
  );
  told.textContent = "";
  for (const [i, move] of moves.entries()) {
    await game.play(move, signal);
    const shown = Number(pace);
    if (shown || i === moves.length - 1) await look(signal);
    if (shown) await api.pause(shown, signal);
  }
}

/** Shows what can be done now that nothing is going on. */
function rest() {
  at("kept").hidden = !game.isKept;
  at("not-kept").hidden = game.isKept;
  at("claims").replaceChildren(...panel.claimList(game.claims, play));
  if (!game.decider) at("moves").replaceChildren(panel.ending(game.now.state));
  else if (game.isPersonsTurn) offer(new Choice(game.now.legal_moves));
  else at("doing").replaceChildren(button("Go on", () => act(goOn), { class: "main" }));
  if (game.isPersonsTurn && game.decider !== NATURE) {
    at("doing").replaceChildren(button("Ask the AI", advise, { class: "quiet" }));
  }
  // The keyboard goes on from where the next decision is asked, for its place has gone.
  if (document.activeElement === document.body) at("question").focus();
}

/** Offers the moves that a choice has left, in the list and on the board. */
function offer(choice) {
  const anew = () => offer(new Choice(game.now.legal_moves));
  at("moves").replaceChildren(...panel.moveList(choice, play, anew));
  board.mark(at("board"), choice.places(), components.corners, (place) => {
    const left = choice.name(place);
    if (left.moves.length === 1) play(left.moves[0].move);
    else offer(left);
  });
}

/** Makes a person's move, and lets the AI answer. */
function play(move) {
  making = game.play(move, AbortSignal.timeout(PATIENCE));
  return act(goOn);
}

/** Asks the AI what it would do; the person may go on choosing meanwhile. */
async function advise() {
  advising.abort();
  const { signal } = (advising = new AbortController());
  at("advice").replaceChildren("thinking …");
  try {
    const request = { state: game.now.state, level: ADVISER };
    const { analysis } = await api.search(request, () => {}, signal);
    at("advice").replaceChildren(...panel.advice(analysis, game.now.legal_moves, play));
  } catch (error) {
    if (signal.aborted) return;
    at("advice").replaceChildren();
    complain(error);
  }
}

/** Gives an animal to somebody else. */
function reseat(who, value) {
  game.seats[who] = value;
  game.keep();
  act(goOn);
}

const undo = () =>
  act(async (signal) => {
    if (game.canUndo) game.undo();
    await look(signal);
  });

const setup = () =>
  act(async () => {
    game = null;
    document.body.classList.remove("playing");
    setupForm(at("setup"), components, levels, (players, rules, seats) =>
      act(async (signal) => sit(await Game.begin(players, rules, seats, signal), signal)),
    );
  });

/** Offers the state as a file. */
function save() {
  const { state } = game.now;
  const text = JSON.stringify(state, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: url, download: `dominant-species-turn-${state.turn}.json` }).click();
  URL.revokeObjectURL(url);
}

/** Goes on from a state in a file; people play every animal until told otherwise. */
function load() {
  const [file] = at("load").files;
  at("load").value = ""; // so that the same file can be chosen again
  return act(async (signal) => {
    const text = await file.text();
    const { valid, violations } = await api.validate(text, signal);
    if (!valid) throw new api.Refused("This is not a valid state.", 422, violations);
    const posted = JSON.parse(text);
    const state = posted.state ?? posted; // an answer of the service's is as good
    const seats = Object.fromEntries(Object.keys(state.animals).map((who) => [who, PERSON]));
    const story = [{ text: `From ${file.name}.`, events: [] }];
    await sit(await Game.resume(state, seats, story, signal), signal);
  });
}

await act(async (signal) => {
  [components, levels] = await Promise.all([api.components(signal), api.levels(signal)]);
  learn(components);
  at("new").onclick = setup;
  at("undo").onclick = undo;
  at("save").onclick = save;
  at("load").onchange = load;
  for (const control of ["new", "load"]) at(control).disabled = false;
  const paces = select(PACES, pace, (value) => (pace = value));
  at("pace").replaceChildren(element("label", {}, "Show the AI’s moves ", paces));
  addEventListener("pagehide", () => acting.abort());
  addEventListener("pageshow", ({ persisted }) => persisted && game && act(goOn));
  const kept = await Game.kept(signal);
  if (kept) await sit(kept, signal);
  else setup();
});
