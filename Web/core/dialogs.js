import { byId } from "./elements.js";

/// Opens a modal dialog. The browser keeps the focus inside and gives it back to where it was.
export function open(dialog) {
  if (!dialog.open) dialog.showModal();
}

export function close(dialog) {
  if (dialog.open) dialog.close();
}

export const anyDialogIsOpen = () => document.querySelector("dialog[open]") !== null;

export function startDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    let pressedOutside = false;
    dialog.addEventListener("pointerdown", (event) => { pressedOutside = isOutside(dialog, event); });
    dialog.addEventListener("click", (event) => {
      if (event.target.closest("[data-close]")) close(dialog);
      else if (pressedOutside && event.target === dialog && isOutside(dialog, event)) close(dialog);
    });
  }
}

function isOutside(dialog, { target, clientX, clientY }) {
  if (target !== dialog) return false;
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/// Asks before something is lost. Answers `true` when the person agrees; Escape is no.
export function confirm({ title, message, action }) {
  const dialog = byId("confirm");
  byId("confirm-title").textContent = title;
  byId("confirm-text").textContent = message;
  byId("confirm-yes").textContent = action;
  open(dialog);
  byId("confirm-no").focus();
  return new Promise((resolve) => {
    const answers = new AbortController();
    const finish = (answer) => {
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
