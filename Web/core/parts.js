import { StudioError, home } from "./api.js";
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
 * Loads a module, and again where it could not be loaded. Firefox remembers that for as long as the page is there, so that
 * it is asked for under another address then.
 *
 * @template Part
 * @param {string} path its path below the page
 * @param {() => Promise<Part>} load
 * @returns {() => Promise<Part>}
 */
export function moduleOf(path, load) {
  let failures = 0;
  return () => (failures === 0 ? load() : import(`${home}${path}?${failures}`)).catch(() => {
    failures += 1;
    throw new StudioError(0, "offline", "");
  });
}

/**
 * A part of the page that comes when it is opened for the first time. `start` gets its module once, when its markup and
 * style sheets are there. What is returned uses the part: at once where it is there.
 *
 * @template Part
 * @param {string} path
 * @param {() => Promise<Part>} load
 * @param {(part: Part) => void} start
 * @returns {(use: (part: Part) => void) => void}
 */
export function partOf(path, load, start) {
  const loaded = moduleOf(path, load);
  /** @type {Part | null} */
  let part = null;
  /** @type {Promise<Part> | null} */
  let coming = null;
  const come = async () => {
    count(1);
    try {
      const module = await loaded().catch((error) => {
        coming = null;
        throw error;
      });
      await stylesAreLoaded();
      start(module);
      part = module;
      return module;
    } finally {
      count(-1);
    }
  };
  return (use) => {
    if (part) use(part);
    else (coming ??= come()).then(use).catch(failed);
  };
}
