import "./markup.js";
import { titleOf } from "../core/credit.js";
import { byId } from "../core/elements.js";
import { store } from "../core/store.js";
import { say } from "../languages/languages.js";

/** Fewer are found with a look. */
const fewest = 25;

/**
 * Finds stickers by name, and pictures from the web by title: those that have each word that is typed, without accents
 * and capitals. `change` events come as it is typed.
 */
export class GridSearch extends EventTarget {
  #field = byId("grid-search");
  /** @type {string[]} */
  #words = [];
  /**
   * Names as they are compared.
   *
   * @type {Map<string, string>}
   */
  #folded = new Map();

  constructor() {
    super();
    this.#field.addEventListener("input", () => {
      this.#words = folded(this.#field.value).split(/\s+/).filter(Boolean);
      this.dispatchEvent(new Event("change"));
    });
    // Escape empties the field before it closes the sheet.
    this.#field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#field.value === "") return;
      event.preventDefault();
      event.stopPropagation();
      this.clear();
      this.dispatchEvent(new Event("change"));
    });
  }

  get isActive() { return this.#words.length > 0; }

  clear() {
    this.#field.value = "";
    this.#words = [];
    this.#folded.clear();
  }

  /**
   * Those of `ids` that are looked for, in their order.
   *
   * @param {string[]} ids
   */
  within(ids) { return this.isActive ? ids.filter((id) => this.#has(id)) : ids; }

  /** @param {string[]} shown */
  show(shown) {
    byId("grid-search-row").hidden = store.order.length < fewest && !this.isActive;
    say(byId("grid-search-note"), "found", { count: shown.length });
    byId("grid-search-note").hidden = !this.isActive;
  }

  /** @param {string} id */
  #has(id) {
    let name = this.#folded.get(id);
    const photo = store.get(id);
    if (name === undefined && photo) {
      name = folded(`${photo.name} ${titleOf(photo)}`);
      this.#folded.set(id, name);
    }
    return this.#words.every((word) => name?.includes(word));
  }
}

/** @param {string} text */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
