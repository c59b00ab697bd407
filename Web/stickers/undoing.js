import { byId, closest, latinKey } from "../core/elements.js";
import { openDialogs } from "../core/dialogs.js";
import { announce, failed, toast } from "../core/notices.js";
import { steps } from "../core/steps.js";
import { store } from "../core/store.js";
import { text } from "../languages/languages.js";

/** Where steps are taken back: a dialog that is not among them has fields of its own. */
const places = ["grid", "editor", "styles", "pack"];

/** @typedef {{ editedId(): string | null }} Editor */

/**
 * The editor, once it was opened.
 *
 * @type {Editor | null}
 */
let editor = null;
const editedId = () => editor?.editedId() ?? null;

/** Ctrl+Z and buttons for whatever was done last; in the editor, with its sticker. */
export function startUndoing() {
  byId("grid-undo").addEventListener("click", () => go(true));
  document.addEventListener("keydown", useKey);
  steps.addEventListener("change", showButtons);
  showButtons();
}

/** @param {Editor} part */
export function startUndoingIn(part) {
  editor = part;
  byId("editor-undo").addEventListener("click", () => go(true));
  byId("editor-redo").addEventListener("click", () => go(false));
  byId("editor").addEventListener("photochange", showButtons);
  store.whenPhotoChanges((changed) => { if (changed === editedId()) showButtons(); });
  showButtons();
}

function showButtons() {
  byId("grid-undo").hidden = !steps.canUndo();
  if (!editor) return;
  const id = editedId();
  byId("editor-undo").disabled = id === null || !steps.canUndo(id);
  byId("editor-redo").disabled = id === null || !steps.canRedo(id);
}

/** @param {boolean} isBack */
async function go(isBack) {
  // A page that does not know the photos yet would take back nothing, and lose the step.
  if (!store.isComplete) return;
  const front = openDialogs().at(-1)?.id;
  const id = front === "editor" ? editedId() : null;
  // What else was done is not seen there, nor that it would be undone.
  if (front === "pack" && steps.nextKind(isBack) !== "metadata") return;
  try {
    const step = await (isBack ? steps.undo(id) : steps.redo(id));
    if (!step) return;
    // In the editor, the picture shows it.
    const key = isBack ? "stepUndone" : "stepRedone";
    if (id === null) toast(key);
    else announce(text(key));
  } catch (error) {
    failed(error);
  }
}

/** @param {KeyboardEvent} event */
function useKey(event) {
  const key = latinKey(event);
  if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
  const front = openDialogs().at(-1)?.id;
  if (front && !places.includes(front)) return;
  // A field takes back what was typed. One of a dialog that was closed may have the focus still.
  const field = closest(event, "textarea, input:not([type=range], [type=checkbox], [type=radio])");
  if (field && !field.closest("dialog:not([open])")) return;
  event.preventDefault();
  go(key === "z" && !event.shiftKey);
}
