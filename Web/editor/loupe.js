import { byId, penOf } from "../core/elements.js";

/** So many times as large as on the stage. */
const magnification = 2;
/** How far above the finger its middle lies, in pixels. */
const distance = 112;

/** Shows what lies under a finger, beside it. */
export class Loupe {
  #canvas = byId("brush-loupe");
  #pen = penOf(this.#canvas);
  #layers;

  /** @param {{ source: HTMLImageElement | HTMLCanvasElement, opacity: () => number }[]} layers */
  constructor(layers) {
    this.#layers = layers;
  }

  /**
   * @param {{ x: number, y: number }} finger client coordinates
   * @param {HTMLElement} frame what the layers fill
   */
  show({ x, y }, frame) {
    const canvas = this.#canvas;
    canvas.hidden = false;
    const stage = canvas.offsetParent?.getBoundingClientRect() ?? new DOMRect();
    const half = canvas.offsetWidth / 2;
    const hasRoomAbove = y - stage.top >= distance + half;
    const isRight = x - stage.left > stage.width / 2;
    const left = x - stage.left + (hasRoomAbove ? 0 : isRight ? -distance : distance);
    const top = y - stage.top - (hasRoomAbove ? distance : 0);
    canvas.style.left = `${Math.min(stage.width - half, Math.max(half, left))}px`;
    canvas.style.top = `${Math.max(half, top)}px`;
    this.#paint([x, y], half / magnification, frame.getBoundingClientRect());
  }

  hide() { this.#canvas.hidden = true; }

  /**
   * @param {number[]} place client coordinates
   * @param {number} reach on the stage, in pixels
   * @param {DOMRect} box of the layers
   */
  #paint([x, y], reach, box) {
    const { width, height } = this.#canvas;
    this.#pen.clearRect(0, 0, width, height);
    for (const { source, opacity } of this.#layers) {
      const [across, down] = source instanceof HTMLImageElement
        ? [source.naturalWidth, source.naturalHeight] : [source.width, source.height];
      if (across === 0 || down === 0) continue;
      this.#pen.globalAlpha = opacity();
      const [scaleX, scaleY] = [across / box.width, down / box.height];
      this.#pen.drawImage(
        source, (x - box.left - reach) * scaleX, (y - box.top - reach) * scaleY, 2 * reach * scaleX, 2 * reach * scaleY,
        0, 0, width, height);
    }
    this.#pen.globalAlpha = 1;
  }
}
