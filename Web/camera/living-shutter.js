import { motionIsReduced } from "../core/elements.js";

/** The longest that it is held, in seconds. */
export const longest = 3;
/** Who presses for a shorter time does not hold it: it goes on until the next press. */
const shortestHold = 0.35;

/**
 * A button that records for as long as it is held, by a pointer, the space bar or the enter key, or from one press to the
 * next, three seconds at most. A ring fills round it; where motion is to be reduced, a number counts the seconds.
 *
 *     new LivingShutter(button, { isUsable, begin, end, failed });
 */
export class LivingShutter {
  #button;
  #handlers;
  /**
   * What is recorded now: since when, once it has begun.
   *
   * @type {{ since: number, begun: Promise<void>, hasBegun: boolean } | null}
   */
  #recording = null;
  #frame = 0;
  /** The key or the pointer that ended it is let go of next. */
  #isEnding = false;

  /**
   * `begin` answers once it is recorded; `end` hears whether what was recorded is wanted.
   *
   * @param {HTMLButtonElement} button
   * @param {{ isUsable: () => boolean, begin: () => Promise<void>, end: (isWanted: boolean) => Promise<void>, failed: (error: unknown) => void }} handlers
   */
  constructor(button, handlers) {
    this.#button = button;
    this.#handlers = handlers;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.#isUsable) return;
      button.setPointerCapture(event.pointerId);
      this.#press();
    });
    for (const type of ["pointerup", "pointercancel"]) button.addEventListener(type, () => this.#letGo());
    button.addEventListener("keydown", (event) => {
      if (![" ", "Enter"].includes(event.key) || !this.#isUsable) return;
      event.preventDefault();
      if (!event.repeat) this.#press();
    });
    button.addEventListener("keyup", (event) => {
      if (![" ", "Enter"].includes(event.key) || !this.#isUsable) return;
      event.preventDefault();
      this.#letGo();
    });
    // What presses it without a pointer or a key, as a screen reader does.
    button.addEventListener("click", (event) => { if (event.detail === 0 && this.#isUsable) this.#press(); });
    button.addEventListener("contextmenu", (event) => { if (this.#isUsable) event.preventDefault(); });
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.stop(true); });
  }

  get isRecording() { return this.#recording !== null; }
  get #isUsable() { return this.isRecording || this.#handlers.isUsable(); }

  #press() {
    this.#isEnding = this.isRecording;
    if (this.#isEnding) this.stop(true);
    else this.#begin();
  }

  #letGo() {
    if (this.#isEnding || !this.#recording) return;
    if (performance.now() - this.#recording.since >= 1000 * shortestHold) this.stop(true);
  }

  async #begin() {
    const recording = { since: performance.now(), begun: this.#handlers.begin(), hasBegun: false };
    this.#recording = recording;
    this.#show();
    try {
      await recording.begun;
      recording.since = performance.now();
      recording.hasBegun = true;
    } catch (error) {
      if (this.#recording !== recording) return;
      this.#forget();
      this.#handlers.failed(error);
    }
  }

  /**
   * Ends what is recorded. As one that is pressed for a moment too short has begun by then, it waits for the beginning.
   *
   * @param {boolean} isWanted
   */
  async stop(isWanted) {
    const recording = this.#recording;
    if (!recording) return;
    this.#forget();
    try {
      await recording.begun;
      await this.#handlers.end(isWanted);
    } catch (error) {
      this.#handlers.failed(error);
    }
  }

  #forget() {
    this.#recording = null;
    cancelAnimationFrame(this.#frame);
    delete this.#button.dataset.seconds;
    this.#button.removeAttribute("data-held");
    this.#button.style.removeProperty("--held");
  }

  #show() {
    const recording = this.#recording;
    if (!recording) return;
    const seconds = recording.hasBegun ? (performance.now() - recording.since) / 1000 : 0;
    if (seconds >= longest) {
      this.stop(true);
      return;
    }
    this.#button.setAttribute("data-held", "");
    if (motionIsReduced()) this.#button.dataset.seconds = String(Math.ceil(longest - seconds));
    else this.#button.style.setProperty("--held", String(seconds / longest));
    this.#frame = requestAnimationFrame(() => this.#show());
  }
}
