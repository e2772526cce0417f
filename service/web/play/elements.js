// Making elements of the page.

/** An element with properties and children; `class` and `aria-…` are attributes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class" || key.startsWith("aria-")) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** A button with what it does. */
export const button = (text, onclick, properties = {}) =>
  element("button", { type: "button", textContent: text, onclick, ...properties });

/** A select field; `options` are pairs of value and text. */
export function select(options, value, onchange, properties = {}) {
  const made = element("select", {
    ...properties,
    onchange: () => onchange(made.value),
  });
  made.append(...options.map(([key, text]) => element("option", { value: key }, text)));
  made.value = value;
  return made;
}
