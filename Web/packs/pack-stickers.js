import "./markup.js";
import { thumbnailURL } from "../core/api.js";
import { byId, find, findAll, make } from "../core/elements.js";
import { label, sayingSpan } from "../languages/languages.js";
import { store } from "../core/store.js";
import { chooseEmoji, commonEmoji } from "./pack-emoji.js";
import { keepMetadata, metadataIsKept } from "./pack-metadata.js";

/** Of typing, before what was typed is kept (milliseconds). */
const pause = 600;

/** @type {string[]} */
let photos = [];
/** @type {() => void} */
let changing = () => {};
/** Each keeps what was typed into a field. */
const unsaved = new Set([() => {}]);
/**
 * Each shows what is kept of a sticker in its title or text, by the field.
 *
 * @type {WeakMap<HTMLInputElement, (photo: API.Photo) => void>}
 */
const showings = new WeakMap();

/**
 * Emoji, title and text of each sticker, kept with its photo as they are typed.
 *
 * @param {typeof changing} heard while one is typed
 */
export function startPackStickers(heard) {
  changing = heard;
  byId("pack-each").addEventListener("toggle", () => { if (byId("pack-each").open) showRows(); });
}

/**
 * The list is closed at first: a pack needs none of it.
 *
 * @param {string[]} ids
 */
export function setPackStickers(ids) {
  photos = ids;
  byId("pack-each").open = false;
  byId("pack-each-list").replaceChildren();
}

/**
 * @param {string | null} id of the sticker whose emoji have changed; null for those that have none of their own
 */
export function showEmojiOf(id) {
  for (const row of findAll(byId("pack-each-list"), "[data-id]", HTMLElement)) {
    const photo = store.get(row.dataset.id ?? "");
    if (photo && (id === null || photo.id === id)) showEmoji(find(row, "[name=emoji]", HTMLButtonElement), photo);
  }
}

/**
 * All that is kept of a sticker, after a step was undone or redone. A field that is being typed into is left alone.
 *
 * @param {string} id
 */
export function showMetadataOf(id) {
  showEmojiOf(id);
  const photo = store.get(id);
  const fields = findAll(byId("pack-each-list"), `[data-id="${id}"] input`, HTMLInputElement);
  for (const field of fields) if (photo) showings.get(field)?.(photo);
}

/** When all that was typed is kept, or refused. */
export function packStickersAreKept() {
  for (const keep of [...unsaved]) keep();
  return metadataIsKept();
}

/** @param {boolean} areTaken whether a platform takes a text of each sticker for people who cannot see it */
export function showPackTexts(areTaken) {
  byId("pack-each-list").toggleAttribute("data-texts", areTaken);
}

function showRows() {
  byId("pack-each-list").replaceChildren(...photos.flatMap((id) => {
    const photo = store.get(id);
    return photo ? [row(photo)] : [];
  }));
}

/** @param {API.Photo} photo */
function row(photo) {
  const { id, name, metadata, source } = photo;
  const emoji = make("button", { type: "button", class: "emoji-button", name: "emoji" });
  emoji.addEventListener("click", () => chooseEmoji([id]));
  showEmoji(emoji, photo);
  const title = field("title", metadata?.title, 120, id);
  label(title, "packTitleOf", { name });
  title.placeholder = source?.title ?? name.replace(/\.[^.]*$/, "");
  const description = field("text", metadata?.text, 1000, id);
  label(description, "packTextOf", { name });
  return make("li", { class: "pack-sticker", "data-id": id },
    make("img", { src: thumbnailURL(photo), alt: "", loading: "lazy", decoding: "async" }),
    make("div", { class: "text-field" }, sayingSpan("packEmoji"), emoji),
    make("label", { class: "text-field" }, sayingSpan("packStickerTitle"), title),
    make("label", { class: "text-field pack-text" }, sayingSpan("packText"), description));
}

/**
 * @param {HTMLButtonElement} button
 * @param {API.Photo} photo
 */
function showEmoji(button, { name, metadata }) {
  const own = metadata?.emoji ?? "";
  button.value = own;
  button.textContent = own || commonEmoji();
  button.toggleAttribute("data-standard", own === "");
  label(button, "packEmojiOf", { name, emoji: button.textContent });
}

/** @type {(name: "title" | "text", value: string | undefined, length: number, id: string) => HTMLInputElement} */
function field(name, value, length, id) {
  const input = make("input", { type: "text", name, maxlength: length, autocomplete: "off", "aria-describedby": "pack-problem" });
  input.value = value ?? "";
  /** @type {string | null} Null where it is not known. */
  let kept = input.value;
  let timer = 0;
  const keep = async () => {
    clearTimeout(timer);
    unsaved.delete(keep);
    const typed = input.value.trim();
    if (typed === kept) return;
    // Before the answer: what is typed back meanwhile differs from what was sent.
    kept = typed;
    if (!await keepMetadata(id, { [name]: typed || null }) && kept === typed) kept = null;
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(keep, pause);
    unsaved.add(keep);
    changing();
  });
  // It is kept at once when the field is left.
  input.addEventListener("change", keep);
  showings.set(input, ({ metadata }) => {
    if (unsaved.has(keep)) return;
    kept = metadata?.[name] ?? "";
    input.value = kept;
  });
  return input;
}
