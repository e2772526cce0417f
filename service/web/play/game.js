// A game as the page has it: the state now, the states before, and who plays which animal.

import * as api from "/web/play/api.js";

const KEPT = "dominant-species-game";
const LONGEST_STORY = 400; // entries that are kept

export const PERSON = "person";
const NATURE = "nature"; // decides draws, where people draw and tell what they drew

/**
 * `now` is the service's answer for the state on the table (`state`, `decision`, `legal_moves`,
 * `interjections`), `past` those before it, `seats` tells for each animal PERSON or the AI's level,
 * and `story` is what happened: entries of `animal`, `text` and `events`.
 */
export class Game {
  constructor(now, seats, story = []) {
    this.now = now;
    this.seats = seats;
    this.story = story;
    this.past = [];
    this.keep();
  }

  /** A new game; `players` maps names to animals. */
  static async begin(players, rules, seats) {
    const now = await api.newGame({ players, rules });
    return new Game(now, seats, [{ text: "A new game.", events: now.events }]);
  }

  /** A game that goes on from a state. */
  static async resume(state, seats, story = []) {
    return new Game({ state, ...(await api.legalMoves(state)) }, seats, story);
  }

  /** The game that this browser kept last, if there is one that the service still takes. */
  static async kept() {
    try {
      const { state, seats, story } = JSON.parse(localStorage.getItem(KEPT));
      return await Game.resume(state, seats, story);
    } catch {
      return null;
    }
  }

  /** The animal that decides, or undefined at the end. */
  get decider() {
    return this.now.decision?.animal;
  }

  /** Whether a person decides now. */
  get isPersonsTurn() {
    return this.isPersons(this.now.decision);
  }

  /** Whether a decision is a person's, as draws are if they are not the service's. */
  isPersons(decision) {
    return decision?.animal === NATURE || this.seats[decision?.animal] === PERSON;
  }

  /** The animals that people play. */
  get persons() {
    return Object.keys(this.seats).filter((animal) => this.seats[animal] === PERSON);
  }

  /** Makes a move, an id or an object, for whoever decides. */
  async play(move) {
    const before = this.now;
    const offered = [...before.legal_moves, ...before.interjections];
    const text = offered.find((one) => one.id === move || same(one.move, move))?.label ?? "A move";
    this.now = await api.makeMoves(before.state, [move]);
    this.past.push({ now: before, told: this.story.length });
    this.story.push({ animal: move.animal ?? before.decision.animal, text, events: this.now.events });
    this.keep();
  }

  /** Goes back to the last decision that a person made. Answers whether there was one. */
  undo() {
    let last;
    do last = this.past.pop();
    while (last && !this.isPersons(last.now.decision));
    if (!last) return false;
    this.now = last.now;
    this.story.length = last.told;
    this.keep();
    return true;
  }

  /** Keeps the game in this browser, for the next visit. */
  keep() {
    const { now, seats, story } = this;
    const kept = { state: now.state, seats, story: story.slice(-LONGEST_STORY) };
    localStorage.setItem(KEPT, JSON.stringify(kept));
  }
}

/** Whether two moves are the same, whoever they name as their animal. */
function same(one, other) {
  const parts = (move) =>
    JSON.stringify(Object.entries(move).filter(([part]) => part !== "animal").sort());
  return typeof other === "object" && parts(one) === parts(other);
}
