import { nameColor } from "../core/color-names.js";
import { inkOn } from "../core/colors.js";
import { byId, find, findAll, make, showSlider } from "../core/elements.js";
import { label, percent } from "../languages/languages.js";
import { FontList } from "./font-list.js";

/** As many lines as the studio takes. */
const mostLines = 4;

/** @typedef {NonNullable<API.Style["text"]>} StickerText */
/** @typedef {StickerText & { place: string, size: number, color: string, font: string, turn: number, bend: number }} WholeText */
/** @typedef {"color" | "outline" | "shadow" | "bubble"} Part of the words that has a colour */

/** @type {WholeText} */
const plain = { words: "", place: "bottom", size: 0.14, color: "photo", font: "sans", turn: 0, bend: 0 };

/** The controls of the words on a sticker. How they look is kept while there are none, until another photo is shown. */
export class TextPanel {
  /** @type {WholeText} */
  #text = plain;
  #set;
  #shownFor = "";
  /** @type {API.Photo | null} */
  #photo = null;
  #fonts = new FontList((font) => this.#change({ font }));

  /** @param {(text: StickerText | null) => void} set */
  constructor(set) {
    this.#set = set;
    byId("text-words").addEventListener("input", () => {
      const lines = byId("text-words").value.split("\n");
      if (lines.length > mostLines) byId("text-words").value = lines.slice(0, mostLines).join("\n");
      this.#change({ words: byId("text-words").value });
    });
    for (const key of /** @type {const} */ (["size", "turn", "bend"])) {
      byId(`text-${key}`).addEventListener("input", () => this.#change({ [key]: byId(`text-${key}`).valueAsNumber }));
    }
    byId("text-places").addEventListener("change", (event) => {
      if (event.target instanceof HTMLInputElement) {
        const place = /** @type {"top" | "middle" | "bottom"} */ (event.target.value);
        this.#change({ place, x: undefined, y: undefined });
      }
    });
    byId("text-parts").addEventListener("change", () => this.#render());
    // On a phone, who wants words types them. Keys go from tab to tab, and must not lose the focus on the way.
    byId("modes").addEventListener("change", ({ target }) => {
      const isWanted = target instanceof HTMLInputElement && target.value === "text" && byId("text-words").value === "";
      if (isWanted && matchMedia("(pointer: coarse)").matches) byId("text-words").focus();
    });
    byId("text-tail").addEventListener("change", () => {
      const { bubble } = this.#text;
      if (bubble) this.#change({ bubble: { color: bubble.color, tail: byId("text-tail").checked ? "subject" : "none" } });
    });
  }

  /**
   * @param {API.Photo} photo
   * @param {API.Style["text"]} text
   */
  show(photo, text) {
    const isOther = this.#photo?.id !== photo.id;
    this.#photo = photo;
    if (text) this.#text = { ...plain, ...text };
    else if (isOther) this.#text = plain;
    else this.#text = { ...this.#text, words: "" };
    // What is typed goes on to no other sticker.
    if (isOther) byId("text-words").value = this.#text.words;
    byId("text-cut").hidden = !photo.sticker?.textCut;
    this.#render();
  }

  /** @param {Partial<StickerText>} change */
  #change(change) {
    this.#text = { ...this.#text, ...change };
    this.#set(this.#text.words.trim() === "" ? null : this.#text);
  }

  /** @returns {Part} */
  get #part() {
    return /** @type {Part} */ (find(byId("text-parts"), ":checked", HTMLInputElement).value);
  }

  #render() {
    const { words, place, size, turn, bend, font } = this.#text;
    const field = byId("text-words");
    // What is being typed stays as it is, with a space at its end.
    if (document.activeElement !== field || (words !== "" && field.value.trim() === "")) {
      if (field.value !== words) field.value = words;
    }
    byId("text-look").hidden = words === "";
    if (words === "") return;
    showSlider("text-size", size, percent(size));
    showSlider("text-turn", turn, `${Math.round(turn)}°`);
    showSlider("text-bend", bend, `${Math.round(bend)}°`);
    for (const radio of findAll(byId("text-places"), "[type=radio]", HTMLInputElement)) radio.checked = radio.value === place;
    this.#fonts.show(font);
    this.#renderColors();
  }

  #renderColors() {
    const photo = this.#photo;
    if (!photo) return;
    const part = this.#part;
    const colors = photo.colors.map(({ hex }) => hex.toLowerCase());
    const key = [photo.id, part, photo.textColor, ...colors].join(" ");
    if (key !== this.#shownFor) this.#makeSwatches(part, photo.textColor ?? "#000000", colors);
    this.#shownFor = key;
    const { color, outline, shadow, bubble } = this.#text;
    const wanted = { color, outline, shadow, bubble: bubble?.color }[part]?.toLowerCase() ?? "none";
    const radios = findAll(byId("text-colors"), "[type=radio]", HTMLInputElement);
    const match = radios.find(({ value }) => value === wanted);
    for (const radio of radios) radio.checked = radio === match;
    const custom = find(byId("text-colors"), ".custom", HTMLElement);
    custom.toggleAttribute("data-checked", !match);
    if (!match) find(custom, ".custom-color", HTMLInputElement).value = wanted.slice(0, 7);
    byId("text-tail-row").hidden = part !== "bubble" || !bubble;
    byId("text-tail").checked = bubble?.tail !== "none";
  }

  /**
   * @param {Part} part
   * @param {string} value
   */
  #setColor(part, value) {
    const color = value === "none" ? null : value;
    if (part === "color") this.#change({ color: value });
    else if (part === "bubble") this.#change({ bubble: color === null ? null : { ...this.#text.bubble, color } });
    else this.#change({ [part]: color });
  }

  /**
   * @param {Part} part
   * @param {string} own the text colour of the photo's colours
   * @param {string[]} colors
   */
  #makeSwatches(part, own, colors) {
    const first = part === "color" ? this.#swatch(part, "photo", own) : this.#swatch(part, "none", "");
    const face = find(first, ".swatch-face", HTMLElement);
    if (part === "color" || part === "outline") {
      face.classList.add("text-own");
      face.textContent = "A";
    } else face.classList.add("transparent");
    const keys = { color: "textColorOwn", outline: "textOutlineOwn", shadow: "textNone", bubble: "textNone" };
    label(find(first, "input", HTMLInputElement), keys[part]);
    const picker = make("input", { type: "color", value: "#ffcc33", class: "custom-color" });
    label(picker, "otherColor");
    picker.addEventListener("input", () => this.#setColor(part, picker.value));
    byId("text-colors").replaceChildren(
      first, ...[...new Set(["#ffffff", "#000000", ...colors])].map((hex) => this.#swatch(part, hex, hex)),
      make("label", { class: "swatch custom" }, picker, make("span", { class: "swatch-face rainbow" })));
  }

  /**
   * @param {Part} part
   * @param {string} value
   * @param {string} hex
   */
  #swatch(part, value, hex) {
    const radio = make("input", { type: "radio", name: "textColor", value, class: "visually-hidden" });
    const face = make("span", { class: "swatch-face" });
    if (hex) {
      nameColor(radio, face, hex);
      face.style.backgroundColor = hex;
      face.style.color = inkOn(hex);
    }
    radio.addEventListener("change", () => this.#setColor(part, value));
    return make("label", { class: "swatch" }, radio, face);
  }
}
