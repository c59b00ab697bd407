import { store } from "../core/store.js";
import { changePack, packOf, removePack, restorePack } from "./api.js";

/**
 * Does or takes back what was done with a pack.
 *
 * @param {import("../core/steps.js").PackStep} step
 * @param {boolean} isBack
 */
export async function performPackStep({ id, before, after }, isBack) {
  const wanted = isBack ? before : after;
  if (wanted === "removed") await removePack(id);
  else if (wanted === "there") await restorePack(id);
  else await changePack(id, await possible(id, wanted));
}

/**
 * Without stickers that are gone meanwhile, from the pack or from the library.
 *
 * @param {string} id
 * @param {API.PackChange} change
 * @returns {Promise<API.PackChange>}
 */
async function possible(id, change) {
  if (!change.add && !change.order && !change.cover) return change;
  const added = (change.add ?? []).filter((photo) => store.get(photo));
  const { photos } = await packOf(id);
  const members = new Set([...photos.filter((photo) => !change.remove?.includes(photo)), ...added]);
  const { cover } = change;
  return {
    ...change,
    ...(change.add ? { add: added } : {}),
    ...(change.order ? { order: change.order.filter((photo) => members.has(photo)) } : {}),
    ...(cover && !members.has(cover) ? { cover: null } : {}),
  };
}
