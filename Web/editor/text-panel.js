import { inkOn } from "../core/colors.js";
import { byId, filledPart, find, findAll, make } from "../core/elements.js";
import { label, percent } from "../languages/languages.js";

/** As many lines as the studio takes. */
const mostLines = 4;

/** @typedef {NonNullable<API.Style["text"]>} StickerText */
/** @typedef {Required<StickerText>} WholeText */

/** @type {WholeText} */
const plain = { words: "", place: "bottom", size: 0.14, color: "photo", font: "sans" };

/** The controls of the words on a sticker. How they look is kept while there are none, until another photo is shown. */
export class TextPanel {
  /** @type {WholeText} */
  #text = plain;
  #set;
  #shownFor = "";

  /** @param {(text: StickerText | null) => void} set */
  constructor(set) {
    this.#set = set;
    byId("text-words").addEventListener("input", () => {
      const lines = byId("text-words").value.split("\n");
      if (lines.length > mostLines) byId("text-words").value = lines.slice(0, mostLines).join("\n");
      this.#change({ words: byId("text-words").value });
    });
    byId("text-size").addEventListener("input", () => this.#change({ size: byId("text-size").valueAsNumber }));
    for (const key of /** @type {const} */ (["place", "font"])) {
      byId(`text-${key}s`).addEventListener("change", (event) => {
        if (event.target instanceof HTMLInputElement) this.#change({ [key]: event.target.value });
      });
    }
  }

  /**
   * @param {API.Photo} photo
   * @param {API.Style["text"]} text
   */
  show(photo, text) {
    const colors = photo.colors.map(({ hex }) => hex.toLowerCase());
    const key = [photo.id, photo.textColor, ...colors].join(" ");
    const isOther = !this.#shownFor.startsWith(photo.id);
    if (key !== this.#shownFor) this.#makeSwatches(photo.textColor ?? "#000000", colors);
    this.#shownFor = key;
    if (text) this.#text = { ...plain, ...text };
    else if (isOther) this.#text = plain;
    else this.#text = { ...this.#text, words: "" };
    byId("text-cut").hidden = !photo.sticker?.textCut;
    this.#render();
  }

  /** @param {Partial<WholeText>} change */
  #change(change) {
    this.#text = { ...this.#text, ...change };
    this.#set(this.#text.words.trim() === "" ? null : this.#text);
  }

  #render() {
    const { words, place, size, color, font } = this.#text;
    const field = byId("text-words");
    // What is being typed stays as it is, with a space at its end.
    if (document.activeElement !== field || (words !== "" && field.value.trim() === "")) {
      if (field.value !== words) field.value = words;
    }
    byId("text-look").hidden = words === "";
    const slider = byId("text-size");
    if (slider.valueAsNumber !== size) slider.valueAsNumber = size;
    byId("text-size-value").textContent = percent(size);
    slider.style.setProperty("--filled", filledPart(slider));
    slider.setAttribute("aria-valuetext", percent(size));
    find(byId("text-places"), `[value=${place}]`, HTMLInputElement).checked = true;
    find(byId("text-fonts"), `[value=${font}]`, HTMLInputElement).checked = true;
    const wanted = color.toLowerCase();
    const radios = findAll(byId("text-colors"), "[type=radio]", HTMLInputElement);
    const match = radios.find(({ value }) => value === wanted);
    for (const radio of radios) radio.checked = radio === match;
    const custom = find(byId("text-colors"), ".custom", HTMLElement);
    custom.toggleAttribute("data-checked", !match);
    if (!match) find(custom, ".custom-color", HTMLInputElement).value = wanted.slice(0, 7);
  }

  /**
   * @param {string} own the text colour of the photo's colours
   * @param {string[]} colors
   */
  #makeSwatches(own, colors) {
    const automatic = this.#swatch("photo", own);
    const face = find(automatic, ".swatch-face", HTMLElement);
    face.classList.add("text-own");
    face.textContent = "A";
    label(find(automatic, "input", HTMLInputElement), "textColorOwn");
    const picker = make("input", { type: "color", value: "#ffcc33", class: "custom-color" });
    label(picker, "otherColor");
    picker.addEventListener("input", () => this.#change({ color: picker.value }));
    byId("text-colors").replaceChildren(
      automatic, ...[...new Set(["#ffffff", "#000000", ...colors])].map((hex) => this.#swatch(hex, hex)),
      make("label", { class: "swatch custom" }, picker, make("span", { class: "swatch-face rainbow" })));
  }

  /**
   * @param {string} value
   * @param {string} hex
   */
  #swatch(value, hex) {
    const radio = make("input", { type: "radio", name: "textColor", value, class: "visually-hidden" });
    radio.setAttribute("aria-label", hex);
    const face = make("span", { class: "swatch-face" });
    face.style.backgroundColor = hex;
    face.style.color = inkOn(hex);
    radio.addEventListener("change", () => this.#change({ color: value }));
    return make("label", { class: "swatch" }, radio, face);
  }
}
