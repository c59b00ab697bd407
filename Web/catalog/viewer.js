import "./markup.js";
import { surprise } from "../core/api.js";
import { paragraphs } from "./catalog-card.js";
import { creditLine } from "../core/credit.js";
import { close, open } from "../core/dialogs.js";
import { byId } from "../core/elements.js";
import { LazyPicture } from "./lazy-picture.js";
import { announce, reason } from "../core/notices.js";
import { OriginalButton } from "./original-button.js";
import { SaveButtons } from "./save-buttons.js";
import { savings } from "./saving.js";
import { store } from "../core/store.js";

const dialog = byId("viewer");
const holder = byId("viewer-picture");
/** The first is the one that surprises are ready in. */
const pictureSides = [960, 2048];

/** @type {API.CatalogItem | null} */
let item = null;
/** @type {LazyPicture} */
let picture;
/** @type {SaveButtons} */
let buttons;
/** @type {OriginalButton} */
let original;
/** @type {AbortController | null} */
let request = null;

/**
 * Shows a picture of the catalog large: one that was chosen, or one by chance after the other.
 *
 * @param {{ makeSticker: (id: string) => void }} actions
 */
export function startViewer({ makeSticker }) {
  picture = new LazyPicture({ image: byId("viewer-image"), holder, sides: pictureSides });
  buttons = new SaveButtons({
    makeSticker: byId("viewer-make"),
    error: byId("viewer-error"),
    made(id) {
      close(dialog);
      makeSticker(id);
    },
  });
  original = new OriginalButton(byId("viewer-original"));
  byId("viewer-another").addEventListener("click", next);
  byId("viewer-again").addEventListener("click", () => { if (item) load(item); else next(); });
  savings.whenChanged((id) => { if (id === item?.id) describe(item); });
  for (const type of ["catalog", "list"]) store.addEventListener(type, renew);
  document.addEventListener("languagechange", () => { if (item) describe(item); });
  dialog.addEventListener("close", () => {
    if (dialog.open) return;
    request?.abort();
    picture.clear();
    item = null;
  });
}

/** What the server says of it now. */
function renew() {
  if (!item) return;
  const shown = item;
  item = store.catalog?.items.find(({ id }) => id === shown.id) ?? shown;
  describe(item);
}

/** @param {API.CatalogItem} chosen */
export function enlarge(chosen) {
  byId("viewer-another").hidden = true;
  open(dialog);
  show(chosen);
}

export function surpriseMe() {
  byId("viewer-another").hidden = false;
  clear();
  open(dialog);
  byId("viewer-another").focus();
  next();
}

async function next() {
  request?.abort();
  const own = new AbortController();
  request = own;
  holder.dataset.state = "loading";
  byId("viewer-make").disabled = true;
  try {
    const found = await surprise(own.signal);
    if (!own.signal.aborted) show(found);
  } catch (error) {
    if (own.signal.aborted) return;
    clear();
    fail(/** @type {Failure} */ (error));
  }
}

/** @param {API.CatalogItem} chosen */
function show(chosen) {
  item = chosen;
  dialog.removeAttribute("data-nothing");
  picture.clear();
  byId("viewer-haze").removeAttribute("src");
  byId("viewer-description").scrollTop = 0;
  describe(chosen);
  announce([chosen.title, creditLine(chosen)].filter(Boolean).join(", "));
  load(chosen);
}

/** @param {API.CatalogItem} chosen */
async function load({ id }) {
  const isShown = await picture.load(id);
  if (id !== item?.id) return;
  if (isShown && picture.address) byId("viewer-haze").src = picture.address;
  else if (picture.error) fail(picture.error);
}

/** @param {Failure} error */
function fail(error) {
  holder.dataset.state = "failed";
  dialog.toggleAttribute("data-nothing", item === null);
  byId("viewer-reason").textContent = reason(error);
}

function clear() {
  item = null;
  dialog.removeAttribute("data-nothing");
  picture.clear();
  byId("viewer-haze").removeAttribute("src");
  for (const id of /** @type {const} */ (["viewer-title", "viewer-meta", "viewer-error"])) byId(id).textContent = "";
  byId("viewer-description").replaceChildren();
  byId("viewer-make").disabled = true;
  original.show(null);
}

/** @param {API.CatalogItem} item */
function describe(item) {
  byId("viewer-title").textContent = item.title;
  byId("viewer-meta").textContent = creditLine(item);
  byId("viewer-image").alt = item.title;
  byId("viewer-description").replaceChildren(...paragraphs(item.description));
  byId("viewer-make").hidden = !item.savable;
  if (item.savable) buttons.show(item);
  original.show(item);
}
