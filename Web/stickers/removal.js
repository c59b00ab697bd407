import { removePhotos } from "../core/api.js";
import { failed, toast } from "../core/notices.js";
import { steps, undoOf } from "../core/steps.js";
import { store } from "../core/store.js";

/**
 * Removes photos at once, and offers to take that back; `wanted` null means all that are there.
 *
 * @param {string[] | null} wanted
 */
export async function removeStickers(wanted) {
  const ids = wanted ?? [...store.order];
  if (ids.length === 0) return;
  const name = store.get(ids[0])?.name ?? "";
  /** @type {import("../core/steps.js").RemovalStep} */
  const step = { kind: "removal", ids };
  try {
    await steps.perform(step, () => removePhotos(ids));
  } catch (error) {
    failed(error);
    return;
  }
  if (ids.length === 1) toast("removedOne", { name }, undoOf(step));
  else toast("removedMany", { count: ids.length }, undoOf(step));
}
