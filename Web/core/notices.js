import { byId } from "./elements.js";
import { has, moment, text } from "../languages/languages.js";

let hideTimer = 0;

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
 * A short message at the bottom of the page, above dialogs too.
 *
 * @param {string} key
 * @param {Named} [named]
 */
export function toast(key, named) {
  const message = text(key, named);
  const element = byId("toast");
  element.textContent = message;
  raise(element);
  announce(message);
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => lower(element), 2600);
}

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
