import { make, symbol } from "../core/elements.js";
import { sayingSpan } from "../languages/languages.js";

/** @type {(photo: API.Photo, format: string) => string} */
export const fileNameOf = (photo, format) => `${photo.name.replace(/\.[^.]*$/, "") || "sticker"}.${format}`;

/**
 * A way out, as a row of the share sheet.
 *
 * @param {string} name
 * @param {string} key
 * @param {() => unknown} act
 */
export function action(name, key, act) {
  const button = make("button", { type: "button", class: "share-action", "data-testid": `share-${name}` }, symbol(name), sayingSpan(key));
  button.addEventListener("click", act);
  return make("li", {}, button);
}
