import "./markup.js";
import { open } from "../core/dialogs.js";
import { byId, find, findAll, make, symbol } from "../core/elements.js";
import { label, say, sayingSpan, text } from "../languages/languages.js";
import { announce, failed, toast } from "../core/notices.js";
import { steps, undoOf } from "../core/steps.js";
import { takesStyle } from "../core/photo-state.js";
import { store } from "../core/store.js";
import { copiedStyle, presets, removePreset, savePreset, standards } from "./kept-styles.js";
import { restyle } from "./restyle.js";

/** @typedef {import("./kept-styles.js").PortableStyle} PortableStyle */

const rainbow = "conic-gradient(#ff5f57, #ffbd2e, #28c840, #3f6bff, #c45bff, #ff5f57)";

/** @type {string[]} */
let ids = [];
/**
 * The style that can be saved by a name.
 *
 * @type {API.Style | null}
 */
let current = null;
let apply = (/** @type {PortableStyle} */ _) => {};
let isBusy = false;
/** How often the dialog was opened: a change can be taken back in the dialog in which it was made. */
let openings = 0;
/**
 * The last change of this opening.
 *
 * @type {import("../core/steps.js").StylesStep | import("../core/steps.js").PresetStep | null}
 */
let last = null;
/** The saved styles that the list has. */
let listed = "";

export function startStyles() {
  byId("styles-save").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = byId("styles-name").value.trim();
    if (!name || !current) return;
    savePreset(name, current);
    byId("styles-name").value = "";
    showList();
    announce(text("styleSaved", { name }));
  });
  byId("styles-undo").addEventListener("click", takeBack);
  steps.addEventListener("change", () => {
    showUndo();
    showSaved();
  });
  byId("styles-scope").addEventListener("change", describe);
  document.addEventListener("languagechange", () => { if (byId("styles").open) showList(); });
}

/**
 * For these photos, but those that failed.
 *
 * @param {string[]} photos
 */
export function openStyles(photos) {
  ids = photos.filter((id) => takesStyle(store.get(id)));
  current = null;
  apply = () => {};
  show();
}

/**
 * For the one that is edited, or for all.
 *
 * @param {API.Style} style of the one
 * @param {(style: PortableStyle) => void} use gives the one another
 */
export function openStylesOf(style, use) {
  ids = store.order.filter((id) => takesStyle(store.get(id)));
  current = style;
  apply = use;
  byId("styles-one").checked = true;
  show();
}

const isForOne = () => current !== null && byId("styles-one").checked;

function show() {
  openings += 1;
  last = null;
  showUndo();
  byId("styles-scope").hidden = current === null;
  byId("styles-save").hidden = current === null;
  describe();
  showList();
  // The last of the open dialogs is the one in front, where a screen reader listens.
  document.body.append(byId("styles"));
  open(byId("styles"));
}

function describe() {
  if (isForOne()) say(byId("styles-title"), "styleTitleOne");
  else say(byId("styles-title"), "styleTitle", { count: ids.length });
}

function showList() {
  const copied = copiedStyle();
  listed = JSON.stringify(presets());
  byId("styles-list").replaceChildren(
    ...(copied ? [row(sayingSpan("styleCopied"), copied, "copied")] : []),
    ...presets().map(({ name, style }) => row(make("span", {}, name), style, `preset-${name}`, name)),
    ...standards.map(({ key, style }) => row(sayingSpan(key), style, key)));
  showBusy();
}

/** One was deleted, or is back: the focus stays in the list. */
function showSaved() {
  if (!byId("styles").open || listed === JSON.stringify(presets())) return;
  const hasFocus = byId("styles-list").contains(document.activeElement);
  showList();
  if (hasFocus) find(byId("styles-list"), "button", HTMLButtonElement).focus();
}

/** One change at a time. What waits for it can be focused, but not chosen. */
function showBusy() {
  byId("styles-progress").hidden = !isBusy;
  for (const button of findAll(byId("styles-list"), ".share-action", HTMLElement)) {
    button.setAttribute("aria-disabled", String(isBusy));
  }
}

/**
 * @param {HTMLElement} name
 * @param {PortableStyle} style
 * @param {string} id for tests
 * @param {string} [preset] what it was saved as
 */
function row(name, style, id, preset) {
  const button = make("button", { type: "button", class: "share-action", "data-testid": `style-${id}` }, face(style), name);
  button.addEventListener("click", () => choose(style));
  if (preset === undefined) return make("li", { class: "style-row" }, button);
  const remove = label(make("button", { type: "button", class: "button round small bare" }, symbol("trash")), "styleRemove", { name: preset });
  remove.addEventListener("click", () => removeSaved(preset));
  return make("li", { class: "style-row" }, button, remove);
}

/** @param {string} name */
function removeSaved(name) {
  const step = removePreset(name);
  if (!step) return;
  last = step;
  steps.record(step);
  toast("removedOne", { name }, undoOf(step));
}

/** @param {PortableStyle} style */
function face({ borderWidth, borderColor, effect, shadow, background }) {
  const picture = make("span", { class: `style-face${shadow ? " with-shadow" : ""}`, "data-effect": effect, "aria-hidden": "true" });
  picture.style.setProperty("--border", `${Math.min(5, 100 * borderWidth)}px`);
  picture.style.setProperty("--border-color", borderColor);
  if (background === "gradient") picture.style.background = rainbow;
  else if (background !== "transparent") picture.style.background = background;
  return picture;
}

/** @param {PortableStyle} style */
function choose(style) {
  if (isBusy) return;
  if (isForOne()) {
    apply(style);
    byId("styles").close();
    return;
  }
  change(style);
}

/**
 * To the end, also when the dialog is closed meanwhile.
 *
 * @param {PortableStyle} style
 */
async function change(style) {
  if (isBusy) return;
  const opening = openings;
  await whileBusy(async () => {
    const { step, failure } = await restyle(ids, () => style, showProgress);
    if (opening === openings) last = step;
    if (failure) failed(failure);
    else {
      const undo = { key: "undo", act: () => { if (steps.isNewest(step)) takeBack(); } };
      toast("styleChanged", { count: step.changes.length }, steps.isNewest(step) ? undo : undefined);
    }
  });
}

async function takeBack() {
  if (isBusy) return;
  await whileBusy(async () => {
    try {
      const step = await steps.undo(null, showProgress);
      if (step?.kind === "styles") toast("styleUndone", { count: step.changes.length });
      else if (step) toast("stepUndone");
    } catch (error) {
      failed(error);
    }
  });
}

/** @param {() => Promise<void>} work */
async function whileBusy(work) {
  isBusy = true;
  showUndo();
  showBusy();
  await work();
  isBusy = false;
  showUndo();
  showBusy();
}

/** @type {(finished: number, total: number) => void} */
function showProgress(finished, total) {
  byId("styles-bar").max = Math.max(1, total);
  byId("styles-bar").value = finished;
  say(byId("styles-progress-text"), "batchRunning", { finished, total });
}

/** A change can be taken back in the dialog in which it was made, until something else is done. */
function showUndo() {
  const isChange = last?.kind === "preset" || (last?.changes.length ?? 0) > 0;
  byId("styles-undo").hidden = isBusy || !isChange || last === null || !steps.isNewest(last);
}
