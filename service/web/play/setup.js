// The form for a new game.

import { element, select } from "/web/play/elements.js";
import { PERSON } from "/web/play/game.js";
import { badge } from "/web/play/panel.js";
import { animal as title } from "/web/play/words.js";

const OUT = "out";
const FIRST = { mammal: PERSON, bird: "medium", amphibian: "medium", insect: "medium" };

/** Who may play an animal: pairs of value and text. */
export const whoMayPlay = (levels) => [
  [PERSON, "A person"],
  ...levels.map(({ name }) => [name, `AI: ${name}`]),
];

/**
 * Fills `host` with the form. `begin` is called with players, rules and seats. Animals that have
 * the same name belong to one player (R1.5).
 */
export function setupForm(host, components, levels, begin) {
  const rows = components.animals.map(({ name }) => row(name, levels));
  const dominance = select(
    [["automatic", "automatic"], ["claimed", "claimed by the animals"]],
    "automatic",
    () => {},
  );
  const limit = element("input", { type: "number", min: 1, max: 1000, placeholder: "none" });
  const submit = element("button", { type: "submit", class: "main" }, "Begin");
  const form = element(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const rules = { dominance: dominance.value };
        if (limit.value) rules.turn_limit = Number(limit.value);
        const { players, seats } = playersOf(rows);
        begin(players, rules, seats);
      },
    },
    element("h2", {}, "A new game"),
    element("p", {}, "Who plays which animal? Two to six take part."),
    element("div", { class: "seats" }, ...rows.map((one) => one.line)),
    element(
      "details",
      {},
      element("summary", {}, "Options"),
      element("p", {}, element("label", {}, "Dominance is ", dominance)),
      element("p", {}, element("label", {}, "The game ends after turn ", limit)),
      element(
        "p",
        { class: "small" },
        "Animals with the same name belong to one player: two players with three each, or three",
        " with two.",
      ),
    ),
    submit,
  );
  host.replaceChildren(form);
}

function row(animal, levels) {
  const name = element("input", {
    placeholder: "name",
    maxLength: 40,
    pattern: "[A-Za-z0-9_.\\-]{1,40}",
    title: "letters, digits and _ . -",
    "aria-label": `Name of the ${animal}'s player`,
  });
  const first = FIRST[animal] ?? OUT;
  const who = select([[OUT, "–"], ...whoMayPlay(levels)], first, () => {}, {
    "aria-label": title(animal),
  });
  const line = element(
    "div",
    { class: "seat" },
    badge(animal),
    who,
    name,
  );
  return { animal, who, name, line };
}

function playersOf(rows) {
  const taken = new Set(rows.map(({ name }) => name.value));
  const players = new Map();
  const seats = {};
  for (const { animal, who, name } of rows) {
    if (who.value === OUT) continue;
    seats[animal] = who.value;
    let player = name.value || `${who.value}-${animal}`;
    while (!name.value && taken.has(player)) player += "-2";
    players.set(player, [...(players.get(player) ?? []), animal]);
  }
  return { players: Object.fromEntries(players), seats };
}
