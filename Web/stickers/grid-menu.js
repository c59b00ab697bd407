import "./markup.js";
import { duplicateStickers } from "../core/duplicates.js";
import { byId, closest, find } from "../core/elements.js";
import { removeStickers } from "./removal.js";

/** @param {{ selected: () => string[], clear: () => void, pack: () => ShownPack | null }} grid */
export function startGridMenu({ selected, clear, pack }) {
  byId("grid-delete-all").addEventListener("click", () => {
    byId("grid-menu").open = false;
    removeStickers(null);
  });
  byId("grid-duplicate").addEventListener("click", () => {
    byId("grid-menu").open = false;
    const shown = pack();
    duplicateStickers(selected(), (copies) => {
      clear();
      // The duplicates are in the pack, too.
      shown?.insert(copies);
    });
  });
  byId("grid").addEventListener("keydown", closeMenu, { capture: true });
  document.addEventListener("pointerdown", (event) => { if (!closest(event, "#grid-menu")) byId("grid-menu").open = false; });
}

/**
 * Escape closes the menu before the sheet.
 *
 * @param {KeyboardEvent} event
 */
function closeMenu(event) {
  if (event.key !== "Escape" || !byId("grid-menu").open) return;
  event.preventDefault();
  event.stopPropagation();
  byId("grid-menu").open = false;
  find(byId("grid-menu"), "summary", HTMLElement).focus();
}
