import { failed } from "../core/notices.js";
import { store } from "../core/store.js";

/** Orders that the studio has not answered. */
let waiting = 0;
/**
 * The newest order that the studio has, while others wait.
 *
 * @type {string[]}
 */
let known = [];

/**
 * Shows an order at once. Where it does not reach the studio, the one that the studio has is shown again.
 *
 * @param {string[]} ids
 * @param {() => Promise<unknown>} send
 */
export async function useOrder(ids, send) {
  if (waiting === 0) known = [...store.order];
  waiting += 1;
  store.apply({ type: "order", data: { ids } });
  try {
    await send();
    known = ids;
  } catch (error) {
    store.apply({ type: "order", data: { ids: known } });
    failed(error);
  }
  waiting -= 1;
}
