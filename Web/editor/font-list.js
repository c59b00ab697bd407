import { fontSampleURL, fonts } from "../core/api.js";
import { byId, find, findAll, make } from "../core/elements.js";
import { say } from "../languages/languages.js";

/** The keys of the generic families' names. */
const generic = new Map([["sans", "textSans"], ["serif", "textSerif"], ["mono", "textMono"]]);

/** The families that letters can have, each in its own letters: first those that are made for stickers. */
export class FontList {
  #chosen = "sans";
  #choose;
  #isLoading = false;

  /** @param {(font: string) => void} choose */
  constructor(choose) {
    this.#choose = choose;
  }

  /** @param {string} font */
  show(font) {
    const isOther = font !== this.#chosen;
    this.#chosen = font;
    this.#load();
    this.#check(isOther);
  }

  async #load() {
    const list = byId("text-fonts");
    if (this.#isLoading || list.childElementCount > 0) return;
    this.#isLoading = true;
    try {
      const answer = await fonts();
      list.replaceChildren(...answer.fonts.map((font) => this.#row(font)));
      this.#check(true);
    } catch {
      // The next time that they are shown, they are asked for again.
    }
    this.#isLoading = false;
  }

  /** @param {boolean} scrolls */
  #check(scrolls) {
    const list = byId("text-fonts");
    for (const radio of findAll(list, "[type=radio]", HTMLInputElement)) {
      radio.checked = radio.value === this.#chosen;
      const row = radio.closest("label");
      // The list alone scrolls, and not what is around it.
      if (row && radio.checked && scrolls) list.scrollTop = row.offsetTop - list.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
    }
  }

  /** @param {API.Fonts["fonts"][number]} font */
  #row({ name, kind }) {
    const radio = make("input", { type: "radio", name: "text-font", value: name, class: "visually-hidden" });
    radio.addEventListener("change", () => {
      this.#chosen = name;
      this.#choose(name);
    });
    const said = make("span", { class: kind === "generic" ? "font-name" : "visually-hidden" }, name);
    const key = generic.get(name);
    if (key) say(said, key);
    const row = make("label", { class: "font-row", "data-kind": kind }, radio, said);
    if (kind !== "generic") row.append(make("img", { src: fontSampleURL(name), alt: "", loading: "lazy", class: "font-sample" }));
    return row;
  }
}

