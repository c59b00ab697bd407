import { duplicatePhoto } from "./api.js";
import { failed, toast } from "./notices.js";
import { steps, undoOf } from "./steps.js";
import { store } from "./store.js";

/**
 * Makes another sticker of each photo, behind it, with all that was made of it. It can be taken back.
 *
 * @param {string[]} ids
 * @param {(copies: Map<string, string>) => void} made gets the duplicate of each photo
 */
export async function duplicateStickers(ids, made) {
  /** @type {Map<string, string>} */
  const copies = new Map();
  /** @type {unknown} */
  let failure = null;
  try {
    for (const id of ids) {
      const copy = await duplicatePhoto(id);
      copies.set(id, copy.id);
      store.addIfUnknown(copy);
    }
  } catch (error) {
    failure = error;
  }
  if (copies.size === 0) return failure && failed(failure);
  store.apply({ type: "order", data: { ids: withCopies(store.order, copies) } });
  /** @type {import("./steps.js").DuplicationStep} */
  const step = { kind: "duplication", ids: [...copies.values()] };
  steps.record(step);
  made(copies);
  if (failure) return failed(failure);
  toast("duplicated", { count: copies.size }, undoOf(step));
}

/**
 * Each duplicate stands behind its source.
 *
 * @param {string[]} ids
 * @param {Map<string, string>} copies
 */
export function withCopies(ids, copies) {
  const added = new Set(copies.values());
  return ids.filter((id) => !added.has(id)).flatMap((id) => [id, ...[copies.get(id) ?? []].flat()]);
}
