/**
 * How a card looks at the distance `x` (CSS pixels) of its leading edge from where it rests in the scroll view; to the
 * left it is negative. Nothing is clamped but the opacity, which the browser clamps itself.
 *
 * @param {number} x
 * @param {boolean} isLast
 */
export function effectsAt(x, isLast) {
  const distance = Math.min(0, x);
  return {
    hue: x / 10,
    scale: 1 + distance / 700,
    offset: isLast ? 0 : -distance / 1.25,
    brightness: -distance / 400,
    blur: isLast ? 0 : -distance / 50,
    opacity: isLast ? 1 : 1 + distance / 400,
  };
}

/**
 * Hue, brightness and blur are filters, which a machine without a graphics card computes anew for each frame, and late.
 * So a card is painted with them at a few distances (see `CardLooks`), and what lies between two is both over each other.
 */
export const leavingDistances = [-120, -360];
const enteringStep = 400;

/**
 * The distances at which a card that is seen up to `farthest` is painted, the nearest first on each side.
 *
 * @param {number} farthest
 */
export function paintedDistances(farthest) {
  const count = Math.max(0, Math.ceil(farthest / enteringStep));
  return [...leavingDistances, ...Array.from({ length: count }, (_, at) => enteringStep * (at + 1))];
}

/**
 * What of a card at `x` is seen of its face and of its looks at `distances`: 0 is nothing, 1 is all.
 *
 * @param {number} x
 * @param {number[]} distances
 */
export function mixAt(x, distances) {
  const side = distances.filter((one) => (x < 0 ? one < 0 : one > 0));
  const after = side.findIndex((one) => Math.abs(one) > Math.abs(x));
  if (x === 0 || side.length === 0) return { face: 1, looks: new Map() };
  if (after < 0) return { face: 0, looks: new Map([[side[side.length - 1], 1]]) };
  const before = after === 0 ? 0 : side[after - 1];
  const part = (x - before) / (side[after] - before);
  // What is half transparent, as a card's gradient, would look denser under another layer that is.
  const lower = (1 - part) / (1 - 0.85 * part);
  const looks = new Map([[side[after], part]]);
  if (after > 0) looks.set(before, lower);
  return { face: after === 0 ? lower : 0, looks };
}

/**
 * @param {import("./card.js").Card} card
 * @param {number} x
 * @param {boolean} isLast
 * @param {number} pitch from one card to the next: on a phone, one that has left would still shine through the next
 */
export function applyEffects(card, x, isLast, pitch) {
  const { scale, offset, opacity } = effectsAt(x, isLast);
  const { style } = card.element;
  style.transform = x < 0 ? `translateX(${offset}px) scale(${scale})` : "";
  const hasLeft = !isLast && x < 1 - pitch;
  style.opacity = x < 0 ? String(hasLeft ? 0 : Math.max(0, opacity)) : "";
  // The last card keeps its face where a browser lets it be pulled beyond the end.
  card.looks.show(isLast && x < 0 ? 0 : x);
}

/** @param {import("./card.js").Card} card */
export function clearEffects(card) {
  card.element.style.transform = "";
  card.element.style.opacity = "";
  card.looks.show(0);
}

/**
 * Scrolling comes to rest on whole device pixels: less than half a pixel off is at rest.
 *
 * @param {number} x
 */
export const distance = (x) => (Math.abs(x) < 0.5 ? 0 : x);
