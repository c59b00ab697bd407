import { copyText } from "../core/clipboard.js";
import { gradientImage, inkOn } from "../core/colors.js";
import { byId, make } from "../core/elements.js";
import { label, percent, say, text } from "../languages/languages.js";
import { announce, failed, toast } from "../core/notices.js";
import { StyleQueue } from "./style-queue.js";

/// The controls of a sticker's style. They show what was chosen at once; the server hears of it when the hand rests.
export class StylePanel {
  #id = null;
  #style = {};
  #queue;
  #changed;
  #colorsShown = "";
  #photo = null;

  constructor({ changed, gaveUp }) {
    this.#changed = changed;
    this.#queue = new StyleQueue({
      answered: (photo) => { if (photo && !photo.rendering && photo.id === this.#id) gaveUp(); },
      refused: (id, error) => {
        failed(error);
        if (id !== this.#id) return;
        gaveUp();
        this.show(this.#photo);
      },
    });
    byId("border-width").addEventListener("input", ({ target }) => this.#set({ borderWidth: Number(target.value) }));
    byId("margin").addEventListener("input", ({ target }) => this.#set({ margin: Number(target.value) }));
    byId("shadow").addEventListener("change", ({ target }) => this.#set({ shadow: target.checked }));
    document.addEventListener("languagechange", () => this.#id && this.#render());
  }

  start(photo) {
    this.flush();
    this.#id = photo.id;
    this.#colorsShown = "";
    this.show(photo);
  }

  show(photo) {
    this.#photo = photo;
    this.#style = { ...photo.style, ...this.#queue.changesOf(photo.id) };
    this.#render();
  }

  flush() { this.#queue.flush(); }

  #set(change) {
    Object.assign(this.#style, change);
    this.#render();
    this.#changed();
    this.#queue.add(this.#id, change);
  }

  #render() {
    const { borderWidth, borderColor, margin, shadow, background } = this.#style;
    setSlider("border-width", borderWidth);
    setSlider("margin", margin);
    byId("shadow").checked = shadow;
    this.#makeSwatches();
    check("border-colors", borderColor);
    check("backgrounds", background);
    byId("border-colors").toggleAttribute("data-off", borderWidth === 0);
    this.#showInstances();
  }

  /// They are made anew only when the colours change, so that the focus stays.
  #makeSwatches() {
    const colors = this.#photo.colors.map(({ hex }) => hex);
    const key = `${this.#id} ${colors.join()}`;
    if (key === this.#colorsShown) return;
    this.#colorsShown = key;
    byId("border-colors").replaceChildren(
      ...unique(["#ffffff", "#000000", ...colors]).map((hex) => this.#swatch("borderColor", hex)),
      this.#custom("borderColor"));
    const clear = this.#swatch("background", "transparent", "transparent");
    const gradient = this.#swatch("background", "gradient", "gradient");
    gradient.lastElementChild.style.backgroundImage = gradientImage(this.#photo);
    byId("backgrounds").replaceChildren(
      clear, gradient, ...unique(["#ffffff", ...colors]).map((hex) => this.#swatch("background", hex)),
      this.#custom("background"));
    byId("palette").replaceChildren(...this.#photo.colors.map(paletteEntry));
  }

  #swatch(key, value, name = null) {
    const radio = make("input", { type: "radio", name: key, value, class: "visually-hidden" });
    const face = make("span", { class: `swatch-face ${name ?? ""}` });
    if (name) label(radio, name);
    else {
      radio.setAttribute("aria-label", value);
      face.style.backgroundColor = value;
      face.style.color = inkOn(value);
    }
    radio.addEventListener("change", () => this.#set({ [key]: value }));
    return make("label", { class: "swatch" }, radio, face);
  }

  #custom(key) {
    const picker = make("input", { type: "color", value: "#ffcc33", class: "custom-color", "data-key": key });
    label(picker, "otherColor");
    picker.addEventListener("input", () => this.#set({ [key]: picker.value }));
    return make("label", { class: "swatch custom" }, picker, make("span", { class: "swatch-face rainbow" }));
  }

  #showInstances() {
    const { instances } = this.#photo;
    byId("instances-group").hidden = instances.length < 2;
    const chosen = this.#style.instances ?? instances.map(({ number }) => number);
    const row = byId("instances");
    if (row.childElementCount !== instances.length || row.dataset.id !== this.#id) {
      row.dataset.id = this.#id;
      row.replaceChildren(...instances.map(({ number }) => this.#chip(number)));
    }
    instances.forEach(({ number }, index) => {
      row.children[index].setAttribute("aria-pressed", String(chosen.includes(number)));
    });
  }

  #chip(number) {
    const chip = make("button", { type: "button", class: "chip", "data-number": number });
    say(chip, "subject", { number });
    chip.addEventListener("click", () => {
      const all = this.#photo.instances.map((instance) => instance.number);
      const chosen = new Set(this.#style.instances ?? all);
      if (chosen.has(number)) chosen.delete(number);
      else chosen.add(number);
      if (chosen.size === 0) return announce(text("oneSubject"));
      this.#set({ instances: chosen.size === all.length ? null : all.filter((one) => chosen.has(one)) });
    });
    return chip;
  }
}

const unique = (values) => [...new Set(values.map((value) => value.toLowerCase()))];

function setSlider(id, value) {
  const slider = byId(id);
  if (Number(slider.value) !== value) slider.value = value;
  byId(`${id}-value`).textContent = percent(value);
  slider.style.setProperty("--filled", `${(100 * (value - slider.min)) / (slider.max - slider.min)}%`);
  slider.setAttribute("aria-valuetext", percent(value));
}

function check(id, value) {
  const group = byId(id);
  const wanted = value.toLowerCase();
  const match = [...group.querySelectorAll("[type=radio]")].find((radio) => radio.value === wanted);
  for (const radio of group.querySelectorAll("[type=radio]")) radio.checked = radio === match;
  const custom = group.querySelector(".custom");
  custom.toggleAttribute("data-checked", !match);
  if (match) return custom.lastElementChild.style.removeProperty("background");
  custom.firstElementChild.value = wanted.slice(0, 7);
  custom.lastElementChild.style.background = wanted;
}

function paletteEntry({ hex, share }) {
  const entry = make("button", { type: "button", class: "palette-entry", "data-hex": hex });
  label(entry, "copyColor", { hex, share: percent(share) });
  const face = make("span", { class: "palette-face" });
  face.style.backgroundColor = hex;
  entry.append(face, make("span", { class: "palette-hex" }, hex));
  entry.addEventListener("click", async () => toast((await copyText(hex)) ? "copiedColor" : "couldNotCopy", { hex }));
  return entry;
}
