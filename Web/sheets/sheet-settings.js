import "./markup.js";
import { byId } from "../core/elements.js";
import { keep, keptValues } from "../core/kept.js";

const storageKey = "peel.sheet";

const choices = /** @type {const} */ ({ page: "sheet-page", backing: "sheet-backing", turn: "sheet-turn" });
const switches = /** @type {const} */ ({ landscape: "sheet-landscape", marks: "sheet-marks" });
const numbers = /** @type {const} */ ({
  size: "sheet-size", copies: "sheet-copies", gap: "sheet-gap", margin: "sheet-margin",
  backingOffset: "sheet-backing-offset", offset: "sheet-offset", bleed: "sheet-bleed", smooth: "sheet-smooth",
});
const numberFields = Object.values(numbers).map((id) => byId(id));

/** What each sticker has a page for has none of these: the studio refuses them. */
const ofSharedPages = /** @type {const} */ (["landscape", "copies", "gap", "marks", "turn"]);

/**
 * What the fields say; an empty field is left to the studio.
 *
 * @returns {API.SheetRequest}
 */
export function wanted() {
  /** @type {Record<string, unknown>} */
  const settings = {};
  for (const [name, id] of Object.entries(choices)) settings[name] = byId(id).value;
  for (const [name, id] of Object.entries(switches)) settings[name] = byId(id).checked;
  for (const [name, id] of Object.entries(numbers)) {
    if (byId(id).value !== "") settings[name] = byId(id).valueAsNumber;
  }
  if (settings.page === "own") for (const name of ofSharedPages) delete settings[name];
  return settings;
}

/** The first number that is out of its range, marked as all of them are; a field that is not seen counts as well. */
export function wrongNumber() {
  for (const field of numberFields) field.setAttribute("aria-invalid", String(!field.checkValidity()));
  return numberFields.find((field) => !field.checkValidity()) ?? null;
}

/** Shows the fields that the others leave something to say. */
export function showFields() {
  const isOwn = byId("sheet-page").value === "own";
  for (const row of byId("sheet-settings").querySelectorAll("[data-shared]")) {
    /** @type {HTMLElement} */ (row).hidden = isOwn;
  }
  byId("sheet-margin").placeholder = isOwn ? "3" : "10";
  byId("sheet-backing-row").hidden = byId("sheet-backing").value === "none";
}

/** What lies in the browser's storage may be of another version of the page: what is not a value of the field is left out. */
export function recall() {
  const kept = keptValues(storageKey);
  for (const [name, id] of Object.entries(choices)) {
    const known = [...byId(id).options].some(({ value }) => value === kept[name]);
    byId(id).value = known ? String(kept[name]) : byId(id).options[0].value;
  }
  for (const [name, id] of Object.entries(switches)) byId(id).checked = kept[name] === true;
  for (const [name, id] of Object.entries(numbers)) {
    const value = kept[name];
    byId(id).value = typeof value === "number" && Number.isFinite(value) ? String(value) : "";
    if (!byId(id).checkValidity()) byId(id).value = "";
  }
  showFields();
}

/** A number that is out of its range is not kept. */
export function remember() {
  /** @type {Record<string, unknown>} */
  const kept = {};
  for (const [name, id] of Object.entries(choices)) kept[name] = byId(id).value;
  for (const [name, id] of Object.entries(switches)) kept[name] = byId(id).checked;
  for (const [name, id] of Object.entries(numbers)) {
    if (byId(id).value !== "" && byId(id).checkValidity()) kept[name] = byId(id).valueAsNumber;
  }
  keep(storageKey, JSON.stringify(kept));
}
