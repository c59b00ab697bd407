/**
 * The line in its layers: what takes the taps, a dark one that is seen on bright photos, the line, and the light that runs
 * along it.
 *
 * @param {number} number
 */
export function outline(number) {
  const line = drawn("g", { class: "subject-outline", role: "checkbox", "data-number": String(number) });
  line.append(...["area", "edge", "line", "light"].map((name) => drawn("path", { class: `subject-${name}`, "fill-rule": "evenodd" })));
  return line;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
export function drawn(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
