import { make } from "./elements.js";
import { day, text } from "../languages/languages.js";

/**
 * Of which day a picture of the catalog is, and who made it, as far as that is known.
 *
 * @param {{ date?: string, credit?: string }} source
 */
export const creditLines = ({ date, credit }) =>
  [date ? String(day(date)) : "", credit ? text("credit", { credit }) : ""].filter(Boolean);

/**
 * The same in one line: "16 June 2025 · Credit: Jane Doe".
 *
 * @param {{ date?: string, credit?: string }} source
 */
export const creditLine = (source) => creditLines(source).join(" · ");

/**
 * What a photo is called: its title where it has one, else its file's name.
 *
 * @param {API.Photo} photo
 */
export const titleOf = ({ name, source }) => source?.title || name;

/**
 * Where a photo comes from, with a way there; hidden for photos that people brought themselves.
 *
 * @param {HTMLElement} element
 * @param {API.Source | undefined} source
 */
export function showSource(element, source) {
  element.hidden = !source;
  if (!source) return;
  const link = make("a", { href: webAddress(source.address), target: "_blank", rel: "noopener noreferrer" },
    creditLine(source) || text("whereFrom", { host: hostOf(source.address) }));
  element.replaceChildren(link);
}

/**
 * The address when it is one of the web; nothing else becomes a link.
 *
 * @param {string | undefined} address
 */
export const webAddress = (address) => (address && /^https?:\/\//i.test(address) ? address : null);

/** @param {string} address */
function hostOf(address) {
  try {
    return new URL(address).host;
  } catch {
    return "";
  }
}
