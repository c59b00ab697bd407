/**
 * Strokes that no picture shows yet. In a photo without a sticker what is painted stays in sight, also when it is opened
 * again: further strokes add to it.
 */
export class PaintedStrokes {
  /** @type {API.Stroke[]} */
  shown = [];
  /** Whether there is no sticker yet. */
  isUnfound = false;
  /** What was taken back, the newest last.
   * @type {API.Stroke[]} */
  #undone = [];
  /**
   * By photo.
   *
   * @type {Map<string, API.Stroke[]>}
   */
  #kept = new Map();
  #id = "";
  #changed;

  /** @param {() => void} changed */
  constructor(changed) { this.#changed = changed; }

  /**
   * @param {string} id of the photo
   * @param {number} done how many strokes the studio has of it
   */
  start(id, done) {
    this.#id = id;
    this.#undone = [];
    const kept = this.#kept.get(id) ?? [];
    this.#set(this.isUnfound && kept.length === done ? kept : []);
  }

  /** @param {API.Stroke} stroke */
  add(stroke) {
    this.#undone = [];
    this.#set([...this.shown, stroke]);
  }

  /**
   * The studio did not take it.
   *
   * @param {API.Stroke} stroke
   */
  drop(stroke) { this.#set(this.shown.filter((one) => one !== stroke)); }

  clear() {
    this.#undone = [];
    this.#set([]);
  }

  undo() {
    if (!this.isUnfound) return;
    this.#undone.push(...this.shown.slice(-1));
    this.#set(this.shown.slice(0, -1));
  }

  redo() { if (this.isUnfound) this.#set([...this.shown, ...this.#undone.splice(-1)]); }

  /** @param {API.Stroke[]} strokes */
  #set(strokes) {
    this.shown = strokes;
    if (this.isUnfound) this.#kept.set(this.#id, strokes);
    this.#changed();
  }
}
