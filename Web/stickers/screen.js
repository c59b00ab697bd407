import { byId } from "../core/elements.js";
import { moduleOf, partOf } from "../core/parts.js";
import { steps } from "../core/steps.js";
import { store } from "../core/store.js";
import { tabs } from "../core/tabs.js";
import "./markup.js";
import { startArrivals } from "./arrivals.js";
import { showPhoto, startCarousel } from "./carousel.js";
import { speakClipWork } from "./clip-work.js";
import { grid, startGrid } from "./grid.js";
import { removeStickers } from "./removal.js";
import { shareStickers, startSharing } from "./share.js";
import { startTrash } from "./trash.js";
import { startWelcome } from "./welcome.js";
import { startUndoing, startUndoingIn } from "./undoing.js";

const styles = partOf("styles/style-dialog.js", () => import("../styles/style-dialog.js"), (part) => part.startStyles());

const editor = partOf("editor/editor.js", () => import("../editor/editor.js"), (part) => {
  part.startEditor({
    share: shareStickers,
    openStyles: (style, use) => styles((other) => other.openStylesOf(style, use)),
  });
  startUndoingIn(part);
});

/** @type {import("../library/packs.js") | null} */
let packs = null;
const packList = partOf("library/packs.js", () => import("../library/packs.js"), (part) => {
  packs = part;
  part.startPackList(grid);
});
const packSteps = moduleOf("library/steps.js", () => import("../library/steps.js"));
const keptStyles = moduleOf("styles/kept-styles.js", () => import("../styles/kept-styles.js"));
steps.changePreset = async (step, isBack) => (await keptStyles()).performPresetStep(step, isBack);
steps.changePack = async (step, isBack) => (await packSteps()).performPackStep(step, isBack);

/** @type {(id: string, among?: string[] | null, isReview?: boolean) => void} */
const edit = (id, among = null, isReview = false) => editor((part) => part.editPhoto(id, among, isReview));
/** @type {(ids: string[]) => void} */
const style = (ids) => styles((part) => part.openStyles(ids));

export const stickers = {
  // Its parts say themselves what they wait for: the carousel needs its place before there is anything to see.
  name: "stickers", title: "tabStickers", picture: "sticker", panel: byId("stickers-panel"), hidesUntilReady: false,
  start() {
    startCarousel({ edit, share: shareStickers, remove: removeStickers });
    startGrid({
      edit, share: shareStickers, style, opened: () => packList(({ showMenu }) => showMenu()), changed: () => packs?.showMenu(),
    });
    byId("grid-pack").addEventListener("click", () => packList(({ addToPack }) => addToPack(grid.selected())));
    startSharing();
    startTrash();
    startUndoing();
    startArrivals();
    startWelcome();
    speakClipWork();
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
