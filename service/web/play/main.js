// The page: a new game, whose turn it is, and what everyone does.

import * as api from "/web/play/api.js";
import * as board from "/web/play/board.js";
import { Choice } from "/web/play/choice.js";
import { button, element, select } from "/web/play/elements.js";
import { Game, PERSON } from "/web/play/game.js";
import * as panel from "/web/play/panel.js";
import { setupForm, whoMayPlay } from "/web/play/setup.js";
import { showStory } from "/web/play/story.js";
import { animal, learn } from "/web/play/words.js";

const ADVISER = "hard"; // the level that gives advice
const PACES = [
  ["700", "step by step"],
  ["200", "quickly"],
  ["0", "at once"],
];

const at = (id) => document.getElementById(id);
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

let components;
let levels;
let game = null;
let giveUp = null; // the AbortController of the search that is on
let pace = "200";

async function start() {
  [components, levels] = await Promise.all([api.components(), api.levels()]);
  learn(components);
  at("new").onclick = () => setup();
  at("undo").onclick = () => undo();
  at("save").onclick = () => save();
  at("load").onchange = () => load();
  const paces = select(PACES, pace, (value) => (pace = value));
  at("pace").replaceChildren(element("label", {}, "Show the AI’s moves ", paces));
  const kept = await Game.kept();
  if (kept) await sit(kept);
  else setup();
}

/** Shows what went wrong until something else is done. */
function complain(error) {
  if (error.name === "AbortError") return;
  const faults = (error.errors ?? []).map(({ pointer, detail, rule }) =>
    element("li", {}, pointer ? `${pointer}: ` : "", detail, rule ? ` (${rule})` : ""),
  );
  at("trouble").replaceChildren(error.message, element("ul", {}, ...faults));
  if (!(error instanceof api.Refused)) throw error;
}

/** Does something that may fail, with the complaints of before out of the way. */
async function attempt(task) {
  at("trouble").replaceChildren();
  try {
    await task();
  } catch (error) {
    complain(error);
  }
}

function setup() {
  giveUp?.abort();
  game = null;
  document.body.classList.remove("playing");
  setupForm(at("setup"), components, levels, (players, rules, seats) =>
    attempt(async () => sit(await Game.begin(players, rules, seats))),
  );
}

/** Takes a game onto the table. */
async function sit(started) {
  giveUp?.abort();
  game = started;
  document.body.classList.add("playing");
  const seats = Object.keys(game.seats).map((who) =>
    element(
      "label",
      { class: `seat ${who}` },
      element("span", { class: "animal" }, animal(who)),
      select(whoMayPlay(levels), game.seats[who], (value) => reseat(who, value)),
    ),
  );
  at("seats").replaceChildren(...seats);
  await goOn();
}

/** Gives an animal to somebody else. */
function reseat(who, value) {
  game.seats[who] = value;
  game.keep();
  giveUp?.abort();
  return attempt(goOn);
}

/** Lets the AI play until a person has to decide, or the game is over. */
async function goOn() {
  const own = game;
  await look();
  while (game === own && game.decider && !game.isPersonsTurn) {
    if (!(await think())) return;
  }
}

/** Shows the state as it is. */
async function look() {
  const own = game;
  const { state, decision } = game.now;
  const drawing = await api.picture(state);
  if (game !== own || game.now.state !== state) return;
  board.show(at("board"), drawing);
  showStory(at("story"), game.story);
  at("undo").disabled = !game.past.length;
  if (!decision) at("panel").replaceChildren(...panel.ending(state));
  else if (game.isPersonsTurn) ask(Choice.of(game.now.legal_moves));
  else at("panel").replaceChildren(panel.question(decision));
}

/** Asks the person who decides, as far as the choice is narrowed. */
function ask(choice) {
  const { decision, interjections } = game.now;
  const others = interjections.map(({ id, label }) => button(label, () => play(id)));
  const tip = element("div", { id: "advice" });
  at("panel").replaceChildren(
    panel.question(decision),
    ...panel.moveList(choice, play, () => ask(Choice.of(game.now.legal_moves))),
    ...others,
    button("Ask the AI", () => attempt(() => advise(tip)), { class: "quiet" }),
    tip,
  );
  const places = choice.places();
  const names = [...places].map(([place, moves]) => [
    place,
    moves.length === 1 ? moves[0].label : `${moves.length} moves with ${place}`,
  ]);
  board.mark(at("board"), names, components.corners, (place) => {
    const left = choice.name(place);
    if (left.moves.length === 1) play(left.moves[0].id);
    else ask(left);
  });
}

function play(move) {
  giveUp?.abort();
  // A second click must not find what the first one has decided.
  at("panel").replaceChildren(panel.question(game.now.decision));
  board.mark(at("board"), [], components.corners, () => {});
  return attempt(async () => {
    try {
      await game.play(move);
    } catch (error) {
      await look();
      throw error;
    }
    await goOn();
  });
}

/** One search of the AI's, and the moves that it found, shown one by one. Answers whether to go on. */
async function think() {
  const own = game;
  const control = (giveUp = new AbortController());
  const request = { state: game.now.state, level: game.seats[game.decider] };
  if (game.persons.length) {
    request.until = { turn_over_to: game.persons };
    request.levels = Object.fromEntries(
      Object.entries(game.seats).filter(([, who]) => who !== PERSON),
    );
  }
  const waiting = element("p", { class: "thinking" }, "thinking …");
  at("panel").append(waiting, button("Stop", () => control.abort(), { class: "quiet" }));
  try {
    const { moves } = await api.search(request, ({ progress }) => {
      const { decisions = 0, simulations = 0 } = progress;
      waiting.textContent = `thinking … ${decisions} decided, ${simulations} turns played out`;
    }, control.signal);
    for (const move of moves) {
      if (control.signal.aborted || game !== own) break;
      await game.play(move);
      if (Number(pace)) {
        await look();
        await pause(Number(pace));
      }
    }
    if (game === own) await look();
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
  if (!control.signal.aborted) return game === own;
  if (game === own && game.decider && !game.isPersonsTurn) {
    await look();
    at("panel").append(button("Go on", () => attempt(goOn), { class: "main" }));
  }
  return false;
}

async function advise(host) {
  const control = (giveUp = new AbortController());
  host.replaceChildren("thinking …");
  const { analysis } = await api.search(
    { state: game.now.state, level: ADVISER },
    () => {},
    control.signal,
  );
  host.replaceChildren(...panel.advice(analysis, play));
}

function undo() {
  return attempt(async () => {
    giveUp?.abort();
    if (game.undo()) await look();
  });
}

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
  at("load").value = "";
  return attempt(async () => {
    const text = await file.text();
    const { valid, violations } = await api.validate(text);
    if (!valid) throw new api.Refused("This is not a valid state.", violations);
    const state = JSON.parse(text);
    const seats = Object.fromEntries(Object.keys(state.animals).map((who) => [who, PERSON]));
    await sit(await Game.resume(state, seats, [{ text: `From ${file.name}.`, events: [] }]));
  });
}

attempt(start);
