import "./markup.js";
import { byId } from "../core/elements.js";
import { announce } from "../core/notices.js";
import { takesStyle } from "../core/photo-state.js";
import { store } from "../core/store.js";
import { say } from "../languages/languages.js";

let spoken = 0;

/** On the button that opens the grid. */
export function showBatchRing() {
  const { progress } = store;
  const ring = byId("batch-ring");
  ring.hidden = !progress.running;
  ring.max = Math.max(1, progress.total);
  ring.value = progress.finished;
}

/**
 * How far the stickers are, and what can be done with those that are selected.
 *
 * @param {{ shown: string[], pack: ShownPack | null, selection: import("./selection.js").Selection, isReviewing: boolean, isSearching: boolean }} grid
 */
export function showSummary({ shown, pack, selection, isReviewing, isSearching }) {
  const { progress, counts } = store;
  const count = shown.length;
  const done = pack ? shown.reduce((sum, id) => sum + Number(store.get(id)?.state === "done"), 0) : counts.done;
  byId("batch").dataset.running = String(progress.running);
  byId("review").hidden = pack !== null || !isReviewing && counts.doubtful === 0;
  byId("batch-progress").max = Math.max(1, progress.total);
  byId("batch-progress").value = progress.running ? progress.finished : progress.total || 1;
  if (progress.running) say(byId("batch-text"), "batchRunning", { finished: progress.finished, total: progress.total });
  else if (counts.invalid && !pack) say(byId("batch-text"), "batchDoneFailed", { count: counts.done, failed: counts.invalid });
  else say(byId("batch-text"), "stickers", { count: done });
  speakProgress(progress);

  const all = byId("select-all");
  all.checked = count > 0 && shown.every((id) => selection.has(id));
  all.indeterminate = selection.size > 0 && !all.checked;
  all.disabled = count === 0;
  say(byId("selection-text"), selection.size ? "selected" : "selectAll", { count: selection.size });
  byId("grid-delete").hidden = selection.size === 0;
  say(byId("grid-delete-text"), pack ? "packTakeOut" : "delete");
  byId("grid-pack").hidden = selection.size === 0;
  const isWhole = pack === null && selection.size === 0;
  byId("grid-menu").hidden = isWhole && (isSearching || count === 0);
  byId("grid-duplicate").hidden = selection.size === 0;
  byId("grid-delete-all").hidden = !isWhole;
  say(byId("grid-share-text"), selection.size ? "share" : "shareAll");
  byId("grid-style").disabled = selection.size ? !selection.some((id) => takesStyle(store.get(id))) : pack ? done === 0 : counts.invalid === count;
  byId("grid-share").disabled = selection.size ? !selection.some((id) => store.get(id)?.state === "done") : done === 0;
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
