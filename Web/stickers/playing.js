import { make, motionIsReduced, swapImage, symbol, whenMotionChanges } from "../core/elements.js";

/** @typedef {{ still: string, moving: string, isSeen: boolean }} Playable */

/** @type {WeakMap<Element, Playable>} */
const playables = new WeakMap();
/**
 * Those in view.
 *
 * @type {Set<HTMLImageElement>}
 */
const seen = new Set();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const playable = playables.get(target);
    if (!playable || !(target instanceof HTMLImageElement)) continue;
    playable.isSeen = isIntersecting;
    if (isIntersecting) seen.add(target);
    else seen.delete(target);
    show(target, playable);
  }
});

whenMotionChanges(() => {
  for (const image of seen) {
    const playable = playables.get(image);
    if (playable) show(image, playable);
  }
});

/**
 * The picture moves while it is in view, and stands still elsewhere, and where motion is to be reduced.
 *
 * @param {HTMLImageElement} image
 * @param {string} still
 * @param {string} moving
 */
export function playWhenSeen(image, still, moving) {
  const isSeen = playables.get(image)?.isSeen ?? false;
  const playable = { still, moving, isSeen };
  playables.set(image, playable);
  show(image, playable);
  observer.observe(image);
}

/**
 * @param {HTMLImageElement} image
 * @param {Playable} playable
 */
function show(image, { still, moving, isSeen }) {
  const plays = isSeen && !motionIsReduced();
  if (!plays && !image.hasAttribute("src")) {
    image.src = image.dataset.wanted = still;
    return;
  }
  swapImage(image, plays ? moving : still);
}

/** The sign of a sticker that moves. */
export const movingSign = () => make("span", { class: "moves-sign", "aria-hidden": "true" }, symbol("play"));
