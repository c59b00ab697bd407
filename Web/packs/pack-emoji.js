import "./markup.js";
import { byId, find } from "../core/elements.js";
import { partOf } from "../core/parts.js";
import { store } from "../core/store.js";
import { label, say } from "../languages/languages.js";
import { keepMetadata } from "./pack-metadata.js";

/** Of a sticker that was given none. */
export const standardEmoji = "🙂";

const picker = partOf("emoji/emoji-dialog.js", () => import("../emoji/emoji-dialog.js"), ({ startEmoji }) => startEmoji());

/** @type {string[]} */
let photos = [];
/** @type {{ changing(): void, changed(id: string | null): void }} */
let listener = { changing() {}, changed() {} };

/** @param {typeof listener} heard `changed` when one sticker has others, or with null the stickers that have none of their own */
export function startPackEmoji(heard) {
  listener = heard;
  byId("pack-emoji").addEventListener("click", () => {
    const common = commonEmoji();
    const subject = { photo: null, emoji: common === standardEmoji ? "" : common, standard: standardEmoji };
    picker(({ openEmoji }) => openEmoji([subject], ({ emoji }) => {
      listener.changing();
      showCommon(emoji || standardEmoji);
      listener.changed(null);
    }));
  });
  byId("pack-emoji-each").addEventListener("click", () => chooseEmoji(withoutEmoji()));
}

/**
 * @param {string[]} ids
 * @param {string} common of the stickers that have none of their own
 */
export function setPackEmoji(ids, common) {
  photos = ids;
  showCommon(common);
}

export const commonEmoji = () => byId("pack-emoji").value;

/** @param {string} emoji */
function showCommon(emoji) {
  byId("pack-emoji").value = emoji;
  byId("pack-emoji").textContent = emoji;
  label(byId("pack-emoji"), "packEmojiOfAll", { emoji });
  showLeft();
}

const withoutEmoji = () => photos.filter((id) => store.get(id) && !store.get(id)?.metadata?.emoji);

/** How many stickers are not found by an emoji of their own. */
export function showLeft() {
  const count = withoutEmoji().length;
  byId("pack-emoji-left").hidden = count === 0 || byId("pack-emoji-field").hidden;
  say(find(byId("pack-emoji-left"), "span", HTMLElement), "packEmojiLeft", { count, emoji: commonEmoji() });
}

/**
 * Lets a person choose emoji of stickers, one after the other.
 *
 * @param {string[]} ids
 */
export function chooseEmoji(ids) {
  const subjects = ids.flatMap((id) => {
    const photo = store.get(id);
    return photo ? [{ photo, emoji: photo.metadata?.emoji ?? "", standard: commonEmoji() }] : [];
  });
  picker(({ openEmoji }) => openEmoji(subjects, ({ photo, emoji }) => {
    if (!photo) return;
    listener.changing();
    keepMetadata(photo.id, { emoji: emoji || null }).then(() => {
      showLeft();
      listener.changed(photo.id);
    });
  }));
}
