import "./markup.js";
import { emptyTrash, restorePhotos, trash, trashPreviewURL } from "../core/api.js";
import { close, confirm, open } from "../core/dialogs.js";
import { arrange, byId, closest, find, findAll, make, symbol } from "../core/elements.js";
import { bytes, day, label, say, text } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";
import { store } from "../core/store.js";

const dialog = byId("trash");
const list = byId("trash-list");
const openers = findAll(document, "[data-open-trash]", HTMLElement);
/** @type {Map<string, HTMLElement>} */
const items = new Map();
/** @type {API.RemovedPhoto[]} */
let photos = [];
/**
 * The list that is shown, as the studio counts them.
 *
 * @type {number | null}
 */
let shown = null;

/** What was removed can be looked at and put back, or deleted for good. */
export function startTrash() {
  for (const opener of openers) opener.addEventListener("click", openTrash);
  store.addEventListener("library", () => {
    showOpeners();
    if (dialog.open && store.library?.trash?.revision !== shown) load();
  });
  document.addEventListener("languagechange", showOpeners);
  list.addEventListener("click", (event) => {
    const row = closest(event, "button")?.closest("[data-id]");
    const id = row instanceof HTMLElement ? row.dataset.id : undefined;
    if (id) restore([id]);
  });
  byId("trash-restore-all").addEventListener("click", () => restore(photos.map((photo) => photo.id)));
  byId("trash-empty").addEventListener("click", empty);
  showOpeners();
}

function showOpeners() {
  const count = store.library?.trash?.photos ?? 0;
  for (const opener of openers) {
    opener.hidden = count === 0;
    say(find(opener, "span", HTMLElement), "trashCount", { count });
  }
}

function openTrash() {
  open(dialog);
  list.scrollTop = 0;
  load();
}

async function load() {
  try {
    const answer = await trash();
    shown = answer.revision;
    photos = answer.photos;
  } catch (error) {
    failed(error);
    return;
  }
  for (const id of items.keys()) if (!photos.some((photo) => photo.id === id)) items.delete(id);
  arrange(list, photos.map(itemOf));
  say(byId("trash-text"), photos.length ? "trashText" : "trashIsEmpty", {
    size: bytes(photos.reduce((sum, photo) => sum + photo.bytes, 0)),
  });
  byId("trash-actions").hidden = photos.length === 0;
}

/** @param {API.RemovedPhoto} photo */
function itemOf(photo) {
  let item = items.get(photo.id);
  if (!item) {
    const image = make("img", { alt: "", loading: "lazy", decoding: "async", width: "56", height: "56", src: trashPreviewURL(photo) });
    const button = make("button", { type: "button", class: "button tinted small" }, symbol("undo"), say(make("span"), "restore"));
    label(button, "restoreNamed", { name: photo.name });
    item = make("li", { class: "trash-item", "data-id": photo.id, "data-testid": "removed" },
      image,
      make("p", { class: "trash-name" },
        make("span", {}, photo.name),
        say(make("span", { class: "trash-until" }), "trashUntil", { day: day(new Date(photo.until).toISOString().slice(0, 10)) })),
      button);
    items.set(photo.id, item);
  }
  return item;
}

/** @param {string[]} ids */
async function restore(ids) {
  // The focus stays in the list when the line that had it goes.
  const next = list.querySelector(`[data-id="${ids[0]}"]`)?.nextElementSibling?.querySelector("button");
  try {
    const restored = await restorePhotos(ids);
    for (const photo of restored) store.addIfUnknown(photo);
    announce(text("restored", { count: restored.length }));
  } catch (error) {
    failed(error);
  }
  await load();
  if (photos.length === 0) close(dialog);
  else (next?.isConnected ? next : list.querySelector("button"))?.focus();
}

async function empty() {
  const ids = photos.map((photo) => photo.id);
  const agreed = await confirm({
    title: text("emptyTrashTitle", { count: ids.length }), message: text("emptyTrashText"), action: text("emptyTrash"),
  });
  if (!agreed) return;
  try {
    await emptyTrash(ids);
  } catch (error) {
    failed(error);
  }
  await load();
  if (photos.length === 0) close(dialog);
}
