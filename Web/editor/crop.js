import { arrows, byId, findAll, holdPointer } from "../core/elements.js";
import { cropOf, edgesOf, limited, thinnest } from "./arrangement.js";

/** Nearer to the photo's edge than this part of it, a crop's edge is there. */
const snap = 0.012;

/**
 * The frame over the photo that says what of it becomes a sticker: eight handles change it, and it is moved as a whole.
 *
 * @typedef {import("./arrangement.js").Edges} Edges
 */
export class Crop {
  #stage = byId("crop-stage");
  #box = byId("crop-box");
  #change;
  #edges = edgesOf(null);
  #isEnabled = false;
  /** @type {{ pointer: number, names: string[], from: number[], edges: Edges } | null} */
  #drag = null;

  /** @param {(crop: API.Crop | null, isDone: boolean) => void} change `isDone` when the hand lifts */
  constructor(change) {
    this.#change = change;
    this.#stage.addEventListener("pointerdown", (event) => this.#down(event));
    this.#stage.addEventListener("pointermove", (event) => this.#move(event));
    this.#stage.addEventListener("pointerup", (event) => this.#up(event));
    this.#stage.addEventListener("pointercancel", () => this.#drop());
    this.#stage.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {boolean} isEnabled */
  setEnabled(isEnabled) {
    this.#isEnabled = isEnabled;
    this.#stage.tabIndex = isEnabled ? 0 : -1;
    if (!isEnabled) this.#drop();
  }

  get isHeld() { return this.#drag !== null; }

  /** @param {API.Crop | null} crop */
  show(crop) {
    this.#edges = edgesOf(crop);
    const { left, top, right, bottom } = this.#edges;
    const { style } = this.#box;
    style.left = `${100 * left}%`;
    style.top = `${100 * top}%`;
    style.width = `${100 * (right - left)}%`;
    style.height = `${100 * (bottom - top)}%`;
  }

  /**
   * One edge to a place; the others stay.
   *
   * @param {keyof Edges} name
   * @param {number} place
   */
  withEdge(name, place) { return cropOf(bounded(this.#edges, { [name]: place })); }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.#isEnabled || event.button !== 0) return;
    if (this.#drag) return this.#drop();
    const names = nearest(this.#box, event);
    if (!names) return;
    holdPointer(this.#stage, event);
    this.#stage.focus({ preventScroll: true });
    this.#drag = { pointer: event.pointerId, names, from: this.#place(event), edges: { ...this.#edges } };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [x, y] = this.#place(event);
    const [across, down] = [x - drag.from[0], y - drag.from[1]];
    if (drag.names.length === 0) return this.#change(cropOf(moved(drag.edges, across, down)), false);
    /** @type {Partial<Edges>} */
    const change = {};
    for (const name of /** @type {(keyof Edges)[]} */ (drag.names)) {
      change[name] = snapped(drag.edges[name] + (name === "left" || name === "right" ? across : down));
    }
    this.#change(cropOf(bounded(drag.edges, change)), false);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#drag || event.pointerId !== this.#drag.pointer) return;
    this.#drag = null;
    this.#change(cropOf(this.#edges), true);
  }

  #drop() {
    if (!this.#drag) return;
    const { edges } = this.#drag;
    this.#drag = null;
    this.#change(cropOf(edges), true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#isEnabled || event.ctrlKey || event.metaKey) return;
    const step = arrows[event.key];
    if (step) {
      event.preventDefault();
      const way = event.shiftKey ? 0.1 : 0.01;
      this.#change(cropOf(moved(this.#edges, step[0] * way, step[1] * way)), true);
    } else if (event.key === "Escape" && this.#drag) {
      event.preventDefault();
      this.#drop();
    }
  }

  /** @param {{ clientX: number, clientY: number }} pointer */
  #place({ clientX, clientY }) {
    const box = this.#stage.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }
}

/**
 * The edges that a handle moves; none where the frame as a whole is held, null outside it.
 *
 * @param {HTMLElement} box
 * @param {PointerEvent} event
 */
function nearest(box, { target }) {
  const handle = findAll(box, "[data-edges]", HTMLElement).find((one) => one === target);
  if (handle) return (handle.dataset.edges ?? "").split(" ");
  return target === box ? [] : null;
}

/** @param {number} place */
const snapped = (place) => (place < snap ? 0 : place > 1 - snap ? 1 : place);

/**
 * Changed edges stay inside the photo, and as far apart as the thinnest crop is wide.
 *
 * @param {Edges} edges
 * @param {Partial<Edges>} change
 * @returns {Edges}
 */
function bounded(edges, change) {
  const next = { ...edges, ...change };
  if (change.left !== undefined) next.left = limited(next.left, 0, edges.right - thinnest);
  if (change.top !== undefined) next.top = limited(next.top, 0, edges.bottom - thinnest);
  if (change.right !== undefined) next.right = limited(next.right, edges.left + thinnest, 1);
  if (change.bottom !== undefined) next.bottom = limited(next.bottom, edges.top + thinnest, 1);
  return next;
}

/**
 * @param {Edges} edges
 * @param {number} across
 * @param {number} down
 * @returns {Edges}
 */
function moved({ left, top, right, bottom }, across, down) {
  const [x, y] = [limited(across, -left, 1 - right), limited(down, -top, 1 - bottom)];
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
