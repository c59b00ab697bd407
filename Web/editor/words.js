import { wordlessURL, wordsURL } from "../core/api.js";
import { arrows, byId, latinKey, swapImage } from "../core/elements.js";
import { halfTurns, limited } from "./arrangement.js";
import { Gesture, snapped, snappedTurn, snapReach } from "./gesture.js";

/** @typedef {NonNullable<API.Style["text"]>} StickerText */
/** @typedef {{ x: number, y: number, size: number, turn: number }} Place the middle of the words, by the subject's box */

/** Milliseconds without a change before what can be moved is asked for. */
const pause = 300;

const sizes = { least: 0.04, most: 0.4 };
const farthest = { least: -0.5, most: 1.5 };

/** @type {(value: number, digits: number) => number} */
const rounded = (value, digits) => Math.round(value * 10 ** digits) / 10 ** digits || 0;

/**
 * Moves, turns and sizes the words on the sticker, and what their bubble points to. Their picture follows the hand at once; when
 * it lifts, the studio makes the sticker so.
 */
export class Words {
  #frame = byId("words-frame");
  #box = byId("words-box");
  #handle = byId("words-handle");
  #tail = byId("words-tail");
  #panel;
  /** @type {API.Photo | null} */
  #photo = null;
  /** @type {StickerText | null} */
  #text = null;
  /** @type {API.TextPlace | null} */
  #made = null;
  /**
   * The words that the sticker was made with.
   *
   * @type {StickerText | null}
   */
  #madeText = null;
  /** @type {Place} */
  #now = { x: 0.5, y: 0.5, size: 0.14, turn: 0 };
  /** Where they were before a hand took them. */
  #held = this.#now;
  /** @type {number[] | null} */
  #tip = null;
  #loaded = "";
  #loading = 0;
  /** @type {Gesture<Place>} */
  #gesture;
  /** @type {Gesture<number[]>} */
  #tailGesture;

  /** @param {{ panel: import("./style-panel.js").StylePanel }} parts */
  constructor({ panel }) {
    this.#panel = panel;
    // Words are small: the second finger may be anywhere.
    this.#gesture = new Gesture(byId("stage"), {
      accepts: (event) => {
        const isOnWords = event.target instanceof Node && this.#box.contains(event.target);
        if (isOnWords) {
          this.#box.focus({ preventScroll: true });
          this.#load();
        }
        return isOnWords || this.#gesture.isHeld;
      },
      isHandle: (event) => event.target === this.#handle,
      hold: () => {
        if (!this.#gesture.isHeld) this.#held = this.#now;
        return this.#now;
      },
      middle: (held) => this.#onPage(held),
      moved: (held, change, fingers) => this.#move(held, change, fingers),
      // A click moves nothing.
      ended: () => { if (this.#now !== this.#held) this.#send(); },
    });
    this.#tailGesture = new Gesture(this.#tail, {
      accepts: () => true,
      isHandle: () => false,
      hold: () => this.#tipPoint(),
      middle: () => [0, 0],
      moved: ([x, y], change) => {
        const [across, down] = this.#bySubject(change.across, change.down);
        this.#tip = [x + across, y + down].map((part) => limited(part, farthest.least, farthest.most));
        this.#render();
      },
      ended: () => this.#sendTail(),
    });
    byId("stage").addEventListener("pointercancel", () => {
      if (this.#gesture.isHeld || this.#tailGesture.isHeld) this.#drop();
    });
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#render()).observe(byId("stage"));
  }

  /** @param {API.Photo} photo */
  show(photo) {
    if (photo.id !== this.#photo?.id) this.#frame.removeAttribute("data-live");
    this.#photo = photo;
    this.#text = this.#panel.text;
    this.#settle();
    this.#render();
  }

  /** The sticker's picture is that of the studio again. */
  pictureShown() {
    const photo = this.#photo;
    if (photo && !photo.rendering && !this.#gesture.isHeld && !this.#panel.isPending) this.#frame.removeAttribute("data-live");
    this.#settle();
    this.#render();
    // A hand may come soon, and what is typed goes on.
    clearTimeout(this.#loading);
    if (!this.#frame.hidden) this.#loading = setTimeout(() => this.#load(), pause);
  }

  /** Takes the words as the sticker has them, unless a hand moves them or what it moved is still to be seen. */
  #settle() {
    const photo = this.#photo;
    if (!photo || this.#gesture.isHeld || this.#tailGesture.isHeld || this.#frame.hasAttribute("data-live")) return;
    const text = this.#text;
    this.#made = photo.sticker?.text ?? null;
    if (!photo.rendering || !this.#madeText) this.#madeText = photo.style.text ?? null;
    if (!text || !this.#made) return;
    const [x, y] = text.place === "point" ? [text.x ?? 0.5, text.y ?? 0.5] : this.#made.point;
    this.#now = { x, y, size: text.size ?? 0.14, turn: text.turn ?? 0 };
    this.#tip = null;
  }

  /** What can be moved, before a hand comes. */
  #load() {
    const photo = this.#photo;
    if (!photo || photo.rendering) return;
    const key = `${photo.id} ${photo.revision}`;
    if (key === this.#loaded) return;
    // Until both have come, one of the pictures may be that of another sticker.
    this.#loaded = "";
    Promise.all([
      swapImage(byId("words-below"), wordlessURL(photo)), swapImage(byId("words-alone"), wordsURL(photo)),
    ]).then((areShown) => {
      if (areShown.every(Boolean)) this.#loaded = key;
      this.#render();
    });
  }

  get #isLoaded() {
    const photo = this.#photo;
    return photo !== null && this.#loaded === `${photo.id} ${photo.revision}` && byId("words-alone").naturalWidth > 0
      && byId("words-below").naturalWidth > 0;
  }

  /**
   * @param {Place} held
   * @param {import("./gesture.js").Change} change
   * @param {{ turns: boolean, isHandle: boolean }} fingers
   */
  #move(held, change, { turns, isHandle }) {
    const next = { ...held };
    if (!isHandle) {
      const [across, down] = this.#bySubject(change.across, change.down);
      const [width, height] = this.#subject();
      next.x = limited(snapped(held.x + across, 0.5, snapReach / width), farthest.least, farthest.most);
      next.y = limited(snapped(held.y + down, 0.5, snapReach / height), farthest.least, farthest.most);
    }
    if (turns) {
      next.turn = snappedTurn(halfTurns(held.turn + change.turn));
      next.size = limited(held.size * change.scale, sizes.least, sizes.most);
    }
    this.#now = next;
    this.#render();
  }

  #drop() {
    this.#gesture.drop();
    this.#tailGesture.drop();
    this.#frame.removeAttribute("data-live");
    if (this.#photo) this.show(this.#photo);
  }

  #send() {
    const text = this.#text;
    if (!text) return;
    const { x, y, size, turn } = this.#now;
    this.#panel.setText({
      ...text, place: "point", x: rounded(x, 4), y: rounded(y, 4), size: rounded(size, 3), turn: rounded(turn, 1),
    });
    this.#render();
  }

  #sendTail() {
    const text = this.#text;
    if (!text?.bubble || !this.#tip) return;
    const [x, y] = this.#tip.map((part) => rounded(part, 4));
    this.#panel.setText({ ...text, bubble: { ...text.bubble, tail: "point", x, y } });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = latinKey(event);
    const step = arrows[event.key];
    const now = this.#now;
    const way = event.shiftKey ? 0.1 : 0.01;
    if (step) {
      const [x, y] = [now.x + step[0] * way, now.y + step[1] * way].map((part) => limited(part, farthest.least, farthest.most));
      this.#now = { ...now, x, y };
    } else if (key === "[" || key === "]") {
      this.#now = { ...now, turn: halfTurns(now.turn + (key === "]" ? 5 : -5)) };
    } else if (event.key === "+" || event.key === "=" || event.key === "-") {
      this.#now = { ...now, size: limited(now.size * (event.key === "-" ? 1 / 1.05 : 1.05), sizes.least, sizes.most) };
    } else return;
    event.preventDefault();
    this.#send();
  }

  /** The width and height of the subject's box, in CSS pixels. */
  #subject() {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    const [across, down] = this.#made?.subject ?? [1, 1];
    return [Math.max(1, across * width), Math.max(1, down * height)];
  }

  /** How the whole sticker is turned, in degrees. */
  get #stickerTurn() { return this.#photo?.style.arrangement?.turn ?? 0; }

  /**
   * A way on the page as parts of the subject's box.
   *
   * @param {number} across
   * @param {number} down
   */
  #bySubject(across, down) {
    const angle = -this.#stickerTurn * Math.PI / 180;
    const [width, height] = this.#subject();
    return [
      (across * Math.cos(angle) - down * Math.sin(angle)) / width, (across * Math.sin(angle) + down * Math.cos(angle)) / height,
    ];
  }

  /**
   * A point by the subject's box, in CSS pixels of the frame.
   *
   * @param {number[]} point
   */
  #inFrame([x, y]) {
    const made = this.#made;
    if (!made) return [0, 0];
    const angle = this.#stickerTurn * Math.PI / 180;
    const [width, height] = this.#subject();
    const [across, down] = [(x - made.point[0]) * width, (y - made.point[1]) * height];
    return [
      made.middle[0] * this.#frame.clientWidth + across * Math.cos(angle) - down * Math.sin(angle),
      made.middle[1] * this.#frame.clientHeight + across * Math.sin(angle) + down * Math.cos(angle),
    ];
  }

  /** @param {Place} place */
  #onPage({ x, y }) {
    const { left, top } = this.#frame.getBoundingClientRect();
    const [across, down] = this.#inFrame([x, y]);
    return [left + across, top + down];
  }

  #tipPoint() {
    const bubble = this.#text?.bubble;
    return this.#tip ?? (bubble?.tail === "point" ? [bubble.x ?? 0.5, bubble.y ?? 0.5] : [0.5, 0.5]);
  }

  #render() {
    const [made, text, photo] = [this.#made, this.#text, this.#photo];
    const image = byId("stage-sticker");
    const isShown = Boolean(made && text && photo && image.naturalWidth > 0);
    this.#frame.hidden = !isShown;
    if (!isShown || !made || !text) return;
    this.#layOver(image);
    const isHeld = this.#gesture.isHeld;
    if (isHeld && this.#isLoaded) this.#frame.setAttribute("data-live", "");
    const { x, y, size, turn } = this.#now;
    const [left, top] = this.#inFrame([x, y]);
    const before = this.#madeText ?? text;
    const growth = size / (before.size ?? 0.14);
    const turned = turn - (before.turn ?? 0);
    const { clientWidth: width, clientHeight: height } = this.#frame;
    const box = this.#box.style;
    [box.left, box.top] = [`${left}px`, `${top}px`];
    [box.width, box.height] = [`${growth * made.size[0] * width}px`, `${growth * made.size[1] * height}px`];
    box.rotate = `${turn + this.#stickerTurn}deg`;
    const [middleX, middleY] = [made.middle[0] * width, made.middle[1] * height];
    const alone = byId("words-alone").style;
    alone.transformOrigin = `${middleX}px ${middleY}px`;
    alone.transform = `translate(${left - middleX}px, ${top - middleY}px) rotate(${turned}deg) scale(${growth})`;
    this.#showTail(text);
    const middle = this.#inFrame([0.5, 0.5]);
    byId("words-guide-down").hidden = !isHeld || x !== 0.5 || this.#stickerTurn !== 0;
    byId("words-guide-down").style.left = `${middle[0]}px`;
    byId("words-guide-across").hidden = !isHeld || y !== 0.5 || this.#stickerTurn !== 0;
    byId("words-guide-across").style.top = `${middle[1]}px`;
  }

  /** @param {StickerText} text */
  #showTail({ bubble }) {
    this.#tail.hidden = !bubble || bubble.tail === "none";
    const [x, y] = this.#inFrame(this.#tipPoint());
    [this.#tail.style.left, this.#tail.style.top] = [`${x}px`, `${y}px`];
  }

  /**
   * Where the sticker's picture is seen.
   *
   * @param {HTMLImageElement} image
   */
  #layOver(image) {
    const style = getComputedStyle(image);
    const padding = Number.parseFloat(style.paddingLeft);
    const [width, height] = [image.clientWidth - 2 * padding, image.clientHeight - 2 * padding];
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const frame = this.#frame.style;
    frame.width = `${scale * image.naturalWidth}px`;
    frame.height = `${scale * image.naturalHeight}px`;
    frame.left = `${padding + (width - scale * image.naturalWidth) / 2}px`;
    frame.top = `${padding + (height - scale * image.naturalHeight) / 2}px`;
  }
}
