import "./markup.js";
import { shownURL, thumbnailURL } from "../core/api.js";
import { open } from "../core/dialogs.js";
import { byId, findAll, make, motionIsReduced } from "../core/elements.js";
import { keep, kept } from "../core/kept.js";
import { store } from "../core/store.js";
import { label, sayingSpan } from "../languages/languages.js";

const dialog = byId("pack-preview");
const lines = byId("pack-preview-lines");
const storageKey = "peel.preview";
/** More would be no preview, and every one is a picture. */
const mostKeys = 60;
/** @type {string} */
let shown = "";

export function startPreview() {
  for (const look of findAll(byId("pack-preview-looks"), "input", HTMLInputElement)) {
    look.addEventListener("change", () => { if (look.checked) setLook(look.value, true); });
  }
  const look = kept(storageKey) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  setLook(look === "dark" ? "dark" : "light");
}

/**
 * The pack as a chat has it: its first sticker sent, and all of them to be sent.
 *
 * @param {import("./api.js").WholePack} pack
 */
export function preview(pack) {
  shown = "";
  showPreview(pack, true);
  document.body.append(dialog);
  open(dialog);
  lines.scrollTop = lines.scrollHeight;
}

/**
 * A pack that has changed.
 *
 * @param {import("./api.js").WholePack} pack
 * @param {boolean} [isNew]
 */
export function showPreview(pack, isNew = false) {
  if (!isNew && !dialog.open) return;
  const photos = pack.photos.flatMap((id) => store.get(id) ?? []).filter(({ state }) => state === "done");
  byId("pack-preview-title").textContent = pack.name;
  byId("pack-preview-name").textContent = pack.name;
  const cover = store.get(pack.cover);
  byId("pack-preview-cover").hidden = cover?.state !== "done";
  if (cover?.state === "done") byId("pack-preview-cover").src = thumbnailURL(cover);
  const key = `${pack.id} ${photos.map(({ id }) => id)}`;
  if (key === shown) return;
  shown = key;
  byId("pack-preview-keys").replaceChildren(...photos.slice(0, mostKeys).map(keyOf));
  lines.replaceChildren(bubble("previewHello", false), bubble("previewReply", true), ...photos.slice(0, 1).map(sent));
}

/** @param {API.Photo} photo */
function keyOf(photo) {
  const button = make("button", { type: "button" }, make("img", { src: thumbnailURL(photo), alt: "", loading: "lazy", decoding: "async" }));
  label(button, "previewSend", { name: photo.name });
  button.addEventListener("click", () => {
    lines.append(sent(photo));
    lines.scrollTo({ top: lines.scrollHeight, behavior: motionIsReduced() ? "auto" : "smooth" });
  });
  return make("li", {}, button);
}

/** @type {(photo: API.Photo) => HTMLElement} */
const sent = (photo) => make("li", { class: "chat-sticker", "data-own": true },
  make("img", { src: shownURL(photo, motionIsReduced()), alt: photo.metadata?.text ?? photo.name, decoding: "async" }), time());

/** @type {(key: string, isOwn: boolean) => HTMLElement} */
const bubble = (key, isOwn) => make("li", { class: "chat-bubble", "data-own": isOwn }, sayingSpan(key), time());

const time = () => make("time", { "aria-hidden": "true" },
  new Intl.DateTimeFormat(document.documentElement.lang, { hour: "numeric", minute: "2-digit" }).format(new Date()));

/** @type {(look: string, isChosen?: boolean) => void} */
function setLook(look, isChosen = false) {
  byId("pack-preview-chat").dataset.look = look;
  for (const input of findAll(byId("pack-preview-looks"), "input", HTMLInputElement)) input.checked = input.value === look;
  if (isChosen) keep(storageKey, look);
}
