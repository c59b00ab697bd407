import { byId, make, symbol } from "./elements.js";
import { sayingSpan } from "../languages/languages.js";

/**
 * The page's sides. The address names the one that is shown, so that a reload and a bookmark show it again;
 * `change` events come with every turn to another.
 */
class Tabs extends EventTarget {
  current = "";
  /** @type {Map<string, HTMLButtonElement>} */
  #tabs = new Map();

  /**
   * `screens` in the order of their tabs. The first is shown where the address names none.
   *
   * @param {PageScreen[]} screens
   */
  start(screens) {
    const list = byId("tabs");
    this.#tabs = new Map(screens.map((screen) => [screen.name, tabOf(screen)]));
    list.append(...this.#tabs.values());
    for (const [name, tab] of this.#tabs) tab.addEventListener("click", () => this.show(name));
    list.addEventListener("keydown", (event) => this.#useKey(event));
    this.#show(this.named(location.hash));
  }

  get #names() { return [...this.#tabs.keys()]; }

  /** Of the tab that is shown. */
  get address() {
    const { pathname, search } = location;
    return this.current === this.#names[0] ? pathname + search : `#${this.current}`;
  }

  /** @param {string} name */
  show(name) {
    if (name !== this.current) this.#show(name);
  }

  focus() { this.#tabs.get(this.current)?.focus(); }

  /** @param {string} name */
  #show(name) {
    this.current = name;
    document.documentElement.dataset.tab = name;
    for (const [one, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(one === name));
      tab.tabIndex = one === name ? 0 : -1;
    }
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The tab that an address names.
   *
   * @param {string} hash
   */
  named(hash) { return this.#names.find((name) => hash === `#${name}`) ?? this.#names[0]; }

  /** @param {KeyboardEvent} event */
  #useKey(event) {
    const names = this.#names;
    const at = names.indexOf(this.current);
    const count = names.length;
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.show(names[(step + count) % count]);
    this.focus();
  }
}

/** @param {PageScreen} screen */
const tabOf = ({ name, title, picture }) => make("button", {
  type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": `${name}-panel`,
}, symbol(picture), sayingSpan(title));

export const tabs = new Tabs();
