import { holdPointer } from "../core/elements.js";

/**
 * How far what one holds was moved (CSS pixels), turned (degrees) and sized.
 *
 * @typedef {{ across: number, down: number, turn: number, scale: number }} Change
 */

/**
 * @template Held
 * @typedef {{
 *   accepts: (event: PointerEvent) => boolean,
 *   isHandle: (event: PointerEvent) => boolean,
 *   hold: () => Held,
 *   middle: (held: Held) => number[],
 *   moved: (held: Held, change: Change, fingers: { turns: boolean, isHandle: boolean }) => void,
 *   ended: () => void,
 * }} GestureParts `middle` is that of what is held, on the page
 */

/**
 * Follows the mouse, or one or two fingers, that drag, turn and size something. Held by its handle, its own middle is the other
 * finger.
 *
 * @template Held
 */
export class Gesture {
  #element; #parts;
  /**
   * Where fingers or the mouse are.
   *
   * @type {Map<number, number[]>}
   */
  #pointers = new Map();
  /**
   * Where they were when the last of them came or went, and what they held.
   *
   * @type {{ held: Held, points: number[][], isHandle: boolean } | null}
   */
  #base = null;

  /**
   * @param {HTMLElement} element
   * @param {GestureParts<Held>} parts
   */
  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
  }

  get isHeld() { return this.#base !== null; }

  /** What was begun is not gone on with. */
  drop() {
    this.#pointers.clear();
    this.#base = null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#pointers.size === 2 || !this.#parts.accepts(event)) return;
    holdPointer(this.#element, event);
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.#hold(this.#parts.isHandle(event));
  }

  /** @param {boolean} [isHandle] */
  #hold(isHandle = false) {
    const points = [...this.#pointers.values()];
    this.#base = { held: this.#parts.hold(), points, isHandle: isHandle && points.length === 1 };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#base || !this.#pointers.has(event.pointerId)) return;
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const { held, points, isHandle } = this.#base;
    const now = [...this.#pointers.values()];
    const middle = this.#parts.middle(held);
    const [from, to] = isHandle ? [[middle, ...points], [middle, ...now]] : [points, now];
    const [before, after] = [centre(from), centre(to)];
    const turns = from.length > 1;
    this.#parts.moved(held, {
      across: after[0] - before[0],
      down: after[1] - before[1],
      turn: turns ? angleOf(to) - angleOf(from) : 0,
      scale: turns ? lengthOf(to) / Math.max(1, lengthOf(from)) : 1,
    }, { turns, isHandle });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size > 0) return this.#hold();
    this.#base = null;
    this.#parts.ended();
  }
}

/** Nearer to a quarter turn than this (degrees), something is turned so. */
const snapAngle = 4;
/** Nearer to the middle than this (CSS pixels), something is there. */
export const snapReach = 8;

/** @type {(value: number, place: number, reach: number) => number} */
export const snapped = (value, place, reach) => (Math.abs(value - place) < reach ? place : value);

/** @param {number} angle in degrees */
export const snappedTurn = (angle) => snapped(angle, 90 * Math.round(angle / 90), snapAngle);

/** @param {number[][]} points one or two */
const centre = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
/** @param {number[][]} points */
const lengthOf = ([one, other]) => Math.hypot(other[0] - one[0], other[1] - one[1]);
/** @param {number[][]} points */
const angleOf = ([one, other]) => Math.atan2(other[1] - one[1], other[0] - one[0]) * 180 / Math.PI;
