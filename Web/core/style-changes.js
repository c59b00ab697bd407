import { setStyle } from "./api.js";
import { store } from "./store.js";

/** Requests at once: the studio renders as many as it has places for. */
const atOnce = 4;

/**
 * Gives photos styles, a few at a time. Photos that are gone are left out; the first refusal ends it.
 *
 * @param {Map<string, API.Style>} styles
 * @param {(finished: number, total: number) => void} [progress]
 * @returns {Promise<{ changed: string[], failure: Failure | null }>}
 */
export async function changeStyles(styles, progress = () => {}) {
  const waiting = [...styles].filter(([id]) => store.get(id));
  const total = waiting.length;
  /** @type {string[]} */
  const changed = [];
  /** @type {Failure | null} */
  let failure = null;
  let finished = 0;
  progress(finished, total);
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      const [id, style] = next;
      try {
        await setStyle(id, style);
        changed.push(id);
      } catch (error) {
        // One that was removed meanwhile has not failed.
        if (store.get(id)) failure = /** @type {Failure} */ (error);
      }
      finished += 1;
      progress(finished, total);
    }
  }));
  return { changed, failure };
}
