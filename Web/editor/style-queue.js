import { setStyle } from "../core/api.js";

const pause = 160;

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

  /** Returns when the studio has answered. */
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
        this.#drop(id, sent);
        this.#answered(photo);
      } catch (error) {
        this.#pending.delete(id);
        this.#refused(id, /** @type {Failure} */ (error));
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
    const left = Object.fromEntries(Object.entries(this.changesOf(id))
      .filter(([key, value]) => JSON.stringify(had.get(key)) !== JSON.stringify(value)));
    if (Object.keys(left).length > 0) this.#pending.set(id, left);
    else this.#pending.delete(id);
  }
}
