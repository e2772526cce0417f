// Sentences about what happened, from the service's events and the components' titles.

let titles = { animals: {}, cards: {} };

/** Takes the titles of the components into use. */
export function learn(components) {
  titles = components.titles;
}

/** An animal's name for a sentence. */
export const animal = (name) => titles.animals[name] ?? "Nature";

const points = (count) => `${count} ${Math.abs(count) === 1 ? "point" : "points"}`;
const many = (count, what) => (count === 1 ? `a ${what}` : `${count} ${what}`);

// Events that the label of the move before them does not tell.
const TELL = {
  turn_started: (event) => `Turn ${event.turn} begins.`,
  phase_started: (event) => `${event.phase[0].toUpperCase()}${event.phase.slice(1)}.`,
  points: (event) => `${animal(event.animal)}: ${points(event.points)}.`,
  tile_scored: (event) => `The ${event.terrain} at ${event.hex} is scored.`,
  element_gained: (event) => `${animal(event.animal)} gains ${event.element}.`,
  element_lost: (event) => `${animal(event.animal)} loses ${event.element}.`,
  element_removed: (event) => `${event.element} is removed from ${event.corner}.`,
  pawn_gained: (event) => `${animal(event.animal)} gains an action pawn.`,
  pawn_lost: (event) => `${animal(event.animal)} loses an action pawn.`,
  species_eliminated: (event) =>
    `${animal(event.animal)} loses ${many(event.count, "species")} at ${event.hex}.`,
  card_drawn: (event) => `${titles.cards[event.card]} is turned up.`,
  initiative_changed: () => "The initiative changes.",
  action_forfeited: (event) => `${animal(event.animal)} forfeits the action.`,
  survival_awarded: (event) => `${animal(event.animal)} takes the Survival card.`,
  survival_vacant: () => "Nobody has the Survival card now.",
  game_ended: () => "The game is over.",
};

/** What happened, a sentence for each event worth telling. */
export const tell = (events) =>
  events.filter((event) => event.event in TELL).map((event) => TELL[event.event](event));
