import { previewStroke } from "../core/api.js";

/** @typedef {{ path: Path2D, width: number, height: number }} Shape */

/** What smart strokes would take, asked for while they are drawn: one request at a time, for the stroke as it is then. */
export class StrokePreview {
  #changed;
  #isAsking = false;
  /** @type {{ id: string, stroke: API.Stroke } | null} */
  #next = null;
  /** @type {WeakMap<API.Stroke, Shape>} */
  #shapes = new WeakMap();

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * With a white line around it, once it is known.
   *
   * @param {CanvasRenderingContext2D} pen with the stroke's colour
   * @param {API.Stroke} stroke
   */
  paint(pen, stroke) {
    const shape = this.#shapes.get(stroke);
    if (!shape) return;
    const { width, height } = pen.canvas;
    pen.save();
    pen.scale(width / shape.width, height / shape.height);
    pen.fillStyle = pen.strokeStyle;
    pen.fill(shape.path, "evenodd");
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = (2 * shape.width) / width;
    pen.stroke(shape.path);
    pen.restore();
  }

  /**
   * @param {string} id
   * @param {API.Stroke} stroke
   */
  async ask(id, stroke) {
    this.#next = { id, stroke };
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#next) {
      const { id: photo, stroke: drawn } = this.#next;
      this.#next = null;
      try {
        const { path, width, height } = await previewStroke(photo, { ...drawn, points: [...drawn.points] });
        this.#shapes.set(drawn, { path: new Path2D(path), width, height });
        this.#changed();
      } catch {
        // The stroke itself is shown, and told about when it cannot be drawn.
      }
    }
    this.#isAsking = false;
  }

  /** What was not asked yet need not be. */
  stop() { this.#next = null; }
}
