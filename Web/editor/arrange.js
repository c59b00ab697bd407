import { stickerURL, unplacedURL } from "../core/api.js";
import { gradientOf, gradientStops, groundFor } from "../core/colors.js";
import { arrows, byId, find, latinKey, showSlider, swapImage } from "../core/elements.js";
import { percent } from "../languages/languages.js";
import { edgesOf, halfTurns, identity, isPlaced, limited, same, scales, tidy, wanted, whole } from "./arrangement.js";
import { Crop } from "./crop.js";
import { Gesture, snapped, snappedTurn, snapReach } from "./gesture.js";

/** Nearer to the middle than this part of the canvas, a slider puts the sticker there. */
const sliderReach = 0.015;

/**
 * @typedef {import("./arrangement.js").Arrangement} Arrangement
 * @typedef {"left" | "top" | "right" | "bottom"} EdgeName
 */

/**
 * Moves, turns, scales and crops the sticker on its canvas. The page shows at once where it goes; when the hand lifts the
 * studio makes the sticker so, and its picture takes the place of the page's.
 */
export class Arrange {
  #stage = byId("arrange-stage");
  #canvas = byId("arrange-canvas");
  #handle = byId("arrange-handle");
  #panel; #crop; #toolChanged;
  /** @type {API.Photo | null} */
  #photo = null;
  #isEnabled = false;
  /** What is shown. */
  #now = identity;
  /** What the studio was asked for last. */
  #sent = identity;
  /** What the picture that is moved was made for. */
  #loosened = "";
  #loosenedMirrored = false;
  /** @type {Gesture<Arrangement>} */
  #gesture;
  #isSliding = false;

  /** @param {{ panel: import("./style-panel.js").StylePanel, toolChanged: () => void }} parts */
  constructor({ panel, toolChanged }) {
    this.#panel = panel;
    this.#toolChanged = toolChanged;
    this.#crop = new Crop((crop, isDone) => this.#set({ crop }, isDone));
    const stage = this.#stage;
    this.#gesture = new Gesture(stage, {
      accepts: () => {
        if (this.#isEnabled) stage.focus({ preventScroll: true });
        return this.#isEnabled;
      },
      isHandle: (event) => event.target === this.#handle,
      hold: () => this.#now,
      middle: ({ x, y }) => {
        const { left, top, width: side } = this.#canvas.getBoundingClientRect();
        return [left + side * (0.5 + x), top + side * (0.5 + y)];
      },
      moved: (held, change, fingers) => this.#move(held, change, fingers),
      ended: () => this.#set({}, true),
    });
    stage.addEventListener("pointercancel", () => this.#drop());
    stage.addEventListener("keydown", (event) => this.#key(event));
    byId("arrange-tools").addEventListener("change", () => this.#useTool());
    this.#slides("place-x", (x) => ({ x: snapped(x, 0, sliderReach) }));
    this.#slides("place-y", (y) => ({ y: snapped(y, 0, sliderReach) }));
    this.#slides("place-turn", (turn) => ({ turn: snappedTurn(turn) }));
    this.#slides("place-scale", (power) => ({ scale: 2 ** power }));
    for (const edge of /** @type {EdgeName[]} */ (["left", "top", "right", "bottom"])) {
      this.#slides(`crop-${edge}`, (place) => ({ crop: this.#crop.withEdge(edge, place) }));
    }
    byId("arrange-reset").addEventListener("click", () => this.#set(identity, true));
    byId("place-mirror").addEventListener("change", () => this.#set({ mirrored: byId("place-mirror").checked }, true));
    document.addEventListener("languagechange", () => this.#render());
    new ResizeObserver(() => this.#showHandle()).observe(this.#canvas);
  }

  get tool() { return find(byId("arrange-tools"), "[value=crop]", HTMLInputElement).checked ? "crop" : "place"; }

  /** @param {API.Photo} photo */
  start(photo) {
    this.#drop();
    this.#loosened = "";
    find(byId("arrange-tools"), "[value=place]", HTMLInputElement).checked = true;
    swapImage(byId("arrange-sticker"), "");
    swapImage(byId("arrange-result"), "");
    this.#canvas.removeAttribute("data-live");
    this.#now = this.#sent = whole(photo.style.arrangement);
    this.show(photo);
  }

  /** @param {boolean} isEnabled */
  setEnabled(isEnabled) {
    this.#isEnabled = isEnabled;
    if (!isEnabled) this.#drop();
    this.#useTool();
  }

  /** @param {API.Photo} photo */
  show(photo) {
    this.#photo = photo;
    const asked = whole(this.#panel.arrangement);
    // What a hand holds stays in it.
    if (!this.#isHeld && !same(asked, this.#sent)) this.#now = this.#sent = asked;
    this.#render();
  }

  /**
   * The sticker as the studio made it, and what is moved.
   *
   * @param {API.Photo} photo
   */
  async showPictures(photo) {
    const { style, strokes, id } = photo;
    const made = whole(style.arrangement);
    const loosened = JSON.stringify([id, strokes, { ...style, background: null, arrangement: [made.crop, made.mirrored] }]);
    if (loosened !== this.#loosened && !photo.rendering) {
      this.#loosened = loosened;
      swapImage(byId("arrange-sticker"), unplacedURL(photo)).then((isShown) => {
        if (isShown) this.#loosenedMirrored = made.mirrored;
        if (!isShown && this.#loosened === loosened && !byId("arrange-sticker").hasAttribute("src")) this.#loosened = "";
        this.#render();
      });
    }
    const isShown = await swapImage(byId("arrange-result"), stickerURL(photo, "webp"));
    if (!isShown || this.#photo?.id !== id) return;
    const isNewest = this.#photo.revision === photo.revision && !this.#photo.rendering;
    if (isNewest && !this.#isHeld && same(this.#now, whole(this.#photo.style.arrangement))) {
      this.#canvas.removeAttribute("data-live");
    }
  }

  get #isHeld() { return this.#gesture.isHeld || this.#crop.isHeld || this.#isSliding; }

  /**
   * @param {Partial<Arrangement>} change
   * @param {boolean} isDone whether the studio makes it so
   */
  #set(change, isDone) {
    const next = tidy({ ...this.#now, ...change });
    if (!isDone) {
      this.#now = next;
      this.#render();
    } else if (same(next, tidy(this.#sent))) {
      this.#goBack();
    } else {
      this.#send(next);
    }
  }

  /** @param {Arrangement} next */
  #send(next) {
    this.#now = this.#sent = next;
    this.#panel.arrange(wanted(next));
    this.#render();
  }

  /**
   * A slider shows at once what it does; the studio hears of it when it rests.
   *
   * @param {"place-x" | "place-y" | "place-turn" | "place-scale" | `crop-${EdgeName}`} id
   * @param {(value: number) => Partial<Arrangement>} change
   */
  #slides(id, change) {
    const slider = byId(id);
    slider.addEventListener("input", () => {
      this.#isSliding = true;
      this.#set(change(slider.valueAsNumber), false);
    });
    const rest = () => {
      if (!this.#isSliding) return;
      this.#isSliding = false;
      this.#set(change(slider.valueAsNumber), true);
    };
    // There is no change where a slider ends where it began.
    for (const type of ["change", "pointerup", "pointercancel", "blur"]) slider.addEventListener(type, rest);
  }

  #useTool() {
    const { tool } = this;
    byId("stage").dataset.tool = tool;
    byId("place-controls").hidden = tool !== "place";
    byId("crop-controls").hidden = tool !== "crop";
    this.#stage.tabIndex = this.#isEnabled && tool === "place" ? 0 : -1;
    this.#crop.setEnabled(this.#isEnabled && tool === "crop");
    if (this.#isEnabled) this.#toolChanged();
    this.#render();
  }

  #render() {
    const photo = this.#photo;
    if (!photo) return;
    const { x, y, turn, scale, crop, mirrored } = this.#now;
    showSlider("place-x", x, percent(x));
    showSlider("place-y", y, percent(y));
    showSlider("place-turn", turn, `${Math.round(turn)}°`);
    showSlider("place-scale", Math.log2(scale), percent(Math.round(scale * 100) / 100));
    const edges = edgesOf(crop);
    for (const edge of /** @type {EdgeName[]} */ (["left", "top", "right", "bottom"])) {
      showSlider(`crop-${edge}`, edges[edge], percent(Math.round(edges[edge] * 100) / 100));
    }
    this.#crop.show(crop);
    byId("arrange-reset").disabled = same(this.#now, identity);
    byId("place-mirror").checked = mirrored;
    this.#canvas.dataset.ground = groundFor(photo.style.borderWidth === 0 ? undefined : photo.style.borderColor);
    const background = isPlaced(this.#now) ? photo.style.background ?? "transparent" : "transparent";
    this.#canvas.style.background = background === "transparent" ? "" : background === "gradient" ? gradientOf(gradientStops(photo)) : background;
    const loose = byId("arrange-sticker");
    // Until the studio has made it so, it is seen in a mirror as a whole, words too.
    const flip = mirrored === this.#loosenedMirrored ? "" : " scaleX(-1)";
    loose.style.transform = `translate(${100 * x}%, ${100 * y}%) rotate(${turn}deg) scale(${scale})${flip}`;
    const isMade = same(this.#now, whole(photo.style.arrangement)) && !photo.rendering;
    if (loose.hasAttribute("src") && !isMade) this.#canvas.setAttribute("data-live", "");
    this.#showGuides();
    this.#showHandle();
  }

  /** While a hand or a slider moves it: lines through the middle where it is there, and along it where it stands upright. */
  #showGuides() {
    const { x, y, turn } = this.#now;
    const isMoved = this.#gesture.isHeld || this.#isSliding;
    byId("guide-across").hidden = !isMoved || y !== 0;
    byId("guide-down").hidden = !isMoved || x !== 0;
    const upright = byId("guide-turn");
    upright.hidden = !isMoved || turn % 90 !== 0 || turn === (this.#sent.turn);
    upright.style.left = `${100 * (0.5 + x)}%`;
    upright.style.top = `${100 * (0.5 + y)}%`;
  }

  /** At the lower right corner of the sticker, and always where it can be reached. */
  #showHandle() {
    const { naturalWidth: width, naturalHeight: height } = byId("arrange-sticker");
    const longest = Math.max(width, height, 1);
    const { x, y, turn, scale } = this.#now;
    const angle = turn * Math.PI / 180;
    const [across, down] = [(scale * width) / longest / 2, (scale * height) / longest / 2];
    const place = [
      0.5 + x + across * Math.cos(angle) - down * Math.sin(angle), 0.5 + y + across * Math.sin(angle) + down * Math.cos(angle),
    ].map((part) => limited(part, 0, 1));
    const { offsetLeft, offsetTop, offsetWidth: side } = this.#canvas;
    this.#handle.style.left = `${offsetLeft + side * place[0]}px`;
    this.#handle.style.top = `${offsetTop + side * place[1]}px`;
  }

  /**
   * @param {Arrangement} held
   * @param {import("./gesture.js").Change} change
   * @param {{ turns: boolean, isHandle: boolean }} fingers
   */
  #move({ x, y, turn, scale }, change, { turns, isHandle }) {
    const side = this.#canvas.getBoundingClientRect().width;
    /** @type {Partial<Arrangement>} */
    const next = {};
    if (!isHandle) {
      next.x = snapped(x + change.across / side, 0, snapReach / side);
      next.y = snapped(y + change.down / side, 0, snapReach / side);
    }
    if (turns) {
      next.turn = snappedTurn(halfTurns(turn + change.turn));
      next.scale = limited(scale * change.scale, scales.least, scales.most);
    }
    this.#set(next, false);
  }

  /** What was begun is left as it was. */
  #drop() {
    this.#gesture.drop();
    this.#isSliding = false;
    if (!same(this.#now, this.#sent)) this.#goBack();
  }

  #goBack() {
    this.#now = this.#sent;
    this.#render();
    if (this.#photo && this.#isEnabled) this.showPictures(this.#photo);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#isEnabled || event.ctrlKey || event.metaKey || event.altKey) return;
    const { x, y, turn, scale } = this.#now;
    const key = latinKey(event);
    const step = arrows[event.key];
    if (step) {
      const way = event.shiftKey ? 0.1 : 0.01;
      this.#set({ x: x + step[0] * way, y: y + step[1] * way }, true);
    } else if (key === "[" || key === "]") this.#set({ turn: turn + (key === "]" ? 5 : -5) }, true);
    else if (event.key === "+" || event.key === "=" || event.key === "-") {
      this.#set({ scale: scale * (event.key === "-" ? 1 / 1.05 : 1.05) }, true);
    } else if (event.key === "Escape" && this.#gesture.isHeld) this.#drop();
    else return;
    event.preventDefault();
  }
}
