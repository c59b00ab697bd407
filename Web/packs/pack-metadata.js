import { setMetadata } from "../core/api.js";
import { reason } from "../core/notices.js";
import { store } from "../core/store.js";

let last = Promise.resolve(true);
/** @type {(problem: string) => void} */
let refused = () => {};

/** @param {typeof refused} tell where the studio takes none */
export const whenMetadataIsRefused = (tell) => { refused = tell; };

/**
 * Keeps what a person says of a sticker with its photo, one after the other. Answers whether it is kept.
 *
 * @param {string} id
 * @param {Parameters<typeof setMetadata>[1]} change
 */
export function keepMetadata(id, change) {
  last = last.then(async () => {
    try {
      const { metadata } = await setMetadata(id, change);
      // The rest of the answer may be older than what events have told meanwhile.
      const photo = store.get(id);
      if (photo) store.apply({ type: "photo", data: { ...photo, metadata } });
      return true;
    } catch (error) {
      refused(reason(/** @type {Failure} */ (error)));
      return false;
    }
  });
  return last;
}

/** @returns {Promise<unknown>} */
export const metadataIsKept = () => last;
