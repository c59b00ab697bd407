import { archiveForm, archiveURL, mostInAddress, stickerURL, thumbnailURL } from "../core/api.js";
import { canCopyPictures, copySticker } from "../core/clipboard.js";
import { close, open } from "../core/dialogs.js";
import { byId, findAll, make, symbol } from "../core/elements.js";
import { say, sayingSpan } from "../languages/languages.js";
import { failed, toast } from "../core/notices.js";
import { partOf } from "../core/parts.js";
import { moves } from "../core/photo-state.js";
import { store } from "../core/store.js";
import { exportSize, sayWhatIsSmaller, startExportSize } from "./export-size.js";
import { action, fileNameOf } from "./share-action.js";
import { offerSingles } from "./share-singles.js";
import { makeFew } from "./making.js";
import { canShareFiles, systemShare } from "./system-share.js";

/** Browsers refuse more files than this at once, or take very long to hand them over. */
const mostSharedFiles = 30;
const thumbnailsShown = 5;
const isPhone = matchMedia("(pointer: coarse)");

const packs = partOf("packs/pack-dialog.js", () => import("../packs/pack-dialog.js"), ({ startPacks }) => startPacks());
const sheets = partOf("sheets/sheet-dialog.js", () => import("../sheets/sheet-dialog.js"), ({ startSheets }) => startSheets());

/** @type {API.Photo[]} */
let shared = [];
/** One is shared alone: a pack is of all stickers, as many as there are by then. */
let isOfAll = false;
/** Offers once more what is there of what is offered. */
let again = () => {};
/** Ends the making of files for the system's share sheet. */
let making = new AbortController();

export function startSharing() {
  startExportSize(showActions);
  byId("share").addEventListener("close", () => { if (!byId("share").open) making.abort(); });
  store.whenPhotoChanges((id) => {
    if (!byId("share").open) return;
    renew(id);
    if (isOfAll) countAll();
  });
  store.addEventListener("list", () => {
    if (!byId("share").open || shared.every(({ id }) => store.get(id))) return;
    if (shared.some(({ id }) => store.get(id))) return again();
    toast("removedElsewhere", { name: shared[0].name });
    close(byId("share"));
  });
}

/**
 * Offers the ways out for those stickers that are done: the system's share sheet, the clipboard, files, an archive.
 *
 * @param {string[]} ids
 * @param {{ id: string, name: string } | null} [pack] where they are all that are in it
 */
export function shareStickers(ids, pack = null) {
  const wanted = ids.flatMap((id) => store.get(id) ?? []);
  const photos = wanted.filter((photo) => photo.state === "done");
  if (photos.length === 0) return;
  const isOne = photos.length === 1;
  const failures = wanted.filter((photo) => photo.state === "invalid").length;
  say(byId("share-title"), isOne ? "shareTitleOne" : "shareTitle", { count: photos.length });
  byId("share-failed").hidden = failures === 0;
  say(byId("share-failed"), "leftOutFailed", { count: failures });

  again = () => shareStickers(ids, pack);
  shared = photos;
  isOfAll = wanted.length === 1 && !pack;
  showFan();
  showActions();
  offerSingles(isOne ? photos[0] : undefined).catch(failed);
  // Who holds a phone wants stickers in a messenger, and seldom a file.
  if (isOne && !isPhone.matches) byId("share-actions").after(byId("share-packs"));
  else byId("share-out").before(byId("share-packs"));
  if (isOfAll) {
    byId("share-packs-title").after(byId("share-left-out"));
    countAll();
    makeFew();
  } else {
    byId("share-fan").after(byId("share-left-out"));
    sayLeftOut(photos.length, wanted.length - photos.length - failures);
  }
  offerPacks(pack);
  byId("share-note").hidden = isSecureContext && (canShareFiles() || !isOne);
  say(byId("share-note"), isSecureContext ? "noShareHere" : "insecure");
  open(byId("share"));
}

function showFan() {
  byId("share-fan").replaceChildren(...shared.slice(0, thumbnailsShown).map((photo) =>
    make("img", { src: thumbnailURL(photo), alt: "", decoding: "async" })));
}

/**
 * What goes into a pack, and what does not.
 *
 * @param {number} count
 * @param {number} unfinished
 */
function sayLeftOut(count, unfinished) {
  say(byId("share-packs-title"), "packFor", { count });
  byId("share-left-out").hidden = unfinished === 0;
  say(byId("share-left-out"), "leftOut", { count: unfinished });
}

function countAll() {
  const { done, waiting, loading, processing } = store.counts;
  sayLeftOut(done, waiting + loading + processing);
}

/**
 * A sticker that is offered is made anew, or was: what is handed over from now on is the new one.
 *
 * @param {string} id
 */
function renew(id) {
  const old = shared.find((photo) => photo.id === id);
  const now = store.get(id);
  if (!old || now?.state !== "done" || (now.revision === old.revision && now.rendering === old.rendering)) return;
  shared = shared.map((photo) => (photo === old ? now : photo));
  showActions();
  if (now.revision === old.revision) return;
  showFan();
  if (shared.length === 1) offerSingles(now).catch(failed);
}

/** The ways out in the size that is chosen. The one that has the focus keeps it. */
function showActions() {
  making.abort();
  making = new AbortController();
  const size = exportSize();
  const actions = [];
  if (canShareFiles() && shared.length <= mostSharedFiles) actions.push(systemShare(shared, size, making.signal));
  if (shared.length === 1) actions.push(...waysForOne(shared[0], size));
  else actions.push(...store.formats.map((format) => archive(shared, format, size)));
  const ids = shared.map(({ id }) => id);
  actions.push(action("print", "sheetOpen", () => {
    close(byId("share"));
    sheets(({ openSheet }) => openSheet(ids));
  }));
  const list = byId("share-actions");
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-testid") : null;
  list.replaceChildren(...actions);
  if (focused) findAll(list, "[data-testid]", HTMLElement).find(({ dataset }) => dataset.testid === focused)?.focus();
  sayWhatIsSmaller(shared, size);
}

/** @type {(photo: API.Photo, size: string) => HTMLElement[]} */
const waysForOne = (photo, size) => [
  ...(canCopyPictures() && !moves(photo) ? [action("copy", "copyPicture", () => copy(photo, size))] : []),
  ...(moves(photo) ? [...store.formats].sort((one, other) => Number(other.name === "webp") - Number(one.name === "webp")) : store.formats)
    .map((format) => download(format.name, stickerURL(photo, format.name, size), fileNameOf(photo, format.name), saveKey(photo, format), format)),
];

/** @type {(photo: API.Photo, format: API.Format) => string} */
const saveKey = (photo, { name }) => (!moves(photo) ? "saveAs" : name === "webp" ? "saveMovingAs" : "saveFirstAs");

/** @type {(photos: API.Photo[], format: API.Format, size: string) => HTMLElement} */
function archive(photos, format, size) {
  const chosen = photos.length === store.done.length ? null : photos.map(({ id }) => id);
  if (chosen && chosen.length > mostInAddress) return largeArchive(archiveForm(chosen, format.name, size), format);
  const url = archiveURL(chosen, format.name, size);
  return download(`${format.name}Archive`, url, `stickers-${format.name}.zip`, "saveArchive", format);
}

/**
 * One sticker is no pack: who shares one is offered a pack of all.
 *
 * @param {{ id: string, name: string } | null} pack
 */
function offerPacks(pack) {
  packs(({ openPack, showTargets }) => showTargets(byId("share-targets"), ({ target }) => {
    close(byId("share"));
    openPack((isOfAll ? store.done : shared).map(({ id }) => id), target, pack).catch(failed);
  }).catch(failed));
}

/**
 * @param {API.Photo} photo
 * @param {string} size
 */
async function copy(photo, size) {
  try {
    await copySticker(photo, size);
    toast("copiedPicture");
  } catch (error) {
    failed(error);
  }
}

/** @type {(name: string, url: string, file: string, key: string, format: API.Format) => HTMLElement} */
const download = (name, url, file, key, { title }) =>
  make("li", {}, make("a", { class: "share-action", href: url, download: file, "data-testid": `share-${name}` },
    symbol(key === "saveArchive" ? "archive" : "download"), sayingSpan(key, { format: title })));

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
