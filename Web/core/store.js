import { isDoubtful, isStopped } from "./photo-state.js";

/** How long events may be held back (milliseconds). */
const longestHold = 2000;
const nothing = { total: 0, finished: 0, failed: 0, running: false };

/**
 * What the studio's server knows, as far as this page has heard of it. It changes through `receive` and `apply`
 * alone; who shows something listens to `list`, `progress`, `library`, `packs`, `catalog` and `connection`, and to
 * single photos with `whenPhotoChanges`.
 */
export class Store extends EventTarget {
  /** @type {Map<string, API.Photo>} */
  photos = new Map();
  /** @type {string[]} */
  order = [];
  /**
   * How many photos are so, counted as they change: an event costs as much with thousands of photos as with ten.
   *
   * @type {Counts}
   */
  counts = new Counts();
  /** @type {API.Progress} */
  progress = nothing;
  /** @type {API.Library | null} */
  library = null;
  /**
   * Without their photos.
   *
   * @type {API.KeptPack[]}
   */
  packs = [];
  /** @type {API.Catalog | null} */
  catalog = null;
  /**
   * Of stickers: `name` in addresses, `title` for people.
   *
   * @type {API.Format[]}
   */
  formats = [];
  version = "";
  /** @type {Connection} */
  connection = "connecting";
  isComplete = false;
  /**
   * While events are held back: those that came since, in their order.
   *
   * @type {StudioEvent[] | null}
   */
  #held = null;
  #flush = 0;

  /** @param {string | null | undefined} id */
  get(id) { return id ? this.photos.get(id) : undefined; }
  get all() { return this.order.flatMap((id) => this.photos.get(id) ?? []); }
  get done() { return this.all.filter((photo) => photo.state === "done"); }

  /**
   * Holds back what comes, two seconds at most, until `release`: while something moves, what events change on the page
   * would cost frames.
   */
  hold() {
    this.#held ??= [];
    this.#flush ||= setTimeout(() => {
      this.release();
      this.hold();
    }, longestHold);
  }

  release() {
    clearTimeout(this.#flush);
    this.#flush = 0;
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of held) this.#change(event);
  }

  /**
   * What the server tells.
   *
   * @param {StudioEvent} event
   */
  receive(event) {
    if (this.#held) this.#held.push(event);
    else this.#change(event);
  }

  /**
   * What is done on this page, and shows at once, after all that was held back.
   *
   * @param {StudioEvent} event
   */
  apply(event) {
    const isHolding = this.#held !== null;
    this.release();
    this.#change(event);
    if (isHolding) this.hold();
  }

  /** @param {StudioEvent} event */
  #change({ type, data }) {
    switch (type) {
      case "snapshot": return this.#adopt(data);
      case "photo": return this.#put(data);
      case "removed": return this.#remove(new Set(data.ids));
      case "order": return this.#reorder(data.ids);
      case "progress": this.progress = data; return this.#tell("progress");
      case "library": this.library = data; return this.#tell("library");
      case "packs": this.packs = data.packs; return this.#tell("packs");
      case "catalog": this.catalog = data; return this.#tell("catalog");
    }
  }

  /**
   * An answer to an upload can come before the event that tells of it, and never tells more than later events do.
   *
   * @param {API.Photo | null} photo
   */
  addIfUnknown(photo) {
    if (photo && !this.photos.has(photo.id)) this.#put(photo);
  }

  /**
   * A stream that breaks because the key is missing says no more than that it broke.
   *
   * @param {Connection} connection
   */
  setConnection(connection) {
    if (connection === this.connection || (connection === "lost" && this.connection === "locked")) return;
    this.connection = connection;
    this.#tell("connection");
  }

  /**
   * With what is held back: for another page. Null before the studio's first word.
   *
   * @returns {API.Snapshot | null}
   */
  snapshot() {
    const isHolding = this.#held !== null;
    this.release();
    if (isHolding) this.hold();
    const { all: photos, progress, library, packs, formats, version, catalog } = this;
    return library && { photos, progress, library, packs, formats, version, catalog: catalog ?? undefined };
  }

  /** @param {API.Snapshot} snapshot */
  #adopt({ photos, progress, library, packs, formats, version, catalog }) {
    const before = this.photos;
    this.photos = new Map(photos.map((photo) => [photo.id, photo]));
    this.counts = new Counts();
    for (const photo of photos) this.counts.add(photo, 1);
    this.order = photos.map((photo) => photo.id);
    this.progress = progress ?? nothing;
    this.library = library;
    this.packs = packs ?? [];
    this.formats = formats ?? [];
    this.version = version;
    this.catalog = catalog ?? null;
    this.isComplete = true;
    this.#tell("list");
    for (const photo of photos) {
      const old = before.get(photo.id);
      if (old && JSON.stringify(old) !== JSON.stringify(photo)) this.#tell("photo", photo.id);
    }
    this.#tell("progress");
    this.#tell("library");
    this.#tell("packs");
    this.#tell("catalog");
  }

  /** @param {API.Photo} photo */
  #put(photo) {
    const before = this.photos.get(photo.id);
    this.photos.set(photo.id, photo);
    if (before) this.counts.add(before, -1);
    this.counts.add(photo, 1);
    if (!before) {
      this.order.push(photo.id);
      this.#tell("list");
    } else {
      this.#tell("photo", photo.id);
    }
  }

  /** @param {Set<string>} ids */
  #remove(ids) {
    for (const id of ids) {
      const photo = this.photos.get(id);
      if (photo) this.counts.add(photo, -1);
      this.photos.delete(id);
    }
    this.order = this.order.filter((id) => !ids.has(id));
    this.#tell("list");
  }

  /** @param {string[]} ids */
  #reorder(ids) {
    const known = ids.filter((id) => this.photos.has(id));
    const named = new Set(known);
    this.order = [...known, ...this.order.filter((id) => !named.has(id))];
    this.#tell("list");
  }

  /**
   * Answers when none of these stickers is being made anew.
   *
   * @param {string[]} ids
   * @param {AbortSignal} signal ends the waiting
   */
  async whenMade(ids, signal) {
    while (ids.some((id) => this.photos.get(id)?.rendering)) {
      const heard = new AbortController();
      await new Promise((resolve) => {
        for (const type of ["photo", "list"]) this.addEventListener(type, resolve, { signal: heard.signal });
        signal.addEventListener("abort", resolve, { signal: heard.signal });
      });
      heard.abort();
      signal.throwIfAborted();
    }
  }

  /** @param {(id: string) => void} action */
  whenPhotoChanges(action) {
    this.addEventListener("photo", (event) => { if (event instanceof CustomEvent) action(event.detail.id); });
  }

  /**
   * @param {string} type
   * @param {string} [id]
   */
  #tell(type, id) {
    this.dispatchEvent(new CustomEvent(type, { detail: { id } }));
  }
}

/** How many photos are in which state, are doubtful, or name a source. Those that a person has stopped do not wait. */
class Counts {
  waiting = 0;
  loading = 0;
  processing = 0;
  done = 0;
  invalid = 0;
  doubtful = 0;
  credited = 0;

  /**
   * @param {API.Photo} photo
   * @param {1 | -1} by
   */
  add(photo, by) {
    if (!isStopped(photo)) this[photo.state] += by;
    if (isDoubtful(photo)) this.doubtful += by;
    if (photo.source) this.credited += by;
  }
}

export const store = new Store();
