/// Which photos of the grid are selected.
export class Selection extends EventTarget {
  #ids = new Set();

  get size() { return this.#ids.size; }
  has(id) { return this.#ids.has(id); }
  /// In the order of `ids`.
  within(ids) { return ids.filter((id) => this.#ids.has(id)); }

  set(id, isSelected) {
    if (isSelected) this.#ids.add(id);
    else this.#ids.delete(id);
    this.#tell();
  }

  replace(ids) {
    this.#ids = new Set(ids);
    this.#tell();
  }

  /// Forgets what is gone.
  keep(exists) {
    const before = this.#ids.size;
    this.#ids = new Set([...this.#ids].filter(exists));
    if (this.#ids.size !== before) this.#tell();
  }

  #tell() { this.dispatchEvent(new Event("change")); }
}
