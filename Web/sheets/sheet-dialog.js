import "./markup.js";
import { layOutSheet, sheetFileURL, whenFree, writeSheet } from "../core/api.js";
import { open } from "../core/dialogs.js";
import { byId, findAll, make, smallSpinner, symbol } from "../core/elements.js";
import { say, sayingSpan, text } from "../languages/languages.js";
import { announce, reason } from "../core/notices.js";
import { millimetres, sheetPage } from "./sheet-page.js";
import { recall, remember, showFields, wanted, wrongNumber } from "./sheet-settings.js";

/** Of typing, before the pages are made of what was typed (milliseconds). */
const pause = 400;
const namesShown = 3;
/** Of what the studio keeps of this page, the newest alone. */
const client = Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
const downloads = findAll(byId("sheet-downloads"), "[data-format]", HTMLButtonElement);

/** @type {string[]} */
let photos = [];
/**
 * What is shown; null while there are no pages of what is wanted now.
 *
 * @type {API.Sheet | null}
 */
let shown = null;
let making = new AbortController();
let writing = new AbortController();
/** Runs while what is typed is not on the pages yet; 0 else. */
let typingTimer = 0;
/** Whether the pages that are shown took the place of ones that the studio had let go of. */
let isSecondTry = false;

/**
 * Lays stickers out on pages. Settings are those of the last time.
 *
 * @param {string[]} ids of photos that are done
 */
export function openSheet(ids) {
  photos = ids;
  say(byId("sheet-title"), "sheetTitle", { count: ids.length });
  recall();
  // The last of the open dialogs is the one in front, where a screen reader listens.
  document.body.append(byId("sheet"));
  open(byId("sheet"));
  remake();
}

export function startSheets() {
  const settings = byId("sheet-settings");
  settings.addEventListener("submit", (event) => event.preventDefault());
  // What is typed is followed by more; what is chosen is not.
  settings.addEventListener("input", ({ target }) => {
    const isTyped = target instanceof HTMLInputElement && target.type === "number";
    showFields();
    remember();
    isSecondTry = false;
    stop();
    setBusy(true);
    typingTimer = setTimeout(remake, isTyped ? pause : 0);
  });
  settings.addEventListener("change", () => { if (typingTimer) remake(); });
  for (const button of downloads) {
    const format = /** @type {API.SheetFormat} */ (button.dataset.format);
    button.addEventListener("click", () => download(button, format));
  }
  // Browsers tell of it with the next frame: a dialog that was opened again by then has another sheet.
  byId("sheet").addEventListener("close", () => {
    if (byId("sheet").open) return;
    stop();
    clear();
  });
}

/** What is being made is not wanted any more. The studio stops when it hears so. */
function stop() {
  clearTimeout(typingTimer);
  typingTimer = 0;
  making.abort();
  writing.abort();
  shown = null;
  showSaved(null);
}

/** Pages of before stay until there are new ones, so that nothing jumps. */
function clear() {
  byId("sheet-pages").replaceChildren();
  byId("sheet-left-out").replaceChildren();
  byId("sheet-summary").textContent = "";
  delete byId("sheet-summary").dataset.text;
  complain("");
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  byId("sheet-view").setAttribute("aria-busy", String(isBusy));
  byId("sheet-wheel").hidden = !isBusy;
  for (const button of downloads) button.disabled = isBusy || shown === null;
}

async function remake() {
  stop();
  const current = new AbortController();
  making = current;
  const wrong = wrongNumber();
  if (wrong) {
    clear();
    complain(text("sheetOutOfRange", { name: wrong.labels?.[0]?.textContent?.trim() ?? "", least: Number(wrong.min), most: Number(wrong.max) }));
    setBusy(false);
    return;
  }
  setBusy(true);
  if (!byId("sheet-pages").hasChildNodes()) say(byId("sheet-summary"), "sheetMaking");
  try {
    const sheet = await whenFree(current.signal, () => layOutSheet({ ...wanted(), ids: photos, client }, current.signal));
    shown = sheet;
    show(sheet);
  } catch (error) {
    if (current.signal.aborted) return;
    clear();
    complain(reason(/** @type {Failure} */ (error)));
  }
  setBusy(false);
}

/** @param {API.Sheet} sheet */
function show(sheet) {
  complain("");
  byId("sheet-pages").replaceChildren(...sheet.pages.map((_, index) => sheetPage(sheet, index, () => {
    if (shown === sheet) layOutAgain();
  })));
  byId("sheet-pages").dataset.count = String(sheet.pages.length);
  const counts = { stickers: counted("sheetStickers", sheet.stickers), pages: counted("sheetPages", sheet.pages.length) };
  say(byId("sheet-summary"), "sheetSummary", counts);
  byId("sheet-left-out").replaceChildren(...leftOut(sheet), ...coarse(sheet));
  announce(text("sheetSummary", counts));
}

/** @type {(key: string, count: number) => { toString(): string }} */
const counted = (key, count) => ({ toString: () => text(key, { count }) });

/**
 * A line for each reason.
 *
 * @param {API.Sheet} sheet
 */
function leftOut({ leftOut: stickers, room }) {
  const reasons = [...new Set(stickers.map(({ reason: one }) => one))];
  return reasons.map((one) => {
    const names = stickers.filter((sticker) => sticker.reason === one).map(({ name }) => name.replace(/\.[^.]*$/, ""));
    const listed = listedNames(names);
    const size = room ? millimetres(room.width, room.height) : {};
    return make("li", {}, symbol("warning"), sayingSpan(`sheetLeftOut.${one}`, { count: names.length, names: listed, ...size }));
  });
}

/**
 * A line for all that does not look sharp.
 *
 * @param {API.Sheet} sheet
 */
function coarse({ coarse: stickers }) {
  if (!stickers.length) return [];
  const size = Math.min(...stickers.map(({ largestSize }) => largestSize));
  const names = listedNames(stickers.map(({ name }) => name));
  return [make("li", {}, symbol("warning"), sayingSpan("sheetCoarse", { count: stickers.length, names, size: String(size) }))];
}

/**
 * The first of them, and how many more there are.
 *
 * @param {string[]} names
 */
function listedNames(names) {
  const more = names.length - namesShown;
  return {
    toString: () => {
      const few = names.slice(0, namesShown).join(", ");
      return more > 0 ? text("sheetNamesAndMore", { names: few, count: more }) : few;
    },
  };
}

/** Once: what goes on failing is left as it is. */
function layOutAgain() {
  if (isSecondTry) return;
  isSecondTry = true;
  remake();
}

/**
 * @param {HTMLButtonElement} button
 * @param {API.SheetFormat} format
 * @param {boolean} [isSecond] the studio had let go of the pages
 */
async function download(button, format, isSecond = false) {
  const sheet = shown;
  if (!sheet) return;
  writing.abort();
  const current = new AbortController();
  writing = current;
  complain("");
  /** @type {Failure | null} */
  let problem = null;
  const wheel = smallSpinner();
  for (const other of downloads) other.disabled = true;
  button.append(wheel);
  button.setAttribute("aria-busy", "true");
  try {
    const file = await whenFree(current.signal, () => writeSheet(sheet.id, format, current.signal));
    const link = make("a", { href: sheetFileURL(sheet.id, format), download: file.name });
    byId("sheet").append(link);
    link.click();
    link.remove();
    showSaved(file.name);
  } catch (error) {
    problem = /** @type {Failure} */ (error);
  }
  wheel.remove();
  button.removeAttribute("aria-busy");
  if (current.signal.aborted) return;
  for (const other of downloads) other.disabled = shown === null;
  if (!problem) return;
  const isGone = problem.code === "sheetGone";
  if (isGone || problem.code === "stickerChanged") await remake();
  // The same pages as before are written; pages with a sticker that was changed are to be looked at first.
  if (isGone && !isSecond) await download(button, format, true);
  else if (shown) complain(reason(problem));
}

/**
 * Beside the buttons, in place of what they are: the browser saves without a word, or with one that is soon gone.
 *
 * @param {string | null} name
 */
function showSaved(name) {
  byId("sheet-hint").hidden = name !== null;
  byId("sheet-saved").hidden = name === null;
  if (name !== null) say(byId("sheet-saved-text"), "savedFile", { name });
}

/** @param {string} problem empty for none */
function complain(problem) {
  byId("sheet-problem").hidden = problem === "";
  byId("sheet-problem").textContent = problem;
}
