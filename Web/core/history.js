import { close, openDialogs, whenDialogsChange } from "./dialogs.js";
import { tabs } from "./tabs.js";

/** A step back that has not been made by then will not be (milliseconds). */
const patience = 1000;
/** Runs while a step back is on its way; 0 else. */
let stepping = 0;

/**
 * Each tab that was turned to and each open dialog is an entry of the browser's history: Back closes the dialog in front, or
 * turns to the tab of before. A dialog that is closed otherwise takes its entry with it, and Forward does not open it again.
 */
export function startHistory() {
  tabs.addEventListener("change", soon);
  whenDialogsChange(soon);
  addEventListener("popstate", () => {
    if (stepping) arrive();
    else follow();
  });
  // A reload leaves the entries of dialogs that are not open any more.
  follow();
}

/** What is done at once, as closing a dialog and opening another one, is one change. */
const soon = () => queueMicrotask(write);

/** @returns {string[]} */
const writtenDialogs = () => history.state?.dialogs ?? [];

/** A person went to another entry: the page follows. */
function follow() {
  const written = writtenDialogs();
  for (const dialog of openDialogs().reverse()) if (!written.includes(dialog.id)) close(dialog);
  tabs.show(tabs.named(location.hash));
  write();
}

/** The page has changed: the entries follow. */
function write() {
  if (stepping) return;
  const dialogs = openDialogs().map(({ id }) => id);
  const written = writtenDialogs();
  const differs = written.findIndex((id, at) => id !== dialogs[at]);
  if (differs >= 0) {
    stepping = setTimeout(() => {
      // There is no entry to go back to.
      history.replaceState({ dialogs }, "");
      arrive();
    }, patience);
    history.go(differs - written.length);
    return;
  }
  if (tabs.named(location.hash) !== tabs.current) {
    if (written.length === 0) history.pushState({ dialogs: [] }, "", tabs.address);
    else history.replaceState(history.state, "", tabs.address);
  }
  for (let count = written.length + 1; count <= dialogs.length; count += 1) {
    history.pushState({ dialogs: dialogs.slice(0, count) }, "");
  }
}

function arrive() {
  clearTimeout(stepping);
  stepping = 0;
  write();
}
