// What the one who decides is asked, the moves left to choose from, and the AI's advice.

import { button, element } from "/web/play/elements.js";
import { animal } from "/web/play/words.js";

const LISTED = 60; // moves; beyond that the board narrows the choice

const ruleLink = (rule) =>
  element("a", { href: `/v1/rules#${rule}`, target: "_blank", class: "rule" }, rule);

/** An animal's name in its colours. */
export const badge = (who) => element("span", { class: `animal ${who}` }, animal(who));

/** The question of a decision, with the rule behind it. */
export const question = ({ animal: who, question: asked, rule }) => [
  badge(who),
  ` ${asked} `,
  ruleLink(rule),
];

/** The moves of a choice as buttons. `play` is called with a move, `anew` begins the choice anew. */
export function moveList(choice, play, anew) {
  const listed = choice.moves.slice(0, LISTED);
  const rows = listed.map(({ move, label }) => element("li", {}, button(label, () => play(move))));
  const more = choice.moves.length - listed.length;
  if (more > 0) {
    rows.push(element("li", { class: "small" }, `… and ${more} more. Choose on the board first.`));
  }
  const list = element("ul", { class: "moves" }, ...rows);
  return choice.named.length ? [button("Choose anew", anew, { class: "quiet" }), list] : [list];
}

/** Claims and call-offs as buttons. */
export const claimList = (claims, play) =>
  claims.map(({ move, label }) => button(label, () => play(move), { class: "claim" }));

/**
 * The AI's advice: an analysis as the service gives it. `moves` are those that the service lists,
 * and `play` is called with one of them.
 */
export function advice({ candidates, why, win_probability: chances }, moves, play) {
  const rows = candidates.map(({ id, label, value }) =>
    element(
      "li",
      {},
      button(label, () => play(moves.find((one) => one.id === id).move)),
      typeof value === "number" ? ` ${value > 0 ? "+" : ""}${value.toFixed(1)}` : "",
    ),
  );
  const parts = [element("h3", {}, "The AI’s advice")];
  if (why) parts.push(element("p", {}, why));
  parts.push(element("ol", { class: "moves" }, ...rows));
  if (chances) {
    const bars = Object.entries(chances).map(([who, chance]) =>
      element(
        "li",
        {},
        badge(who),
        element("meter", { value: chance, "aria-label": `${animal(who)} wins` }),
        ` ${Math.round(100 * chance)}%`,
      ),
    );
    parts.push(element("h3", {}, "Who will win"), element("ul", { class: "chances" }, ...bars));
  }
  return parts;
}

/** Who has won, for the question's place. */
export const winner = ({ ranking }) =>
  ranking ? `${ranking.players[0]} has won.` : "The game is over.";

/** How a finished game ended, best first. */
export function ending({ ranking, animals }) {
  const rows = (ranking?.animals ?? []).map((who) =>
    element("li", {}, badge(who), ` ${animals[who].victory_points ?? 0} points`),
  );
  return element("ol", { class: "ranking" }, ...rows);
}
