import { addStroke, resetStrokes } from "../core/api.js";
import { arrows, byId, find, holdPointer, penOf, showSlider } from "../core/elements.js";
import { percent, text } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";
import { changeStrokes, steps } from "../core/steps.js";
import { drawBrushCursor } from "./brush-cursor.js";
import { Loupe } from "./loupe.js";
import { PaintedStrokes } from "./painted-strokes.js";
import { StrokePreview } from "./stroke-preview.js";

/** Points nearer to each other than this part of the longer side say nothing new. */
const finest = 0.0015;
/** How far the wheel turns until the brush is the next size, in pixels. */
const wheelStep = 60;

/**
 * What the brush needs of a photo.
 *
 * @typedef {{ id: string, width?: number, height?: number, strokes: { done: number, undone: number } }} PaintablePhoto
 * @typedef {import("./zoom.js").Zoom} Zoom
 */

/**
 * Draws "keep" and "remove" strokes over the photo and sends each when the hand lifts. Coordinates are parts of the
 * photo's width and height, the radius is a part of its longer side.
 */
export class Brush {
  #canvas; #pen; #changed; #gaveUp; #drawn; #zoom; #time;
  #photo = { id: "", width: 1, height: 1, strokes: { done: 0, undone: 0 } };
  #painted = new PaintedStrokes(() => this.#draw());
  /** @type {API.Stroke | null} */
  #stroke = null;
  /** @type {number[] | null} */
  #cursor = null;
  #preview = new StrokePreview(() => this.#draw());
  #loupe;
  /** Where a finger paints: it hides what it paints.
   * @type {{ x: number, y: number } | null} */
  #finger = null;
  #wheelWay = 0;
  #frame = 0;
  #isEnabled = false;
  /** @type {number | null} */
  #pointer = null;
  /** @type {Promise<unknown>} */
  #sending = Promise.resolve();
  #inFlight = 0;
  /**
   * The photos of strokes in flight, which they may not have yet.
   *
   * @type {string[]}
   */
  #painting = [];

  /** @param {{ canvas: HTMLCanvasElement, changed: () => void, gaveUp: () => void, drawn: (id: string) => void,
   *   zoom: Zoom, time: () => number | undefined }} parts `time` is that of a clip's frame */
  constructor({ canvas, changed, gaveUp, drawn, zoom, time }) {
    this.#canvas = canvas;
    this.#pen = penOf(canvas);
    this.#changed = changed;
    this.#gaveUp = gaveUp;
    this.#drawn = drawn;
    this.#zoom = zoom;
    this.#time = time;
    this.#loupe = new Loupe([
      { source: byId("frame-preview"), opacity: () => Number(getComputedStyle(byId("frame-preview")).opacity) },
      { source: byId("frame-cutout"), opacity: () => 1 },
      { source: canvas, opacity: () => 1 },
    ]);
    zoom.whenResized = () => {
      this.#resize();
      this.#showRadius();
    };
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", () => this.#drop());
    canvas.addEventListener("pointerleave", () => { if (!this.#stroke) this.#setCursor(null); });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => this.#finish());
    byId("brush-radius").addEventListener("input", () => this.#showRadius());
    byId("brush-hardness").addEventListener("input", () => this.#showRadius());
    byId("reset-strokes").addEventListener("click", () => {
      const { id, strokes: { done } } = this.#photo;
      const count = done + this.#painting.filter((one) => one === id).length;
      this.#painted.clear();
      this.#send(id, () => resetStrokes(id), { kind: "strokes", id, count: -count });
    });
    document.addEventListener("languagechange", () => this.#showRadius());
  }

  /** @param {PaintablePhoto} photo */
  start(photo) {
    this.#adopt(photo);
    this.#painted.start(photo.id, photo.strokes.done);
    if (this.#painted.isUnfound) {
      // Only keeping what is painted over makes sense at first.
      find(byId("brush-modes"), "[value=keep]", HTMLInputElement).checked = true;
      find(byId("brush-tools"), "[value=brush]", HTMLInputElement).checked = true;
    }
    this.#stroke = null;
    this.#cursor = null;
    this.#showRadius();
    this.#draw();
  }

  /** @param {PaintablePhoto} photo */
  show(photo) {
    this.#adopt(photo);
    byId("reset-strokes").disabled = photo.strokes.done === 0;
  }

  /**
   * A photo's size is known before it can be painted on.
   *
   * @param {PaintablePhoto} photo
   */
  #adopt({ id, width = 1, height = 1, strokes }) {
    this.#photo = { id, width, height, strokes };
  }

  /** @param {boolean} isEnabled */
  setEnabled(isEnabled) {
    this.#isEnabled = isEnabled;
    this.#canvas.tabIndex = isEnabled ? 0 : -1;
    if (!isEnabled) this.#finish();
  }

  /** @param {boolean} isSo whether nothing was found in the photo that is started next, or is shown */
  setUnfound(isSo) { this.#painted.isUnfound = isSo; }

  /** The picture shows what the strokes did: they need not be drawn any more. */
  clearStrokes() { if (this.#inFlight === 0) this.#painted.clear(); }

  /**
   * Takes strokes of the photo back, or does them again.
   *
   * @param {number} count
   */
  change(count) {
    const { id } = this.#photo;
    for (let left = Math.abs(count); left > 0; left -= 1) {
      if (count < 0) this.#painted.undo();
      else this.#painted.redo();
    }
    return this.#send(id, () => changeStrokes(id, count));
  }

  /** @param {number} direction */
  changeRadius(direction) {
    const slider = byId("brush-radius");
    slider.valueAsNumber *= direction > 0 ? 1.25 : 0.8;
    this.#showRadius();
  }

  get #mode() { return find(byId("brush-modes"), "[value=keep]", HTMLInputElement).checked ? "keep" : "remove"; }
  get #tool() {
    return find(byId("brush-tools"), "[value=smart]", HTMLInputElement).checked
      ? /** @type {const} */ ("smart") : /** @type {const} */ ("brush");
  }
  get #hardness() { return byId("brush-hardness").valueAsNumber; }
  /** The circle stays as large as it is on the screen when the photo is enlarged. */
  get #radius() { return rounded(limited(byId("brush-radius").valueAsNumber / this.#zoom.factor)); }
  get #longer() { return Math.max(this.#photo.width, this.#photo.height); }

  /** @param {{ clientX: number, clientY: number }} pointer */
  #place({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.#isEnabled || event.button !== 0) return;
    if (this.#pointer !== null) return this.#drop();
    holdPointer(this.#canvas, event);
    this.#canvas.focus({ preventScroll: true });
    this.#pointer = event.pointerId;
    this.#follow(event);
    this.#begin(this.#place(event));
  }

  /** @param {PointerEvent} event */
  #follow({ pointerType, clientX, clientY }) {
    this.#finger = pointerType === "touch" ? { x: clientX, y: clientY } : null;
  }

  /**
   * With a key it enlarges the photo, as pinching does, or moves it.
   *
   * @param {WheelEvent} event
   */
  #wheel(event) {
    if (!this.#isEnabled || event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#wheelWay += event.deltaY;
    for (; Math.abs(this.#wheelWay) >= wheelStep; this.#wheelWay -= Math.sign(this.#wheelWay) * wheelStep) {
      this.changeRadius(-this.#wheelWay);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#isEnabled || this.#zoom.isPinching) return this.#drop();
    this.#setCursor(this.#place(event));
    if (event.pointerId !== this.#pointer || !this.#stroke) return;
    this.#follow(event);
    const events = event.getCoalescedEvents?.() ?? [];
    for (const part of events.length ? events : [event]) this.#extend(this.#place(part));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    this.#finger = null;
    this.#finish();
    if (event.pointerType !== "mouse") this.#setCursor(null);
  }

  /** Two fingers zoom: what the first of them began was not a stroke. */
  #drop() {
    this.#pointer = null;
    this.#finger = null;
    this.#stroke = null;
    this.#preview.stop();
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#isEnabled || event.ctrlKey || event.metaKey) return;
    const step = arrows[event.key];
    if (step) {
      event.preventDefault();
      const way = (event.shiftKey ? 0.05 : 0.01) * this.#longer;
      const [x, y] = this.#cursor ?? [0.5, 0.5];
      const next = [limited(x + (step[0] * way) / this.#photo.width), limited(y + (step[1] * way) / this.#photo.height)];
      this.#setCursor(next);
      if (this.#stroke) this.#extend(next);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (event.repeat) return;
      if (this.#stroke) this.#finish();
      else {
        const place = this.#cursor ?? [0.5, 0.5];
        this.#setCursor(place);
        this.#begin(place);
        announce(text("brushDown"));
      }
    } else if (event.key === "Escape" && this.#stroke) {
      event.preventDefault();
      this.#drop();
    }
  }

  /** @param {number[]} point */
  #begin(point) {
    const [time, points] = [this.#time(), [roundedPoint(point)]];
    this.#stroke = { mode: this.#mode, tool: this.#tool, hardness: this.#hardness, radius: this.#radius, points };
    if (time !== undefined) this.#stroke.time = time;
    this.#askForPreview();
    this.#draw();
  }

  /** What a smart stroke would take is shown before the hand lifts. */
  #askForPreview() {
    if (this.#stroke?.tool === "smart") this.#preview.ask(this.#photo.id, this.#stroke);
  }

  /** @param {number[]} point */
  #extend(point) {
    if (!this.#stroke) return;
    const { points } = this.#stroke;
    const [x, y] = points[points.length - 1];
    const next = roundedPoint(point);
    const way = Math.hypot((next[0] - x) * this.#photo.width, (next[1] - y) * this.#photo.height);
    if (way < finest * this.#longer) return;
    points.push(next);
    this.#askForPreview();
    this.#draw();
  }

  #finish() {
    const stroke = this.#stroke;
    if (!stroke) return;
    this.#stroke = null;
    this.#zoom.touched = stroke.points[stroke.points.length - 1].map(limited);
    this.#painted.add(stroke);
    this.#preview.stop();
    const { id } = this.#photo;
    this.#painting.push(id);
    this.#send(id, () => addStroke(id, stroke), { kind: "strokes", id, count: 1 }, () => {
      if (id === this.#photo.id) this.#painted.drop(stroke);
    }).finally(() => this.#painting.shift());
  }

  /**
   * One request after the other: strokes and undoing must arrive in the order in which they were made.
   *
   * @param {string} id
   * @param {() => Promise<unknown>} request
   * @param {import("../core/steps.js").StrokesStep | null} [step] that it is, where it is not one that is taken back
   * @param {() => void} [undoIt]
   */
  #send(id, request, step = null, undoIt = () => {}) {
    this.#inFlight += 1;
    this.#changed();
    if (step) steps.record(step);
    this.#sending = this.#sending.then(request).then(() => this.#drawn(id)).catch((error) => {
      undoIt();
      if (step) steps.forget(step);
      this.#gaveUp();
      failed(error);
    }).finally(() => { this.#inFlight -= 1; });
    return this.#sending;
  }

  /** @param {number[] | null} place */
  #setCursor(place) {
    this.#cursor = place;
    this.#draw();
  }

  #showRadius() {
    for (const id of /** @type {const} */ (["brush-radius", "brush-hardness"])) {
      const { valueAsNumber } = byId(id);
      showSlider(id, valueAsNumber, percent(valueAsNumber));
    }
    this.#draw();
  }

  #resize() {
    const density = Math.min(devicePixelRatio || 1, 2);
    const width = Math.min(4096, Math.round(this.#canvas.clientWidth * density));
    const height = Math.min(4096, Math.round(this.#canvas.clientHeight * density));
    if (width === this.#canvas.width && height === this.#canvas.height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#draw();
  }

  #draw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint() {
    const { width, height } = this.#canvas;
    const pen = this.#pen;
    pen.clearRect(0, 0, width, height);
    pen.lineCap = "round";
    pen.lineJoin = "round";
    for (const stroke of this.#painted.shown) this.#paintStroke(stroke, width, height);
    if (this.#stroke) this.#paintStroke(this.#stroke, width, height);
    if (this.#cursor) {
      const [x, y] = this.#cursor;
      drawBrushCursor(pen, [x * width, y * height], this.#radius * Math.max(width, height));
    }
    if (this.#finger) this.#loupe.show(this.#finger, this.#canvas);
    else this.#loupe.hide();
  }

  /**
   * @param {API.Stroke} stroke
   * @param {number} width
   * @param {number} height
   */
  #paintStroke(stroke, width, height) {
    const { mode, radius, points } = stroke;
    const pen = this.#pen;
    const line = 2 * radius * Math.max(width, height);
    pen.beginPath();
    pen.moveTo(points[0][0] * width, points[0][1] * height);
    for (const [x, y] of points) pen.lineTo(x * width, y * height);
    // A white rim, since the photo may have the stroke's colour.
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = line + 3;
    pen.stroke();
    pen.globalCompositeOperation = "destination-out";
    pen.lineWidth = line;
    pen.stroke();
    pen.globalCompositeOperation = "source-over";
    pen.strokeStyle = mode === "keep" ? "rgb(38 190 96 / .55)" : "rgb(255 69 58 / .55)";
    pen.stroke();
    this.#preview.paint(pen, stroke);
  }
}

/** @param {number} value */
const limited = (value) => Math.min(1, Math.max(0, value));
/** A point may lie beside the photo: moved to the photo's edge, it would paint along that edge.
 * @param {number[]} point */
const roundedPoint = (point) => point.map((value) => rounded(Math.min(2, Math.max(-1, value))));
/** @param {number} value */
const rounded = (value) => Math.round(value * 1e5) / 1e5;
