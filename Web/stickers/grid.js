import "./markup.js";
import { processAll, setOrder, stopProcessing } from "../core/api.js";
import { open } from "../core/dialogs.js";
import { arrange, byId, closest, latinKey } from "../core/elements.js";
import { text } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";
import { inReviewOrder, isEditable, isStopped } from "../core/photo-state.js";
import { batch } from "./making.js";
import { useOrder } from "./order.js";
import { removeStickers } from "./removal.js";
import { flip, makeReorderable } from "./reorder.js";
import { startGridMenu } from "./grid-menu.js";
import { GridSearch } from "./grid-search.js";
import { changeWork } from "./clip-work.js";
import { Selection } from "./selection.js";
import { showBatchRing, showSummary } from "./grid-summary.js";
import { steps } from "../core/steps.js";
import { store } from "../core/store.js";
import { TileWindow } from "./tile-window.js";
import { Tile } from "./tile.js";

const sheet = byId("grid");
const list = byId("tiles");
/**
 * Those in the page: near the view, and the one that has the focus or is dragged.
 *
 * @type {Map<string, Tile>}
 */
const tiles = new Map();
const near = new TileWindow(list, sheet);
const selection = new Selection();
const search = new GridSearch();
/** Whether the last click on a check box takes a range. */
let takesRange = false;
/**
 * The photo that is dragged, and how they stood before.
 *
 * @type {{ id: string, before: string[] } | null}
 */
let lifted = null;
let focusable = "";
/** The connection broke while everything was being processed. */
let wasInterrupted = false;
let isAsking = false;
/** Doubtful photos stand first. That is how they are looked at, and not their order. */
let isReviewing = false;
/**
 * The photos as they stand.
 *
 * @type {string[]}
 */
let shown = [];

/**
 * What is shown in place of all stickers.
 *
 * @type {ShownPack | null}
 */
let pack = null;

/** All stickers, or those of the pack. */
const ids = () => (pack ? pack.photos.filter((id) => store.get(id)) : store.order);
const isSorted = () => !isReviewing && !search.isActive;

export const grid = {
  /** @param {ShownPack | null} next null for all stickers */
  show(next) {
    pack = next;
    isReviewing &&= !pack;
    byId("review").setAttribute("aria-pressed", String(isReviewing));
    if (sheet.open) syncTiles();
  },
  selected: () => selection.within(ids()),
  clear: () => selection.replace([]),
};

/**
 * @typedef {(id: string, among: string[] | null, isReview: boolean) => void} Edit
 * @typedef {object} Ways
 * @property {Edit} edit
 * @property {(ids: string[], pack: ShownPack | null) => void} share gets the pack where it is shared as a whole
 * @property {(ids: string[]) => void} style
 * @property {() => void} opened
 * @property {() => void} changed what is selected, or shown
 */

/** @type {{ opened: () => void, changed: () => void }} */
let tell = { opened() {}, changed() {} };

/** @param {Ways} ways */
export function startGrid({ edit, share, style, opened, changed }) {
  tell = { opened, changed };
  byId("open-grid").addEventListener("click", openGrid);
  byId("batch-stop").addEventListener("click", () => {
    batch.isStopped = true;
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
  store.addEventListener("connection", () => { if (store.connection === "lost") wasInterrupted ||= store.progress.running; });
  document.addEventListener("languagechange", describe);
  selection.addEventListener("change", showSelection);
  search.addEventListener("change", () => review(isReviewing));

  list.addEventListener("click", (event) => {
    const { id = "" } = closest(event, ".tile")?.dataset ?? {};
    if (closest(event, ".tile-open")) act(id, edit);
    changeWork(closest(event, "[data-action]")?.dataset.action, id);
  });
  list.addEventListener("click", ({ shiftKey }) => { takesRange = shiftKey; }, { capture: true });
  list.addEventListener("change", (event) => {
    const id = closest(event, ".tile")?.dataset.id;
    if (id && event.target instanceof HTMLInputElement) selection.choose(id, event.target.checked, takesRange ? shown : null);
  });
  list.addEventListener("focusin", (event) => makeFocusable(closest(event, ".tile")?.dataset.id));
  list.addEventListener("keydown", useKey);
  makeReorderable(list, {
    isAllowed: isSorted,
    lift({ dataset: { id = "" } }) { lifted = { id, before: shown }; },
    moveOver: (tile, other) => moveOver(tile.dataset.id ?? "", other.dataset.id ?? ""),
    drop,
    held: ({ dataset: { id } }) => { if (id) selection.choose(id, !selection.has(id)); },
  });
  for (const scroller of [list, sheet]) scroller.addEventListener("scroll", fillSoon, { passive: true });
  new ResizeObserver(() => {
    near.measure();
    fill();
  }).observe(list);

  byId("review").addEventListener("click", () => review(!isReviewing));
  byId("select-all").addEventListener("change", () => selection.replace(byId("select-all").checked ? search.within(ids()) : []));
  byId("grid-share").addEventListener("click", () => share(chosen(), selection.size || search.isActive ? null : pack));
  byId("grid-style").addEventListener("click", () => style(chosen()));
  byId("grid-delete").addEventListener("click", () => remove(selection.within(ids())));
  startGridMenu({ ...grid, pack: () => pack });
}

/** The sheet stands for all being processed: what is added while it is open, too, until a person stops it. */
function processNewcomers() {
  const isIdle = !store.progress.running && store.counts.waiting > 0;
  if (!sheet.open || !isIdle || batch.isStopped || isAsking || store.connection !== "open") return;
  isAsking = true;
  processAll().catch(failed).finally(() => { isAsking = false; });
}

/** @param {boolean} isSo */
function review(isSo) {
  isReviewing = isSo;
  byId("review").setAttribute("aria-pressed", String(isSo));
  flip([...list.children], () => {
    list.scrollTop = 0;
    syncTiles();
  });
  makeFocusable(shown[0]);
}

function openGrid() {
  batch.isStopped = false;
  open(sheet);
  search.clear();
  isReviewing &&= store.counts.doubtful > 0;
  byId("review").setAttribute("aria-pressed", String(isReviewing));
  near.measure();
  list.scrollTop = 0;
  syncTiles();
  tell.opened();
  if (store.counts.done < store.order.length) processAll().catch(failed);
}

/** A studio that was started again has forgotten that everything was to be processed. */
function goOn() {
  if (!wasInterrupted || store.connection !== "open") return;
  wasInterrupted = false;
  if (!store.progress.running && store.counts.waiting > 0) processAll().catch(failed);
}

/** @type {(id: string, edit: Edit) => void} */
function act(id, edit) {
  const photo = store.get(id);
  if (selection.size > 0) selection.choose(id, !selection.has(id), takesRange ? shown : null);
  else if (isEditable(photo)) edit(id, isReviewing || pack || search.isActive ? shown : null, isReviewing);
  else if (photo?.state === "invalid") changeWork("retry", id);
  else if (isStopped(photo)) changeWork("make", id);
}

/** The selection, or everything that is found when nothing is selected. */
const chosen = () => (selection.size ? selection.within(ids()) : search.within(ids()));

/**
 * Deletes stickers, or takes them out of the pack.
 *
 * @param {string[]} chosen
 */
const remove = (chosen) => (pack ? pack.remove(chosen) : removeStickers(chosen));

function syncTiles() {
  if (lifted) return;
  const at = shown.indexOf(closestId(document.activeElement) ?? "");
  shown = search.within(isReviewing ? inReviewOrder(store.all).map(({ id }) => id) : ids());
  const isShown = pack && new Set(pack.photos);
  selection.keep((id) => store.get(id) !== undefined && (isShown?.has(id) ?? true));
  fill(true);
  // The focus stays in the list when the sticker that had it goes.
  if (at >= 0 && shown.length > 0 && !list.contains(document.activeElement)) focusTile(shown[Math.min(at, shown.length - 1)], false);
  showSelection();
}

let frame = 0;
function fillSoon() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    fill();
  });
}

/**
 * Puts the tiles near the view into the page, and takes others out.
 *
 * @param {boolean} [anew] whether the photos may be others than before
 */
function fill(anew = false) {
  if (!sheet.open) return;
  const range = near.tilesNear(shown.length, anew);
  if (!range) return;
  const { from, to } = range;
  const wanted = shown.slice(from, to);
  const places = new Map(wanted.map((id, at) => [id, from + at]));
  for (const id of [closestId(document.activeElement), lifted?.id]) {
    const index = shown.indexOf(id ?? "");
    // What was taken out of the pack is not kept for its focus.
    if (!id || index < 0 || places.has(id) || !store.get(id)) continue;
    places.set(id, index);
    if (index < from) wanted.unshift(id);
    else wanted.push(id);
  }
  for (const id of tiles.keys()) if (!places.has(id)) tiles.delete(id);
  arrange(list, wanted.flatMap((id) => tileOf(id, places.get(id) ?? 0, from, to)?.element ?? []));
  if (!tiles.has(focusable)) makeFocusable(shown[Math.min(near.firstSeen(), shown.length - 1)]);
}

/** @param {Element | null} element */
const closestId = (element) => {
  const tile = element?.closest("#tiles > .tile");
  return tile instanceof HTMLElement ? tile.dataset.id : undefined;
};

/**
 * The tile of a photo, as the photo is now.
 *
 * @param {string} id
 * @param {number} index
 * @param {number} from
 * @param {number} to
 */
function tileOf(id, index, from, to) {
  const photo = store.get(id);
  if (!photo) return null;
  let tile = tiles.get(id);
  if (tile) {
    tile.update(photo);
  } else {
    tile = new Tile(photo);
    tile.setSelected(selection.has(id));
    tile.setFocusable(id === focusable);
    tiles.set(id, tile);
  }
  tile.place(index, shown.length);
  tile.setCover(id === pack?.cover);
  near.setAway(tile.element, index < from || index >= to ? index : null);
  return tile;
}

/**
 * While one is dragged: the others make room.
 *
 * @param {string} id
 * @param {string} other
 */
function moveOver(id, other) {
  const from = shown.indexOf(id);
  const to = shown.indexOf(other);
  if (from < 0 || to < 0) return;
  flip([...list.children], () => {
    shown = [...shown];
    shown.splice(from, 1);
    shown.splice(to, 0, id);
    fill(true);
  });
}

/** @param {boolean} isMeant */
function drop(isMeant) {
  // Others may be gone meanwhile.
  const there = new Set(ids());
  const [before, after] = [lifted?.before ?? shown, shown].map((all) => all.filter((id) => there.has(id)));
  lifted = null;
  if (isMeant && after.some((id, at) => id !== before[at])) sendOrder(after, before);
  else syncTiles();
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
  const { id } = closest(event, ".tile")?.dataset ?? {};
  if (!id) return;
  const index = shown.indexOf(id);
  if ((event.ctrlKey || event.metaKey) && latinKey(event) === "a") {
    event.preventDefault();
    selection.replace(search.within(ids()));
    return;
  }
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    remove(selection.size ? selection.within(ids()) : [id]);
    return;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -near.columns, ArrowDown: near.columns }[event.key];
  const to = step !== undefined ? index + step : { Home: 0, End: shown.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to < 0 || to >= shown.length) return;
  if (event.altKey) {
    if (isSorted()) move(index, to);
  } else focusTile(shown[to], event.target === tiles.get(id)?.box);
}

/**
 * @param {string} id
 * @param {boolean} onBox
 */
function focusTile(id, onBox) {
  near.reach(shown.indexOf(id));
  fill();
  makeFocusable(id);
  const tile = tiles.get(id);
  (onBox ? tile?.box : tile?.open)?.focus();
}

/**
 * @param {number} from
 * @param {number} to
 */
function move(from, to) {
  const before = [...shown];
  const after = [...before];
  const [id] = after.splice(from, 1);
  after.splice(to, 0, id);
  flip([...list.children], () => {
    sendOrder(after, before);
    near.reach(to);
    fill();
  });
  tiles.get(id)?.open.focus();
  tiles.get(id)?.element.scrollIntoView({ block: "nearest" });
  announce(text("movedTo", { name: store.get(id)?.name ?? "", number: to + 1, count: after.length }));
}

/**
 * @param {string[]} after
 * @param {string[]} before
 */
function sendOrder(after, before) {
  if (pack) return pack.sort(after, before);
  useOrder(after, () => steps.perform({ kind: "order", before, after }, () => setOrder(after)));
}

function showSelection() {
  for (const [id, tile] of tiles) tile.setSelected(selection.has(id));
  list.toggleAttribute("data-selecting", selection.size > 0);
  describe();
}

function describe() {
  showBatchRing();
  if (!sheet.open) return;
  search.show(shown);
  showSummary({ shown, pack, selection, isReviewing, isSearching: search.isActive });
  tell.changed();
}
