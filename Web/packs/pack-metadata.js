import { reason } from "../core/notices.js";
import { changeMetadata, steps } from "../core/steps.js";
import { store } from "../core/store.js";

let last = Promise.resolve(true);
/** @type {(problem: string) => void} */
let refused = () => {};

/** @param {typeof refused} tell where the studio takes none */
export const whenMetadataIsRefused = (tell) => { refused = tell; };

/**
 * Keeps what a person says of a sticker with its photo, one after the other. Each is a step that can be undone. Answers
 * whether it is kept.
 *
 * @param {string} id
 * @param {API.StickerMetadataChange} change
 */
export function keepMetadata(id, change) {
  last = last.then(async () => {
    try {
      // What was asked for before is answered by now.
      const before = replaced(store.get(id)?.metadata, change);
      await steps.perform({ kind: "metadata", id, before, after: change }, () => changeMetadata(id, change));
      return true;
    } catch (error) {
      refused(reason(/** @type {Failure} */ (error)));
      return false;
    }
  });
  return last;
}

/**
 * What a change takes the place of.
 *
 * @param {API.StickerMetadataChange | undefined} metadata
 * @param {API.StickerMetadataChange} change
 * @returns {API.StickerMetadataChange}
 */
const replaced = (metadata, change) =>
  Object.fromEntries(Object.keys(change).map((key) => [key, metadata?.[/** @type {keyof API.StickerMetadataChange} */ (key)] ?? null]));

/** @returns {Promise<unknown>} */
export const metadataIsKept = () => last;
