import { cancelPhoto, loadPhoto } from "../core/api.js";
import { failed } from "../core/notices.js";
import { isClip, isStopped } from "../core/photo-state.js";
import { store } from "../core/store.js";

/** How long a card must stay near before its photo is asked for: who flips through hundreds does not want each of them. */
const patience = 120;

/** A little more than a page on both sides. WebKit measures it in widths of the scroller without its padding, others with. */
const margin = "130%";

/**
 * Watches pages of a scroll view. A photo that is waiting is asked for when its page comes within a page's width of
 * the view, and no longer wanted when the page has left before the photo was done.
 *
 * @param {HTMLElement} scroller
 * @param {(id: string, isNear: boolean) => void} whenNearChanges
 */
export function loadWhenNear(scroller, whenNearChanges) {
  /** @type {Set<string>} */
  const nearIds = new Set();
  /** @type {Set<string>} */
  const asked = new Set();
  /** @type {Map<string, number>} */
  const timers = new Map();
  /** @type {Map<string, string>} */
  const states = new Map();
  /** @type {Map<string, Promise<unknown>>} */
  const requests = new Map();

  /**
   * One request after the other for each photo: who comes back at once must not be overtaken by having left.
   *
   * @param {(id: string) => Promise<unknown>} request
   * @param {string} id
   */
  const send = (request, id) => {
    const sent = (requests.get(id) ?? Promise.resolve()).then(() => request(id));
    const settled = sent.catch(() => {}).then(() => {
      if (requests.get(id) === settled) requests.delete(id);
    });
    requests.set(id, settled);
    return sent;
  };

  /** @param {string} id */
  const ask = (id) => {
    timers.delete(id);
    if (store.get(id)?.state !== "waiting" || isStopped(store.get(id)) || asked.has(id)) return;
    asked.add(id);
    send(loadPhoto, id).catch((error) => {
      asked.delete(id);
      // One connection may break while that of the events goes on.
      const hasBroken = error.status === 0 && store.connection === "open";
      const pause = hasBroken ? 5 : error.retryAfter ?? 1;
      if (error.status === 503 || hasBroken) timers.set(id, setTimeout(() => nearIds.has(id) && ask(id), 1000 * pause));
      else if (error.status !== 0 && error.status !== 401) failed(error);
    });
  };

  /** @param {string} id */
  const leave = (id) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const photo = store.get(id);
    const isUnfinished = ["waiting", "loading", "processing"].includes(photo?.state ?? "");
    // The work on a clip takes so long that what is begun is ended, as long as a page is open.
    const isBegunClip = isClip(photo) && photo?.state !== "waiting";
    if (asked.delete(id) && isUnfinished && !isBegunClip && !store.progress.running) send(cancelPhoto, id).catch(() => {});
  };

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const { id } = /** @type {HTMLElement} */ (target).dataset;
      if (id === undefined || isIntersecting === nearIds.has(id)) continue;
      if (isIntersecting) {
        nearIds.add(id);
        timers.set(id, setTimeout(ask, patience, id));
      } else {
        nearIds.delete(id);
        leave(id);
      }
      whenNearChanges(id, isIntersecting);
    }
  }, { root: scroller, rootMargin: `0px ${margin}` });

  // A studio that was started again has forgotten what it was asked for, and is asked again.
  store.addEventListener("connection", () => {
    if (store.connection !== "open") return;
    asked.clear();
    // So are pictures that could not be loaded.
    for (const id of nearIds) whenNearChanges(id, true);
    for (const id of nearIds) if (!timers.has(id)) timers.set(id, setTimeout(ask, patience, id));
  });

  return {
    watch: (/** @type {HTMLElement} */ page) => observer.observe(page),
    has: (/** @type {string} */ id) => nearIds.has(id),
    /** @param {HTMLElement} page */
    forget(page) {
      const { id = "" } = page.dataset;
      observer.unobserve(page);
      if (nearIds.delete(id)) leave(id);
      for (const ids of [asked, states]) ids.delete(id);
    },
    /** @param {string} id */
    photoChanged(id) {
      const state = store.get(id)?.state ?? "waiting";
      const wasBegun = ["loading", "processing"].includes(states.get(id) ?? "");
      states.set(id, state);
      if (state === "done" || state === "invalid") asked.delete(id);
      if (state !== "waiting" || !nearIds.has(id)) return;
      // Another tab cancelled what is still wanted here.
      if (wasBegun) asked.delete(id);
      if (!asked.has(id) && !isStopped(store.get(id)) && !timers.has(id)) timers.set(id, setTimeout(ask, patience, id));
    },
  };
}
