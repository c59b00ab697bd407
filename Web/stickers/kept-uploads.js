import { home } from "../core/api.js";

/** Another studio may lie in another folder of the same origin. */
const name = `peel-uploads${home}`;
const table = "photos";
/** Of all tabs together; no more than half of what the browser gives. */
const mostCount = 2000;
const mostBytes = 4_000_000_000;
/** What waits longer is not wanted any more (milliseconds). */
const longestWait = 7 * 86_400_000;

/**
 * @typedef {{ key: number, source: File | string, owner: string, added: number }} KeptUpload
 */

/**
 * Photos that are to be added, in the page's own storage, until the studio has them. Each belongs to the tab that holds
 * its owner's lock; those of a tab that is gone are taken over by another, or by the same one after a reload. Without
 * locks, as without a secure context, nothing is kept.
 */
export class KeptUploads {
  #owner = "";
  #takenOver;
  /** @type {Promise<IDBDatabase | null>} */
  #database;
  /** Owners whose end is waited for. */
  #awaited = new Set();

  /** @param {(photos: KeptUpload[]) => void} takenOver gets what a tab that is gone has left, in its order */
  constructor(takenOver) {
    this.#takenOver = takenOver;
    this.#database = this.#open().catch(() => null);
  }

  async #open() {
    if (!navigator.locks || !("indexedDB" in window)) return null;
    this.#owner = crypto.randomUUID();
    await new Promise((held, refused) => {
      navigator.locks.request(lockOf(this.#owner), () => {
        held(null);
        return new Promise(() => {});
      }).catch(refused);
    });
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => { opening.result.createObjectStore(table, { keyPath: "key", autoIncrement: true }); };
    return done(opening);
  }

  /**
   * Keeps a photo. Answers its key; null where photos are not kept at all. Throws where there is no room.
   *
   * @param {File | string} source
   */
  async keep(source) {
    const database = await this.#database;
    if (!database) return null;
    const size = typeof source === "string" ? source.length : source.size;
    const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
    const photos = database.transaction(table, "readwrite").objectStore(table);
    if (await done(photos.count()) >= mostCount || usage + size > Math.min(mostBytes, quota / 2)) {
      throw new DOMException("", "QuotaExceededError");
    }
    return Number(await done(photos.add({ source, owner: this.#owner, added: Date.now() })));
  }

  /** @param {number} key */
  async forget(key) {
    const database = await this.#database;
    if (database) await done(database.transaction(table, "readwrite").objectStore(table).delete(key));
  }

  /** Takes over what tabs have left that are gone, and waits for the end of others. */
  async takeOver() {
    const database = await this.#database;
    if (!database) return;
    const photos = await navigator.locks.request(name, async () => {
      const { held = [] } = await navigator.locks.query();
      const alive = new Set(held.map((lock) => lock.name));
      /** @type {KeptUpload[]} */
      const others = (await done(database.transaction(table).objectStore(table).getAll())).filter(({ owner }) => owner !== this.#owner);
      for (const owner of new Set(others.map((photo) => photo.owner))) if (alive.has(lockOf(owner))) this.#await(owner);
      const left = others.filter(({ owner }) => !alive.has(lockOf(owner)));
      const writing = database.transaction(table, "readwrite").objectStore(table);
      await Promise.all(left.map(
        (photo) => isLate(photo) ? done(writing.delete(photo.key)) : done(writing.put({ ...photo, owner: this.#owner }))));
      return left.filter((photo) => !isLate(photo));
    });
    if (photos.length > 0) this.#takenOver(photos);
  }

  /** @param {string} owner */
  #await(owner) {
    if (this.#awaited.has(owner)) return;
    this.#awaited.add(owner);
    navigator.locks.request(lockOf(owner), () => {}).then(() => this.takeOver()).catch(() => {
      // This page is being left.
    });
  }
}

/** @param {string} owner */
const lockOf = (owner) => `${name}-${owner}`;

/** @param {KeptUpload} photo */
const isLate = ({ added }) => Date.now() - added > longestWait;

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
