import { packURL, wastickersURL } from "../core/api.js";
import { byId, make } from "../core/elements.js";
import { failed } from "../core/notices.js";
import { bytes, say, sayingSpan } from "../languages/languages.js";

/** @type {File | null} */
let file = null;
/** Ends the fetching of a file that is not offered any more. */
let fetching = new AbortController();

export function startPackFiles() {
  byId("pack-share").addEventListener("click", () => { if (file) share(file); });
}

/**
 * Offers what was made: sticker apps on a phone import the file for WhatsApp, and cannot look into a ZIP. Where other apps
 * take such a file from the browser, it is handed to them.
 *
 * @param {API.Pack} pack
 * @param {string} title
 * @param {{ isForWhatsApp: boolean, isDelivered: boolean }} options for it and nothing else; whether it is what was asked for,
 *   and is handed over or downloaded at once
 */
export function offerPackFiles(pack, title, { isForWhatsApp, isDelivered }) {
  withdrawPackFiles();
  const { id, wastickersBytes } = pack;
  showNext(pack.targets.filter(({ written }) => written));
  if (id === undefined) return;
  const link = byId("pack-download");
  const isOneFile = isForWhatsApp && wastickersBytes !== undefined;
  link.href = isOneFile ? wastickersURL(id) : packURL(id);
  link.download = `${title}.${isOneFile ? "wastickers" : "zip"}`;
  const size = bytes((isOneFile ? wastickersBytes : pack.bytes) ?? 0);
  say(byId("pack-download-text"), isOneFile ? "packDownloadFile" : "packDownload", { size });
  link.hidden = false;
  if (isOneFile && canShare(new File([""], link.download))) prepare(link.href, link.download, isDelivered);
  else if (isDelivered) {
    link.click();
    showSaved(link.download, size);
  }
}

/**
 * The browser saves without a word, or with one that is soon gone.
 *
 * @param {string} name
 * @param {string} size
 */
function showSaved(name, size) {
  say(byId("pack-saved-text"), "savedFile", { name });
  byId("pack-saved").hidden = false;
  say(byId("pack-download-text"), "packDownloadAgain", { size });
}

export function withdrawPackFiles() {
  fetching.abort();
  file = null;
  byId("pack-download").hidden = true;
  byId("pack-saved").hidden = true;
  byId("pack-share").hidden = true;
  byId("pack-next").hidden = true;
}

/** @param {API.Pack["targets"]} targets */
function showNext(targets) {
  byId("pack-next").hidden = targets.length === 0;
  byId("pack-next-list").replaceChildren(...targets.map(({ target, name }) =>
    make("li", { "data-target": target }, ...(targets.length > 1 ? [make("strong", {}, name), " "] : []),
      sayingSpan(`packHowTo.${target}`))));
}

/** @param {File} file */
const canShare = (file) => isSecureContext && navigator.canShare?.({ files: [file] }) === true;

/**
 * Browsers let a page share only soon after a click: where the pack took longer, another click shares it.
 *
 * @type {(url: string, name: string, isDelivered: boolean) => Promise<void>}
 */
async function prepare(url, name, isDelivered) {
  const current = new AbortController();
  fetching = current;
  try {
    const response = await fetch(url, { signal: current.signal });
    if (!response.ok) return;
    const fetched = new File([await response.blob()], name, { type: response.headers.get("Content-Type") ?? "" });
    if (current.signal.aborted || !canShare(fetched)) return;
    file = fetched;
    byId("pack-share").hidden = false;
    byId("pack-share").focus();
    if (isDelivered && navigator.userActivation?.isActive) await share(fetched);
  } catch {
    // The file can still be downloaded.
  }
}

/** @param {File} file */
async function share(file) {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) failed(error);
  }
}
