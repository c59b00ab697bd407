import { byId } from "./elements.js";

/** @type {Promise<unknown>[]} */
const styles = [];

/**
 * Puts a screen's markup into the page: a tab's panel among the others, all else, as dialogs, behind them. Its style
 * sheets come after those that are there. Each folder has a `markup.js` that calls this when it is imported: a module
 * that looks elements up at once imports that first.
 *
 * @param {{ styles: string[], markup: string }} screen
 */
export function place({ styles: addresses, markup }) {
  for (const address of addresses) styles.push(load(address));
  const template = document.createElement("template");
  template.innerHTML = markup;
  for (const element of [...template.content.children]) {
    if (element.matches(".tab-panel")) byId("away").before(element);
    else document.body.append(element);
  }
}

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
