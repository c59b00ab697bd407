import { removePhotos } from "../core/api.js";
import { confirm } from "../core/dialogs.js";
import { text } from "../languages/languages.js";
import { failed } from "../core/notices.js";
import { store } from "../core/store.js";

/**
 * Removes photos after asking; `wanted` null means all that are there now, and none that come while it is asked.
 * Answers whether they were removed.
 *
 * @param {string[] | null} wanted
 */
export async function removeAfterAsking(wanted) {
  const ids = wanted ?? [...store.order];
  const count = ids.length;
  if (count === 0) return false;
  const agreed = await confirm({
    title: count === 1 && wanted ? text("removeTitleOne", { name: store.get(ids[0])?.name ?? "" }) : text("removeTitle", { count }),
    message: text("removeText"),
    action: text("delete"),
  });
  if (!agreed) return false;
  try {
    await removePhotos(ids);
    return true;
  } catch (error) {
    failed(error);
    return false;
  }
}
