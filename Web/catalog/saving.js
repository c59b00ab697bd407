import { saveFromCatalog } from "../core/api.js";
import { store } from "../core/store.js";

/// What this page saves from the catalog, by the items' ids. The server tells of savings in its events, too, but not of
/// items that are not in its list, as those of "Surprise me".
class Savings extends EventTarget {
  #running = new Map();
  #saved = new Map();
  #errors = new Map();

  /// How far an item is: `ready`, `saving`, `saved`, or `failed` with its `error`.
  stateOf(item) {
    if (this.#running.has(item.id) || item.saving) return { name: "saving" };
    if (this.photoOf(item)) return { name: "saved" };
    const error = this.#errors.get(item.id) ?? item.saveError;
    return error ? { name: "failed", error } : { name: "ready" };
  }

  /// The photo that an item became, as long as it is in the library.
  photoOf(item) {
    return store.get(item.saved) ?? store.get(this.#saved.get(item.id));
  }

  /// Answers the photo, or undefined when it could not be saved: `stateOf` then has the reason.
  save(item) {
    const { id } = item;
    if (!this.#running.has(id)) this.#running.set(id, this.#save(id));
    this.#tell(id);
    return this.#running.get(id);
  }

  async #save(id) {
    this.#errors.delete(id);
    try {
      const photo = await saveFromCatalog(id);
      store.addIfUnknown(photo);
      this.#saved.set(id, photo.id);
      return photo;
    } catch (error) {
      this.#errors.set(id, error);
      return undefined;
    } finally {
      this.#running.delete(id);
      this.#tell(id);
    }
  }

  #tell(id) { this.dispatchEvent(new CustomEvent("change", { detail: { id } })); }
}

export const savings = new Savings();
