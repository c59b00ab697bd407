import "./markup.js";
import { byId, find, findAll } from "../core/elements.js";
import { keep, kept } from "../core/kept.js";
import { say } from "../languages/languages.js";

const storageKey = "peel.exportSize";
/** A tenth more pixels than the photo has is not seen. As the studio has it. */
const unseenEnlargement = 1.1;
/** Of the stickers that the studio keeps. */
const keptSize = "1024";

/** How many pixels stickers are given out with: 512, 1024, or as many as they have in their photos. */
export const exportSize = () => find(byId("share-sizes"), ":checked", HTMLInputElement).value;

/** @param {() => void} changed */
export function startExportSize(changed) {
  const before = kept(storageKey);
  for (const choice of findAll(byId("share-sizes"), "input", HTMLInputElement)) {
    if (choice.value === before) choice.checked = true;
    choice.addEventListener("change", () => {
      keep(storageKey, choice.value);
      changed();
    });
  }
}

/**
 * Whether the studio has the sticker so, and need not render it.
 *
 * @type {(photo: API.Photo, size: string) => boolean}
 */
export const isKept = ({ sticker }, size) =>
  sticker?.living !== undefined || (size === keptSize && (sticker?.scale ?? 1) <= unseenEnlargement);

/**
 * Says which of the stickers have fewer pixels in their photos than is asked for: nothing is enlarged.
 *
 * @type {(photos: API.Photo[], size: string) => void}
 */
export function sayWhatIsSmaller(photos, size) {
  const asked = Number(size) || 0;
  byId("share-sizes").hidden = photos.every(({ sticker }) => sticker?.living);
  const smaller = photos.flatMap(({ sticker }) => sideInPhoto(sticker)).filter((side) => side * unseenEnlargement < asked);
  const note = byId("share-size-note");
  note.hidden = smaller.length === 0;
  if (photos.length === 1) say(note, "shareSmallerOne", { side: smaller[0] ?? 0 });
  else say(note, "shareSmaller", { count: smaller.length });
}

/** @type {(sticker: API.Photo["sticker"]) => number[]} */
const sideInPhoto = (sticker) => (sticker && !sticker.living ? [Math.round(Math.max(sticker.width, sticker.height) / sticker.scale)] : []);
