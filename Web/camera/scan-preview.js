import { penOf } from "../core/elements.js";
import { newestPreview } from "./camera-api.js";

/** After an answer without a picture. */
const pause = 250;

/**
 * Draws the newest preview into a canvas. One request is under way at a time, so a slow page gets fewer pictures and none
 * too late. Pictures are pulled because a stream for each would take a browser's six connections to a host.
 */
export class ScanPreview {
  #canvas;
  #which;
  #shown = 0;
  /** @type {AbortController | null} */
  #request = null;
  #drawn;

  /**
   * `which` is `frame` or `result`; `drawn` hears of each new picture.
   *
   * @param {HTMLCanvasElement} canvas
   * @param {"frame" | "result"} which
   * @param {{ drawn?: () => void }} handlers
   */
  constructor(canvas, which, { drawn = () => {} } = {}) {
    this.#canvas = canvas;
    this.#which = which;
    this.#drawn = drawn;
  }

  /**
   * `number` is that of the newest preview.
   *
   * @param {number} number
   */
  show(number) {
    if (number < this.#shown) this.#shown = 0;
    if (number === this.#shown || this.#request || document.hidden) return;
    this.#pull(number);
  }

  forget() {
    this.#request?.abort();
    this.#request = null;
    this.#shown = 0;
    penOf(this.#canvas).clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** @param {number} number */
  async #pull(number) {
    const request = new AbortController();
    this.#request = request;
    try {
      const picture = await createImageBitmap(await newestPreview(this.#which, request.signal));
      if (request.signal.aborted) {
        picture.close();
        return;
      }
      this.#draw(picture);
      this.#shown = number;
      this.#drawn();
    } catch {
      if (request.signal.aborted) return;
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
    if (this.#request === request) this.#request = null;
  }

  /** @param {ImageBitmap} picture */
  #draw(picture) {
    const { width, height } = picture;
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0);
    picture.close();
    this.#canvas.parentElement?.style.setProperty("--ratio", String(width / height));
  }
}
