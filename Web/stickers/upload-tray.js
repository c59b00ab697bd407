import { arrange, byId, make, symbol } from "../core/elements.js";
import { label, say, text } from "../languages/languages.js";
import { announce, reason } from "../core/notices.js";

/**
 * @typedef {import("./upload.js").Upload} Upload
 * @typedef {{ element: HTMLElement, takes: (item: Upload) => void, show: () => void }} Row of the tray
 */

/** Rows that are kept: hundreds of files need no more than are sent at once. */
const mostFree = 3;

/**
 * Shows what is being sent; waiting files are counted, not listed.
 *
 * @param {import("./upload.js").Uploads} uploads
 */
export function showUploads(uploads) {
  const tray = byId("uploads");
  /** @type {Map<Upload, Row>} */
  const rows = new Map();
  /**
   * Of what has arrived.
   *
   * @type {Row[]}
   */
  const free = [];
  let hiding = 0;
  let wasWaiting = false;

  const makeRow = () => {
    /** @type {Upload} */
    let item;
    const name = make("p", { class: "upload-name" });
    const bar = make("progress", { class: "bar", max: "1", value: "0" });
    const why = make("p", { class: "upload-reason" });
    const again = make("button", { type: "button", class: "button bare round small" }, symbol("retry"));
    const cancel = make("button", { type: "button", class: "button bare round small" }, symbol("close"));
    label(again, "tryAgain");
    again.addEventListener("click", () => uploads.retry(item));
    cancel.addEventListener("click", () => uploads.cancel(item));
    const element = make("li", { class: "upload", "data-testid": "upload" }, name, again, cancel, bar, why);
    /** @param {Upload} next */
    const takes = (next) => {
      item = next;
      name.textContent = item.name;
      label(cancel, "cancelNamed", { name: item.name });
      bar.setAttribute("aria-label", item.name);
    };
    return { element, takes, show() {
      element.dataset.state = item.state;
      bar.value = item.progress;
      again.hidden = item.state !== "failed";
      why.textContent = item.state === "failed" ? reason(item.error) : "";
    } };
  };

  uploads.addEventListener("change", () => {
    const shown = uploads.items.filter(({ state }) => state !== "queued");
    for (const [item, row] of rows) {
      if (uploads.items.includes(item)) continue;
      rows.delete(item);
      row.element.remove();
      if (free.length < mostFree) free.push(row);
    }
    arrange(byId("uploads-list"), shown.map((item) => {
      let row = rows.get(item);
      if (!row) {
        row = free.pop() ?? makeRow();
        row.takes(item);
        rows.set(item, row);
      }
      row.show();
      return row.element;
    }));
    const failures = uploads.failed.length;
    if (uploads.isWaiting) say(byId("uploads-title"), "uploadsWait", { count: uploads.queued.length });
    else if (uploads.isBusy) say(byId("uploads-title"), "uploading", { finished: Math.min(uploads.finished + failures + 1, uploads.total), total: uploads.total });
    else if (failures) say(byId("uploads-title"), "uploadsFailed", { count: failures });
    else if (uploads.finished) byId("uploads-title").textContent = outcome(uploads);
    const homeless = uploads.unkept.filter(({ hasNoRoom }) => hasNoRoom).length;
    byId("uploads-note").hidden = homeless === 0;
    say(byId("uploads-note"), "uploadsUnkept", { count: homeless });
    label(byId("uploads-cancel"), uploads.isBusy ? "cancelUploads" : "close");
    byId("uploads-progress").value = uploads.progress;
    const isWanted = uploads.items.length > 0;
    clearTimeout(hiding);
    if (isWanted) tray.hidden = false;
    else hiding = setTimeout(() => { tray.hidden = true; }, uploads.finished ? 1400 : 0);
    const isNews = uploads.isWaiting ? !wasWaiting : !uploads.isBusy && !tray.hidden;
    wasWaiting = uploads.isWaiting;
    if (isNews) announce(byId("uploads-title").textContent);
  });
  byId("uploads-cancel").addEventListener("click", () => uploads.cancelAll());
}

/** @param {import("./upload.js").Uploads} uploads */
function outcome({ finished, known }) {
  const added = finished - known;
  return [
    ...(added > 0 ? [text("uploaded", { count: added })] : []), ...(known > 0 ? [text("uploadsKnown", { count: known })] : []),
  ].join(" · ");
}
