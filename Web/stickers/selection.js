/** Which photos of the grid are selected. */
export class Selection extends EventTarget {
  /** @type {Set<string>} */
  #ids = new Set();

  get size() { return this.#ids.size; }
  /** @param {string} id */
  has(id) { return this.#ids.has(id); }
  /** @param {(id: string) => boolean} is */
  some(is) {
    for (const id of this.#ids) if (is(id)) return true;
    return false;
  }

  /**
   * In the order of `ids`.
   *
   * @param {string[]} ids
   */
  within(ids) { return ids.filter((id) => this.#ids.has(id)); }

  /**
   * @param {string} id
   * @param {boolean} isSelected
   */
  set(id, isSelected) {
    if (isSelected) this.#ids.add(id);
    else this.#ids.delete(id);
    this.#tell();
  }

  /**
   * @param {string[]} ids
   * @param {boolean} isSelected
   */
  setAll(ids, isSelected) {
    for (const id of ids) {
      if (isSelected) this.#ids.add(id);
      else this.#ids.delete(id);
    }
    this.#tell();
  }

  /** @param {string[]} ids */
  replace(ids) {
    this.#ids = new Set(ids);
    this.#tell();
  }

  /**
   * Forgets what is gone.
   *
   * @param {(id: string) => boolean} exists
   */
  keep(exists) {
    const before = this.#ids.size;
    this.#ids = new Set([...this.#ids].filter(exists));
    if (this.#ids.size !== before) this.#tell();
  }

  #tell() { this.dispatchEvent(new Event("change")); }
}
