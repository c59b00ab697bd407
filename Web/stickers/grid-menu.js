import "./markup.js";
import { byId, closest, find } from "../core/elements.js";

export function startGridMenu() {
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
