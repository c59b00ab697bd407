import { openDialogs, whenDialogsChange } from "./dialogs.js";
import { byId, closest } from "./elements.js";
import { has, moment, text } from "../languages/languages.js";

let hideTimer = 0;
/** Heard when the message that is shown goes, but not when its button is used. */
let whenGone = () => {};
/** What a message may cover: pictures are higher than that, and what a person reads or taps is not (pixels). */
const highestControl = 120;
/** From one place for a message to the next (pixels). */
const placeStep = 8;

/**
 * What a screen reader is to say. The live region moves into the open dialog: what stands outside of it is silent.
 *
 * @param {string | null} message
 */
export function announce(message) {
  const region = byId("announcer");
  const host = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (region.parentElement !== host) host.append(region);
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = message; });
}

/**
 * A short message at the bottom of the page, above dialogs too; with a button, it stays longer. `gone` is heard when the
 * offer is over.
 *
 * @param {string} key
 * @param {Named} [named]
 * @param {{ key: string, act: () => void, gone?: () => void }} [way]
 */
export function toast(key, named, way) {
  replaceGone(way?.gone);
  const message = text(key, named);
  byId("toast-text").textContent = message;
  const button = byId("toast-action");
  button.hidden = way === undefined;
  button.textContent = way ? text(way.key) : "";
  button.onclick = () => {
    whenGone = () => {};
    hide();
    way?.act();
  };
  host();
  announce(way ? `${message}. ${text(way.key)}: Ctrl+Z` : message);
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hide, way ? 8000 : 2600);
}

/** What is outside of the dialog in front cannot be clicked. */
function host() {
  const element = byId("toast");
  const place = openDialogs().at(-1) ?? document.body;
  if (element.parentElement !== place) place.append(element);
  raise(element);
  moveAside(element, place);
}

/**
 * As low on the page as it covers no control.
 *
 * @param {HTMLElement} element
 * @param {HTMLElement} place
 */
function moveAside(element, place) {
  element.style.removeProperty("--lifted");
  // It comes with a movement: where it will rest counts.
  const { offsetWidth: width, offsetHeight: height } = element;
  const bottom = innerHeight - Number.parseFloat(getComputedStyle(element).bottom);
  const [top, left, right] = [bottom - height, (innerWidth - width) / 2, (innerWidth + width) / 2];
  const taken = [...place.querySelectorAll("button, a[href], input, select, textarea, summary, label")]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.height < highestControl && box.left < right && box.right > left)
    .filter(({ control, box }) => !element.contains(control) && isSeen(control, box))
    .map(({ box }) => box);
  for (let lift = 0; lift < top; lift += placeStep) {
    if (taken.some((box) => box.top - placeStep < bottom - lift && box.bottom + placeStep > top - lift)) continue;
    element.style.setProperty("--lifted", `${lift}px`);
    return;
  }
}

/**
 * What is scrolled out of a list is not.
 *
 * @param {Element} control
 * @param {DOMRect} box
 */
const isSeen = (control, { x, y, width, height }) =>
  document.elementsFromPoint(x + width / 2, y + height / 2).some((one) => control.contains(one));

// Who does the next thing has read it. What a script clicks is not the next thing.
for (const type of ["click", "input"]) {
  document.addEventListener(type, (event) => {
    if (event.isTrusted && !closest(event, "#toast")) dismiss();
  }, { capture: true });
}

/** The next thing was done without a click. */
export function dismiss() { if (hideTimer !== 0) hide(); }

function hide() {
  clearTimeout(hideTimer);
  hideTimer = 0;
  lower(byId("toast"));
  replaceGone();
}

/** The message of before is gone by now. */
function replaceGone(next = () => {}) {
  const gone = whenGone;
  whenGone = next;
  gone();
}

// The dialog in front goes, or another one comes before it.
whenDialogsChange(() => { if (hideTimer !== 0) host(); });

/**
 * Popovers stand in the top layer; one that is shown again stands above a dialog that opened meanwhile.
 *
 * @param {HTMLElement} element
 */
export function raise(element) {
  if (!element.showPopover) {
    element.classList.add("popover-shown");
    return;
  }
  if (element.matches(":popover-open")) element.hidePopover?.();
  element.showPopover();
}

/** @param {HTMLElement} element */
export function lower(element) {
  if (!element.hidePopover) element.classList.remove("popover-shown");
  else if (element.matches(":popover-open")) element.hidePopover();
}

/**
 * Whether there are words for it in the page's language.
 *
 * @param {{ code?: string }} error
 */
export const isKnownReason = ({ code }) => has(`error.${code}`);

/**
 * The reason in the page's language where it is known, else in the server's words.
 *
 * @param {Failure | null | undefined} error
 */
export function reason(error) {
  if (!error) return text("error.unknown");
  const retryAt = error.code === "rateLimited" ? error.retryAt : null;
  if (retryAt) return text("error.rateLimitedUntil", { moment: moment(retryAt) });
  return isKnownReason(error) ? text(`error.${error.code}`) : error.message || text("error.unknown");
}

/** @param {unknown} error */
export const failed = (error) => toast("didNotWork", { reason: reason(/** @type {Failure} */ (error)) });
