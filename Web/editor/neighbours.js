import { stickerURL } from "../core/api.js";
import { byId, closest } from "../core/elements.js";
import { isDoubtful, isEditable, needsStroke } from "../core/photo-state.js";
import { store } from "../core/store.js";
import { say } from "../languages/languages.js";

/** Of a finger over the picture, until it turns to the next sticker (pixels). */
const swipeLength = 56;

/** Leads from one sticker to the next: of all, of those that the grid shows, or of those to look at. */
export class Neighbours {
  #id = "";
  /**
   * What was shown, or is to be looked at, when the first was opened; null for all.
   *
   * @type {string[] | null}
   */
  #among = null;
  #isReview = false;
  /** Those that it leads through. */
  #shown = new Set([""]);
  #turn;

  /** @param {(id: string) => void} turn */
  constructor(turn) {
    this.#turn = turn;
    byId("editor-previous").addEventListener("click", () => this.#go(-1));
    byId("editor-next").addEventListener("click", () => this.#go(1));
    byId("editor").addEventListener("keydown", (event) => this.#key(event));
    this.#swipe(byId("stage"));
    store.addEventListener("list", () => this.show());
    store.whenPhotoChanges((id) => {
      if (!byId("editor").open || this.#among?.includes(id) === false) return;
      if (isEditable(store.get(id)) !== this.#shown.has(id)) this.show();
    });
  }

  /**
   * @param {string} id
   * @param {string[] | null} among the photos in the order in which they are shown; null for all
   * @param {boolean} isReview whether those of them are meant that a person should look at
   */
  start(id, among, isReview) {
    /** @param {string} one */
    const isMeant = (one) => !isReview || isDoubtful(store.get(one)) || needsStroke(store.get(one));
    this.#among = among?.filter(isMeant) ?? null;
    this.#isReview = isReview;
    this.at(id);
  }

  /** @param {string} id */
  at(id) {
    this.#id = id;
    // One that is not among them, as a duplicate that was just made, leads through all.
    if (!this.#among?.includes(id)) [this.#among, this.#isReview] = [null, false];
    this.show();
    const next = store.get(this.#ids[this.#place + 1]);
    if (next?.state === "done") new Image().src = stickerURL(next, "webp");
  }

  show() {
    const ids = this.#ids;
    const place = ids.indexOf(this.#id);
    this.#shown = new Set(ids);
    const position = byId("editor-position");
    position.toggleAttribute("data-review", this.#isReview);
    position.hidden = ids.length < 2 || place < 0;
    say(position, this.#isReview ? "reviewPosition" : "position", { number: place + 1, count: ids.length });
    byId("editor-previous").disabled = place <= 0;
    byId("editor-next").disabled = place < 0 || place >= ids.length - 1;
  }

  /** @returns {string[]} */
  get #ids() {
    return (this.#among ?? store.order).filter((id) => id === this.#id || isEditable(store.get(id)));
  }

  get #place() { return this.#ids.indexOf(this.#id); }

  /** @param {number} step */
  #go(step) {
    const next = this.#ids[this.#place + step];
    if (next && this.#place >= 0) this.#turn(next);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || closest(event, "textarea")) return;
    // Arrows belong to what has the focus: sliders, choices, the picture under a tool.
    const isFree = !closest(event, "input, [role=application]");
    const step = { PageUp: -1, PageDown: 1, ...(isFree ? { ArrowLeft: -1, ArrowRight: 1 } : {}) }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#go(step);
  }

  /** @param {HTMLElement} stage */
  #swipe(stage) {
    /** @type {{ pointer: number, x: number, y: number } | null} */
    let begun = null;
    stage.addEventListener("pointerdown", (event) => {
      const isOfPicture = stage.dataset.mode === "sticker" && event.pointerType === "touch" && !closest(event, ".words-box, .words-tail");
      begun = isOfPicture && event.isPrimary ? { pointer: event.pointerId, x: event.clientX, y: event.clientY } : null;
    });
    stage.addEventListener("pointerup", (event) => {
      if (event.pointerId !== begun?.pointer) return;
      const [across, down] = [event.clientX - begun.x, event.clientY - begun.y];
      begun = null;
      if (Math.abs(across) > swipeLength && Math.abs(across) > 2 * Math.abs(down)) this.#go(across < 0 ? 1 : -1);
    });
    stage.addEventListener("pointercancel", () => { begun = null; });
  }
}
