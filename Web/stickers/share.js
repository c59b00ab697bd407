import { archiveForm, archiveURL, mostInAddress, stickerURL, thumbnailURL } from "../core/api.js";
import { canCopyPictures, copySticker } from "../core/clipboard.js";
import { close, open } from "../core/dialogs.js";
import { byId, find, make, smallSpinner, symbol } from "../core/elements.js";
import { say, sayingSpan } from "../languages/languages.js";
import { failed, toast } from "../core/notices.js";
import { openPack, showTargets } from "../packs/pack-dialog.js";
import { store } from "../core/store.js";

/** Browsers refuse more files than this at once, or take very long to hand them over. */
const mostSharedFiles = 30;
const thumbnailsShown = 5;

/** @type {(photo: API.Photo, format: string) => string} */
export const fileNameOf = (photo, format) => `${photo.name.replace(/\.[^.]*$/, "") || "sticker"}.${format}`;

/**
 * Offers the ways out for those stickers that are done: the system's share sheet, the clipboard, files, an archive.
 *
 * @param {string[]} ids
 */
export function shareStickers(ids) {
  const photos = ids.flatMap((id) => store.get(id) ?? []).filter((photo) => photo.state === "done");
  if (photos.length === 0) return;
  const isOne = photos.length === 1;
  const unfinished = ids.length - photos.length;
  const isAll = photos.length === store.done.length;
  say(byId("share-title"), isOne ? "shareTitleOne" : "shareTitle", { count: photos.length });
  byId("share-fan").replaceChildren(...photos.slice(0, thumbnailsShown).map((photo) =>
    make("img", { src: thumbnailURL(photo), alt: "", decoding: "async" })));
  byId("share-left-out").hidden = unfinished === 0;
  say(byId("share-left-out"), "leftOut", { count: unfinished });

  const actions = [];
  if (canShareFiles() && photos.length <= mostSharedFiles) actions.push(systemShare(photos));
  if (isOne) {
    const [photo] = photos;
    if (canCopyPictures()) actions.push(action("copy", "copyPicture", () => copy(photo)));
    for (const format of store.formats) {
      actions.push(download(format.name, stickerURL(photo, format.name), fileNameOf(photo, format.name), "saveAs", format));
    }
  } else {
    for (const format of store.formats) {
      const chosen = isAll ? null : photos.map(({ id }) => id);
      actions.push(chosen && chosen.length > mostInAddress
        ? largeArchive(archiveForm(chosen, format.name), format)
        : download(`${format.name}Archive`, archiveURL(chosen, format.name), `stickers-${format.name}.zip`, "saveArchive", format));
    }
  }
  byId("share-actions").replaceChildren(...actions);
  byId("share-actions")[isOne ? "after" : "before"](byId("share-packs"));
  offerPacks(isOne ? store.done : photos);
  byId("share-note").hidden = isSecureContext && (canShareFiles() || !isOne);
  say(byId("share-note"), isSecureContext ? "noShareHere" : "insecure");
  open(byId("share"));
}

/**
 * One sticker is no pack: who shares one is offered a pack of all.
 *
 * @param {API.Photo[]} photos
 */
function offerPacks(photos) {
  say(byId("share-packs-title"), "packFor", { count: photos.length });
  showTargets(byId("share-targets"), ({ target }) => {
    close(byId("share"));
    openPack(photos.map(({ id }) => id), target).catch(failed);
  }).catch(failed);
}

function canShareFiles() {
  if (!isSecureContext || !navigator.canShare) return false;
  return navigator.canShare({ files: [new File([""], "sticker.png", { type: "image/png" })] });
}

/**
 * The files are fetched while the person still reads: a browser lets a page share only right after a click.
 *
 * @param {API.Photo[]} photos
 */
function systemShare(photos) {
  const row = action("share", "systemShare", async () => {
    try {
      await navigator.share({ files: await files });
      byId("share").close();
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) failed(error);
    }
  });
  const button = find(row, "button", HTMLButtonElement);
  const wheel = smallSpinner();
  button.disabled = true;
  button.append(wheel);
  const files = Promise.all(photos.map(async (photo) => {
    const response = await fetch(stickerURL(photo, "png"));
    if (!response.ok) throw new Error(response.statusText);
    return new File([await response.blob()], fileNameOf(photo, "png"), { type: "image/png" });
  }));
  files.then(() => { button.disabled = false; }, failed).finally(() => wheel.remove());
  return row;
}

/** @param {API.Photo} photo */
async function copy(photo) {
  try {
    await copySticker(photo);
    toast("copiedPicture");
  } catch (error) {
    failed(error);
  }
}

/**
 * @param {string} name
 * @param {string} key
 * @param {() => unknown} act
 */
const action = (name, key, act) => {
  const button = make("button", { type: "button", class: "share-action", "data-testid": `share-${name}` }, symbol(name), sayingSpan(key));
  button.addEventListener("click", act);
  return make("li", {}, button);
};

/** @type {(name: string, url: string, file: string, key: string, format: API.Format) => HTMLElement} */
const download = (name, url, file, key, { title }) =>
  make("li", {}, make("a", { class: "share-action", href: url, download: file, "data-testid": `share-${name}` },
    symbol(key === "saveAs" ? "download" : "archive"), sayingSpan(key, { format: title })));

/**
 * The answer goes into a frame of its own: a file is downloaded from there as well, and an error leaves the page alone.
 *
 * @param {ReturnType<typeof archiveForm>} form
 * @param {API.Format} format
 */
function largeArchive({ action: address, values }, { name, title }) {
  const button = make("button", { type: "submit", class: "share-action", "data-testid": `share-${name}Archive` },
    symbol("archive"), sayingSpan("saveArchive", { format: title }));
  const fields = Object.entries(values).map(([key, value]) => make("input", { type: "hidden", name: key, value }));
  return make("li", {}, make("form", { method: "post", action: address, target: "downloads" }, ...fields, button));
}
