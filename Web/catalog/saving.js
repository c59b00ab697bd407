import { saveFromCatalog } from "../core/api.js";
import { store } from "../core/store.js";

/**
 * What this page saves from the catalog, by the items' ids. The server tells of savings in its events, too, but not of
 * items that are not in its list, as those of "Surprise me".
 */
class Savings extends EventTarget {
  /** @type {Map<string, Promise<API.Photo | undefined>>} */
  #running = new Map();
  /** @type {Map<string, string>} */
  #saved = new Map();
  /** @type {Map<string, Failure>} */
  #errors = new Map();

  /**
   * How far an item is: `ready`, `saving`, `saved`, or `failed` with its `error`.
   *
   * @param {API.CatalogItem} item
   * @returns {{ name: "ready" | "saving" | "saved" | "failed", error?: Failure }}
   */
  stateOf(item) {
    if (this.#running.has(item.id) || item.saving) return { name: "saving" };
    if (this.photoOf(item)) return { name: "saved" };
    const error = this.#errors.get(item.id) ?? item.saveError;
    return error ? { name: "failed", error } : { name: "ready" };
  }

  /**
   * The photo that an item became, as long as it is in the library.
   *
   * @param {API.CatalogItem} item
   */
  photoOf(item) {
    return store.get(item.saved) ?? store.get(this.#saved.get(item.id));
  }

  /**
   * Answers the photo, or undefined when it could not be saved: `stateOf` then has the reason.
   *
   * @param {API.CatalogItem} item
   */
  save(item) {
    const { id } = item;
    const saving = this.#running.get(id) ?? this.#save(id);
    this.#running.set(id, saving);
    this.#tell(id);
    return saving;
  }

  /** @param {string} id */
  async #save(id) {
    this.#errors.delete(id);
    try {
      const photo = await saveFromCatalog(id);
      store.addIfUnknown(photo);
      this.#saved.set(id, photo.id);
      return photo;
    } catch (error) {
      this.#errors.set(id, /** @type {Failure} */ (error));
      return undefined;
    } finally {
      this.#running.delete(id);
      this.#tell(id);
    }
  }

  /** @param {(id: string) => void} action */
  whenChanged(action) {
    this.addEventListener("change", (event) => { if (event instanceof CustomEvent) action(event.detail.id); });
  }

  /** @param {string} id */
  #tell(id) { this.dispatchEvent(new CustomEvent("change", { detail: { id } })); }
}

export const savings = new Savings();
