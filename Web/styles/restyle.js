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
  const { changed, failure } = await changeStyles(new Map(wanted.map(({ id, after }) => [id, after])), progress);
  /** @type {import("../core/steps.js").StylesStep} */
  const step = { kind: "styles", changes: wanted.filter(({ id }) => changed.includes(id)) };
  if (step.changes.length > 0) steps.record(step);
  return { step, failure };
}
