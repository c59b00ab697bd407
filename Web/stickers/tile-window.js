/** How much of a view more is in the page above and below what is seen. */
const reach = 1;

/**
 * Which rows of a grid of squares are near the view. Only their tiles are in the page; what the others would take is left
 * free above and below.
 */
export class TileWindow {
  #list;
  #view;
  columns = 1;
  /** From one row's upper edge to the next one's. */
  #pitch = 1;
  #gap = 0;
  /** The rows that are in the page: `first` up to `end`. */
  first = 0;
  end = 0;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} view what the list is seen in; on a low screen it scrolls, else the list does
   */
  constructor(list, view) {
    this.#list = list;
    this.#view = view;
  }

  /** When the list's width may have changed. */
  measure() {
    const { gridTemplateColumns, rowGap } = getComputedStyle(this.#list);
    const sides = gridTemplateColumns.split(" ").map(parseFloat);
    this.columns = sides.length;
    this.#gap = parseFloat(rowGap);
    this.#pitch = Math.max(1, sides[0] + this.#gap);
  }

  /**
   * Which tiles are to be in the page; null while those that are there are enough.
   *
   * @param {number} count
   * @param {boolean} anew
   */
  tilesNear(count, anew) {
    const { top, height } = this.#seen();
    const rows = Math.ceil(count / this.columns);
    const rowAt = (/** @type {number} */ y) => Math.max(0, Math.min(rows, Math.floor(y / this.#pitch)));
    const isEnough = rowAt(top - height * reach / 2) >= this.first && rowAt(top + height * (1 + reach / 2)) < this.end;
    const isAll = this.first === 0 && this.end === rows;
    if (!anew && (isEnough || isAll)) return null;
    this.first = rowAt(top - height * reach);
    this.end = Math.min(rows, rowAt(top + height * (1 + reach)) + 1);
    this.#leaveRoom("above", this.first);
    this.#leaveRoom("below", rows - this.end);
    return { from: this.first * this.columns, to: Math.min(count, this.end * this.columns) };
  }

  /**
   * @param {"above" | "below"} name
   * @param {number} rows
   */
  #leaveRoom(name, rows) {
    this.#list.toggleAttribute(`data-${name}`, rows > 0);
    this.#list.style.setProperty(`--${name}`, `${rows * this.#pitch - this.#gap}px`);
  }

  /**
   * Scrolls so far that a tile is near the view, if it is not.
   *
   * @param {number} index
   */
  reach(index) {
    const { top, height } = this.#seen();
    const y = Math.floor(index / this.columns) * this.#pitch;
    if (y >= top && y + this.#pitch <= top + height) return;
    const way = (y < top ? y : y + this.#pitch - height) - top;
    const scroller = this.#list.scrollHeight > this.#list.clientHeight ? this.#list : this.#view;
    scroller.scrollTop += way;
  }

  /** The first tile that is seen whole. */
  firstSeen() {
    return Math.ceil(Math.max(0, this.#seen().top) / this.#pitch) * this.columns;
  }

  /**
   * Where a tile stands that is kept in the page although its row is not.
   *
   * @param {HTMLElement} tile
   * @param {number | null} index null where it is in its row
   */
  setAway(tile, index) {
    tile.toggleAttribute("data-away", index !== null);
    if (index === null) return;
    tile.style.setProperty("--row", `${Math.floor(index / this.columns) * this.#pitch}px`);
  }

  #seen() {
    const list = this.#list.getBoundingClientRect();
    const view = this.#view.getBoundingClientRect();
    return {
      top: this.#list.scrollTop + Math.max(0, view.top - list.top),
      height: Math.min(this.#list.clientHeight, this.#view.clientHeight),
    };
  }
}
