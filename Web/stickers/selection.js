/** Which photos of the grid are selected. */
export class Selection extends EventTarget {
  /** @type {Set<string>} */
  #ids = new Set();
  /** What a range begins with. */
  #anchor = "";

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
   * One photo, or all from the one that was chosen before.
   *
   * @param {string} id
   * @param {boolean} isSelected
   * @param {string[] | null} [ids] in their order, for a range
   */
  choose(id, isSelected, ids = null) {
    const ends = [this.#anchor, id].map((end) => ids?.indexOf(end) ?? -1).sort((one, other) => one - other);
    this.#anchor = id;
    for (const one of ids && ends[0] >= 0 ? ids.slice(ends[0], ends[1] + 1) : [id]) {
      if (isSelected) this.#ids.add(one);
      else this.#ids.delete(one);
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
