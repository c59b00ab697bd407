import { motionIsReduced } from "../core/elements.js";

/** Pulled this far, in CSS pixels, letting go refreshes; less snaps back. */
const enough = 64;
/** Where the wheel rests while it is refreshed, and what the finger's way comes closer and closer to. */
const rest = 56;
const farthest = 128;
/** A wheel that is gone before it was seen looks like a fault. */
const shortest = 500;

/**
 * Lets a finger that pulls the top of `scroller` down refresh. `content` follows the finger, unless motion is to be
 * reduced, and `wheel` comes into sight above it; `refresh` is awaited.
 *
 * @param {{ scroller: HTMLElement, content: HTMLElement, wheel: HTMLElement, refresh: () => Promise<void> }} parts
 */
export function pullToRefresh({ scroller, content, wheel, refresh }) {
  /** @type {Touch | null} */
  let start = null;
  let distance = 0;
  let isRefreshing = false;

  /**
   * @param {number} way
   * @param {boolean} isGliding
   */
  const place = (way, isGliding) => {
    distance = way;
    for (const element of [content, wheel]) element.toggleAttribute("data-gliding", isGliding);
    const isStill = motionIsReduced();
    content.style.transform = way === 0 || isStill ? "" : `translateY(${way}px)`;
    wheel.style.transform = `translateY(${isStill ? rest : way}px) rotate(${isStill ? 0 : way * 3}deg)`;
    wheel.style.opacity = String(Math.min(1, way / enough));
    wheel.toggleAttribute("data-ready", way >= enough || isRefreshing);
  };

  const letGo = async () => {
    if (start === null) return;
    start = null;
    if (distance < enough) {
      place(0, true);
      return;
    }
    isRefreshing = true;
    place(rest, true);
    await Promise.all([refresh(), new Promise((resolve) => { setTimeout(resolve, shortest); })]);
    isRefreshing = false;
    place(0, true);
  };

  scroller.addEventListener("touchstart", ({ touches }) => {
    const [finger] = touches;
    // Another finger ends what the first began.
    if (!isRefreshing && distance > 0) place(0, true);
    start = touches.length === 1 && !isRefreshing && scroller.scrollTop <= 0 ? finger : null;
  }, { passive: true });
  scroller.addEventListener("touchmove", (event) => {
    if (start === null) return;
    const [finger] = event.touches;
    const x = finger.clientX - start.clientX;
    const y = finger.clientY - start.clientY;
    // The first move decides: what the browser took for scrolling stays scrolling.
    if (distance === 0 && (y <= 0 || Math.abs(x) > y || scroller.scrollTop > 0 || !event.cancelable)) {
      start = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    place(y > 0 ? farthest * (1 - Math.exp(-y / farthest)) : 0, false);
  }, { passive: false });
  scroller.addEventListener("touchend", letGo);
  scroller.addEventListener("touchcancel", () => {
    if (start === null) return;
    start = null;
    place(0, true);
  });
}
