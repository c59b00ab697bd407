import { onLocked, setOrder } from "./api.js";
import { startCameraTab } from "../camera/camera.js";
import { currentId, showPhoto, startCarousel } from "../stickers/carousel.js";
import { startCatalog } from "../catalog/catalog.js";
import { watchConnection } from "./connection.js";
import { anyDialogIsOpen, startDialogs } from "./dialogs.js";
import { editPhoto, startEditor } from "../editor/editor.js";
import { byId } from "./elements.js";
import { follow } from "./events.js";
import { startGrid } from "../stickers/grid.js";
import { chooseShot, takePhotos } from "../stickers/intake.js";
import { say, startLanguages } from "../languages/languages.js";
import { failed, toast } from "./notices.js";
import { removeAfterAsking } from "../stickers/removal.js";
import { startSettings } from "./settings.js";
import { shareStickers } from "../stickers/share.js";
import { store } from "./store.js";
import { tabs } from "./tabs.js";
import { startTrash } from "../stickers/trash.js";
import { showUploads } from "../stickers/upload-tray.js";
import { Uploads } from "../stickers/upload.js";

await startLanguages();
startDialogs();
startCarousel({ edit: editPhoto, share: shareStickers, remove: removeAfterAsking });
startGrid({ edit: editPhoto, share: shareStickers });
startEditor({ share: shareStickers });
startCatalog({ showSticker });
startSettings();
startTrash();
startUploads();
showSections();
watchConnection(follow(store));
document.documentElement.dataset.ready = "";
registerServiceWorker();

/// Of what was found in the catalog, or made with the camera: its card is where stickers are, and there it is processed.
function showSticker(id) {
  tabs.show("stickers");
  showPhoto(id);
  byId("carousel").focus({ preventScroll: true });
}

function startUploads() {
  let picked = [];
  let shown = null;
  const uploads = new Uploads({
    arrived(item, photo, isNew) {
      store.addIfUnknown(photo);
      if (isNew) item.photo = photo.id;
      else toast("alreadyHere", { name: photo.name });
      if (shown !== null) return;
      shown = photo.id;
      if (!anyDialogIsOpen()) showPhoto(photo.id);
    },
  });
  showUploads(uploads);
  const take = (files) => {
    tabs.show("stickers");
    if (!uploads.isBusy) {
      picked = [];
      shown = null;
    }
    picked.push(...uploads.add(files));
  };
  takePhotos(take);
  startCameraTab({ take, choose: chooseShot, made: showSticker });
  uploads.addEventListener("change", () => {
    if (uploads.isBusy || picked.length === 0) return;
    orderAsPicked(picked.map(({ photo }) => photo).filter((id) => store.get(id)), shown);
    picked = [];
  });
  addEventListener("beforeunload", (event) => { if (uploads.isBusy) event.preventDefault(); });
}

/// Several photos at once arrive as the network likes; they are to stand as they were picked.
function orderAsPicked(ids, shown) {
  const arrived = new Set(ids);
  const inOrder = ids[Symbol.iterator]();
  const order = store.order.map((id) => (arrived.has(id) ? inOrder.next().value : id));
  if (order.every((id, at) => id === store.order[at])) return;
  const wasUntouched = currentId() === shown;
  store.apply("order", { ids: order });
  if (wasUntouched && !anyDialogIsOpen()) showPhoto(ids[0]);
  setOrder(order).catch(failed);
}

/// Which of the page's states is seen: the key is missing, nothing was added yet, or the photos.
function showSections() {
  // A key that is right leads on to the bare address; one that stays in it was wrong.
  if (new URLSearchParams(location.search).has("token")) {
    say(byId("locked-text"), "lockedWrong");
    history.replaceState(null, "", `/${location.hash}`);
  }
  const show = () => {
    const isLocked = store.connection === "locked";
    const isEmpty = store.order.length === 0;
    const isAway = store.connection === "lost" && !store.isComplete;
    byId("opening").hidden = isLocked || isAway || store.isComplete;
    byId("stickers-panel").hidden = isLocked || tabs.current !== "stickers";
    byId("catalog-panel").hidden = isLocked || tabs.current !== "catalog" || !store.isComplete;
    byId("camera-panel").hidden = isLocked || tabs.current !== "camera" || !store.isComplete;
    byId("locked").hidden = !isLocked;
    byId("away").hidden = !isAway;
    byId("welcome").hidden = isLocked || !isEmpty || !store.isComplete;
    byId("carousel-view").hidden = isLocked || isEmpty;
    document.documentElement.dataset.view = isLocked ? "locked" : isEmpty ? "empty" : "photos";
    byId("open-grid").disabled = isLocked || isEmpty;
    byId("add-photos").disabled = isLocked;
  };
  byId("welcome-catalog").addEventListener("click", () => {
    tabs.show("catalog");
    byId("tab-catalog").focus();
  });
  tabs.addEventListener("change", show);
  tabs.start();
  store.addEventListener("list", show);
  store.addEventListener("connection", show);
  onLocked(() => store.setConnection("locked"));
  show();
}

function registerServiceWorker() {
  if (!isSecureContext || !navigator.serviceWorker) return;
  const register = () => {
    if (!store.version) return;
    store.removeEventListener("library", register);
    navigator.serviceWorker.register(`/service-worker.js?version=${encodeURIComponent(store.version)}`)
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active.postMessage({ keep: performance.getEntriesByType("resource").map(({ name }) => name) }))
      .catch(() => {
        // A certificate that the browser only tolerates allows no worker; the page works without.
      });
  };
  store.addEventListener("library", register);
  register();
}
