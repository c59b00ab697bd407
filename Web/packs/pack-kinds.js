import "./markup.js";
import { byId, make } from "../core/elements.js";
import { moves } from "../core/photo-state.js";
import { store } from "../core/store.js";
import { say } from "../languages/languages.js";

/**
 * Says before a pack is made what platforms do with stickers that move beside still ones.
 *
 * @param {string[]} ids
 * @param {API.PackTarget[]} targets
 */
export function showKinds(ids, targets) {
  const photos = ids.flatMap((id) => store.get(id) ?? []);
  const moving = photos.filter(moves).length;
  const still = photos.length - moving;
  const notes = moving === 0 ? [] : targets.flatMap((target) => note(target, moving, still));
  byId("pack-kinds").replaceChildren(...notes);
  byId("pack-kinds").hidden = notes.length === 0;
}

/** @type {(target: API.PackTarget, moving: number, still: number) => HTMLElement[]} */
function note({ name, fewest, fewestMoving, livingPacks }, moving, still) {
  if (livingPacks === "leftOut") return [saying("packMovingLeftOut", { name, count: moving })];
  if (livingPacks === "mixed" || still === 0) return [];
  const isEnough = moving >= fewestMoving;
  if (isEnough && still >= fewest) return [saying("packMovingApart", { name })];
  if (still >= fewest) return [saying("packTooFewMoving", { name, count: moving, fewest: fewestMoving })];
  return isEnough ? [saying("packTooFewStill", { name, count: still, fewest })] : [];
}

/** @type {(key: string, named: Named) => HTMLElement} */
const saying = (key, named) => say(make("li"), key, named);
