import "./markup.js";
import { byId, closest, holdPointer } from "../core/elements.js";
import { wholePercent } from "../languages/languages.js";

const steps = { small: 0.01, large: 0.1 };

/** The slit over the camera's picture: dragged with the pointer, or moved with the keys. */
export class SlitSlider {
  #slit = byId("slit");
  #frame = byId("camera-live");
  #moved;
  #place = 0.5;
  /** @type {API.CameraSettings["axis"]} */
  #axis = "columns";
  #isUsable = false;
  /** @type {number | null} */
  #pointer = null;

  /**
   * `moved` gets the new place, 0…1.
   *
   * @param {{ moved: (place: number) => void }} handlers
   */
  constructor({ moved }) {
    this.#moved = moved;
    this.#frame.addEventListener("pointerdown", (event) => this.#press(event));
    this.#frame.addEventListener("pointermove", (event) => { if (event.pointerId === this.#pointer) this.#follow(event); });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) this.#frame.addEventListener(end, () => this.#release());
    this.#slit.addEventListener("keydown", (event) => this.#useKey(event));
  }

  /**
   * `lines` is the slice's part of the frame, 0…1.
   *
   * @param {{ isVisible: boolean, isUsable: boolean, axis: API.CameraSettings["axis"], place: number, lines: number }} state
   */
  show({ isVisible, isUsable, axis, place, lines }) {
    this.#slit.hidden = !isVisible;
    this.#isUsable = isVisible && isUsable;
    this.#axis = axis;
    this.#frame.dataset.axis = axis;
    this.#frame.toggleAttribute("data-slit", this.#isUsable);
    this.#slit.tabIndex = this.#isUsable ? 0 : -1;
    this.#slit.setAttribute("aria-disabled", String(!this.#isUsable));
    this.#slit.setAttribute("aria-orientation", axis === "columns" ? "horizontal" : "vertical");
    this.#slit.style.setProperty("--lines", `${100 * lines}%`);
    if (this.#pointer === null) this.#showPlace(place);
  }

  /** @param {number} place */
  #showPlace(place) {
    this.#place = place;
    this.#slit.style.setProperty("--place", `${100 * place}%`);
    this.#slit.setAttribute("aria-valuenow", String(Math.round(100 * place)));
    this.#slit.setAttribute("aria-valuetext", String(wholePercent(place)));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!this.#isUsable || !event.isPrimary || event.button !== 0 || closest(event, "button")) return;
    holdPointer(this.#frame, event);
    this.#pointer = event.pointerId;
    this.#slit.focus({ preventScroll: true });
    this.#follow(event);
  }

  /** @param {PointerEvent} event */
  #follow({ clientX, clientY }) {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    this.#move(this.#axis === "columns" ? (clientX - left) / width : (clientY - top) / height);
  }

  #release() { this.#pointer = null; }

  /**
   * Arrow keys move it where they point.
   *
   * @param {KeyboardEvent} event
   */
  #useKey(event) {
    if (!this.#isUsable || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? steps.large : steps.small;
    const down = this.#axis === "columns" ? -1 : 1;
    const place = {
      ArrowLeft: this.#place - step, ArrowRight: this.#place + step,
      ArrowUp: this.#place - down * step, ArrowDown: this.#place + down * step,
      PageUp: this.#place - down * steps.large, PageDown: this.#place + down * steps.large,
      Home: 0, End: 1,
    }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    this.#move(place);
  }

  /** @param {number} place */
  #move(place) {
    const wanted = Math.round(1000 * Math.max(0, Math.min(1, place))) / 1000;
    if (wanted === this.#place) return;
    this.#showPlace(wanted);
    this.#moved(wanted);
  }
}

