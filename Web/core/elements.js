/**
 * Makes elements. Attributes whose value is null, undefined or false are left out; true gives an empty one.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * The key's letter or sign on a Latin keyboard: with the Russian one, Z is я.
 *
 * @param {KeyboardEvent} event
 */
export function latinKey({ key, code }) {
  if (/^[\x20-\x7E]+$/.test(key)) return key.toLowerCase();
  return { BracketLeft: "[", BracketRight: "]" }[code] ?? (/^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key);
}

/** How to scroll without an animation. TypeScript 4.8 does not know the word. */
export const instantly = /** @type {ScrollBehavior} */ (/** @type {string} */ ("instant"));

/**
 * The element with an id of the markup: see `Scripts/web-types.mjs`.
 *
 * @template {keyof ElementsById} Id
 * @param {Id} id
 * @returns {ElementsById[Id]}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return /** @type {any} */ (element);
}

/**
 * What there must be one of in `parent`.
 *
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 */
export function find(parent, selector, kind) {
  const element = parent.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${selector}`);
  return element;
}

/**
 * All in `parent` that are of the kind.
 *
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind[]}
 */
export const findAll = (parent, selector, kind) =>
  [...parent.querySelectorAll(selector)].flatMap((element) => (element instanceof kind ? [element] : []));

/**
 * The nearest element around what an event happened to.
 *
 * @param {Event} event
 * @param {string} selector
 */
export const closest = ({ target }, selector) =>
  (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null);

/** @param {HTMLCanvasElement} canvas */
export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the browser draws no canvas");
  return pen;
}

/**
 * A slider that has its value written beside it.
 *
 * @typedef {{ [Id in keyof ElementsById]: `${Id}-value` extends keyof ElementsById ? Id : never }[keyof ElementsById]} SliderId
 */

/**
 * Shows a slider's value, beside it in words too, which a screen reader says.
 *
 * @param {SliderId} id
 * @param {number} value
 * @param {string} words
 */
export function showSlider(id, value, words) {
  const slider = byId(id);
  if (slider.valueAsNumber !== value) slider.valueAsNumber = value;
  const [least, most] = [Number(slider.min), Number(slider.max)];
  slider.style.setProperty("--filled", `${100 * (slider.valueAsNumber - least) / (most - least || 1)}%`);
  slider.setAttribute("aria-valuetext", words);
  byId(`${id}-value`).textContent = words;
}

/**
 * Which way an arrow key moves something: across, and down.
 *
 * @type {Record<string, number[]>}
 */
export const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const svg = "http://www.w3.org/2000/svg";

/** @param {string} name */
export function symbol(name) {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("class", "symbol");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(svg, "use");
  use.setAttribute("href", `icons/symbols.svg#${name}`);
  picture.append(use);
  return picture;
}

export const spinner = () => make("span", { class: "spinner", "aria-hidden": "true" });

export function smallSpinner() {
  const wheel = spinner();
  wheel.classList.add("small");
  return wheel;
}

/**
 * Puts `elements` into `parent` in that order and touches only what stands elsewhere: focus and scroll position stay.
 *
 * @param {Element} parent
 * @param {Element[]} elements
 */
export function arrange(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let cursor = parent.firstElementChild;
  for (const element of elements) {
    if (cursor && element === cursor) cursor = cursor.nextElementSibling;
    else parent.insertBefore(element, cursor);
  }
}

/** @param {Event} event */
const prevent = (event) => event.preventDefault();

/**
 * The element follows a pointer that has come down on it wherever it goes, and the browser begins nothing else with it: the
 * focus stays, and no menu opens. What fingers may begin is said by `touch-action`. Firefox would not tell of a second
 * finger that comes down in the same moment as one whose event is prevented: of a finger, what follows is prevented, until
 * the next comes down.
 *
 * @param {HTMLElement} element
 * @param {PointerEvent} event
 */
export function holdPointer(element, event) {
  if (event.pointerType === "touch") {
    const following = new AbortController();
    for (const type of ["mousedown", "contextmenu"]) element.addEventListener(type, prevent, { signal: following.signal });
    addEventListener("pointerdown", () => following.abort(), { once: true, capture: true });
  } else {
    event.preventDefault();
  }
  try {
    element.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is gone already; what it began ends with the next event.
  }
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const motionIsReduced = () => reduced.matches;
/** @param {() => void} action */
export const whenMotionChanges = (action) => reduced.addEventListener("change", action);

/**
 * Shows `source` in `image` once it is decoded, so that no half picture and no gap is seen between two of them.
 * Answers whether it is shown: `false` when another one was asked for meanwhile, or when it could not be loaded. It is
 * not shown before `after` is done.
 *
 * @param {HTMLImageElement} image
 * @param {string} source
 * @param {{ after?: Promise<unknown> | null }} options
 */
export async function swapImage(image, source, { after = null } = {}) {
  if (image.dataset.wanted === source) return image.getAttribute("src") === source;
  image.dataset.wanted = source;
  if (!source) {
    image.removeAttribute("src");
    return true;
  }
  const next = new Image();
  next.src = source;
  try {
    await Promise.all([next.decode(), after]);
  } catch {
    if (image.dataset.wanted === source) delete image.dataset.wanted;
    return false;
  }
  if (image.dataset.wanted !== source) return false;
  image.src = source;
  return true;
}
