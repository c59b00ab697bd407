import { removePhotos } from "../core/api.js";
import { failed, toast } from "../core/notices.js";
import { steps } from "../core/steps.js";
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
  const undo = () => { if (steps.isNewest(step)) steps.undo().catch(failed); };
  if (ids.length === 1) toast("removedOne", { name }, { key: "undo", act: undo });
  else toast("removedMany", { count: ids.length }, { key: "undo", act: undo });
}
