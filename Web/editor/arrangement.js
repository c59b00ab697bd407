/** How a sticker is arranged, as numbers that the page works with. Ranges and meaning: `StickerArrangement` in openapi.json. */

/**
 * @typedef {{ x: number, y: number, turn: number, scale: number, crop: API.Crop | null, mirrored: boolean }} Arrangement
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Edges of a crop, as parts of the photo
 */

/** @type {Arrangement} */
export const identity = { x: 0, y: 0, turn: 0, scale: 1, crop: null, mirrored: false };

export const farthest = 1;
export const scales = { least: 0.25, most: 4 };
/** Of a crop that is drawn: the studio takes thinner ones. */
export const thinnest = 0.04;

/** @type {(value: number, least: number, most: number) => number} */
export const limited = (value, least, most) => Math.min(most, Math.max(least, value));

/** @type {(value: number, digits: number) => number} */
const rounded = (value, digits) => Math.round(value * 10 ** digits) / 10 ** digits;

/**
 * The same angle in -180…180.
 *
 * @param {number} degrees
 */
export const halfTurns = (degrees) => degrees - 360 * Math.round(degrees / 360);

/**
 * Inside the ranges, and no finer than can be seen.
 *
 * @param {Arrangement} arrangement
 * @returns {Arrangement}
 */
export const tidy = ({ x, y, turn, scale, crop, mirrored }) => ({
  x: rounded(limited(x, -farthest, farthest), 4) || 0,
  y: rounded(limited(y, -farthest, farthest), 4) || 0,
  turn: rounded(limited(halfTurns(turn), -180, 180), 1) || 0,
  scale: rounded(limited(scale, scales.least, scales.most), 3),
  crop: cropOf(edgesOf(crop)),
  mirrored,
});

/**
 * @param {API.StickerArrangement | null | undefined} asked
 * @returns {Arrangement}
 */
export const whole = (asked) => ({ ...identity, ...asked, crop: asked?.crop ?? null });

/**
 * As the studio is asked for it; null for the identity.
 *
 * @param {Arrangement} arrangement
 * @returns {API.StickerArrangement | null}
 */
export const wanted = (arrangement) => (same(arrangement, identity) ? null : arrangement);

/** @param {Arrangement} arrangement */
export const isPlaced = ({ x, y, turn, scale }) => x !== 0 || y !== 0 || turn !== 0 || scale !== 1;

/**
 * @param {Arrangement} one
 * @param {Arrangement} other
 */
export const same = (one, other) => key(one) === key(other);

/** @param {Arrangement} arrangement */
const key = ({ x, y, turn, scale, crop, mirrored }) =>
  JSON.stringify([x, y, turn, scale, mirrored, crop && [crop.x, crop.y, crop.width, crop.height]]);

/**
 * @param {API.Crop | null} crop
 * @returns {Edges}
 */
export const edgesOf = (crop) =>
  crop ? { left: crop.x, top: crop.y, right: crop.x + crop.width, bottom: crop.y + crop.height }
    : { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * @param {Edges} edges
 * @returns {API.Crop | null}
 */
export function cropOf({ left, top, right, bottom }) {
  if (left <= 0 && top <= 0 && right >= 1 && bottom >= 1) return null;
  const [x, y] = [rounded(left, 4), rounded(top, 4)];
  return { x, y, width: rounded(Math.min(right, 1) - x, 4), height: rounded(Math.min(bottom, 1) - y, 4) };
}
