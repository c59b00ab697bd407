import "./markup.js";
import { setMetadata, thumbnailURL } from "../core/api.js";
import { byId, findAll, make } from "../core/elements.js";
import { label, text } from "../languages/languages.js";
import { reason } from "../core/notices.js";
import { store } from "../core/store.js";
import { isOnlyEmoji } from "./emoji.js";

/** Of typing, before what was typed is kept (milliseconds). */
const pause = 600;

/** @type {string[]} */
let photos = [];
/** What was typed and is not kept yet, and what is being kept. */
let unsaved = 0;
/** @type {{ changing(): void, refused(problem: string): void }} */
let listener = { changing() {}, refused() {} };
/** Those who wait until all that was typed is kept. */
let waiting = [() => {}];

/**
 * Emoji, title and text of each sticker, kept with its photo as they are typed.
 *
 * @param {typeof listener} heard `changing` while one is typed
 */
export function startPackStickers(heard) {
  listener = heard;
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
 * What stickers without emoji of their own get.
 *
 * @param {string} emoji
 */
export function showCommonEmoji(emoji) {
  for (const field of findAll(byId("pack-each-list"), "[name=emoji]", HTMLInputElement)) field.placeholder = emoji;
}

/**
 * When all that was typed is kept, or refused.
 *
 * @returns {Promise<void>}
 */
export function packStickersAreKept() {
  return unsaved === 0 ? Promise.resolve() : new Promise((resolve) => { waiting.push(resolve); });
}

function saved() {
  unsaved -= 1;
  if (unsaved > 0) return;
  for (const resolve of waiting.splice(0)) resolve();
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
  showCommonEmoji(byId("pack-emoji").value.trim());
}

/** @param {API.Photo} photo */
function row(photo) {
  const { id, name, metadata, source } = photo;
  const emoji = field("emoji", metadata?.emoji, 60, id);
  label(emoji, "packEmojiOf", { name });
  const title = field("title", metadata?.title, 120, id);
  label(title, "packTitleOf", { name });
  title.placeholder = source?.title ?? name.replace(/\.[^.]*$/, "");
  const description = field("text", metadata?.text, 1000, id);
  label(description, "packTextOf", { name });
  description.dataset.placeholder = "packText";
  description.placeholder = text("packText");
  return make("li", { class: "pack-sticker", "data-id": id },
    make("img", { src: thumbnailURL(photo), alt: "", loading: "lazy", decoding: "async" }),
    make("label", { class: "text-field" }, emoji), make("label", { class: "text-field" }, title),
    make("label", { class: "text-field pack-text" }, description));
}

/** @type {(name: "emoji" | "title" | "text", value: string | undefined, length: number, id: string) => HTMLInputElement} */
function field(name, value, length, id) {
  const input = make("input", { type: "text", name, maxlength: length, autocomplete: "off", "aria-describedby": "pack-problem" });
  input.value = value ?? "";
  let kept = input.value;
  let timer = 0;
  const keep = async () => {
    clearTimeout(timer);
    timer = 0;
    const typed = input.value.trim();
    const isWrong = name === "emoji" && typed !== "" && !isOnlyEmoji(typed);
    input.setAttribute("aria-invalid", String(isWrong));
    try {
      if (!isWrong && typed !== kept) {
        store.apply({ type: "photo", data: await setMetadata(id, { [name]: typed || null }) });
        kept = typed;
      }
    } catch (error) {
      listener.refused(reason(/** @type {Failure} */ (error)));
    }
    if (isWrong) listener.refused(text("packEmojiWrong"));
    saved();
  };
  input.addEventListener("input", () => {
    if (timer === 0) unsaved += 1;
    clearTimeout(timer);
    timer = setTimeout(keep, pause);
    listener.changing();
  });
  // It is kept at once when the field is left.
  input.addEventListener("change", () => { if (timer !== 0) keep(); });
  return input;
}
