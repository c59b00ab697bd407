/**
 * What the browser keeps of the page: for good, or as long as the tab lives. Where storage is switched off or full, it
 * keeps nothing.
 *
 * @typedef {"good" | "tab"} Lifetime
 */

/** @param {Lifetime} lifetime */
const storageFor = (lifetime) => (lifetime === "tab" ? sessionStorage : localStorage);

/**
 * @param {string} key
 * @param {Lifetime} [lifetime]
 * @returns {string | null}
 */
export function kept(key, lifetime = "good") {
  try {
    return storageFor(lifetime).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Of what was kept as JSON; empty where there is nothing, or something else. It may be of another version of the page.
 *
 * @param {string} key
 * @param {Lifetime} [lifetime]
 * @returns {Record<string, any>}
 */
export function keptValues(key, lifetime) {
  try {
    return Object(JSON.parse(kept(key, lifetime) ?? "{}"));
  } catch {
    return {};
  }
}

/**
 * @param {string} key
 * @param {string} value
 * @param {Lifetime} [lifetime]
 */
export function keep(key, value, lifetime = "good") {
  try {
    storageFor(lifetime).setItem(key, value);
  } catch {
    // The page goes on without.
  }
}
