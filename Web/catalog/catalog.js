import "./markup.js";
import { updateCatalog } from "../core/api.js";
import { CatalogCard } from "./catalog-card.js";
import { anyDialogIsOpen } from "../core/dialogs.js";
import { arrange, byId, closest, latinKey, make, smallSpinner, symbol } from "../core/elements.js";
import { day, moment, say, text } from "../languages/languages.js";
import { announce, failed, isKnownReason, reason } from "../core/notices.js";
import { pullToRefresh } from "./pull-to-refresh.js";
import { savings } from "./saving.js";
import { store } from "../core/store.js";
import { tabs } from "../core/tabs.js";
import { enlarge, startViewer, surpriseMe } from "./viewer.js";

const panel = byId("catalog-panel");
const list = byId("catalog-list");
const placeholders = 6;
/** @type {Omit<API.Catalog, "feed"> & { feed: string | null }} */
const nothing = { feeds: [], feed: null, items: [], failures: [], updating: false, stored: false };

/** @type {Map<string, CatalogCard>} */
const cards = new Map();
/**
 * An update that this page waits for, of a feed (null: the one that is shown).
 *
 * @typedef {{ feed: string | null, cancel: () => void, done: Promise<void> }} Update
 */

const catalog = () => store.catalog ?? nothing;
/** @type {IntersectionObserver} */
let near;
/** @type {(id: string) => void} */
let makeSticker;
/** @type {Update | null} */
let update = null;
/**
 * What was waited for when the tab was left.
 *
 * @type {Update | null}
 */
let interrupted = null;
/** Nothing is updated unasked once that was tried in vain. */
let isInVain = false;
/** @type {Failure | null} */
let updateError = null;

/** @param {{ showSticker: (id: string) => void }} actions */
export function startCatalog({ showSticker }) {
  makeSticker = showSticker;
  startViewer({ makeSticker });
  near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) cards.get(/** @type {HTMLElement} */ (target).dataset.id ?? "")?.setNear(isIntersecting);
  }, { root: panel, rootMargin: "75% 0px" });
  store.addEventListener("catalog", show);
  store.addEventListener("list", () => { for (const { id } of cards.values()) updateCard(id); });
  store.addEventListener("connection", () => {
    if (store.connection !== "open") return;
    isInVain = false;
    updateUnasked();
    for (const card of cards.values()) card.tryAgain();
  });
  savings.whenChanged(updateCard);
  document.addEventListener("languagechange", show);
  tabs.addEventListener("change", turn);
  new ResizeObserver(enter).observe(panel);

  byId("refresh").addEventListener("click", () => refresh());
  byId("catalog-again").addEventListener("click", () => refresh());
  byId("surprise").addEventListener("click", surpriseMe);
  byId("catalog-failures").addEventListener("click", () => openFailures(byId("catalog-failures-list").hidden));
  byId("feed").addEventListener("change", () => refresh(byId("feed").value));
  document.addEventListener("keydown", useKey);
  pullToRefresh({ scroller: panel, content: byId("catalog-content"), wheel: byId("pull"), refresh });
  show();
}

const isOpen = () => tabs.current === "catalog" && !panel.hidden;
const feed = () => update?.feed ?? catalog().feed;
const items = () => (feed() === catalog().feed ? catalog().items : []);
const isUpdating = () => update !== null || catalog().updating;

/** Who leaves the tab waits for nothing in it any more; who comes back does again. */
function turn() {
  if (tabs.current === "catalog") return enter();
  interrupted ??= update;
  update?.cancel();
}

function enter() {
  if (!isOpen()) return;
  if (interrupted) refresh(interrupted.feed);
  else updateUnasked();
}

/** With nothing to show. */
function updateUnasked() {
  const { items: known, failures, updating } = catalog();
  const isNeeded = store.catalog && known.length === 0 && failures.length === 0 && !updating && !isInVain;
  if (isNeeded && isOpen() && !update && store.connection !== "lost") refresh();
}

/**
 * Asks for other pictures, of `feed` or of the one that is shown, unless that is being done already.
 *
 * @param {string | null} [feed]
 */
function refresh(feed = update?.feed ?? null) {
  if (update && update.feed === feed) return update.done;
  update?.cancel();
  interrupted = null;
  updateError = null;
  panel.scrollTop = 0;
  announce(text("catalogLoading"));
  const request = new AbortController();
  const own = { feed, cancel: () => request.abort(), done: Promise.resolve() };
  update = own;
  own.done = updateFrom(own, request.signal);
  show();
  return own.done;
}

/**
 * @param {Update} own
 * @param {AbortSignal} signal
 */
async function updateFrom(own, signal) {
  try {
    const { items: found } = await updateCatalog(own.feed ? { feed: own.feed } : {}, signal);
    isInVain = found.length === 0;
    announce(text("catalogLoaded", { count: found.length }));
  } catch (error) {
    if (signal.aborted) return;
    isInVain = true;
    updateError = /** @type {Failure} */ (error);
    if (items().length > 0) failed(error);
  } finally {
    if (update === own) {
      update = null;
      show();
    }
  }
}

/** @param {KeyboardEvent} event */
function useKey(event) {
  const isElsewhere = closest(event, "input, select, textarea, dialog, [contenteditable]");
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (latinKey(event) !== "r" || isElsewhere || !isOpen() || anyDialogIsOpen()) return;
  event.preventDefault();
  refresh();
}

function show() {
  showHead();
  showFailures();
  showCards();
  showNothing();
  updateUnasked();
}

function showHead() {
  const { feeds, loadedAt, stored } = catalog();
  byId("catalog-title").textContent = feeds.find(({ id }) => id === feed())?.name ?? text("tabCatalog");
  const menu = byId("feed");
  if (menu.dataset.feeds !== JSON.stringify(feeds)) {
    menu.dataset.feeds = JSON.stringify(feeds);
    menu.replaceChildren(...feeds.map(({ id, name }) => make("option", { value: id }, name)));
  }
  menu.value = feed() ?? "";
  menu.parentElement?.toggleAttribute("data-choice", feeds.length > 1);
  menu.disabled = feeds.length < 2;

  const status = byId("catalog-status");
  if (isUpdating()) say(status, "catalogLoading");
  else if (loadedAt && !stored) say(status, "catalogLoadedAt", { moment: moment(loadedAt) });
  else status.replaceChildren();
  const button = byId("refresh");
  if (button.hasAttribute("aria-busy") !== isUpdating()) {
    button.toggleAttribute("aria-busy", isUpdating());
    button.replaceChildren(isUpdating() ? smallSpinner() : symbol("retry"));
  }
  list.setAttribute("aria-busy", String(isUpdating()));
  byId("catalog-stored").hidden = !stored || isUpdating() || items().length === 0;
  say(byId("catalog-stored-text"), "catalogStored", { moment: moment(loadedAt ?? 0) });
}

/** What did not come of the last update: how many, and on demand of which day and why. */
function showFailures() {
  const { failures } = catalog();
  const areThere = failures.length > 0 && !isUpdating() && items().length > 0;
  byId("catalog-failures").hidden = !areThere;
  if (!areThere) openFailures(false);
  else byId("catalog-status").replaceChildren();
  const words = byId("catalog-failures-text");
  const retryAt = failures.find((failure) => failure.retryAt)?.retryAt;
  if (retryAt) say(words, "catalogLimited", { moment: moment(retryAt) });
  else say(words, "catalogFailures", { count: failures.length });
  byId("catalog-failures-list").replaceChildren(...failures.map((failure) => make("li", {}, failureLine(failure))));
}

/** @param {boolean} areOpen */
function openFailures(areOpen) {
  byId("catalog-failures").setAttribute("aria-expanded", String(areOpen));
  byId("catalog-failures-list").hidden = !areOpen;
}

/** @param {API.CatalogFailure} failure */
function failureLine(failure) {
  if (!isKnownReason(failure)) return reason(failure);
  const [date] = failure.message?.match(/\b\d{4}-\d{2}-\d{2}\b/) ?? [];
  return date ? text("failureOfDay", { day: day(date), reason: reason(failure) }) : reason(failure);
}

function showCards() {
  const shown = items();
  const wanted = new Set(shown.map(({ id }) => id));
  for (const [id, card] of cards) {
    if (wanted.has(id)) continue;
    near.unobserve(card.element);
    card.forget();
    cards.delete(id);
  }
  const elements = shown.map((item) => {
    let card = cards.get(item.id);
    if (!card) {
      card = new CatalogCard(item, { enlarge, makeSticker });
      cards.set(item.id, card);
      near.observe(card.element);
    } else {
      card.update(item);
    }
    return card.element;
  });
  const areAwaited = shown.length === 0 && (isUpdating() || !store.catalog);
  const empty = [...list.querySelectorAll(".placeholder-card")];
  if (areAwaited && empty.length === 0) list.replaceChildren(...Array.from({ length: placeholders }, placeholder));
  else if (!areAwaited) arrange(list, elements);
}

const placeholder = () => make("li", { class: "entry placeholder-card", "aria-hidden": "true" },
  make("div", { class: "entry-body" },
    make("div", { class: "entry-picture", "data-state": "waiting" }, make("div", { class: "entry-band" })),
    make("div", { class: "entry-line" }),
    make("div", { class: "entry-actions" })));

/** @param {string} id */
function updateCard(id) {
  const item = catalog().items.find((one) => one.id === id);
  if (item) cards.get(id)?.update(item);
}

function showNothing() {
  const { failures } = catalog();
  const isEmpty = items().length === 0 && !isUpdating() && store.catalog !== null;
  byId("catalog-nothing").hidden = !isEmpty;
  // What has just failed fails there, too.
  byId("surprise").disabled = isEmpty && (updateError ?? failures[0]) !== undefined && (updateError ?? failures[0]) !== null;
  list.hidden = isEmpty;
  if (!isEmpty) return;
  const error = updateError ?? failures[0];
  say(byId("catalog-nothing-title"), error ? "catalogFailedTitle" : "catalogEmptyTitle");
  if (error) byId("catalog-nothing-text").textContent = reason(error);
  else say(byId("catalog-nothing-text"), "catalogEmptyText");
  byId("catalog-nothing-text").toggleAttribute("data-text", false);
  say(byId("catalog-again-text"), error ? "tryAgain" : "loadPictures");
}
