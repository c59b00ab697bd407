import { copyText } from "../core/clipboard.js";
import { colorName, nameColor } from "../core/color-names.js";
import { gradientOf, gradientStops, inkOn } from "../core/colors.js";
import { byId, find, findAll, make, showSlider } from "../core/elements.js";
import { label, percent, say, text } from "../languages/languages.js";
import { announce, failed, toast } from "../core/notices.js";
import { copiedStyle, copyStyle, replaced, wholeStyle } from "../styles/kept-styles.js";
import { steps } from "../core/steps.js";
import { LookStrip } from "./look-strip.js";
import { StyleQueue } from "./style-queue.js";
import { TextPanel } from "./text-panel.js";

/** @typedef {import("../styles/kept-styles.js").WholeStyle} WholeStyle */
/** @typedef {(style: API.Style, use: (style: import("../styles/kept-styles.js").PortableStyle) => void) => void} OpenStyles */

/** The controls of a sticker's style. They show what was chosen at once; the server hears of it when the hand rests. */
export class StylePanel {
  #id = "";
  /** @type {WholeStyle} */
  #style = wholeStyle({});
  #queue;
  #changed;
  #words = new TextPanel((text) => this.#set({ text }));
  #looks = new LookStrip((style) => this.#set(style, true));
  #colorsShown = "";
  /** @type {API.Photo | null} */
  #photo = null;

  /**
   * @param {{ changed: () => void, gaveUp: () => void, openStyles: OpenStyles }} handlers
   */
  constructor({ changed, gaveUp, openStyles }) {
    this.#changed = changed;
    this.#queue = new StyleQueue({
      answered: (photo) => { if (photo && !photo.rendering && photo.id === this.#id) gaveUp(); },
      refused: (id, error) => {
        failed(error);
        if (id !== this.#id) return;
        gaveUp();
        if (this.#photo) this.show(this.#photo);
      },
    });
    byId("border-width").addEventListener("input", () => this.#set({ borderWidth: byId("border-width").valueAsNumber }));
    byId("smooth-outline").addEventListener("change", () => this.#set({ outline: byId("smooth-outline").checked ? "smooth" : "tight" }));
    for (const radio of findAll(byId("effects"), "input", HTMLInputElement)) {
      radio.addEventListener("change", () => this.#set({ effect: /** @type {API.Style["effect"]} */ (radio.value) }));
    }
    byId("margin").addEventListener("input", () => this.#set({ margin: byId("margin").valueAsNumber }));
    byId("shadow").addEventListener("change", () => this.#set({ shadow: byId("shadow").checked }));
    byId("style-copy").addEventListener("click", () => {
      copyStyle(this.#style);
      this.#render();
      toast("styleIsCopied");
    });
    byId("style-paste").addEventListener("click", () => this.#set(copiedStyle() ?? {}));
    byId("style-more").addEventListener("click", () => {
      this.flush();
      openStyles(this.#style, (style) => this.#set(style));
    });
    document.addEventListener("languagechange", () => this.#render());
  }

  /** @param {API.Photo} photo */
  start(photo) {
    this.flush();
    this.#id = photo.id;
    this.#colorsShown = "";
    this.#looks.start();
    this.show(photo);
  }

  /** @param {API.Photo} photo */
  show(photo) {
    this.#photo = photo;
    this.#style = wholeStyle({ ...photo.style, ...this.#queue.changesOf(photo.id) });
    this.#render();
  }

  flush() { return this.#queue.flush(); }

  /** The subjects that were chosen; null for all. */
  get instances() { return this.#style.instances; }

  /** @param {number[] | null} instances */
  choose(instances) { this.#set({ instances }); }

  /** The words that were asked for; null for none. */
  get text() { return this.#style.text; }

  /** Whether the server has not heard of all yet. */
  get isPending() { return Object.keys(this.#queue.changesOf(this.#id)).length > 0; }

  /**
   * The hand has lifted: the server hears of it at once.
   *
   * @param {API.Style["text"]} text
   */
  setText(text) {
    this.#set({ text }, true);
    this.flush();
  }

  /** How the sticker is arranged; null for as it comes. */
  get arrangement() { return this.#style.arrangement; }

  /**
   * The hand has lifted: the server hears of it at once.
   *
   * @param {API.StickerArrangement | null} arrangement
   */
  arrange(arrangement) {
    this.#set({ arrangement }, true);
    this.flush();
  }

  /**
   * As a step that is taken back, or made again.
   *
   * @param {API.Style} change
   */
  restyle(change) {
    this.#use(change);
    this.flush();
  }

  /**
   * Of a sticker that is not edited any more: what is taken back is not sent, if it still waits.
   *
   * @param {string} id
   * @param {API.Style} change
   */
  forget(id, change) {
    this.#queue.forget(id, change);
    return false;
  }

  /**
   * @param {API.Style} change
   * @param {boolean} [isWhole] whether the hand has lifted
   */
  #set(change, isWhole = false) {
    steps.record({ kind: "styles", changes: [{ id: this.#id, before: replaced(this.#style, change), after: change }] }, isWhole);
    this.#use(change);
  }

  /** @param {API.Style} change */
  #use(change) {
    this.#style = { ...this.#style, ...change };
    this.#render();
    this.#changed();
    this.#queue.add(this.#id, change);
  }

  #render() {
    const photo = this.#photo;
    if (!photo) return;
    const { borderWidth, borderColor, outline, effect, margin, shadow, background } = this.#style;
    showSlider("border-width", borderWidth, percent(borderWidth));
    showSlider("margin", margin, percent(margin));
    byId("smooth-outline").checked = outline === "smooth";
    for (const radio of findAll(byId("effects"), "input", HTMLInputElement)) radio.checked = radio.value === effect;
    byId("shadow").checked = shadow;
    byId("style-paste").disabled = copiedStyle() === null;
    this.#makeSwatches(photo);
    check("border-colors", borderColor);
    check("backgrounds", background);
    byId("border-colors").toggleAttribute("data-off", borderWidth === 0);
    this.#showInstances(photo);
    this.#looks.show(photo, this.#style);
    this.#words.show(photo, this.#style.text);
  }

  /**
   * They are made anew only when the colours change, so that the focus stays.
   *
   * @param {API.Photo} photo
   */
  #makeSwatches(photo) {
    const colors = photo.colors.map(({ hex }) => hex);
    const key = `${this.#id} ${colors.join()}`;
    if (key === this.#colorsShown) return;
    this.#colorsShown = key;
    byId("border-colors").replaceChildren(
      ...unique(["#ffffff", "#000000", ...colors]).map((hex) => this.#swatch("borderColor", hex)),
      this.#custom("borderColor"));
    const clear = this.#swatch("background", "transparent", "transparent");
    const gradient = this.#swatch("background", "gradient", "gradient");
    find(gradient, ".swatch-face", HTMLElement).style.backgroundImage = gradientOf(gradientStops(photo));
    byId("backgrounds").replaceChildren(
      clear, gradient, ...unique(["#ffffff", ...colors]).map((hex) => this.#swatch("background", hex)),
      this.#custom("background"));
    byId("palette").replaceChildren(...photo.colors.map(paletteEntry));
  }

  /**
   * @param {"borderColor" | "background"} key
   * @param {string} value
   * @param {string | null} [name]
   */
  #swatch(key, value, name = null) {
    const radio = make("input", { type: "radio", name: key, value, class: "visually-hidden" });
    const face = make("span", { class: `swatch-face ${name ?? ""}` });
    if (name) label(radio, name);
    else {
      nameColor(radio, face, value);
      face.style.backgroundColor = value;
      face.style.color = inkOn(value);
    }
    radio.addEventListener("change", () => this.#set({ [key]: value }));
    return make("label", { class: "swatch" }, radio, face);
  }

  /** @param {"borderColor" | "background"} key */
  #custom(key) {
    const picker = make("input", { type: "color", value: "#ffcc33", class: "custom-color", "data-key": key });
    label(picker, "otherColor");
    picker.addEventListener("input", () => this.#set({ [key]: picker.value }));
    return make("label", { class: "swatch custom" }, picker, make("span", { class: "swatch-face rainbow" }));
  }

  /** @param {API.Photo} photo */
  #showInstances(photo) {
    const { instances } = photo;
    byId("instances-group").hidden = instances.length < 2;
    const chosen = this.#style.instances ?? instances.map(({ number }) => number);
    const row = byId("instances");
    if (row.childElementCount !== instances.length || row.dataset.id !== this.#id) {
      row.dataset.id = this.#id;
      row.replaceChildren(...instances.map(({ number }) => this.#chip(number, instances)));
    }
    instances.forEach(({ number }, index) => {
      row.children[index].setAttribute("aria-pressed", String(chosen.includes(number)));
    });
  }

  /**
   * @param {number} number
   * @param {API.Photo["instances"]} instances
   */
  #chip(number, instances) {
    const chip = make("button", { type: "button", class: "chip", "data-number": number });
    say(chip, "subject", { number });
    chip.addEventListener("click", () => {
      const all = instances.map((instance) => instance.number);
      const chosen = new Set(this.#style.instances ?? all);
      if (chosen.has(number)) chosen.delete(number);
      else chosen.add(number);
      if (chosen.size === 0) {
        announce(text("oneSubject"));
        return;
      }
      this.#set({ instances: chosen.size === all.length ? null : all.filter((one) => chosen.has(one)) });
    });
    return chip;
  }
}

/** @param {string[]} values */
const unique = (values) => [...new Set(values.map((value) => value.toLowerCase()))];

/**
 * @param {"border-colors" | "backgrounds"} id
 * @param {string} value
 */
function check(id, value) {
  const group = byId(id);
  const wanted = value.toLowerCase();
  const radios = findAll(group, "[type=radio]", HTMLInputElement);
  const match = radios.find((radio) => radio.value === wanted);
  for (const radio of radios) radio.checked = radio === match;
  const custom = find(group, ".custom", HTMLElement);
  const face = find(custom, ".swatch-face", HTMLElement);
  custom.toggleAttribute("data-checked", !match);
  if (match) {
    face.style.removeProperty("background");
    return;
  }
  find(custom, ".custom-color", HTMLInputElement).value = wanted.slice(0, 7);
  face.style.background = wanted;
}

/** @param {API.Color} color */
function paletteEntry({ hex, share }) {
  const entry = make("button", { type: "button", class: "palette-entry", "data-hex": hex });
  label(entry, "copyColor", { name: colorName(hex), hex, share: percent(share) });
  entry.title = text("colorNamed", { name: colorName(hex), hex });
  const face = make("span", { class: "palette-face" });
  face.style.backgroundColor = hex;
  entry.append(face, make("span", { class: "palette-hex" }, hex));
  entry.addEventListener("click", async () => toast((await copyText(hex)) ? "copiedColor" : "couldNotCopy", { hex }));
  return entry;
}
