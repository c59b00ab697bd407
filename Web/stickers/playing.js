import { openDialogs, whenDialogsChange } from "../core/dialogs.js";
import { make, motionIsReduced, swapImage, symbol, whenMotionChanges } from "../core/elements.js";

/**
 * `isSeen` is null until the browser has said it. `shown` hears of each picture that is there.
 *
 * @typedef {{ still: string, moving: string, isSeen: boolean | null, shown?: () => void }} Playable
 */

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

function showSeen() {
  for (const image of seen) {
    const playable = playables.get(image);
    if (playable) show(image, playable);
  }
}

whenMotionChanges(showSeen);
whenDialogsChange(showSeen);
document.addEventListener("visibilitychange", showSeen);

/** @param {HTMLImageElement} image */
const isBehindDialog = (image) => openDialogs().at(-1)?.contains(image) === false;

/**
 * The picture moves while it is in view. It stands still elsewhere, behind a dialog, and where motion is to be reduced.
 * Who hears when it is `shown` gets no picture before the browser has said whether it is in view: large ones are not
 * loaded in vain.
 *
 * @param {HTMLImageElement} image
 * @param {string} still
 * @param {string} moving
 * @param {() => void} [shown]
 */
export function playWhenSeen(image, still, moving, shown) {
  const isSeen = playables.get(image)?.isSeen ?? null;
  const playable = { still, moving, isSeen, shown };
  playables.set(image, playable);
  show(image, playable);
  observer.observe(image);
}

/**
 * @param {HTMLImageElement} image
 * @param {Playable} playable
 */
async function show(image, { still, moving, isSeen, shown }) {
  const plays = isSeen && !isBehindDialog(image) && !motionIsReduced() && !document.hidden;
  if (!shown && !plays && !image.hasAttribute("src")) {
    image.src = image.dataset.wanted = still;
    return;
  }
  if (shown && isSeen === null) return;
  if (await swapImage(image, plays ? moving : still)) shown?.();
}

/** The sign of a sticker that moves. */
export const movingSign = () => make("span", { class: "moves-sign", "aria-hidden": "true" }, symbol("play"));
