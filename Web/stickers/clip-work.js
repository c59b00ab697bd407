import { loadNamed, retryPhoto, stopWork } from "../core/api.js";
import { make, symbol } from "../core/elements.js";
import { label, say, text } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";
import { isClip, isInWork } from "../core/photo-state.js";
import { store } from "../core/store.js";

/** On a clip's card or tile: how far the work is, with a way to end it, and, once it was ended, to begin again. */
export class ClipWork {
  #bar = make("progress", { class: "bar", "data-label": "progress" });
  #words = make("p");
  #button = make("button", { type: "button", class: "button tinted round" });
  element = make("div", { class: "clip-work" }, make("div", { class: "clip-way" }, this.#words, this.#bar), this.#button);
  #shown = "";

  /** @param {API.Photo} photo */
  update(photo) {
    const isWorking = isInWork(photo);
    this.element.hidden = !isWorking && !(photo.state === "done" && photo.stopped);
    if (this.element.hidden) return;
    const { progress } = photo;
    if (progress) this.#bar.value = progress.frames / progress.of;
    else this.#bar.removeAttribute("value");
    this.#bar.hidden = !isWorking;
    const words = progress ? "clipFrames" : !isWorking ? "clipEditStopped" : photo.state === "done" ? "rendering" : "placeholder";
    if (progress) say(this.#words, words, { done: progress.frames, total: progress.of });
    else if (this.#words.dataset.text !== words) say(this.#words, words);
    if (this.#shown === String(isWorking)) return;
    this.#shown = String(isWorking);
    label(this.#bar, "progress");
    this.#button.dataset.action = isWorking ? "stop" : "make";
    this.#button.replaceChildren(symbol(isWorking ? "close" : "retry"));
    label(this.#button, isWorking ? "stopNamed" : "makeNamed", { name: photo.name });
  }

  /** @param {boolean} isFocusable */
  setFocusable(isFocusable) { this.#button.tabIndex = isFocusable ? 0 : -1; }
}

/**
 * What the buttons with these actions do.
 *
 * @param {string | undefined} action
 * @param {string} id
 */
export function changeWork(action, id) {
  if (action === "retry") retryPhoto(id).catch(failed);
  if (action === "stop") stopWork(id).catch(failed);
  if (action === "make") loadNamed(id).catch(failed);
}

/**
 * The quarter of each clip's work that was told last.
 *
 * @type {Map<string, number>}
 */
const told = new Map();

/** A screen reader hears every quarter of the way, and that the work was ended. */
export function speakClipWork() {
  store.whenPhotoChanges((id) => {
    const photo = store.get(id);
    if (!photo || !isClip(photo)) return;
    const before = told.get(id);
    if (!photo.progress) {
      told.delete(id);
      if (before !== undefined && photo.stopped) announce(`${photo.name}: ${text(stoppedWords(photo))}`);
      return;
    }
    const { frames, of } = photo.progress;
    const quarter = Math.floor((4 * frames) / of);
    if (quarter === before) return;
    told.set(id, quarter);
    if (quarter > 0) announce(`${photo.name}: ${text("clipFrames", { done: frames, total: of })}`);
  });
}

/** @param {API.Photo} photo */
const stoppedWords = ({ state }) => (state === "done" ? "clipEditStopped" : "clipStopped");
