import { closest, findAll, motionIsReduced } from "../core/elements.js";

const startsAfter = 6;
const longPress = 320;

/**
 * Lets the tiles of `list` be dragged to another place: with a mouse at once, by touch after a long press, so that a finger
 * still scrolls. `lift` begins a drag, `moveOver` comes with each tile that the dragged one is to take the place of, and
 * `drop` ends it, with whether the new place is meant. `held` gets a tile that was pressed long and let go of where it was.
 *
 * @typedef {object} Handlers
 * @property {() => boolean} isAllowed
 * @property {(tile: HTMLElement) => void} lift
 * @property {(tile: HTMLElement, other: HTMLElement) => void} moveOver
 * @property {(isMeant: boolean) => void} drop
 * @property {(tile: HTMLElement) => void} held
 * @param {HTMLElement} list
 * @param {Handlers} handlers
 */
export function makeReorderable(list, handlers) {
  list.addEventListener("pointerdown", (down) => {
    if (!down.isPrimary || list.hasAttribute("data-dragging")) return;
    if (!handlers.isAllowed() && down.pointerType === "mouse") return;
    const item = closest(down, ".tile");
    if (!item || down.button !== 0 || closest(down, ".tile-check")) return;
    const drag = new Drag(list, item, down, handlers);
    drag.wait();
  });
  // Without this a long press opens the picture's menu or starts the browser's own drag.
  list.addEventListener("contextmenu", (event) => {
    if (list.hasAttribute("data-dragging") || (event instanceof PointerEvent && event.pointerType === "touch")) event.preventDefault();
  });
  list.addEventListener("dragstart", (event) => event.preventDefault());
}

class Drag {
  #list; #item; #down; #handlers; #last; #isMovable; #timer = 0; #scrolling = 0;
  /** @type {HTMLElement | null} */
  #ghost = null;
  #hasMoved = false;
  #listeners = new AbortController();

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} item
   * @param {PointerEvent} down
   * @param {Handlers} handlers
   */
  constructor(list, item, down, handlers) {
    this.#list = list;
    this.#item = item;
    this.#down = down;
    this.#last = down;
    this.#handlers = handlers;
    this.#isMovable = handlers.isAllowed();
  }

  wait() {
    const { signal } = this.#listeners;
    const isTouch = this.#down.pointerType !== "mouse";
    if (isTouch) this.#timer = setTimeout(() => this.#begin(), longPress);
    addEventListener("pointermove", (event) => this.#move(event, isTouch), { signal });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(type, ({ pointerId }) => { if (pointerId === this.#down.pointerId) this.#end(type === "pointerup"); }, { signal });
    }
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#ghost) return;
      event.preventDefault();
      event.stopPropagation();
      this.#end(false);
    }, { signal, capture: true });
    addEventListener("touchmove", (event) => { if (this.#ghost) event.preventDefault(); }, { signal, passive: false });
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isTouch
   */
  #move(event, isTouch) {
    if (event.pointerId !== this.#down.pointerId) return;
    if (this.#ghost && !this.#isMovable) return;
    this.#last = event;
    const way = Math.hypot(event.clientX - this.#down.clientX, event.clientY - this.#down.clientY);
    if (!this.#ghost) {
      if (way < startsAfter) return;
      if (isTouch) {
        this.#end(false);
        return;
      }
      this.#begin();
    }
    this.#hasMoved ||= way >= startsAfter;
    this.#follow();
  }

  #begin() {
    const box = this.#item.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (this.#item.cloneNode(true));
    this.#ghost = ghost;
    ghost.removeAttribute("data-testid");
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("tile-ghost");
    Object.assign(ghost.style, {
      left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`,
    });
    this.#list.closest("dialog")?.append(ghost);
    this.#item.setAttribute("data-lifted", "");
    this.#list.setAttribute("data-dragging", "");
    this.#handlers.lift(this.#item);
    navigator.vibrate?.(8);
    this.#scrollNearEdges();
  }

  #follow() {
    if (!this.#ghost) return;
    const { clientX, clientY } = this.#last;
    const x = clientX - this.#down.clientX;
    const y = clientY - this.#down.clientY;
    this.#ghost.style.transform = `translate(${x}px, ${y}px) scale(1.06) rotate(${Math.max(-4, Math.min(4, x / 40))}deg)`;
    const over = this.#tileAt(clientX, clientY);
    if (over && over !== this.#item) this.#handlers.moveOver(this.#item, over);
  }

  /**
   * By where the tiles are laid out: where they are seen may be somewhere on their way there.
   *
   * @param {number} clientX
   * @param {number} clientY
   */
  #tileAt(clientX, clientY) {
    const box = this.#list.getBoundingClientRect();
    const x = clientX - box.left - this.#list.clientLeft + this.#list.scrollLeft;
    const y = clientY - box.top - this.#list.clientTop + this.#list.scrollTop;
    return findAll(this.#list, ".tile:not([data-away])", HTMLElement).find(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
      x >= offsetLeft && x < offsetLeft + offsetWidth && y >= offsetTop && y < offsetTop + offsetHeight);
  }

  #scrollNearEdges() {
    const step = () => {
      const box = this.#list.getBoundingClientRect();
      const { clientY } = this.#last;
      const above = box.top + 64 - clientY;
      const below = clientY - (box.bottom - 64);
      const speed = above > 0 ? -above / 5 : below > 0 ? below / 5 : 0;
      if (speed !== 0) {
        this.#list.scrollTop += Math.max(-18, Math.min(18, speed));
        if (this.#hasMoved) this.#follow();
      }
      this.#scrolling = requestAnimationFrame(step);
    };
    this.#scrolling = requestAnimationFrame(step);
  }

  /** @param {boolean} isDrop */
  #end(isDrop) {
    clearTimeout(this.#timer);
    this.#listeners.abort();
    cancelAnimationFrame(this.#scrolling);
    if (!this.#ghost) return;
    this.#ghost.remove();
    this.#item.removeAttribute("data-lifted");
    // The click that ends a drag opens nothing.
    const swallow = (/** @type {Event} */ event) => { event.stopPropagation(); event.preventDefault(); };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    this.#list.removeAttribute("data-dragging");
    this.#handlers.drop(isDrop);
    if (isDrop && !this.#hasMoved) this.#handlers.held(this.#item);
  }
}

/**
 * Changes the layout and lets every element glide from where it was.
 *
 * @param {Element[]} elements
 * @param {() => void} change
 */
export function flip(elements, change) {
  if (motionIsReduced()) {
    change();
    return;
  }
  const inView = elements.filter((element) => element.checkVisibility?.({ contentVisibilityAuto: true }) ?? true);
  const before = inView.map((element) => element.getBoundingClientRect());
  change();
  inView.forEach((element, at) => {
    const after = element.getBoundingClientRect();
    const x = before[at].left - after.left;
    const y = before[at].top - after.top;
    if (x === 0 && y === 0) return;
    element.animate(
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
      { duration: 220, easing: "cubic-bezier(.2, .8, .2, 1)" });
  });
}
