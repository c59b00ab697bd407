/**
 * sRGB of `#rrggbb`, 0…255.
 *
 * @param {string} hex
 */
export const channels = (hex) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

/**
 * The light of sRGB's three parts, 0…1.
 *
 * @param {string} hex
 */
const linear = (hex) => channels(hex).map((value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/**
 * WCAG's relative luminance, 0…1.
 *
 * @param {string} hex
 */
function luminance(hex) {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The colour in Oklab (Björn Ottosson): lightness, and the two axes of colour.
 *
 * @param {string} hex
 */
export function oklab(hex) {
  const [red, green, blue] = linear(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * Black or white, whichever reads better on the colour (both contrasts are equal at 0.179).
 *
 * @param {string} hex
 */
export const inkOn = (hex) => (luminance(hex) > 0.179 ? "#000000" : "#ffffff");

/**
 * The ground on which a border of this colour is seen: of the grounds in `arrange.css` the one that is farther from it.
 *
 * @param {string | undefined} hex none for no border
 */
export const groundFor = (hex) => (hex === undefined ? "" : luminance(hex) > 0.3 ? "dark" : "light");

/**
 * Of the card's gradient, at least two: `position` is 0…1.
 *
 * @param {API.Photo} photo
 * @returns {API.Stop[]}
 */
export function gradientStops(photo) {
  const stops = photo.gradient?.length ? photo.gradient : photo.colors?.map(({ hex }, index, all) => ({
    hex, position: all.length > 1 ? index / (all.length - 1) : 0,
  })) ?? [];
  return stops.length === 1 ? [stops[0], { ...stops[0], position: 1 }] : stops;
}

/**
 * A card's gradient, top left to bottom right.
 *
 * @param {API.Stop[]} stops
 */
export function gradientOf(stops) {
  if (stops.length === 0) return "none";
  return `linear-gradient(to bottom right, ${stops.map(({ hex, position }) => `${hex} ${position * 100}%`).join(", ")})`;
}
