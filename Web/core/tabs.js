import { byId } from "./elements.js";

const names = ["stickers", "catalog", "camera"];
const first = names[0];

/// The page's sides. The address names the one that is shown, so that a reload and a bookmark show it again;
/// `change` events come with every turn to another.
class Tabs extends EventTarget {
  current = first;

  start() {
    const list = byId("tabs");
    list.addEventListener("click", ({ target }) => {
      const tab = target.closest("[role=tab]");
      if (tab) this.show(nameOf(tab));
    });
    list.addEventListener("keydown", (event) => this.#useKey(event));
    addEventListener("hashchange", () => this.#show(named(location.hash)));
    this.#show(named(location.hash));
  }

  show(name) {
    if (name === this.current) return;
    const { pathname, search } = location;
    history.replaceState(null, "", name === first ? pathname + search : `#${name}`);
    this.#show(name);
  }

  #show(name) {
    this.current = name;
    document.documentElement.dataset.tab = name;
    for (const one of names) {
      byId(`tab-${one}`).setAttribute("aria-selected", String(one === name));
      byId(`tab-${one}`).tabIndex = one === name ? 0 : -1;
    }
    this.dispatchEvent(new Event("change"));
  }

  #useKey(event) {
    const at = names.indexOf(this.current);
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.show(names[(step + names.length) % names.length]);
    byId(`tab-${this.current}`).focus();
  }
}

const nameOf = (tab) => tab.id.replace("tab-", "");
const named = (hash) => names.find((name) => hash === `#${name}`) ?? first;

export const tabs = new Tabs();
