import { make, penOf } from "../core/elements.js";

/** Of the scene, in pixels of the canvas. */
const width = 96;
const height = 72;
/** How many pictures of the scene are kept. A run of each mode is as long as the scene is wide. */
const depth = 48;
/** Pictures a second. */
const pace = 24;

/** @typedef {"strip" | "sweep" | "delay" | "map"} ScanMode */

/**
 * A small moving picture of what a mode does: left a scene that moves, right what becomes of it. It computes what the
 * studio's scanner does, from the scene's own pictures. Where motion is to be reduced it stands still at the end of a run.
 */
export class ModeDemo {
  element = make("canvas", { class: "mode-demo", width: 2 * width + 12, height, "aria-hidden": true });
  #pen = penOf(this.element);
  /** @type {HTMLCanvasElement[]} */
  #frames = Array.from({ length: depth }, () => make("canvas", { width, height }));
  #result = make("canvas", { width, height });
  #stillness = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {ScanMode | null} */
  #mode = null;
  #tick = 0;
  #timer = 0;

  constructor() {
    this.#stillness.addEventListener("change", () => this.#begin());
    document.addEventListener("visibilitychange", () => this.#begin());
  }

  /** @param {ScanMode | null} mode `null` while there is something else to see */
  show(mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.element.dataset.mode = mode ?? "";
    this.#begin();
  }

  #begin() {
    clearInterval(this.#timer);
    if (this.#mode === null) return;
    this.#tick = 0;
    penOf(this.#result).clearRect(0, 0, width, height);
    const isStill = this.#stillness.matches;
    // The pictures from before the run.
    for (let tick = -depth; tick < (isStill ? width : 0); tick += 1) this.#step(tick);
    this.#tick = isStill ? width : 0;
    this.#paint();
    if (isStill || document.hidden) return;
    this.#timer = setInterval(() => {
      if (this.element.offsetParent === null) return;
      // A mode that ends stands for a moment.
      const isAtEnd = this.#mode === "sweep" && this.#tick >= width;
      if (isAtEnd && this.#tick >= width + pace) {
        penOf(this.#result).clearRect(0, 0, width, height);
        this.#tick = 0;
      }
      this.#step(this.#tick);
      this.#tick += 1;
      this.#paint();
    }, 1000 / pace);
  }

  /** @param {number} tick */
  #step(tick) {
    const frame = this.#frames[index(tick)];
    drawScene(penOf(frame), tick);
    const pen = penOf(this.#result);
    if (tick < 0) return;
    if (this.#mode === "strip") {
      pen.drawImage(this.#result, 1, 0, width - 1, height, 0, 0, width - 1, height);
      pen.drawImage(frame, width / 2, 0, 1, height, width - 1, 0, 1, height);
    } else if (this.#mode === "sweep" && tick < width) {
      pen.drawImage(frame, tick, 0, 1, height, tick, 0, 1, height);
    } else if (this.#mode === "delay") {
      for (let y = 0; y < height; y += 2) {
        const late = this.#frames[index(tick - Math.floor(y * (depth - 1) / height))];
        pen.drawImage(late, 0, y, width, 2, 0, y, width, 2);
      }
    } else if (this.#mode === "map") this.#drawRings(pen, tick);
  }

  /**
   * The middle is now; each ring around it is later.
   *
   * @param {CanvasRenderingContext2D} pen
   * @param {number} tick
   */
  #drawRings(pen, tick) {
    const rings = 16;
    for (let ring = rings; ring >= 1; ring -= 1) {
      pen.save();
      pen.beginPath();
      pen.arc(width / 2, height / 2, ring * 62 / rings, 0, 2 * Math.PI);
      pen.clip();
      pen.drawImage(this.#frames[index(tick - Math.floor((ring - 1) * (depth - 1) / rings))], 0, 0);
      pen.restore();
    }
  }

  #paint() {
    const pen = this.#pen;
    pen.clearRect(0, 0, this.element.width, height);
    pen.drawImage(this.#frames[index(this.#tick - 1)], 0, 0);
    pen.fillStyle = "#17151a";
    pen.fillRect(width + 12, 0, width, height);
    pen.drawImage(this.#result, width + 12, 0);
    pen.fillStyle = "#ff5a4d";
    if (this.#mode === "strip") pen.fillRect(width / 2, 0, 1, height);
    if (this.#mode === "sweep" && this.#tick < width) {
      pen.fillRect(this.#tick, 0, 1, height);
      pen.fillRect(width + 12 + this.#tick, 0, 1, height);
    }
  }
}

/** @param {number} tick */
const index = (tick) => ((tick % depth) + depth) % depth;

/**
 * A ball that swings over a ground, and a wheel that turns.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {number} tick
 */
function drawScene(pen, tick) {
  pen.fillStyle = "#24415f";
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#e9c46a";
  pen.fillRect(0, height - 12, width, 12);
  const angle = tick * 2 * Math.PI / 48;
  pen.save();
  pen.translate(width / 2, height / 2);
  pen.rotate(angle);
  pen.fillStyle = "#f4efe6";
  for (let blade = 0; blade < 4; blade += 1) {
    pen.rotate(Math.PI / 2);
    pen.beginPath();
    pen.ellipse(0, -17, 5.5, 16, 0, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.restore();
  pen.fillStyle = "#ee6c4d";
  pen.beginPath();
  pen.arc(width / 2 + 38 * Math.sin(angle), height - 20, 8, 0, 2 * Math.PI);
  pen.fill();
}
