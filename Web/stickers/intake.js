import { byId, closest } from "../core/elements.js";
import { lower, raise, toast } from "../core/notices.js";

/** Lets a phone's own camera program take a photo, which comes as a picked file does. */
export const chooseShot = () => byId("camera-input").click();

/**
 * Gives `take` the files that are dropped anywhere, pasted, picked or shot, and the addresses of pictures of other web
 * pages that are dropped or pasted.
 *
 * @param {(files: (File | string)[]) => void} take
 */
export function takePhotos(take) {
  const input = byId("photo-input");
  for (const button of /** @type {const} */ (["add-photos", "welcome-add"])) byId(button).addEventListener("click", () => input.click());
  for (const one of [input, byId("camera-input")]) {
    one.addEventListener("change", () => {
      if (one.files?.length) take([...one.files]);
      one.value = "";
    });
  }
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isElsewhere = closest(event, "input, textarea, [contenteditable]");
    const found = files.length > 0 || isElsewhere ? files : pastedAddresses(event.clipboardData);
    if (found.length === 0) return;
    event.preventDefault();
    take(found);
  });
  takeDrops(take);
}

/** @param {(files: (File | string)[]) => void} take */
function takeDrops(take) {
  const overlay = byId("drop-overlay");
  let depth = 0;
  let isOwn = false;
  // What is dragged from this page is here already.
  addEventListener("dragstart", ({ defaultPrevented }) => { isOwn = !defaultPrevented; });
  addEventListener("dragend", () => { isOwn = false; });
  /** @param {DragEvent} event */
  const isWelcome = ({ dataTransfer }) =>
    !isOwn && [...(dataTransfer?.types ?? [])].some((type) => type === "Files" || type === "text/uri-list");
  const leave = () => {
    depth = 0;
    lower(overlay);
  };
  addEventListener("dragenter", (event) => {
    if (!isWelcome(event)) return;
    event.preventDefault();
    depth += 1;
    if (depth === 1) raise(overlay);
  });
  addEventListener("dragover", (event) => {
    if (!isWelcome(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("dragleave", (event) => {
    if (!isWelcome(event)) return;
    depth -= 1;
    if (depth <= 0) leave();
  });
  addEventListener("drop", async (event) => {
    if (!isWelcome(event)) return;
    event.preventDefault();
    leave();
    if (!event.dataTransfer) return;
    const addresses = droppedAddresses(event.dataTransfer);
    const files = await droppedFiles(event.dataTransfer);
    const found = files.length > 0 ? files : addresses;
    if (found.length > 0) take(found);
    else toast("nothingToAdd");
  });
}

/**
 * The picture itself where the dragged part of a page has one: the list of addresses then may name what it links to.
 *
 * @param {DataTransfer} transfer
 */
function droppedAddresses(transfer) {
  const page = new DOMParser().parseFromString(transfer.getData("text/html"), "text/html");
  const pictures = [...page.querySelectorAll("img[src]")].map((image) => image.getAttribute("src") ?? "").filter(isWebAddress);
  return pictures.length === 1 ? pictures : listedAddresses(transfer.getData("text/uri-list"));
}

/**
 * An address that was copied is plain text in most browsers.
 *
 * @param {DataTransfer | null} clipboard
 */
const pastedAddresses = (clipboard) =>
  listedAddresses(clipboard?.getData("text/uri-list") || onlyAddress(clipboard?.getData("text/plain") ?? ""));

/** @param {string} words */
const onlyAddress = (words) => (/\s/.test(words.trim()) ? "" : words);

/**
 * RFC 2483: an address a line; lines that begin with a number sign say something about them.
 *
 * @param {string} list
 */
const listedAddresses = (list) => list.split(/\r?\n/).map((line) => line.trim()).filter(isWebAddress);

/** @param {string} text */
const isWebAddress = (text) => /^https?:\/\//i.test(text) && canBeParsed(text);

/** @param {string} address */
function canBeParsed(address) {
  try {
    return Boolean(new URL(address));
  } catch {
    return false;
  }
}

/**
 * Folders are walked; their entries must be asked for before the first wait, for the drop is over then.
 *
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>}
 */
async function droppedFiles(transfer) {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return [...transfer.files];
  /** @type {File[]} */
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found.filter(({ name, type }) => /^(image|video)\//.test(type)
    || /\.(heic|heif|avif|jpe?g|png|webp|tiff?|gif|bmp|mp4|mov|m4v|webm|mkv|avi)$/i.test(name));
}

/**
 * @param {FileSystemEntry} entry
 * @param {File[]} found
 */
async function walk(entry, found) {
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    // One that cannot be read is left out.
    await new Promise((done) => { file.file((one) => done(found.push(one)), done); });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  while (true) {
    /** @type {FileSystemEntry[]} */
    const batch = await new Promise((resolve) => { reader.readEntries(resolve, () => resolve([])); });
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, found);
  }
}
