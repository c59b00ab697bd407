import { fonts, lookURL } from "../core/api.js";
import { byId, make } from "../core/elements.js";
import { failed, toast } from "../core/notices.js";
import { takesStyle } from "../core/photo-state.js";
import { steps, undoOf } from "../core/steps.js";
import { store } from "../core/store.js";
import { say, sayingSpan } from "../languages/languages.js";
import { wholeStyle } from "../styles/kept-styles.js";
import { looks, setFonts } from "../styles/looks.js";
import { restyle } from "../styles/restyle.js";

/** Pictures that are asked for at once: others need the studio, too. */
const atOnce = 2;
/** Of a picture that the studio was too busy for (milliseconds). */
const pause = 1000;

/** The looks, drawn with the sticker that is edited: a tap takes one, and another gives it to all. */
export class LookStrip {
  #choose;
  /** @type {{ button: HTMLButtonElement, image: HTMLImageElement, look: import("../styles/looks.js").Look }[]} */
  #entries;
  /** @type {API.Photo | null} */
  #photo = null;
  /** @type {API.Style} */
  #style = {};
  /** What the pictures show. */
  #shown = "";
  /** Ends the loading of pictures of another sticker. */
  #loading = new AbortController();
  #isBusy = false;
  /** What is installed is asked once.
   * @type {Promise<void> | null} */
  #fonts = null;

  /** @param {(style: API.Style) => void} choose */
  constructor(choose) {
    this.#choose = choose;
    this.#entries = looks.map((look) => {
      const image = make("img", { alt: "", width: "76", height: "76", decoding: "async" });
      const button = make("button", { type: "button", class: "look", "data-testid": `look-${look.key}` },
        make("span", { class: "look-face" }, image), sayingSpan(look.key));
      button.addEventListener("click", () => { if (this.#photo) this.#choose(look.style(this.#photo)); });
      return { button, image, look };
    });
    const strip = byId("looks");
    strip.replaceChildren(...this.#entries.map(({ button }) => button));
    strip.addEventListener("keydown", (event) => this.#step(event));
    // The strip itself, which scrolls, can have the focus too.
    strip.addEventListener("focusin", ({ target }) => { if (target instanceof HTMLButtonElement) this.#stopAt(target); });
    this.#stopAt(this.#entries[0]?.button);
    byId("look-for-all").addEventListener("click", () => this.#giveToAll());
  }

  /** What was loaded for another sticker is not shown with this one. */
  start() {
    this.#loading.abort();
    this.#shown = "";
    byId("looks").scrollLeft = 0;
    for (const { image } of this.#entries) image.removeAttribute("src");
  }

  /**
   * @param {API.Photo} photo
   * @param {API.Style} style as it was asked for
   */
  show(photo, style) {
    this.#photo = photo;
    this.#style = style;
    for (const { button, look } of this.#entries) {
      button.setAttribute("aria-pressed", String(this.#isOn(look)));
    }
    this.#describe();
    if (photo.state !== "done" || photo.rendering) return;
    const { text, arrangement, instances } = photo.style;
    const key = JSON.stringify([photo.id, photo.strokes.done, text, arrangement, instances, photo.colors]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#load(photo, key);
  }

  /**
   * @param {API.Photo} photo
   * @param {string} key
   */
  async #load(photo, key) {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    // Without the list, looks have the fonts that they want.
    await (this.#fonts ??= fonts().then((answer) => setFonts(answer.fonts.map(({ name }) => name)), () => {}));
    if (signal.aborted) return;
    const waiting = this.#entries.map(({ image, look }) => ({ image, url: lookURL(photo, look.style(photo), shortened(key)) }));
    await Promise.all(Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        if (await hasLoaded(next.image, next.url)) continue;
        await new Promise((resolve) => setTimeout(resolve, pause));
        if (!signal.aborted) await hasLoaded(next.image, next.url);
      }
    }));
  }

  /**
   * Tab stops at one of the looks; arrow keys lead to the others.
   *
   * @param {HTMLButtonElement | undefined} stop
   */
  #stopAt(stop) {
    for (const { button } of this.#entries) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #step(event) {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const entries = this.#entries;
    const from = entries.findIndex(({ button }) => button === event.target);
    if (way === 0 || from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    entries[(from + way + entries.length) % entries.length]?.button.focus();
  }

  /** @param {import("../styles/looks.js").Look} look */
  #isOn(look) {
    if (!this.#photo) return false;
    const [now, wanted] = [wholeStyle(this.#style), look.style(this.#photo)];
    return Object.entries(wanted).every(([key, value]) =>
      (key === "text" ? sameWords(now.text, wanted.text) : new Map(Object.entries(now)).get(key) === value));
  }

  get #chosen() { return this.#entries.find(({ button }) => button.getAttribute("aria-pressed") === "true")?.look; }

  #describe() {
    const button = byId("look-for-all");
    const others = store.all.filter(takesStyle).length;
    button.hidden = others < 2 || (!this.#chosen && !this.#isBusy);
    button.setAttribute("aria-disabled", String(this.#isBusy));
    if (!this.#isBusy) say(byId("look-for-all-text"), "lookForAll", { count: others });
  }

  async #giveToAll() {
    const look = this.#chosen;
    if (!look || this.#isBusy) return;
    this.#isBusy = true;
    const { step, failure } = await restyle(store.order, look.style, (finished, total) =>
      say(byId("look-for-all-text"), "batchRunning", { finished, total }));
    this.#isBusy = false;
    this.#describe();
    if (failure) failed(failure);
    else toast("styleChanged", { count: step.changes.length }, steps.isNewest(step) ? undoOf(step) : undefined);
  }
}

/**
 * @param {HTMLImageElement} image
 * @param {string} url
 * @returns {Promise<boolean>}
 */
const hasLoaded = (image, url) => new Promise((resolve) => {
  image.onload = () => resolve(true);
  image.onerror = () => resolve(false);
  image.src = url;
});

/** @type {(now: API.Style["text"], wanted: API.Style["text"]) => boolean} */
const sameWords = (now, wanted) =>
  now?.words === wanted?.words && now?.font === wanted?.font && (now?.bubble?.color ?? null) === (wanted?.bubble?.color ?? null);

/**
 * Few characters that tell one text from another.
 *
 * @param {string} text
 */
function shortened(text) {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
