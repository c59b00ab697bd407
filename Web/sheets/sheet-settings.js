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

/** The values of all fields. Numbers that are empty or not taken are left out. */
function read(isTaken = (/** @type {HTMLInputElement} */ _) => true) {
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const [name, id] of Object.entries(choices)) values[name] = byId(id).value;
  for (const [name, id] of Object.entries(switches)) values[name] = byId(id).checked;
  for (const [name, id] of Object.entries(numbers)) {
    if (byId(id).value !== "" && isTaken(byId(id))) values[name] = byId(id).valueAsNumber;
  }
  return values;
}

/**
 * What the fields say; an empty field is left to the studio.
 *
 * @returns {API.SheetRequest}
 */
export function wanted() {
  const settings = read();
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
export const remember = () => keep(storageKey, JSON.stringify(read((field) => field.checkValidity())));
