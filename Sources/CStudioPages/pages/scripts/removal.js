import { removePhotos } from "./api.js";
import { confirm } from "./dialogs.js";
import { text } from "./languages.js";
import { failed } from "./notices.js";
import { store } from "./store.js";

/// Removes photos after asking; `ids` null means all. Answers whether they were removed.
export async function removeAfterAsking(ids) {
  const count = ids ? ids.length : store.order.length;
  if (count === 0) return false;
  const agreed = await confirm({
    title: count === 1 && ids ? text("removeTitleOne", { name: store.get(ids[0])?.name ?? "" }) : text("removeTitle", { count }),
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
