import "./markup.js";
import { duplicateStickers } from "../core/duplicates.js";
import { byId } from "../core/elements.js";
import { store } from "../core/store.js";

/** Makes a duplicate of the sticker that is edited. The duplicate is edited from then on. */
export class Duplicating {
  #copy = "";
  #source = "";
  #ways;

  /** @param {{ edited: () => string | null, flush: () => Promise<void>, turn: (id: string) => void }} ways */
  constructor(ways) {
    this.#ways = ways;
    byId("editor-duplicate").addEventListener("click", () => this.#duplicate());
  }

  async #duplicate() {
    const { edited, flush, turn } = this.#ways;
    await flush();
    const source = edited();
    if (source === null) return;
    await duplicateStickers([source], (copies) => {
      const copy = copies.get(source) ?? "";
      if (edited() !== source) return;
      [this.#copy, this.#source] = [copy, source];
      turn(copy);
    });
  }

  /** The sticker that is edited is gone. Answers whether it was a duplicate that was taken back: its source is edited. */
  goBack() {
    if (this.#ways.edited() !== this.#copy || !store.get(this.#source)) return false;
    this.#ways.turn(this.#source);
    return true;
  }
}
