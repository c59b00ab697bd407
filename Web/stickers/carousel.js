import "./markup.js";
import { setAmbience } from "./ambience.js";
import { cardRoom } from "./card-looks.js";
import { Card } from "./card.js";
import { changeWork } from "./clip-work.js";
import { showSource, titleOf } from "../core/credit.js";
import { anyDialogIsOpen } from "../core/dialogs.js";
import { arrange, byId, closest, instantly, motionIsReduced, whenMotionChanges } from "../core/elements.js";
import { label, say } from "../languages/languages.js";
import { cardOfBefore, keepCard } from "./kept-card.js";
import { loadWhenNear } from "./lazy-loading.js";
import { announce } from "../core/notices.js";
import { isEditable } from "../core/photo-state.js";
import { applyEffects, clearEffects, distance } from "./scroll-effects.js";
import { scrollRest } from "./scroll-rest.js";
import { store } from "../core/store.js";

/** From one showing of a list that changes to the next (milliseconds). */
const listPause = 200;
const scroller = byId("carousel");
/** How many cards on each side of the one in view are in the page at rest, and at least on the way: to add some costs a frame. */
const [reach, leastReach] = [8, 3];
/**
 * Those in the page.
 *
 * @type {Map<string, Card>}
 */
const cards = new Map();
/** Which of the list they are: from `first` up to `end`. */
let [first, end] = [0, 0];
/**
 * Cards that came near, or left, and do not show it yet.
 *
 * @type {Map<string, boolean>}
 */
const changedNearness = new Map();
/** The colours behind the empty page: those of the picture on it. */
const welcoming = ["#ffd86b", "#a9c8ff", "#ffb3c7"].map((hex) => ({ hex }));
/** From one card's leading edge to the next one's, as measured when the view was `measuredSize`. */
let pitch = 1;
let measuredSize = "";
let current = 0;
/**
 * The photo whose card is in view, or is to be once there is room: it stays so when the list or the view's size changes.
 *
 * @type {string | null}
 */
let kept = cardOfBefore();
/**
 * The photo that the carousel is going to, until it rests or a person takes hold of it. Where the list changes on the way,
 * the browser would snap back to the card that it came from.
 *
 * @type {string | null}
 */
let heading = null;
let frame = 0;
/** @type {string[]} The list as it is shown: two hundred photos that arrive change the store's two hundred times. */
let order = [];
let [shownAt, listTimer] = [-Infinity, 0];
/** @type {ReturnType<typeof loadWhenNear>} */
let near;

/** @param {{ edit: (id: string) => void, share: (ids: string[]) => void, remove: (ids: string[]) => void }} ways */
export function startCarousel({ edit, share, remove }) {
  near = loadWhenNear(scroller, (id, isNear) => {
    changedNearness.set(id, isNear);
    if (scrollRest.isResting) fillCards([...changedNearness.keys()]);
  });
  scrollRest.addEventListener("move", () => store.hold());
  scrollRest.addEventListener("rest", () => {
    heading = null;
    store.release();
    settleList();
    if (!isWithinReach(current, reach - 1)) putAround(current);
    fillCards([...changedNearness.keys()]);
  });
  store.addEventListener("list", () => {
    if (order.length === 0) showList();
    else listTimer ||= setTimeout(showList, shownAt + listPause - performance.now());
  });
  store.whenPhotoChanges((id) => {
    const photo = store.get(id);
    if (photo) cards.get(id)?.update(photo);
    near.photoChanged(id);
    if (id === currentId()) describeCurrent();
  });
  scroller.addEventListener("scroll", () => { frame ||= requestAnimationFrame(update); }, { passive: true });
  for (const type of ["pointerdown", "touchstart", "wheel"]) scroller.addEventListener(type, () => { heading = null; settleList(); }, { passive: true });
  scrollRest.watch(scroller);
  addEventListener("pagehide", () => keepCard(aimedId()));
  new ResizeObserver(layOut).observe(scroller);
  whenMotionChanges(() => {
    update();
    paintLooks();
  });

  document.addEventListener("languagechange", () => {
    described = null;
    describeCurrent();
  });

  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  /** @type {(name: "card-edit" | "card-share" | "card-remove", use: (id: string) => void) => void} */
  const onCard = (name, use) => byId(name).addEventListener("click", () => { if (store.get(currentId())) use(order[current]); });
  onCard("card-edit", edit);
  onCard("card-share", (id) => share([id]));
  onCard("card-remove", (id) => remove([id]));
  scroller.addEventListener("click", (event) => {
    const action = closest(event, "[data-action]")?.dataset.action;
    const id = closest(event, ".page")?.dataset.id;
    if (id === undefined) return;
    if (action === "edit") edit(id);
    changeWork(action, id);
  });
  document.addEventListener("keydown", useKey);
  startWheel();
  showList();
}

/**
 * Decoding and drawing a sticker that is not in view yet waits until the carousel rests.
 *
 * @param {string[]} ids
 */
function fillCards(ids) {
  for (const id of ids) {
    if (!changedNearness.has(id)) continue;
    const photo = store.get(id);
    if (photo) cards.get(id)?.setNear(changedNearness.get(id) ?? false, photo);
    changedNearness.delete(id);
  }
}

const isShown = () => scroller.clientWidth > 0;

/** The photo whose card a person will see once the carousel rests. */
export const aimedId = () => kept ?? currentId();

/** @returns {string | undefined} */
const currentId = () => order[current];

/** Shows the list as it is now, without a pause. */
const settleList = () => { if (listTimer) showList(); };

/** @param {string} id */
export function showPhoto(id) {
  settleList();
  const index = order.indexOf(id);
  if (index < 0) return;
  if (measuredSize === viewSize()) {
    go(index);
    return;
  }
  // There is no room yet: it is gone to once there is, after the browser has snapped to the card of before.
  kept = id;
  if (!isShown()) layOut();
}

/** @type {(by: number) => void} */
const turn = (by) => {
  settleList();
  go(current + by);
};

/** @param {number} index */
export function go(index) {
  settleList();
  const bounded = Math.max(0, Math.min(index, order.length - 1));
  const isFar = Math.abs(bounded - current) > 3;
  kept = order[bounded] ?? null;
  if (!isWithinReach(bounded)) putAround(bounded);
  heading = Math.abs(scroller.scrollLeft - bounded * pitch) < 1 ? null : kept;
  scroller.scrollTo({ left: bounded * pitch, behavior: isFar || motionIsReduced() ? instantly : "smooth" });
}

/** @param {KeyboardEvent} event */
function useKey(event) {
  const isElsewhere = closest(event, "input, select, textarea, dialog, [contenteditable]");
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere || anyDialogIsOpen() || !isShown()) return;
  settleList();
  const step = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: order.length - 1 }[event.key];
  if (step === undefined || order.length === 0) return;
  event.preventDefault();
  go(step);
}

/** A wheel that only turns up and down turns pages; a trackpad scrolls sideways by itself. */
function startWheel() {
  let restingUntil = 0;
  scroller.addEventListener("wheel", (event) => {
    if (event.ctrlKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
    event.preventDefault();
    if (event.timeStamp < restingUntil || Math.abs(event.deltaY) < 4) return;
    restingUntil = event.timeStamp + 320;
    turn(Math.sign(event.deltaY));
  }, { passive: false });
}

/** The place in the list of the card that is to be in view. */
const keptIndex = () => (kept === null ? -1 : order.indexOf(kept));

function showList() {
  clearTimeout(listTimer);
  [order, shownAt, listTimer] = [[...store.order], performance.now(), 0];
  const index = keptIndex();
  putAround(index < 0 ? current : index);
  layOut();
  // What is about to be seen does not wait until the browser has found out that it is near.
  if (byId("stickers-panel").hidden) return;
  const coming = new Set(order.slice(Math.max(0, current - 1), current + 2));
  for (const [id, card] of cards) {
    const photo = store.get(id);
    if (photo) card.setNear(coming.has(id) || near.has(id), photo);
  }
}

/**
 * Whether a card and its neighbours are in the page.
 *
 * @param {number} index
 * @param {number} count of neighbours, on each side
 */
const isWithinReach = (index, count = leastReach) =>
  (first === 0 || index - first >= count) && (end === order.length || end - index > count);

/**
 * Puts the cards on both sides of one into the page, and takes the others out.
 *
 * @param {number} index
 */
function putAround(index) {
  const middle = Math.max(0, Math.min(index, order.length - 1));
  first = Math.max(0, middle - reach);
  end = Math.min(order.length, middle + reach + 1);
  const wanted = new Set(order.slice(first, end));
  for (const [id, card] of cards) {
    if (wanted.has(id)) continue;
    near.forget(card.page);
    cards.delete(id);
  }
  arrange(scroller, [...wanted].flatMap((id, at) => pageOf(id, first + at)));
  leaveRoom();
}

/**
 * @param {string} id
 * @param {number} index
 */
function pageOf(id, index) {
  const photo = store.get(id);
  if (!photo) return [];
  let card = cards.get(id);
  if (!card) {
    card = new Card(photo);
    if (id === currentId()) markCurrent(card.page, true);
    cards.set(id, card);
    near.watch(card.page);
  }
  card.place(index, order.length, photo);
  return [card.page];
}

/** For the cards that are not in the page. */
function leaveRoom() {
  for (const [name, count] of /** @type {const} */ ([["before", first], ["after", order.length - end]])) {
    scroller.toggleAttribute(`data-${name}`, count > 0);
    scroller.style.setProperty(`--${name}`, `${count * pitch}px`);
  }
}

const viewSize = () => `${scroller.clientWidth} ${scroller.clientHeight}`;

function layOut() {
  const index = keptIndex();
  const pages = /** @type {HTMLElement[]} */ ([...scroller.children]);
  const [one, last] = [pages[0], pages[pages.length - 1]];
  if (!one || !isShown()) {
    current = Math.max(0, index < 0 ? Math.min(current, order.length - 1) : index);
    measuredSize = "";
    return describeCurrent();
  }
  const left = (/** @type {HTMLElement} */ page) => page.getBoundingClientRect().left;
  // Over all pages, for a page's width need not be whole pixels.
  pitch = pages.length > 1 ? (left(last) - left(one)) / (pages.length - 1) : one.offsetWidth;
  leaveRoom();
  const hasResized = measuredSize !== viewSize();
  measuredSize = viewSize();
  const side = Math.round(parseFloat(getComputedStyle(scroller).paddingInlineStart));
  Object.assign(cardRoom, { width: one.clientWidth, height: one.clientHeight, farthest: scroller.clientWidth - side });
  if (hasResized) paintLooks();
  if (index >= 0 && (hasResized || index !== current || heading !== null)) scroller.scrollTo({ left: index * pitch, behavior: instantly });
  update();
}

function paintLooks() {
  for (const [id, card] of cards) {
    const photo = store.get(id);
    if (photo) card.paintLooks(photo);
  }
}

/** Cards rest where the first one stands before any scrolling; x is counted from there. */
function update() {
  frame = 0;
  settleList();
  if (!isShown()) return;
  // Scrolling that a resize brings about tells nothing of where the person wants to be.
  if (measuredSize !== viewSize()) return layOut();
  const { scrollLeft } = scroller;
  const index = Math.max(0, Math.min(order.length - 1, Math.round(scrollLeft / pitch)));
  if (!isWithinReach(index)) bringMore(index);
  const leaving = Math.floor(scrollLeft / pitch) - 1;
  const still = motionIsReduced();
  for (let at = Math.max(0, leaving - 2); at < Math.min(order.length, leaving + 5); at += 1) {
    const card = cards.get(order[at]);
    if (!card) continue;
    if (still) clearEffects(card);
    else applyEffects(card, distance(at * pitch - scrollLeft), at === order.length - 1, pitch);
  }
  const hasMoved = index !== current;
  current = index;
  kept = heading ?? order[index] ?? null;
  fillCards(order.slice(Math.max(0, index - 1), index + 2));
  if (hasMoved) {
    describeSoon();
    announceCurrent();
  } else if (!descriptionIsDue) {
    describeCurrent();
  }
}

/**
 * The last cards in the page have come near the view. Where the carousel is on its way, the browser would snap back: it
 * goes there at once.
 *
 * @param {number} index
 */
function bringMore(index) {
  const aim = heading === null ? -1 : order.indexOf(heading);
  putAround(aim < 0 ? index : aim);
  if (aim >= 0) scroller.scrollTo({ left: aim * pitch, behavior: instantly });
}

let descriptionIsDue = false;
/** In what a frame leaves over: the frame in which the middle passes from card to card has its effects to draw. */
function describeSoon() {
  if (descriptionIsDue) return;
  descriptionIsDue = true;
  const describe = () => {
    descriptionIsDue = false;
    describeCurrent();
    // Laid out now, the next frame need not do it.
    byId("caption").getBoundingClientRect();
  };
  if ("requestIdleCallback" in window) requestIdleCallback(describe, { timeout: 100 });
  else setTimeout(describe);
}

let announceTimer = 0;
function announceCurrent() {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    const page = cards.get(currentId() ?? "")?.page;
    if (page && !anyDialogIsOpen()) announce(page.getAttribute("aria-label"));
  }, 250);
}

/**
 * @param {Element} page
 * @param {boolean} isCurrent
 */
function markCurrent(page, isCurrent) {
  page.toggleAttribute("data-current", isCurrent);
  page.querySelector(".card-open")?.setAttribute("tabindex", isCurrent ? "0" : "-1");
}

/** @type {string | null} */
let described = null;
function describeCurrent() {
  const photo = store.get(currentId());
  const count = order.length;
  const key = `${photo?.id} ${photo?.state} ${photo?.error?.code} ${photo?.revision} ${Boolean(photo?.source)} ${current} ${count}`;
  if (key === described) return;
  described = key;
  byId("caption").textContent = photo ? titleOf(photo) : "";
  showSource(byId("caption-credit"), photo?.source);
  // Where one photo has a credit, all leave room for it: nothing jumps from card to card.
  byId("carousel-view").toggleAttribute("data-credits", store.counts.credited > 0);
  say(byId("position"), "position", { number: count ? current + 1 : 0, count });
  label(byId("position"), "positionLabel", { number: count ? current + 1 : 0, count });
  byId("previous").disabled = current <= 0;
  byId("next").disabled = current >= count - 1;
  byId("card-edit").disabled = !isEditable(photo);
  byId("card-share").disabled = photo?.state !== "done";
  for (const page of scroller.querySelectorAll("[data-current]")) markCurrent(page, false);
  const card = photo && cards.get(photo.id);
  if (card) markCurrent(card.page, true);
  setAmbience(photo ? photo.colors : welcoming);
}
