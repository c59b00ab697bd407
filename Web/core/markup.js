import { renderTexts } from "../languages/languages.js";

/** @type {Promise<unknown>[]} */
const styles = [];

/**
 * Puts a screen's markup into the page: what is in an element with `data-panel` into that panel of a tab, all else, as
 * dialogs, behind them. Its style sheets come after those that are there. Each folder has a `markup.js` that calls this when
 * it is imported: a module that looks elements up at once imports that first.
 *
 * @param {{ styles: string[], markup: string }} screen
 */
export function place({ styles: addresses, markup }) {
  for (const address of addresses) styles.push(load(address));
  const template = document.createElement("template");
  template.innerHTML = markup;
  renderTexts(template.content);
  for (const element of [...template.content.children]) {
    const panel = document.getElementById(element.getAttribute("data-panel") ?? "");
    if (panel) panel.append(...element.children);
    else document.body.append(element);
  }
}

/** Closes the dialog in which it stands. */
export const closeButton = /* html */ `<button type="button" class="button round tinted close" data-close data-label="close"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#close"/></svg></button>`;

/**
 * The radio buttons of a row of segments.
 *
 * @param {string} name
 * @param {Record<string, string>} choices their values, each with the key of its text
 * @param {string} [chosen] a value
 */
export const radios = (name, choices, chosen) => Object.entries(choices).map(([value, key]) => /* html */
  `<label><input type="radio" name="${name}" value="${value}"${value === chosen ? " checked" : ""}><span data-text="${key}"></span></label>`).join("");

/** What is shown before that would jump. */
export const stylesAreLoaded = () => Promise.all(styles);

/** @param {string} address */
function load(address) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  const loaded = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    // Without it the page is ugly, and works.
    link.addEventListener("error", resolve);
  });
  document.head.append(link);
  return loaded;
}
