import { cancelPhoto, loadPhoto } from "../core/api.js";
import { failed } from "../core/notices.js";
import { store } from "../core/store.js";

/// How long a card must stay near before its photo is asked for: who flips through hundreds does not want each of them.
const patience = 120;

/// A little more than a page on both sides. WebKit measures it in widths of the scroller without its padding, others with.
const margin = "130%";

/// Watches pages of a scroll view. A photo that is waiting is asked for when its page comes within a page's width of
/// the view, and no longer wanted when the page has left before the photo was done.
export function loadWhenNear(scroller, whenNearChanges) {
  const nearIds = new Set();
  const asked = new Set();
  const timers = new Map();
  const states = new Map();
  const requests = new Map();

  /// One request after the other for each photo: who comes back at once must not be overtaken by having left.
  const send = (request, id) => {
    const sent = (requests.get(id) ?? Promise.resolve()).then(() => request(id));
    const settled = sent.catch(() => {}).then(() => {
      if (requests.get(id) === settled) requests.delete(id);
    });
    requests.set(id, settled);
    return sent;
  };

  const ask = (id) => {
    timers.delete(id);
    if (store.get(id)?.state !== "waiting" || asked.has(id)) return;
    asked.add(id);
    send(loadPhoto, id).catch((error) => {
      asked.delete(id);
      if (error.status === 503) timers.set(id, setTimeout(() => nearIds.has(id) && ask(id), 1000 * (error.retryAfter ?? 1)));
      else if (error.status !== 0 && error.status !== 401) failed(error);
    });
  };

  const leave = (id) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const isUnfinished = ["waiting", "loading", "processing"].includes(store.get(id)?.state);
    if (asked.delete(id) && isUnfinished && !store.progress.running) send(cancelPhoto, id).catch(() => {});
  };

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const { id } = target.dataset;
      if (isIntersecting === nearIds.has(id)) continue;
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

  // A studio that was started again has forgotten what it was asked for.
  store.addEventListener("connection", () => {
    if (store.connection !== "open") return;
    asked.clear();
    for (const id of nearIds) if (!timers.has(id)) timers.set(id, setTimeout(ask, patience, id));
  });

  return {
    watch: (page) => observer.observe(page),
    forget(page) {
      observer.unobserve(page);
      nearIds.delete(page.dataset.id);
      asked.delete(page.dataset.id);
      states.delete(page.dataset.id);
    },
    photoChanged(id) {
      const { state } = store.get(id);
      const wasBegun = ["loading", "processing"].includes(states.get(id));
      states.set(id, state);
      if (state === "done" || state === "invalid") asked.delete(id);
      if (state !== "waiting" || !nearIds.has(id)) return;
      // Somebody else cancelled what is still wanted here.
      if (wasBegun) asked.delete(id);
      if (!asked.has(id) && !timers.has(id)) timers.set(id, setTimeout(ask, patience, id));
    },
  };
}
