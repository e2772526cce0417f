// A game as the page has it: the state now, the states before, and who plays which animal.

import * as api from "/web/play/api.js";

const KEPT = "dominant-species-game";
const LONGEST_STORY = 400; // entries that are kept

export const PERSON = "person";
export const NATURE = "nature"; // decides draws, where people draw and tell what they drew

/**
 * `now` is the service's answer for the state on the table (`state`, `decision`, `legal_moves`,
 * `interjections`), `past` those before it, `seats` tells for each animal PERSON or the AI's level,
 * and `story` is what happened: entries of `animal`, `text` and `events`. `isKept` tells whether
 * the browser has been able to keep the game.
 */
export class Game {
  constructor(now, seats, story) {
    this.now = now;
    this.seats = seats;
    this.story = story;
    this.past = [];
    this.isKept = true;
  }

  /** A new game; `players` maps names to animals. */
  static async begin(players, rules, seats, signal) {
    const now = await api.newGame({ players, rules }, signal);
    return new Game(now, seats, [{ text: "A new game.", events: now.events }]);
  }

  /** A game that goes on from a state. */
  static async resume(state, seats, story, signal) {
    return new Game({ state, ...(await api.legalMoves(state, signal)) }, seats, story);
  }

  /** The game that this browser kept last, or null without one that the service takes. */
  static async kept(signal) {
    let found;
    try {
      found = JSON.parse(localStorage.getItem(KEPT));
    } catch {
      return null; // a browser that keeps nothing
    }
    if (!found) return null;
    try {
      return await Game.resume(found.state, found.seats, found.story, signal);
    } catch (error) {
      if (error.status === 422) return null; // from another version of the rules
      throw error;
    }
  }

  /** The animal that decides, or undefined at the end. */
  get decider() {
    return this.now.decision?.animal;
  }

  /** Whether a person decides now. */
  get isPersonsTurn() {
    return this.#isPersons(this.now.decision);
  }

  /** The animals that people play. */
  get persons() {
    return Object.keys(this.seats).filter((animal) => this.seats[animal] === PERSON);
  }

  /** What people may do now whoever decides: claims of their animals, and call-offs (R4.3). */
  get claims() {
    return this.now.interjections.filter(
      ({ move }) => !("species" in move) || this.persons.includes(move.species),
    );
  }

  /** Whether there is a person's decision to go back to. */
  get canUndo() {
    return this.#lastOfPersons() >= 0;
  }

  /** Makes a move, an object as the service has it. */
  async play(move, signal) {
    const before = this.now;
    const after = await api.makeMoves(before.state, [move], signal);
    signal.throwIfAborted();
    const offered = [...before.legal_moves, ...before.interjections];
    const text = offered.find((one) => same(one.move, move))?.label ?? "A move";
    const isClaim = move.type === "claim" || move.type === "call_off";
    const animal = isClaim ? move.species : before.decision.animal;
    this.past.push({ now: before, told: this.story.length });
    this.story.push({ animal, text, events: after.events });
    this.now = after;
    this.keep();
  }

  /** Goes back to the last decision that a person made. */
  undo() {
    const last = this.#lastOfPersons();
    this.now = this.past[last].now;
    this.story.length = this.past[last].told;
    this.past.length = last;
    this.keep();
  }

  /** Keeps the game in this browser, for the next visit. */
  keep() {
    const { now, seats, story } = this;
    const kept = { state: now.state, seats, story: story.slice(-LONGEST_STORY) };
    try {
      localStorage.setItem(KEPT, JSON.stringify(kept));
      this.isKept = true;
    } catch {
      this.isKept = false; // a browser that keeps nothing, or has no room
    }
  }

  #isPersons(decision) {
    return decision?.animal === NATURE || this.seats[decision?.animal] === PERSON;
  }

  #lastOfPersons() {
    return this.past.findLastIndex(({ now }) => this.#isPersons(now.decision));
  }
}

/** Whether two moves are the same, whoever they name as their animal. */
function same(one, other) {
  const parts = (move) =>
    JSON.stringify(Object.entries(move).filter(([part]) => part !== "animal").sort());
  return parts(one) === parts(other);
}
