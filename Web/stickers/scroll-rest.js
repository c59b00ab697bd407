/** Without a scroll event for that long, the carousel is at rest (milliseconds). */
const patience = 90;

/**
 * Whether the carousel is at rest. What can wait does, while it scrolls: each frame then needs all there is. `move` and
 * `rest` events come when it changes.
 */
class ScrollRest extends EventTarget {
  isResting = true;
  #timer = 0;
  /** @type {HTMLElement | null} */
  #scroller = null;

  /** @param {HTMLElement} scroller */
  watch(scroller) {
    this.#scroller = scroller;
    scroller.addEventListener("scroll", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#become(true), patience);
      if (this.isResting) this.#become(false);
    }, { passive: true });
  }

  /** @param {boolean} isResting */
  #become(isResting) {
    this.isResting = isResting;
    this.#scroller?.toggleAttribute("data-moving", !isResting);
    this.dispatchEvent(new Event(isResting ? "rest" : "move"));
  }
}

export const scrollRest = new ScrollRest();
