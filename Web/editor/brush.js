import { addStroke, redoStroke, resetStrokes, undoStroke } from "../core/api.js";
import { byId } from "../core/elements.js";
import { percent, text } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";

/// Points nearer to each other than this part of the longer side say nothing new.
const finest = 0.0015;

/// Draws "keep" and "remove" strokes over the photo and sends each when the hand lifts. Coordinates are parts of the
/// photo's width and height, the radius is a part of its longer side.
export class Brush {
  #canvas; #pen; #changed; #gaveUp; #zoom; #photo = null;
  #strokes = [];
  #stroke = null;
  #cursor = null;
  #frame = 0;
  #isEnabled = false;
  #pointer = null;
  #sending = Promise.resolve();
  #inFlight = 0;

  constructor({ canvas, changed, gaveUp, zoom }) {
    this.#canvas = canvas;
    this.#pen = canvas.getContext("2d");
    this.#changed = changed;
    this.#gaveUp = gaveUp;
    this.#zoom = zoom;
    zoom.whenResized = () => this.#resize();
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", () => this.#drop());
    canvas.addEventListener("pointerleave", () => { if (!this.#stroke) this.#setCursor(null); });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => this.#finish());
    byId("brush-radius").addEventListener("input", () => this.#showRadius());
    byId("undo").addEventListener("click", () => this.undo());
    byId("redo").addEventListener("click", () => this.redo());
    byId("reset-strokes").addEventListener("click", () => this.#sendFor(resetStrokes));
    document.addEventListener("languagechange", () => this.#showRadius());
  }

  start(photo) {
    this.#photo = photo;
    this.#strokes = [];
    this.#stroke = null;
    this.#cursor = null;
    this.#showRadius();
    this.#draw();
  }

  show(photo) {
    this.#photo = photo;
    byId("undo").disabled = photo.strokes.done === 0;
    byId("redo").disabled = photo.strokes.undone === 0;
    byId("reset-strokes").disabled = photo.strokes.done === 0;
  }

  setEnabled(isEnabled) {
    this.#isEnabled = isEnabled;
    this.#canvas.tabIndex = isEnabled ? 0 : -1;
    if (!isEnabled) this.#finish();
  }

  /// The picture shows what the strokes did: they need not be drawn any more.
  clearStrokes() {
    if (this.#inFlight > 0) return;
    this.#strokes = [];
    this.#draw();
  }

  undo() { if (this.#photo?.strokes.done) this.#sendFor(undoStroke); }
  redo() { if (this.#photo?.strokes.undone) this.#sendFor(redoStroke); }

  /// For the photo that is shown now, also when another one is by the time that it is sent.
  #sendFor(request) {
    const { id } = this.#photo;
    this.#send(() => request(id));
  }

  changeRadius(direction) {
    const slider = byId("brush-radius");
    slider.value = Number(slider.value) * (direction > 0 ? 1.25 : 0.8);
    this.#showRadius();
  }

  get #mode() { return byId("brush-modes").querySelector("input:checked").value; }
  get #radius() { return Number(byId("brush-radius").value); }
  get #longer() { return Math.max(this.#photo.width, this.#photo.height); }

  #place({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }

  #down(event) {
    if (!this.#isEnabled || event.button !== 0) return;
    if (this.#pointer !== null) return this.#drop();
    event.preventDefault();
    this.#canvas.focus({ preventScroll: true });
    this.#pointer = event.pointerId;
    try {
      this.#canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already; the stroke ends with the next event.
    }
    this.#begin(this.#place(event));
  }

  #move(event) {
    if (!this.#isEnabled || this.#zoom.isPinching) return this.#drop();
    this.#setCursor(this.#place(event));
    if (event.pointerId !== this.#pointer || !this.#stroke) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const part of events.length ? events : [event]) this.#extend(this.#place(part));
  }

  #up(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    this.#finish();
    if (event.pointerType !== "mouse") this.#setCursor(null);
  }

  /// Two fingers zoom: what the first of them began was no stroke.
  #drop() {
    this.#pointer = null;
    this.#stroke = null;
    this.#draw();
  }

  #key(event) {
    if (!this.#isEnabled || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
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
        this.#setCursor(this.#cursor ?? [0.5, 0.5]);
        this.#begin(this.#cursor);
        announce(text("brushDown"));
      }
    } else if (event.key === "Escape" && this.#stroke) {
      event.preventDefault();
      this.#drop();
    }
  }

  #begin(point) {
    this.#stroke = { mode: this.#mode, radius: this.#radius, points: [point] };
    this.#draw();
  }

  #extend(point) {
    const [x, y] = this.#stroke.points.at(-1);
    const way = Math.hypot((point[0] - x) * this.#photo.width, (point[1] - y) * this.#photo.height);
    if (way < finest * this.#longer) return;
    this.#stroke.points.push(point);
    this.#draw();
  }

  #finish() {
    const stroke = this.#stroke;
    if (!stroke) return;
    this.#stroke = null;
    this.#strokes.push(stroke);
    const points = stroke.points.map(([x, y]) => [rounded(x), rounded(y)]);
    const { id } = this.#photo;
    this.#send(() => addStroke(id, { ...stroke, points }), () => {
      this.#strokes = this.#strokes.filter((one) => one !== stroke);
      this.#draw();
    });
  }

  /// One request after the other: strokes and undoing must arrive in the order in which they were made.
  #send(request, undoIt = () => {}) {
    this.#inFlight += 1;
    this.#changed();
    this.#sending = this.#sending.then(request).catch((error) => {
      undoIt();
      this.#gaveUp();
      failed(error);
    }).finally(() => { this.#inFlight -= 1; });
  }

  #setCursor(place) {
    this.#cursor = place;
    this.#draw();
  }

  #showRadius() {
    const slider = byId("brush-radius");
    const part = (slider.value - slider.min) / (slider.max - slider.min);
    slider.style.setProperty("--filled", `${100 * part}%`);
    byId("brush-radius-value").textContent = percent(this.#radius);
    slider.setAttribute("aria-valuetext", percent(this.#radius));
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
    if (!this.#photo) return;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    for (const stroke of [...this.#strokes, this.#stroke].filter(Boolean)) this.#paintStroke(stroke, width, height);
    if (this.#cursor) this.#paintCursor(width, height);
  }

  #paintStroke({ mode, radius, points }, width, height) {
    const pen = this.#pen;
    pen.strokeStyle = mode === "keep" ? "rgb(38 190 96 / .55)" : "rgb(255 69 58 / .55)";
    pen.lineWidth = 2 * radius * Math.max(width, height);
    pen.beginPath();
    pen.moveTo(points[0][0] * width, points[0][1] * height);
    for (const [x, y] of points) pen.lineTo(x * width, y * height);
    pen.stroke();
  }

  #paintCursor(width, height) {
    const pen = this.#pen;
    const [x, y] = this.#cursor;
    for (const [line, color] of [[4, "rgb(0 0 0 / .45)"], [2, "#ffffff"]]) {
      pen.lineWidth = line;
      pen.strokeStyle = color;
      pen.beginPath();
      pen.arc(x * width, y * height, Math.max(2, this.#radius * Math.max(width, height)), 0, 2 * Math.PI);
      pen.stroke();
    }
  }
}

const limited = (value) => Math.min(1, Math.max(0, value));
const rounded = (value) => Math.round(limited(value) * 1e5) / 1e5;
