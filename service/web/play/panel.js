// What the one who decides is asked, the moves left to choose from, and the AI's advice.

import { button, element } from "/web/play/elements.js";
import { animal } from "/web/play/words.js";

const LISTED = 60; // moves; beyond that the board narrows the choice

const ruleLink = (rule) =>
  element("a", { href: `/v1/rules#${rule}`, target: "_blank", class: "rule" }, rule);

/** The question of a decision, with the rule behind it. */
export const question = ({ animal: who, question: asked, rule }) =>
  element(
    "h2",
    { class: `question ${who}` },
    element("span", { class: "animal" }, animal(who)),
    ` ${asked} `,
    ruleLink(rule),
  );

/**
 * The moves of a choice as buttons. `play` is called with a move's id, `back` undoes the latest
 * narrowing.
 */
export function moveList(choice, play, back) {
  const listed = choice.moves.slice(0, LISTED);
  const parts = listed.map(({ id, label }) =>
    element("li", {}, button(label, () => play(id))),
  );
  const more = choice.moves.length - listed.length;
  if (more > 0) {
    parts.push(element("li", { class: "small" }, `… and ${more} more. Choose on the board first.`));
  }
  const list = element("ul", { class: "moves" }, ...parts);
  return choice.named.length ? [button("Choose anew", back, { class: "quiet" }), list] : [list];
}

/** The AI's advice: an analysis as the service gives it. `play` is called with a move's id. */
export function advice({ candidates, why, win_probability: chances }, play) {
  const rows = candidates.map(({ id, label, value }) =>
    element(
      "li",
      {},
      button(label, () => play(id)),
      value === undefined || value === null ? "" : ` ${value > 0 ? "+" : ""}${value.toFixed(1)}`,
    ),
  );
  const parts = [element("h3", {}, "The AI’s advice"), element("p", {}, why)];
  parts.push(element("ol", { class: "moves" }, ...rows));
  if (chances) {
    const bars = Object.entries(chances).map(([who, chance]) =>
      element(
        "li",
        { class: who },
        element("span", { class: "animal" }, animal(who)),
        element("meter", { value: chance, "aria-label": `${animal(who)} wins` }),
        ` ${Math.round(100 * chance)}%`,
      ),
    );
    parts.push(element("h3", {}, "Who will win"), element("ul", { class: "chances" }, ...bars));
  }
  return parts;
}

/** How a finished game ended. */
export function ending({ ranking, animals }) {
  const rows = ranking.animals.map((who) =>
    element(
      "li",
      { class: who },
      element("span", { class: "animal" }, animal(who)),
      ` ${animals[who].victory_points ?? 0} points`,
    ),
  );
  return [
    element("h2", {}, `${ranking.players[0]} has won.`),
    element("ol", { class: "ranking" }, ...rows),
  ];
}
