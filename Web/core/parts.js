import { StudioError } from "./api.js";
import { stylesAreLoaded } from "./markup.js";
import { failed } from "./notices.js";

let comingCount = 0;

/**
 * The page is busy while parts of it come.
 *
 * @param {number} change
 */
function count(change) {
  comingCount += change;
  document.body.ariaBusy = comingCount > 0 ? "true" : null;
}

/**
 * A part of the page that comes when it is opened for the first time. `start` gets its module once, when its markup and
 * style sheets are there. What is returned uses the part: at once where it is there.
 *
 * @template Part
 * @param {() => Promise<Part>} load
 * @param {(part: Part) => void} start
 * @returns {(use: (part: Part) => void) => void}
 */
export function partOf(load, start) {
  /** @type {Part | null} */
  let part = null;
  /** @type {Promise<Part> | null} */
  let coming = null;
  const come = async () => {
    count(1);
    try {
      const loaded = await load().catch(() => {
        coming = null;
        throw new StudioError(0, "offline", "");
      });
      await stylesAreLoaded();
      start(loaded);
      part = loaded;
      return loaded;
    } finally {
      count(-1);
    }
  };
  return (use) => {
    if (part) use(part);
    else (coming ??= come()).then(use).catch(failed);
  };
}
