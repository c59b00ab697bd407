import "./markup.js";
import { processAll, retryPhoto, setOrder, stopProcessing } from "../core/api.js";
import { open } from "../core/dialogs.js";
import { arrange, byId, closest, find } from "../core/elements.js";
import { say, text } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";
import { inReviewOrder, isDoubtful, isEditable, takesStyle } from "../core/photo-state.js";
import { removeStickers } from "./removal.js";
import { flip, makeReorderable } from "./reorder.js";
import { Selection } from "./selection.js";
import { steps } from "../core/steps.js";
import { store } from "../core/store.js";
import { Tile } from "./tile.js";

const sheet = byId("grid");
const list = byId("tiles");
/** @type {Map<string, Tile>} */
const tiles = new Map();
const selection = new Selection();
let focusable = "";
let spoken = 0;
/** The connection broke while everything was being processed. */
let wasInterrupted = false;
/** A person has stopped the processing. */
let isStopped = false;
let isAsking = false;
/** Doubtful photos stand first. That is how they are looked at, and not their order. */
let isReviewing = false;
/**
 * The photos as they stand.
 *
 * @type {string[]}
 */
let shown = [];

/** @param {{ edit: (id: string, reviewed: string[] | null) => void, share: (ids: string[]) => void, style: (ids: string[]) => void }} ways */
export function startGrid({ edit, share, style }) {
  byId("open-grid").addEventListener("click", openGrid);
  byId("batch-stop").addEventListener("click", () => {
    isStopped = true;
    stopProcessing().catch(failed);
  });
  store.addEventListener("list", () => {
    if (!sheet.open) return;
    syncTiles();
    processNewcomers();
  });
  store.whenPhotoChanges((id) => {
    const photo = store.get(id);
    if (photo) tiles.get(id)?.update(photo);
    if (sheet.open) describe();
  });
  store.addEventListener("progress", () => {
    goOn();
    processNewcomers();
    describe();
  });
  store.addEventListener("connection", () => {
    if (store.connection === "lost") wasInterrupted ||= store.progress.running;
  });
  document.addEventListener("languagechange", describe);
  selection.addEventListener("change", showSelection);

  list.addEventListener("click", (event) => {
    const id = closest(event, ".tile-open")?.parentElement?.dataset.id;
    if (id) act(id, edit);
  });
  list.addEventListener("change", (event) => {
    const id = closest(event, ".tile")?.dataset.id;
    if (id && event.target instanceof HTMLInputElement) selection.set(id, event.target.checked);
  });
  list.addEventListener("focusin", (event) => makeFocusable(closest(event, ".tile")?.dataset.id));
  list.addEventListener("keydown", useKey);
  makeReorderable(list, {
    isAllowed: () => !isReviewing,
    moved: (elements) => sendOrder(elements.flatMap((element) => element.dataset.id ?? []), [...store.order]),
    held: ({ dataset: { id } }) => { if (id) selection.set(id, !selection.has(id)); },
  });

  byId("review").addEventListener("click", () => review(!isReviewing));
  byId("select-all").addEventListener("change", () => selection.replace(byId("select-all").checked ? store.order : []));
  byId("grid-share").addEventListener("click", () => share(chosen()));
  byId("grid-style").addEventListener("click", () => style(chosen()));
  byId("grid-delete").addEventListener("click", () => removeStickers(selection.within(store.order)));
  byId("grid-delete-all").addEventListener("click", () => {
    byId("grid-menu").open = false;
    removeStickers(null);
  });
  sheet.addEventListener("keydown", closeMenu, { capture: true });
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

/** The sheet stands for all being processed: what is added while it is open, too, until a person stops it. */
function processNewcomers() {
  const { running } = store.progress;
  if (!sheet.open || running || isStopped || isAsking || store.connection !== "open") return;
  if (!store.all.some(({ state }) => state === "waiting")) return;
  isAsking = true;
  processAll().catch(failed).finally(() => { isAsking = false; });
}

/** @param {boolean} isSo */
function review(isSo) {
  isReviewing = isSo;
  byId("review").setAttribute("aria-pressed", String(isSo));
  flip([...list.children], syncTiles);
  makeFocusable(shown[0]);
  list.scrollTop = 0;
}

function openGrid() {
  isStopped = false;
  open(sheet);
  isReviewing &&= store.all.some(isDoubtful);
  byId("review").setAttribute("aria-pressed", String(isReviewing));
  syncTiles();
  byId("tiles").scrollTop = 0;
  if (store.all.some(({ state }) => state !== "done")) processAll().catch(failed);
}

/** A studio that was started again has forgotten that everything was to be processed. */
function goOn() {
  if (!wasInterrupted || store.connection !== "open") return;
  wasInterrupted = false;
  if (!store.progress.running && store.all.some(({ state }) => state === "waiting")) processAll().catch(failed);
}

/**
 * @param {string} id
 * @param {(id: string, reviewed: string[] | null) => void} edit
 */
function act(id, edit) {
  const photo = store.get(id);
  if (selection.size > 0) selection.set(id, !selection.has(id));
  else if (isEditable(photo)) edit(id, isReviewing ? shown : null);
  else if (photo?.state === "invalid") retryPhoto(id).catch(failed);
}

/** The selection, or everything when nothing is selected. */
const chosen = () => (selection.size ? selection.within(store.order) : store.order);

function syncTiles() {
  if (list.hasAttribute("data-dragging")) return;
  for (const id of tiles.keys()) if (!store.get(id)) tiles.delete(id);
  shown = isReviewing ? inReviewOrder(store.all).map(({ id }) => id) : store.order;
  arrange(list, shown.flatMap((id) => {
    const photo = store.get(id);
    if (!photo) return [];
    let tile = tiles.get(id);
    if (!tile) {
      tile = new Tile(photo);
      tiles.set(id, tile);
    } else {
      tile.update(photo);
    }
    return tile.element;
  }));
  selection.keep((id) => store.get(id) !== undefined);
  if (!tiles.has(focusable)) makeFocusable(shown[0]);
  showSelection();
}

/** @param {string | undefined} id */
function makeFocusable(id) {
  if (!id || id === focusable) return;
  tiles.get(focusable)?.setFocusable(false);
  focusable = id;
  tiles.get(id)?.setFocusable(true);
}

/** @param {KeyboardEvent} event */
function useKey(event) {
  const id = closest(event, ".tile")?.dataset.id;
  if (!id) return;
  const index = shown.indexOf(id);
  if ((event.ctrlKey || event.metaKey) && event.key === "a") {
    event.preventDefault();
    selection.replace(store.order);
    return;
  }
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    removeStickers(selection.size ? selection.within(store.order) : [id]);
    return;
  }
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  const to = step !== undefined ? index + step : { Home: 0, End: shown.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to < 0 || to >= shown.length) return;
  if (event.altKey) {
    if (!isReviewing) move(index, to);
  } else focusTile(shown[to], event.target === tiles.get(id)?.box);
}

/**
 * @param {string} id
 * @param {boolean} onBox
 */
function focusTile(id, onBox) {
  makeFocusable(id);
  const tile = tiles.get(id);
  (onBox ? tile?.box : tile?.open)?.focus();
}

/**
 * @param {number} from
 * @param {number} to
 */
function move(from, to) {
  const before = [...store.order];
  const ids = [...before];
  const [id] = ids.splice(from, 1);
  ids.splice(to, 0, id);
  flip([...list.children], () => store.apply({ type: "order", data: { ids } }));
  tiles.get(id)?.open.focus();
  tiles.get(id)?.element.scrollIntoView({ block: "nearest" });
  announce(text("movedTo", { name: store.get(id)?.name ?? "", number: to + 1, count: ids.length }));
  sendOrder(ids, before);
}

/**
 * @param {string[]} ids
 * @param {string[]} before
 */
function sendOrder(ids, before) {
  steps.record({ kind: "order", before, after: ids });
  store.apply({ type: "order", data: { ids } });
  setOrder(ids).catch(failed);
}

function showSelection() {
  for (const [id, tile] of tiles) tile.setSelected(selection.has(id));
  list.toggleAttribute("data-selecting", selection.size > 0);
  describe();
}

function describe() {
  const { progress } = store;
  const ring = byId("batch-ring");
  ring.hidden = !progress.running;
  ring.max = Math.max(1, progress.total);
  ring.value = progress.finished;
  if (!sheet.open) return;
  const count = store.order.length;
  const invalid = store.all.filter(({ state }) => state === "invalid").length;
  byId("batch").dataset.running = String(progress.running);
  byId("review").hidden = !isReviewing && !store.all.some(isDoubtful);
  byId("batch-progress").max = Math.max(1, progress.total);
  byId("batch-progress").value = progress.running ? progress.finished : progress.total || 1;
  if (progress.running) say(byId("batch-text"), "batchRunning", { finished: progress.finished, total: progress.total });
  else if (invalid) say(byId("batch-text"), "batchDoneFailed", { count: store.done.length, failed: invalid });
  else say(byId("batch-text"), "stickers", { count: store.done.length });
  speakProgress(progress);

  const all = byId("select-all");
  all.checked = count > 0 && selection.size === count;
  all.indeterminate = selection.size > 0 && selection.size < count;
  all.disabled = count === 0;
  say(byId("selection-text"), selection.size ? "selected" : "selectAll", { count: selection.size });
  byId("grid-delete").hidden = selection.size === 0;
  byId("grid-menu").hidden = selection.size > 0 || count === 0;
  say(byId("grid-share-text"), selection.size ? "share" : "shareAll");
  byId("grid-style").disabled = !chosen().some((id) => takesStyle(store.get(id)));
  byId("grid-share").disabled = !chosen().some((id) => store.get(id)?.state === "done");
}

/**
 * A screen reader hears every tenth of the way, not every sticker.
 *
 * @param {API.Progress} progress
 */
function speakProgress({ running, finished, total }) {
  const tenth = running && total ? Math.floor((10 * finished) / total) : 10;
  if (tenth === spoken) return;
  spoken = tenth;
  announce(byId("batch-text").textContent);
}
