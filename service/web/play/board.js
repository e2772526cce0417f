// The service's picture of a state, with places that can be clicked.

const SVG = "http://www.w3.org/2000/svg";

/** Shows a picture, the text of an SVG document, in `host`. */
export function show(host, text) {
  host.innerHTML = text;
  const drawing = host.querySelector("svg");
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  drawing.setAttribute("role", "group"); // what lies in an image is no button to a screen reader
}

/** Takes all choices from the picture. */
export function unmark(host) {
  host.querySelectorAll(".corner, .outline").forEach((added) => added.remove());
  host.querySelectorAll(".choice").forEach((part) => {
    part.classList.remove("choice");
    for (const name of ["role", "tabindex", "aria-label"]) part.removeAttribute(name);
    part.onclick = part.onkeydown = null;
  });
}

/**
 * Makes places of the picture choices, and no others. `places` maps `"kind:place"` to the moves
 * that it leaves, `corners` is the components' list of corners, and `pick` is called with the place
 * that is chosen.
 */
export function mark(host, places, corners, pick) {
  unmark(host);
  for (const [place, moves] of places) {
    const part = partAt(host, place, corners);
    if (!part) continue;
    if (place.startsWith("hex:")) outline(part);
    const title = part.querySelector("title")?.textContent;
    part.classList.add("choice");
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "0");
    part.setAttribute("aria-label", moves.length === 1 ? moves[0].label : `${title}, ${moves.length} moves`);
    part.onclick = () => pick(place);
    part.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(place);
    };
  }
}

/** Draws a hex's edge above those of its neighbours. */
function outline(hex) {
  const edge = hex.querySelector("polygon").cloneNode();
  edge.setAttribute("class", "outline");
  hex.closest("[data-side]").append(edge);
}

function partAt(host, place, corners) {
  const at = place.indexOf(":");
  const [kind, id] = [place.slice(0, at), place.slice(at + 1)];
  if (kind !== "corner") return host.querySelector(`[data-${kind}="${CSS.escape(id)}"]`);
  const earth = host.querySelector("[data-side]");
  if (!earth) return null;
  const [x, y, side] = ["x", "y", "side"].map((name) => Number(earth.dataset[name]));
  const corner = corners.find((one) => one.id === id);
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("class", "corner");
  circle.setAttribute("cx", x + side * corner.x);
  circle.setAttribute("cy", y + side * corner.y);
  circle.setAttribute("r", 12);
  const title = document.createElementNS(SVG, "title");
  title.textContent = `The corner ${id}`;
  circle.append(title);
  earth.append(circle);
  return circle;
}
