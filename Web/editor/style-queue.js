import { setStyle } from "../core/api.js";
import { store } from "../core/store.js";

const pause = 160;
/** One connection may break while that of the events goes on: until it is tried again. */
const longPause = 5000;

/**
 * Sends changes of styles when the hand rests, one request at a time. What is chosen meanwhile goes into the next, and
 * each photo's changes reach that photo, whichever is shown by then.
 */
export class StyleQueue {
  /** @type {Map<string, API.Style>} */
  #pending = new Map();
  /** @type {number | null} */
  #timer = null;
  #isSending = false;
  /** Whether the last request did not reach the studio. */
  #isBroken = false;
  #sent = Promise.resolve();
  #answered;
  #refused;

  /**
   * `answered` gets the photo as the server has it now; `refused` its id and the error.
   *
   * @param {{ answered: (photo: API.Photo) => void, refused: (id: string, error: Failure) => void }} handlers
   */
  constructor({ answered, refused }) {
    this.#answered = answered;
    this.#refused = refused;
    store.addEventListener("connection", () => { if (store.connection === "open") this.flush(); });
  }

  /**
   * What was chosen for a photo and is not in what the server says of it.
   *
   * @param {string} id
   * @returns {API.Style}
   */
  changesOf(id) { return this.#pending.get(id) ?? {}; }

  /**
   * @param {string} id
   * @param {API.Style} change
   */
  add(id, change) {
    this.#pending.set(id, { ...this.changesOf(id), ...change });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pause);
  }

  /** Returns when the studio has answered, or cannot be reached: what it has not heard of is sent when it is back. */
  flush() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#isSending) this.#sent = this.#send();
    return this.#sent;
  }

  async #send() {
    this.#isSending = true;
    while (this.#timer === null && this.#pending.size > 0) {
      const [[id, sent]] = this.#pending;
      try {
        const photo = await setStyle(id, sent);
        this.#isBroken = false;
        this.#drop(id, sent);
        this.#answered(photo);
      } catch (error) {
        const failure = /** @type {Failure} */ (error);
        const isOffline = failure.code === "offline";
        if (!isOffline) this.#drop(id, sent);
        if (!isOffline || !this.#isBroken) this.#refused(id, failure);
        this.#isBroken = isOffline;
        if (!isOffline) continue;
        if (store.connection === "open") this.#timer ??= setTimeout(() => this.flush(), longPause);
        break;
      }
    }
    this.#isSending = false;
  }

  /**
   * What was changed again meanwhile stays.
   *
   * @param {string} id
   * @param {API.Style} sent
   */
  #drop(id, sent) {
    const had = new Map(Object.entries(sent));
    this.#keep(id, ([key, value]) => JSON.stringify(had.get(key)) !== JSON.stringify(value));
  }

  /**
   * @param {string} id
   * @param {API.Style} change
   */
  forget(id, change) { this.#keep(id, ([key]) => !(key in change)); }

  /**
   * @param {string} id
   * @param {(entry: [string, unknown]) => boolean} isKept
   */
  #keep(id, isKept) {
    const left = Object.fromEntries(Object.entries(this.changesOf(id)).filter(isKept));
    if (Object.keys(left).length > 0) this.#pending.set(id, left);
    else this.#pending.delete(id);
  }
}
