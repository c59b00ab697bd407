import { byId } from "../core/elements.js";

const most = 8;
const step = 1.5;
const middle = [0.5, 0.5];

/**
 * Fits a frame of the photo's shape into its viewport and enlarges it: by the wheel, with two fingers, with buttons.
 * What is larger than the viewport scrolls.
 */
export class Zoom {
  #viewport; #frame; #factor = 1; #width = 4; #height = 3; #isEnabled = false;
  /** Where a hand or a key last was, in parts of the frame: the buttons enlarge that. */
  touched = middle;
  /** @type {Map<number, PointerEvent>} */
  #fingers = new Map();
  /** @type {{ x: number, y: number, distance: number, factor: number } | null} */
  #pinch = null;
  whenResized = () => {};

  /** @param {{ viewport: HTMLElement, frame: HTMLElement }} parts */
  constructor({ viewport, frame }) {
    this.#viewport = viewport;
    this.#frame = frame;
    new ResizeObserver(() => this.#layOut()).observe(viewport);
    byId("zoom-in").addEventListener("click", () => this.#zoomBy(step));
    byId("zoom-out").addEventListener("click", () => this.#zoomBy(1 / step));
    viewport.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    viewport.addEventListener("pointerdown", (event) => this.#fingerDown(event), { capture: true });
    viewport.addEventListener("pointermove", (event) => this.#fingerMove(event), { capture: true });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
      viewport.addEventListener(type, (event) => this.#fingerUp(event), { capture: true });
    }
  }

  /** How many times as large as it fits. */
  get factor() { return this.#factor; }
  get isPinching() { return this.#pinch !== null; }

  /** @param {boolean} isEnabled */
  setEnabled(isEnabled) {
    this.#isEnabled = isEnabled;
    this.#fingers.clear();
    this.#pinch = null;
    this.#factor = 1;
    this.touched = middle;
    this.#layOut();
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  setContent(width, height) {
    this.#width = width;
    this.#height = height;
    this.#layOut();
  }

  #layOut() {
    const { clientWidth, clientHeight } = this.#viewport;
    if (clientWidth === 0) return;
    const scale = Math.min(clientWidth / this.#width, clientHeight / this.#height) * this.#factor;
    this.#frame.style.width = `${Math.floor(this.#width * scale)}px`;
    this.#frame.style.height = `${Math.floor(this.#height * scale)}px`;
    byId("zoom-out").disabled = this.#factor <= 1;
    byId("zoom-in").disabled = this.#factor >= most;
    this.whenResized();
  }

  /**
   * What lies under `center` (client coordinates) stays there.
   *
   * @param {number} factor
   * @param {{ x: number, y: number }} center
   */
  #zoomTo(factor, center) { this.#bring(this.#place(center), factor, center); }

  /**
   * What was touched last comes to the middle.
   *
   * @param {number} factor
   */
  #zoomBy(factor) {
    const { left, top, width, height } = this.#viewport.getBoundingClientRect();
    this.#bring(this.touched, this.#factor * factor, { x: left + width / 2, y: top + height / 2 });
  }

  /** @param {{ x: number, y: number }} point in client coordinates */
  #place({ x, y }) {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    return [(x - left) / width, (y - top) / height];
  }

  /**
   * @param {number[]} place in parts of the frame
   * @param {number} factor
   * @param {{ x: number, y: number }} center where the place comes to lie, as far as the frame goes
   */
  #bring([across, down], factor, { x, y }) {
    this.#factor = Math.min(most, Math.max(1, factor));
    this.#layOut();
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    this.#viewport.scrollLeft += left + across * width - x;
    this.#viewport.scrollTop += top + down * height - y;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.#isEnabled) return;
    event.preventDefault();
    const point = { x: event.clientX, y: event.clientY };
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#viewport.scrollLeft += event.deltaX || event.deltaY;
    } else {
      this.#zoomTo(this.#factor * Math.exp(-event.deltaY / 400), point);
    }
    this.touched = this.#place(point);
  }

  /** @param {PointerEvent} event */
  #fingerDown(event) {
    if (!this.#isEnabled || event.pointerType !== "touch") return;
    this.#fingers.set(event.pointerId, event);
    if (this.#fingers.size === 2) this.#pinch = { ...this.#span(), factor: this.#factor };
  }

  /** @param {PointerEvent} event */
  #fingerMove(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    this.#fingers.set(event.pointerId, event);
    if (!this.#pinch || this.#fingers.size !== 2) return;
    const { x, y, distance } = this.#span();
    this.touched = this.#place({ x, y });
    this.#viewport.scrollLeft -= x - this.#pinch.x;
    this.#viewport.scrollTop -= y - this.#pinch.y;
    this.#pinch.x = x;
    this.#pinch.y = y;
    this.#zoomTo((this.#pinch.factor * distance) / this.#pinch.distance, { x, y });
  }

  /** @param {PointerEvent} event */
  #fingerUp(event) {
    if (!this.#pinch && this.#isEnabled && event.type === "pointerup") {
      this.touched = this.#place({ x: event.clientX, y: event.clientY });
    }
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.#pinch = null;
  }

  #span() {
    const [first, second] = [...this.#fingers.values()];
    return {
      x: (first.clientX + second.clientX) / 2,
      y: (first.clientY + second.clientY) / 2,
      distance: Math.max(1, Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)),
    };
  }
}
