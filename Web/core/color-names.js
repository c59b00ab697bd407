import { label, text } from "../languages/languages.js";
import { oklab } from "./colors.js";

/** What a colour is called: the name of the nearest of these. Each has its word in the tables of languages, `color.red`. */
const anchors = /** @type {const} */ ({
  white: ["#ffffff"], cream: ["#f7efd6"], lightGrey: ["#d2d2d2"], grey: ["#8e8e8e"], darkGrey: ["#4a4a4a"], black: ["#000000", "#1a1a1c"],
  beige: ["#d9c3a0"], lightBrown: ["#b08a60"], brown: ["#7a4e2a"], darkBrown: ["#452a17"],
  red: ["#e02424"], darkRed: ["#84161c"], pink: ["#f29cb7", "#f2c1cd"], hotPink: ["#e83e8c"], orange: ["#f58220"], salmon: ["#ee8f7b"],
  yellow: ["#fbe02b"], lightYellow: ["#fbf2a4"], gold: ["#d4a72c"], olive: ["#7d7a2c"],
  lightGreen: ["#a9dd9b"], green: ["#35a04a"], darkGreen: ["#17532c"], turquoise: ["#28b8b0"],
  lightBlue: ["#a6d2f2"], blue: ["#2b6fe0"], darkBlue: ["#16295f"], greyBlue: ["#70879f"],
  purple: ["#7d3fc0"], lilac: ["#c4aae8"], darkPurple: ["#43205f"],
});

/** @type {{ name: string, place: number[] }[]} */
const places = Object.entries(anchors).flatMap(([name, colors]) => colors.map((hex) => ({ name, place: oklab(hex) })));

/**
 * The key of a colour's name.
 *
 * @param {string} hex
 */
export function colorKey(hex) {
  const place = oklab(hex);
  // Hue says more than lightness of what people call a colour.
  const distance = (/** @type {number[]} */ other) => Math.hypot(...place.map((part, at) => (at === 0 ? 0.7 : 1) * (part - other[at])));
  const nearest = places.reduce((best, one) => (distance(one.place) < distance(best.place) ? one : best));
  return `color.${nearest.name}`;
}

/**
 * A colour's name, in the language at the time of showing it.
 *
 * @param {string} hex
 */
export const colorName = (hex) => ({ toString: () => text(colorKey(hex)) });

/**
 * Names a swatch, for screen readers and for the pointer that rests on it.
 *
 * @param {HTMLInputElement} radio
 * @param {HTMLElement} face
 * @param {string} hex
 */
export function nameColor(radio, face, hex) {
  label(radio, "colorNamed", { name: colorName(hex), hex });
  face.title = text("colorNamed", { name: colorName(hex), hex });
}
