import { loadPicture } from "./picture-queue.js";

/// A catalog picture in an `<img>`: it is loaded when it is asked for, fades in when it is decoded, and its download can
/// be stopped. `holder` tells in `data-state` how far it is: `waiting`, `loading`, `shown`, `failed`.
export class LazyPicture {
  #image;
  #holder;
  #side;
  #id = null;
  #request = null;
  #address = null;
  error = null;

  constructor({ image, holder, side }) {
    this.#image = image;
    this.#holder = holder;
    this.#side = side;
    this.#tell("waiting");
  }

  get isShown() { return this.#address !== null; }
  /// What `src` is, for another `<img>` of the same picture; null until it is shown.
  get address() { return this.#address; }

  /// Answers whether it is shown; `false` when it failed, for the reason in `error`, or was stopped.
  async load(id) {
    if (this.#id === id && (this.#request || this.isShown)) return this.isShown;
    this.clear();
    this.#id = id;
    const request = new AbortController();
    this.#request = request;
    this.#tell("loading");
    try {
      const address = URL.createObjectURL(await loadPicture(id, this.#side, request.signal));
      try {
        await decoded(address);
        request.signal.throwIfAborted();
      } catch (error) {
        URL.revokeObjectURL(address);
        throw error;
      }
      this.#address = address;
      this.#image.src = address;
      this.#tell("shown");
    } catch (error) {
      if (request.signal.aborted) return false;
      this.error = error.code ? error : { code: "damaged" };
      this.#tell("failed");
    } finally {
      if (this.#request === request) this.#request = null;
    }
    return this.isShown;
  }

  /// Stops a download that has not finished; what is shown stays.
  stop() {
    if (!this.#request) return;
    this.#request.abort();
    this.#request = null;
    this.#tell("waiting");
  }

  clear() {
    this.stop();
    this.#image.removeAttribute("src");
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = null;
    this.error = null;
    this.#tell("waiting");
  }

  #tell(state) { this.#holder.dataset.state = state; }
}

async function decoded(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
}
