import { setOrder } from "../core/api.js";
import { anyDialogIsOpen } from "../core/dialogs.js";
import { toast } from "../core/notices.js";
import { store } from "../core/store.js";
import { tabs } from "../core/tabs.js";
import { aimedId, showPhoto } from "./carousel.js";
import { takePhotos } from "./intake.js";
import { KeptUploads } from "./kept-uploads.js";
import { makeFew } from "./making.js";
import { useOrder } from "./order.js";
import { takeShared } from "./shared.js";
import { showUploads } from "./upload-tray.js";
import { Uploads } from "./upload.js";

/** @type {import("./upload.js").Upload[]} */
let picked = [];
/**
 * The first photo of this run that has arrived.
 *
 * @type {string | null}
 */
let shown = null;

/**
 * What another tab, or this one before a reload, has not sent.
 *
 * @type {KeptUploads}
 */
const kept = new KeptUploads((photos) => begin(() => uploads.takeOver(photos)));

const uploads = new Uploads({
  storage: kept,
  isReachable: () => navigator.onLine && store.connection === "open",
  arrived(item, photo, isNew) {
    store.addIfUnknown(photo);
    if (isNew) item.photo = photo.id;
    else toast("alreadyHere", { name: photo.name });
    if (shown !== null) return;
    shown = photo.id;
    if (!anyDialogIsOpen()) showPhoto(photo.id);
  },
});

/** Sends what is picked, dropped or pasted, and shows the first photo that arrives. */
export function startArrivals() {
  showUploads(uploads);
  takePhotos(take);
  takeShared(take);
  uploads.addEventListener("change", () => {
    if (uploads.isBusy || picked.length === 0) return;
    const ids = picked.flatMap(({ photo }) => (photo !== null && store.get(photo) ? [photo] : []));
    picked = [];
    const isUntouched = aimedId() === shown;
    orderAsPicked(ids);
    // Who picks a few wants a sticker of each, and need not come to each for it.
    makeFew();
    if (isUntouched && ids.length > 0 && !anyDialogIsOpen()) showPhoto(ids[0]);
  });
  addEventListener("beforeunload", (event) => { if (uploads.unkept.length > 0) event.preventDefault(); });
  // A phone that was locked has let the connection go.
  store.addEventListener("connection", goOn);
  document.addEventListener("visibilitychange", goOn);
  addEventListener("online", () => uploads.goOn());
  goOn();
}

function goOn() {
  if (store.connection !== "open" || document.visibilityState !== "visible") return;
  uploads.goOn();
  kept.takeOver().catch(() => {
    // The page is being left, or the storage was closed: what is kept stays.
  });
}

/**
 * Files, and addresses of pictures as texts.
 *
 * @param {(File | string)[]} files
 */
export function take(files) {
  tabs.show("stickers");
  begin(() => uploads.add(files));
}

/** @param {() => import("./upload.js").Upload[]} add */
function begin(add) {
  if (!uploads.isBusy) {
    picked = [];
    shown = null;
  }
  picked.push(...add());
}

/**
 * Several photos at once arrive as the network likes; they are to stand as they were picked.
 *
 * @param {string[]} ids
 */
function orderAsPicked(ids) {
  const arrived = new Set(ids);
  const inOrder = [...ids];
  const order = store.order.map((id) => (arrived.has(id) ? inOrder.shift() ?? id : id));
  if (order.every((id, at) => id === store.order[at])) return;
  useOrder(order, () => setOrder(order));
}
