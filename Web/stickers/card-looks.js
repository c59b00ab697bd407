import { shownURL } from "../core/api.js";
import { make, motionIsReduced } from "../core/elements.js";
import { vividStops } from "../core/vivid.js";
import { effectsAt, mixAt, paintedDistances } from "./scroll-effects.js";
import { scrollRest } from "./scroll-rest.js";

/** Of one look, in device pixels: beyond that it is painted coarser. */
const mostPixels = 1_000_000;
/** Standard deviations of a blur that can be seen. */
const spread = 3;
/** As in the style of `.lifted`, `.card` and `.card-gradient`. */
const lift = [{ offset: 1, blur: 1.5, color: "rgb(0 0 0 / .25)" }, { offset: 8, blur: 14, color: "rgb(0 0 0 / .18)" }];
const shape = { opacity: 0.7, radius: 15, padding: 8 };

/** The size of all cards and how far from its resting place one is seen, in CSS pixels. */
export const cardRoom = { width: 0, height: 0, farthest: 0 };

/** A card's colours at some distances from where it rests, painted once: while it scrolls their opacity alone changes. */
export class CardLooks {
  #card;
  #face;
  /** @type {Map<number, HTMLCanvasElement>} */
  #canvases = new Map();
  #x = 0;
  /** What the looks that are wanted, or there, are made of. */
  #key = "";

  /**
   * @param {HTMLElement} card
   * @param {HTMLElement} face
   */
  constructor(card, face) {
    this.#card = card;
    this.#face = face;
  }

  /**
   * Paints what is not painted yet. `image` shows the sticker.
   *
   * @param {API.Photo} photo
   * @param {HTMLImageElement} image
   */
  paint(photo, image) {
    const { width, height, farthest } = cardRoom;
    const stops = vividStops(photo);
    if (motionIsReduced() || width < 1 || height < 1 || stops.length === 0) {
      this.clear();
      return;
    }
    const isLifted = image.classList.contains("lifted");
    const distances = paintedDistances(farthest);
    // Whether a sticker that moves stands still now makes no difference to them.
    const address = shownURL(photo, false);
    const key = JSON.stringify([address, stops, isLifted, width, height, devicePixelRatio, distances.length]);
    if (key === this.#key) return;
    this.#key = key;
    const pixels = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (width * height)));
    const looks = distances.map((distance) => {
      const { hue, brightness, blur } = effectsAt(distance, false);
      return { distance, hue, brightness, blur, margin: Math.ceil(spread * blur) };
    });
    const isWanted = () => this.#key === key;
    painter.paint({
      isWanted, looks,
      card: { ...shape, address, width, height, pixels, stops, lift: isLifted ? lift : [] },
      painted: (/** @type {ImageBitmap[]} */ pictures) => this.#take(looks, pictures),
      // The next time that the card is laid out, it is tried again.
      failed: () => { if (isWanted()) this.#key = ""; },
    });
  }

  clear() {
    this.#key = "";
    this.#take([], []);
  }

  /** @param {number} x */
  show(x) {
    this.#x = x;
    const { face, looks } = mixAt(x, [...this.#canvases.keys()]);
    setOpacity(this.#face, face);
    for (const [distance, canvas] of this.#canvases) setOpacity(canvas, looks.get(distance) ?? 0);
  }

  /**
   * @param {Look[]} looks
   * @param {ImageBitmap[]} pictures
   */
  #take(looks, pictures) {
    for (const canvas of this.#canvases.values()) canvas.remove();
    this.#canvases = new Map(pictures.map((picture, at) => {
      const { distance, margin } = looks[at];
      const canvas = make("canvas", { class: "card-look", "aria-hidden": "true" });
      canvas.style.setProperty("--margin", `${margin}px`);
      Object.assign(canvas, { width: picture.width, height: picture.height });
      canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(picture);
      return [distance, canvas];
    }));
    this.#card.append(...this.#canvases.values());
    this.show(this.#x);
  }
}

/**
 * @param {HTMLElement} element
 * @param {number} opacity
 */
function setOpacity(element, opacity) {
  // As the browser writes it, or each frame would set it anew.
  const value = String(Math.round(1000 * opacity) / 1000);
  if (element.style.opacity !== value) element.style.opacity = value;
}

/**
 * A look that is painted: its distance and effects, and how far it reaches over the card.
 *
 * @typedef {{ distance: number, hue: number, brightness: number, blur: number, margin: number }} Look
 * @typedef {{ isWanted: () => boolean, looks: Look[], card: object, painted: (pictures: ImageBitmap[]) => void, failed: () => void }} Request
 */

/** One look of one card at a time, by a worker, and while the carousel rests. Who scrolls on is not waited for. */
class LookPainter {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {(Request & { pictures: ImageBitmap[] })[]} */
  #waiting = [];
  #isPainting = false;

  constructor() {
    scrollRest.addEventListener("rest", () => this.#next());
  }

  /** @param {Request} request */
  paint(request) {
    if (typeof OffscreenCanvas !== "function") return;
    this.#waiting.push({ ...request, pictures: [] });
    this.#next();
  }

  #next() {
    if (this.#isPainting || !scrollRest.isResting) return;
    this.#waiting = this.#waiting.filter((request) => request.isWanted() || close(request));
    const [request] = this.#waiting;
    if (!request) return;
    this.#isPainting = true;
    const { card, looks, pictures } = request;
    this.#started().postMessage({ card, look: looks[pictures.length] });
  }

  #started() {
    if (this.#worker) return this.#worker;
    const worker = new Worker("stickers/look-worker.js");
    this.#worker = worker;
    worker.onmessage = ({ data: picture }) => this.#receive(picture);
    // Its script did not come: the program is being started, or a token is asked for.
    worker.onerror = () => {
      worker.terminate();
      this.#worker = null;
      this.#receive(null);
    };
    return worker;
  }

  /** @param {ImageBitmap | null} picture */
  #receive(picture) {
    this.#isPainting = false;
    const [request] = this.#waiting;
    if (picture) request.pictures.push(picture);
    if (!picture || request.pictures.length === request.looks.length) {
      this.#waiting.shift();
      if (!picture) {
        close(request);
        request.failed();
      } else if (request.isWanted()) {
        request.painted(request.pictures);
      } else {
        close(request);
      }
    }
    this.#next();
  }
}

/**
 * Gives the pictures' memory back at once. Returns false.
 *
 * @param {{ pictures: ImageBitmap[] }} request
 */
function close({ pictures }) {
  for (const picture of pictures) picture.close();
  return false;
}

const painter = new LookPainter();
