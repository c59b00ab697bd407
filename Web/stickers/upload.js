import { fromAddressURL, studioErrorOf, uploadURL } from "../core/api.js";

const atOnce = 3;
/** What has arrived within this time needs no place in the storage (milliseconds). */
const keptAfter = 400;
/** From a lost connection to the next try, and at most (milliseconds). */
const shortestPause = 1000;
const longestPause = 60_000;
/** A photo whose sending breaks so often, although the studio can be reached, is not sent again by itself. */
const mostBreaks = 5;

/**
 * @typedef {object} Upload
 * @property {File | string} source a file, or the address of a picture
 * @property {string} name
 * @property {"queued" | "sending" | "failed"} state
 * @property {number} progress 0…1
 * @property {Failure | null} error
 * @property {XMLHttpRequest | null} request
 * @property {string | null} photo the id of what it became
 * @property {number | null} key of what the storage keeps; null while it keeps nothing
 * @property {boolean} hasNoRoom whether the storage was too full for it
 * @property {number} breaks how often its sending broke while the studio could be reached
 * @property {boolean} wasSent whether it may have arrived before without an answer
 */

/**
 * Sends files, or addresses of pictures that the studio loads itself, some at once, and tells of each how far it is:
 * `queued`, `sending`, `failed` with the reason; what has arrived is taken off the list. While the studio cannot be
 * reached, all wait. What the storage keeps outlasts the page.
 */
export class Uploads extends EventTarget {
  /** @type {Upload[]} */
  items = [];
  finished = 0;
  /** Of those that are finished: photos that were here already. */
  known = 0;
  total = 0;
  /** Whether the connection is waited for. */
  isWaiting = false;
  #pause = shortestPause;
  #timer = 0;
  #arrived;
  #isReachable;
  #storage;

  /**
   * `arrived` gets the item, the photo and whether it is new; `changed` events come with every step.
   *
   * @param {object} ways
   * @param {(item: Upload, photo: API.Photo, isNew: boolean) => void} ways.arrived
   * @param {() => boolean} ways.isReachable
   * @param {Pick<import("./kept-uploads.js").KeptUploads, "keep" | "forget">} ways.storage
   */
  constructor({ arrived, isReachable, storage }) {
    super();
    this.#arrived = arrived;
    this.#isReachable = isReachable;
    this.#storage = storage;
  }

  get isBusy() { return this.items.some(({ state }) => state !== "failed"); }
  get failed() { return this.items.filter(({ state }) => state === "failed"); }
  get queued() { return this.items.filter(({ state }) => state === "queued"); }
  /** Of those that are on their way: what is lost with the page. */
  get unkept() { return this.items.filter(({ state, key }) => state !== "failed" && key === null); }

  /** 0…1 of all files of this run. */
  get progress() {
    const sending = this.items.reduce((sum, { state, progress }) => sum + (state === "sending" ? progress : 0), 0);
    return this.total ? (this.finished + this.failed.length + sending) / this.total : 0;
  }

  /**
   * Files, and addresses as texts.
   *
   * @param {(File | string)[]} sources
   */
  add(sources) {
    const added = this.#begin(sources.map((source) => itemOf(source)));
    setTimeout(() => this.#keep(added), keptAfter);
    return added;
  }

  /**
   * What a page that is gone has not sent.
   *
   * @param {import("./kept-uploads.js").KeptUpload[]} photos
   */
  takeOver(photos) {
    return this.#begin(photos.map(({ source, key }) => ({ ...itemOf(source), key, wasSent: true })));
  }

  /** Tries again, if the connection is waited for. */
  goOn() {
    clearTimeout(this.#timer);
    this.isWaiting = false;
    this.#next();
  }

  /** @param {Upload[]} added */
  #begin(added) {
    if (!this.isBusy) {
      this.items = this.failed;
      this.total = this.items.length;
      this.finished = 0;
      this.known = 0;
    }
    this.items.push(...added);
    this.total += added.length;
    this.goOn();
    return added;
  }

  /** @param {Upload[]} items */
  async #keep(items) {
    for (const item of items) {
      if (!this.#isWanted(item)) continue;
      try {
        item.key = await this.#storage.keep(item.source);
        if (item.key === null) return;
      } catch {
        item.hasNoRoom = true;
      }
      if (!this.#isWanted(item)) this.#forget(item);
      this.#tell();
    }
  }

  /**
   * Whether it is to be sent, by itself or when the page is opened again.
   *
   * @param {Upload} item
   */
  #isWanted(item) { return this.items.includes(item) && (item.error === null || isTemporary(item.error)); }

  /** @param {Upload} item */
  #forget(item) {
    if (item.key !== null) this.#storage.forget(item.key).catch(() => {});
    item.key = null;
  }

  /** @param {Upload} item */
  cancel(item) {
    item.request?.abort();
    this.#take(item);
    this.total -= 1;
    this.#next();
  }

  cancelAll() {
    const items = this.items;
    this.items = [];
    this.total = 0;
    this.finished = 0;
    this.known = 0;
    for (const item of items) {
      item.request?.abort();
      this.#forget(item);
    }
    this.goOn();
  }

  /** @param {Upload} item */
  retry(item) {
    Object.assign(item, { state: "queued", progress: 0, error: null, breaks: 0 });
    this.goOn();
  }

  #next() {
    const sending = this.items.filter(({ state }) => state === "sending").length;
    if (!this.isWaiting) for (const item of this.queued.slice(0, atOnce - sending)) this.#send(item);
    this.#tell();
  }

  /**
   * `fetch` does not tell how much has been sent.
   *
   * @param {Upload} item
   */
  #send(item) {
    const request = new XMLHttpRequest();
    Object.assign(item, { state: "sending", request });
    const { source } = item;
    const isAddress = typeof source === "string";
    // How far the studio is with an address is not known.
    if (!isAddress) {
      request.upload.onprogress = ({ loaded, total }) => {
        item.progress = total ? loaded / total : 0;
        this.#tell();
      };
    }
    request.onload = () => this.#answer(item, request);
    request.onerror = () => this.#lose(item);
    request.open("POST", isAddress ? fromAddressURL : uploadURL(item.name));
    request.setRequestHeader("Content-Type", isAddress ? "application/json" : source.type || "application/octet-stream");
    request.send(isAddress ? JSON.stringify({ url: source }) : source);
  }

  /**
   * @param {Upload} item
   * @param {XMLHttpRequest} request
   */
  #answer(item, request) {
    if (request.status === 200 || request.status === 201) {
      this.#take(item);
      this.finished += 1;
      this.#pause = shortestPause;
      const isNew = request.status === 201 || item.wasSent;
      if (!isNew) this.known += 1;
      this.#arrived(item, JSON.parse(request.responseText), isNew);
      this.#next();
      return;
    }
    const error = studioErrorOf(request.status, request.responseText, request.getResponseHeader("Retry-After"));
    if (error.code === "offline") {
      this.#lose(item);
      return;
    }
    if (error.status !== 503) {
      this.#fail(item, error);
      return;
    }
    item.progress = 0;
    item.request = null;
    setTimeout(() => { if (this.items.includes(item)) this.#send(item); }, 1000 * (error.retryAfter ?? 1));
  }

  /**
   * The connection broke, or the file is gone: the browser does not tell them apart.
   *
   * @param {Upload} item
   */
  async #lose(item) {
    const isReadable = await canBeRead(item.source);
    if (!this.items.includes(item)) return;
    if (this.#isReachable()) item.breaks += 1;
    if (!isReadable) return this.#fail(item, { code: "fileGone" });
    if (item.breaks >= mostBreaks) return this.#fail(item, { code: "offline" });
    Object.assign(item, { state: "queued", progress: 0, request: null, wasSent: true });
    if (!this.isWaiting) {
      this.isWaiting = true;
      this.#timer = setTimeout(() => this.goOn(), this.#pause);
      this.#pause = Math.min(2 * this.#pause, longestPause);
    }
    this.#tell();
  }

  /**
   * @param {Upload} item
   * @param {Failure} error
   */
  #fail(item, error) {
    Object.assign(item, { state: "failed", error, request: null });
    if (!isTemporary(error)) this.#forget(item);
    this.#next();
  }

  /** @param {Upload} item */
  #take(item) {
    this.items = this.items.filter((one) => one !== item);
    this.#forget(item);
  }

  #tell() { this.dispatchEvent(new Event("change")); }
}

/**
 * @param {File | string} source
 * @returns {Upload}
 */
const itemOf = (source) => ({
  source, name: nameOf(source), state: "queued", progress: 0, error: null, request: null, photo: null, key: null, hasNoRoom: false,
  breaks: 0, wasSent: false,
});

/**
 * Whether the photo itself is not to blame.
 *
 * @param {Failure} error
 */
const isTemporary = ({ code }) => code === "offline" || code === "tokenNeeded";

/** @param {File | string} source */
const canBeRead = (source) =>
  typeof source === "string" || source.slice(0, 1).arrayBuffer().then(() => true, () => false);

/**
 * Of an address the last part of its path: what the file is called there.
 *
 * @param {File | string} source
 */
function nameOf(source) {
  if (typeof source !== "string") return source.name || "photo";
  const { host, pathname } = new URL(source);
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}
