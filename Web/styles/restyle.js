import { takesStyle } from "../core/photo-state.js";
import { steps } from "../core/steps.js";
import { store } from "../core/store.js";
import { changeStyles } from "../core/style-changes.js";
import { replaced } from "./kept-styles.js";

/**
 * Gives photos styles, as one step that can be taken back.
 *
 * @param {string[]} ids
 * @param {(photo: API.Photo) => API.Style} styleOf
 * @param {(finished: number, total: number) => void} progress
 */
export async function restyle(ids, styleOf, progress) {
  const wanted = ids.flatMap((id) => store.get(id) ?? []).filter(takesStyle).map((photo) => {
    const after = styleOf(photo);
    return { id: photo.id, after, before: replaced(photo.style, after) };
  });
  /** @type {import("../core/steps.js").StylesStep} */
  const step = { kind: "styles", changes: wanted };
  const change = changeStyles(new Map(wanted.map(({ id, after }) => [id, after])), progress);
  if (wanted.length > 0) steps.begin(step, change);
  const { changed, failure } = await change;
  const done = new Set(changed);
  // A reload breaks the connection, too: then more may be done.
  if (failure?.code !== "offline") steps.narrow(step, wanted.filter(({ id }) => done.has(id)));
  return { step, failure };
}
