import { byId, closest } from "./elements.js";

/** @type {HTMLDialogElement[]} */
let opened = [];
/** @type {(() => void)[]} */
const listeners = [];
const whenChanged = () => { for (const listener of listeners) listener(); };

/**
 * Opens a modal dialog. The browser keeps the focus inside and gives it back to where it was.
 *
 * @param {HTMLDialogElement} dialog
 */
export function open(dialog) {
  if (dialog.open) return;
  opened = [...openDialogs(), dialog];
  dialog.showModal();
  whenChanged();
}

/** @param {HTMLDialogElement} dialog */
export function close(dialog) {
  if (dialog.open) dialog.close();
}

/** In the order in which they were opened: the last one is in front. */
export const openDialogs = () => opened.filter((dialog) => dialog.open);

/** @param {() => void} action */
export const whenDialogsChange = (action) => { listeners.push(action); };

export const anyDialogIsOpen = () => document.querySelector("dialog[open]") !== null;

export function startDialogs() {
  // The event does not bubble.
  document.addEventListener("close", () => whenChanged(), { capture: true });
  let pressedOutside = false;
  document.addEventListener("pointerdown", (event) => { pressedOutside = isOutside(event); });
  document.addEventListener("click", (event) => {
    const dialog = closest(event, "dialog");
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (closest(event, "[data-close]") || (pressedOutside && isOutside(event))) close(dialog);
  });
}

/**
 * Whether it happened beside the dialog in front, which it then goes to all the same.
 *
 * @param {MouseEvent} event
 */
function isOutside({ target: dialog, clientX, clientY }) {
  if (!(dialog instanceof HTMLDialogElement)) return false;
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/**
 * Asks before something is lost, or is taken from elsewhere. Answers `true` when the person agrees; Escape is no.
 *
 * @param {{ title: string, message: string, action: string, isHarmless?: boolean }} words
 * @returns {Promise<boolean>}
 */
export function confirm({ title, message, action, isHarmless = false }) {
  const dialog = byId("confirm");
  byId("confirm-title").textContent = title;
  byId("confirm-text").textContent = message;
  byId("confirm-yes").textContent = action;
  byId("confirm-yes").classList.toggle("danger", !isHarmless);
  byId("confirm-yes").classList.toggle("solid", isHarmless);
  open(dialog);
  byId("confirm-no").focus();
  return new Promise((resolve) => {
    const answers = new AbortController();
    const finish = (/** @type {boolean} */ answer) => {
      answers.abort();
      close(dialog);
      resolve(answer);
    };
    const { signal } = answers;
    byId("confirm-yes").addEventListener("click", () => finish(true), { signal });
    byId("confirm-no").addEventListener("click", () => finish(false), { signal });
    dialog.addEventListener("close", () => finish(false), { signal });
  });
}
