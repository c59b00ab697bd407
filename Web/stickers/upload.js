import { fromAddressURL, studioErrorOf, uploadURL } from "../core/api.js";

const atOnce = 3;

/**
 * @typedef {object} Upload
 * @property {File | string} source a file, or the address of a picture
 * @property {string} name
 * @property {"queued" | "sending" | "failed"} state
 * @property {number} progress 0…1
 * @property {Failure | null} error
 * @property {XMLHttpRequest | null} request
 * @property {string | null} photo the id of what it became
 */

/**
 * Sends files, or addresses of pictures that the studio loads itself, some at once, and tells of each how far it is:
 * `queued`, `sending`, `failed` with the reason; what has arrived is taken off the list.
 */
export class Uploads extends EventTarget {
  /** @type {Upload[]} */
  items = [];
  finished = 0;
  /** Of those that are finished: photos that were here already. */
  known = 0;
  total = 0;
  #arrived;

  /**
   * `arrived` gets the item, the photo and whether it is new; `changed` events come with every step.
   *
   * @param {{ arrived: (item: Upload, photo: API.Photo, isNew: boolean) => void }} handlers
   */
  constructor({ arrived }) {
    super();
    this.#arrived = arrived;
  }

  get isBusy() { return this.items.some(({ state }) => state !== "failed"); }
  get failed() { return this.items.filter(({ state }) => state === "failed"); }

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
    if (!this.isBusy) {
      this.items = this.failed;
      this.total = this.items.length;
      this.finished = 0;
      this.known = 0;
    }
    /** @type {Upload[]} */
    const added = sources.map((source) => ({
      source, name: nameOf(source), state: "queued", progress: 0, error: null, request: null, photo: null,
    }));
    this.items.push(...added);
    this.total += added.length;
    this.#next();
    return added;
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
    for (const { request } of items) request?.abort();
    this.#tell();
  }

  /** @param {Upload} item */
  retry(item) {
    Object.assign(item, { state: "queued", progress: 0, error: null });
    this.#next();
  }

  #next() {
    const sending = this.items.filter(({ state }) => state === "sending").length;
    for (const item of this.items.filter(({ state }) => state === "queued").slice(0, atOnce - sending)) this.#send(item);
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
    request.onerror = () => this.#fail(item, { code: "offline" });
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
      if (request.status === 200) this.known += 1;
      this.#arrived(item, JSON.parse(request.responseText), request.status === 201);
      this.#next();
      return;
    }
    const error = studioErrorOf(request.status, request.responseText, request.getResponseHeader("Retry-After"));
    if (error.status !== 503) {
      this.#fail(item, error);
      return;
    }
    item.progress = 0;
    item.request = null;
    setTimeout(() => { if (this.items.includes(item)) this.#send(item); }, 1000 * (error.retryAfter ?? 1));
  }

  /**
   * @param {Upload} item
   * @param {Failure} error
   */
  #fail(item, error) {
    Object.assign(item, { state: "failed", error, request: null });
    this.#next();
  }

  /** @param {Upload} item */
  #take(item) { this.items = this.items.filter((one) => one !== item); }

  #tell() { this.dispatchEvent(new Event("change")); }
}

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
