// What has happened so far, newest first.

import { element } from "/web/play/elements.js";
import { animal, tell } from "/web/play/words.js";

const SHOWN = 120; // entries

/** Fills `host` with the story of a game. */
export function showStory(host, story) {
  host.replaceChildren(...story.slice(-SHOWN).reverse().map(entry));
}

function entry({ animal: who, text, events }) {
  const said = who ? [element("b", {}, `${animal(who)}: `), text] : [text];
  const told = tell(events).map((sentence) => element("div", { class: "event" }, sentence));
  return element("li", {}, ...said, ...told);
}
