/** Where a reload finds the card that was seen. */
const storageKey = "peel.card";

/** @returns {string | null} */
export function cardOfBefore() {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** @param {string | undefined} id */
export function keepCard(id) {
  try {
    sessionStorage.setItem(storageKey, id ?? "");
  } catch {
    // Storage is switched off: a reload shows the first card.
  }
}
