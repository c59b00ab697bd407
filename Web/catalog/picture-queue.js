import { catalogPicture } from "../core/api.js";

/**
 * A browser opens six connections to a host. Pictures of the catalog may take long to come, and the event stream, an
 * update and what a click asks for need connections, too.
 */
const atOnce = 3;

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {number} side
 * @property {AbortSignal} signal
 * @property {(picture: Blob) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

let loading = 0;
/** @type {Job[]} */
let waiting = [];

/**
 * The catalog's picture of an item as a blob, longest side at most `side` pixels. Aborting stops the download, or
 * takes it out of the queue.
 *
 * @param {string} id
 * @param {number} side
 * @param {AbortSignal} signal
 * @returns {Promise<Blob>}
 */
export function loadPicture(id, side, signal) {
  return new Promise((resolve, reject) => {
    const job = { id, side, signal, resolve, reject };
    waiting.push(job);
    signal.addEventListener("abort", () => {
      waiting = waiting.filter((one) => one !== job);
      reject(signal.reason);
    });
    next();
  });
}

function next() {
  while (loading < atOnce) {
    const job = waiting.shift();
    if (!job) return;
    start(job);
  }
}

/** @param {Job} job */
function start(job) {
  const { id, side, signal, resolve, reject } = job;
  loading += 1;
  catalogPicture(id, side, signal).then(resolve, (error) => {
    if (error.status === 503) setTimeout(again, 1000 * (error.retryAfter ?? 1), job);
    else reject(error);
  }).finally(() => {
    loading -= 1;
    next();
  });
}

/**
 * The studio had too much to do.
 *
 * @param {Job} job
 */
function again(job) {
  if (job.signal.aborted) return;
  waiting.push(job);
  next();
}
