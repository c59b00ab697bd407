import { catalogOriginal } from "../core/api.js";
import { creditLine } from "../core/credit.js";
import { make, smallSpinner, symbol } from "../core/elements.js";
import { label, text } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";

/** A button that downloads the original of an item of the catalog. The file's name has the credit. */
export class OriginalButton {
  #button;
  /** @type {API.CatalogItem | null} */
  #item = null;
  /** @type {Set<string>} */
  #loading = new Set();

  /** @param {HTMLElement} button */
  constructor(button) {
    this.#button = button;
    button.addEventListener("click", () => this.#download());
  }

  /** @param {API.CatalogItem | null} item */
  show(item) {
    this.#item = item;
    this.#button.hidden = !item?.savable;
    if (!item?.savable) return;
    label(this.#button, "downloadOriginalNamed", { title: [item.title, creditLine(item)].filter(Boolean).join(", ") });
    const isLoading = this.#loading.has(item.id);
    const picture = isLoading ? smallSpinner() : symbol("download");
    this.#button.setAttribute("aria-disabled", String(isLoading));
    this.#button.firstElementChild?.remove();
    this.#button.prepend(picture);
  }

  async #download() {
    const item = this.#item;
    if (!item || this.#loading.has(item.id)) return;
    this.#loading.add(item.id);
    this.show(item);
    try {
      keepAsFile(await catalogOriginal(item.id), item.fileName);
      announce(text("downloadedNamed", { title: item.title }));
    } catch (error) {
      failed(error);
    }
    this.#loading.delete(item.id);
    this.show(this.#item);
  }
}

/**
 * @param {Blob} blob
 * @param {string | undefined} name
 */
function keepAsFile(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
