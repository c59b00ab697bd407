import { StudioError } from "../core/api.js";
import { loadPicture } from "./picture-queue.js";

/**
 * A catalog picture in an `<img>`: it is loaded when it is asked for, fades in when it is decoded, and its download can
 * be stopped. `holder` tells in `data-state` how far it is: `waiting`, `loading`, `shown`, `failed`.
 */
export class LazyPicture {
  #image;
  #holder;
  #sides;
  #id = "";
  /** @type {AbortController | null} */
  #request = null;
  /** @type {string | null} */
  #address = null;
  /** @type {Failure | null} */
  error = null;

  /**
   * `sides` are how long the longest side may be: the first is shown as soon as it is there, then finer ones.
   *
   * @param {{ image: HTMLImageElement, holder: HTMLElement, sides: number[] }} parts
   */
  constructor({ image, holder, sides }) {
    this.#image = image;
    this.#holder = holder;
    this.#sides = sides;
    this.#tell("waiting");
  }

  get isShown() { return this.#address !== null; }
  /** What `src` is, for another `<img>` of the same picture; null until it is shown. */
  get address() { return this.#address; }

  /**
   * Answers whether it is shown; `false` when it failed, for the reason in `error`, or was stopped.
   *
   * @param {string} id
   */
  async load(id) {
    if (this.#id === id && (this.#request || this.isShown)) return this.isShown;
    this.clear();
    this.#id = id;
    const request = new AbortController();
    this.#request = request;
    this.#tell("loading");
    try {
      const size = await this.#show(this.#sides[0], request.signal);
      this.#refine(size, request);
      return true;
    } catch (error) {
      if (request.signal.aborted) return false;
      this.#request = null;
      this.error = error instanceof StudioError ? error : { code: "damaged" };
      this.#tell("failed");
      return false;
    }
  }

  /** Stops a download that has not finished; what is shown stays. */
  stop() {
    this.#request?.abort();
    this.#request = null;
    if (this.#holder.dataset.state === "loading") this.#tell("waiting");
  }

  clear() {
    this.stop();
    this.#image.removeAttribute("src");
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = null;
    this.error = null;
    this.#tell("waiting");
  }

  /**
   * A picture that is smaller than it may be has no more to show.
   *
   * @param {number} size
   * @param {AbortController} request
   */
  async #refine(size, request) {
    try {
      for (const [at, side] of this.#sides.entries()) {
        if (at > 0 && size >= this.#sides[at - 1]) size = await this.#show(side, request.signal);
      }
    } catch {
      // It stays as fine as it is.
    }
    if (this.#request === request) this.#request = null;
  }

  /**
   * Answers how long its longest side is.
   *
   * @param {number} side
   * @param {AbortSignal} signal
   */
  async #show(side, signal) {
    const address = URL.createObjectURL(await loadPicture(this.#id, side, signal));
    let size;
    try {
      size = await decoded(address);
      signal.throwIfAborted();
    } catch (error) {
      URL.revokeObjectURL(address);
      throw error;
    }
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = address;
    this.#image.src = address;
    this.#tell("shown");
    return size;
  }

  /** @param {"waiting" | "loading" | "shown" | "failed"} state */
  #tell(state) { this.#holder.dataset.state = state; }
}

/** @param {string} address */
async function decoded(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return Math.max(image.naturalWidth, image.naturalHeight);
}
