import { byId } from "../core/elements.js";
import { store } from "../core/store.js";
import { tabs } from "../core/tabs.js";
import { editPhoto, startEditor } from "../editor/editor.js";
import { startPacks } from "../packs/pack-dialog.js";
import { startSheets } from "../sheets/sheet-dialog.js";
import { openStyles, startStyles } from "../styles/style-dialog.js";
import "./markup.js";
import { startArrivals } from "./arrivals.js";
import { showPhoto, startCarousel } from "./carousel.js";
import { startGrid } from "./grid.js";
import { removeStickers } from "./removal.js";
import { shareStickers, startSharing } from "./share.js";
import { startTrash } from "./trash.js";
import { startUndoing } from "./undoing.js";

export const stickers = {
  // Its parts say themselves what they wait for: the carousel needs its place before there is anything to see.
  name: "stickers", title: "tabStickers", picture: "sticker", panel: byId("stickers-panel"), hidesUntilReady: false,
  start() {
    startCarousel({ edit: editPhoto, share: shareStickers, remove: removeStickers });
    startGrid({ edit: editPhoto, share: shareStickers, style: openStyles });
    startEditor({ share: shareStickers });
    startSharing();
    startPacks();
    startSheets();
    startStyles();
    startTrash();
    startUndoing();
    startArrivals();
    byId("welcome-catalog").addEventListener("click", () => {
      tabs.show("catalog");
      tabs.focus();
    });
    for (const type of ["list", "connection"]) store.addEventListener(type, showParts);
    showParts();
  },
};

/**
 * Of what was found in the catalog, or made with the camera: its card is where stickers are, and there it is processed.
 *
 * @param {string} id
 */
export function showSticker(id) {
  tabs.show("stickers");
  showPhoto(id);
  byId("carousel").focus({ preventScroll: true });
}

/** The welcome as long as there are no photos, else the carousel. */
function showParts() {
  const isLocked = store.connection === "locked";
  const isEmpty = store.order.length === 0;
  byId("welcome").hidden = isLocked || !isEmpty || !store.isComplete;
  byId("carousel-view").hidden = isLocked || isEmpty;
  document.documentElement.dataset.view = isLocked ? "locked" : isEmpty ? "empty" : "photos";
  byId("open-grid").disabled = isLocked || isEmpty;
}
