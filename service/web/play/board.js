// The service's picture of a state, with places that can be clicked.

const SVG = "http://www.w3.org/2000/svg";

/** Shows a picture, the text of an SVG document, in `host`. */
export function show(host, text) {
  host.innerHTML = text;
  const drawing = host.querySelector("svg");
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
}

/**
 * Marks places of the picture as choices. `places` maps `"kind:place"` to what it is called there,
 * `corners` is the components' list of corners, and `pick` is called with the place chosen.
 */
export function mark(host, places, corners, pick) {
  host.querySelectorAll("circle.corner").forEach((circle) => circle.remove());
  host.querySelectorAll(".choice").forEach((part) => {
    part.classList.remove("choice");
    for (const name of ["role", "tabindex", "aria-label"]) part.removeAttribute(name);
    part.onclick = part.onkeydown = null;
  });
  for (const [place, name] of places) {
    const part = partAt(host, place, corners);
    if (!part) continue;
    part.classList.add("choice");
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "0");
    part.setAttribute("aria-label", name);
    part.onclick = () => pick(place);
    part.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(place);
    };
  }
}

function partAt(host, place, corners) {
  const at = place.indexOf(":");
  const [kind, id] = [place.slice(0, at), place.slice(at + 1)];
  if (kind !== "corner") return host.querySelector(`[data-${kind}="${CSS.escape(id)}"]`);
  const earth = host.querySelector("[data-side]");
  const [x, y, side] = ["x", "y", "side"].map((name) => Number(earth.dataset[name]));
  const corner = corners.find((one) => one.id === id);
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("class", "corner");
  circle.setAttribute("cx", x + side * corner.x);
  circle.setAttribute("cy", y + side * corner.y);
  circle.setAttribute("r", 12);
  earth.append(circle);
  return circle;
}
